import Testing
import TilawaBase
import TilawaLibrary
import TilawaTestSupport

@testable import TilawaCommandLine

/// The exit status of commands that search a library with faults. All of them agree: it depends on whether
/// the faults may have changed the answer.
@Suite struct LibraryFaultsTests {
  private static let sound = [
    "good.tilawa/recording.yaml":
      "tilawa: 1\nid: good\ntitle: Good\nreciter: husary\nriwayah: hafs\naudio: { file: a.wav, duration: 2.000 }\n",
    "good.tilawa/segments.yaml":
      "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: 1.000, verified: true }\n",
  ]

  /// Makes the sound library with a bundle beside it whose rows begin with `ayah` and break off, and with
  /// `others` more bundles.
  private static func library(torn ayah: String?, others: Int = 0) throws -> TemporaryFolder {
    var files = sound
    if let ayah {
      files["torn.tilawa/recording.yaml"] = "tilawa: 1\nid: torn\nriwayah: hafs\naudio: { file: a.wav }\n"
      files["torn.tilawa/segments.yaml"] = "tilawa: 1\nsegments:\n  - { ayah: \"\(ayah)\", start: [\n"
    }
    for number in 0..<others { files["other\(number).tilawa/recording.yaml"] = "tilawa: 1\nid: o\(number)\n" }
    let folder = try TemporaryFolder(files)
    try AtomicFile.write(silentWAV(frames: 16_000), to: folder.path(of: "good.tilawa/a.wav"))
    return folder
  }

  /// Commands that find everything they search for.
  private static let answered = [
    ["resolve", "1:1"], ["resolve", "1:1", "--json"], ["resolve", "1:1", "--format", "m3u8"],
    ["queue", "1:1"],
    ["queue", "1:1", "--json"], ["cut", "1:1", "-o", "x.wav"], ["render", "1:1", "-o", "x.wav"],
    ["cut", "--per-ayah", "-o", "cdn", "1:1"], ["play", "1:1", "--stdout", "--no-journal"],
  ]

  @Test(arguments: answered, [0, 20])
  func faultsThatMayHaveChangedTheAnswerAreNoSuccess(_ command: [String], _ others: Int) throws {
    for (torn, isTold) in [(nil, false), ("1:1", true), ("2:5", false)] {
      let folder = try Self.library(torn: torn, others: others)
      let said = transcript(command, in: folder.path)
      #expect(said.contains("tilawa: torn.tilawa/segments.yaml:3: ") == isTold, "\(torn ?? "-"): \(said)")
      #expect(said.hasSuffix("[exit 1]\n") == isTold && !said.contains("[exit 2]"), "\(torn ?? "-"): \(said)")
    }
  }

  /// Ayat that are found are reported as found, whatever else can't be read.
  @Test(arguments: [["coverage", "1:1"], ["coverage", "--missing", "1:1"]])
  func whatNoFaultCanChangeIsASuccess(_ command: [String]) throws {
    for torn in [nil, "1:1", "2:5"] {
      let folder = try Self.library(torn: torn)
      let said = transcript(command, in: folder.path)
      #expect(!said.contains("torn") && !said.contains("[exit"), "\(torn ?? "-"): \(said)")
    }
    let folder = try Self.library(torn: "1:2")
    let open = transcript([command[0], "1:1-2"], in: folder.path)
    #expect(open.contains("torn.tilawa/segments.yaml:3: ") && open.hasSuffix("[exit 1]\n"), "\(open)")
  }

  /// Commands about all bundles report the faults of each.
  @Test(arguments: [["list"], ["list", "--json"], ["show", "."], ["show", "--json", "."]])
  func allThatIsAskedAboutCounts(_ command: [String]) throws {
    for torn in [nil, "1:1", "2:5"] {
      let folder = try Self.library(torn: torn)
      let said = transcript(command, in: folder.path)
      let isTold = torn != nil
      #expect(said.contains("tilawa: torn.tilawa/segments.yaml:3: ") == isTold, "\(said)")
      #expect(said.hasSuffix("[exit 1]\n") == isTold && !said.contains("[exit 2]"), "\(said)")
    }
  }

  @Test func quietTellsAllTheSameWhyItExitsWithOne() throws {
    let folder = try Self.library(torn: "1:1")
    let said = transcript("resolve", "1:1", "--quiet", in: folder.path)
    #expect(said.contains("[stderr]\ntilawa: torn.tilawa") && said.hasSuffix("[exit 1]\n"))
  }
}
