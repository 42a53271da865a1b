import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine
@testable import TilawaKit

/// Tests `tilawa report` from the user's side. Tests/Trials/studio/written-pages tries the pages in a
/// browser.
@Suite struct ReportCommandTests {
  /// Makes a folder with `friday.tilawa`, four seconds of sound and three rows, and `older.tilawa`, in which
  /// one row begins earlier.
  private func inFolder(_ body: (TemporaryFolder) throws -> Void) throws {
    let recording =
      "tilawa: 1\nid: a\nriwayah: hafs\ntitle: Friday <prayer>\naudio:\n  file: so nd#1.wav\n  duration: 4.000\npassage: [\"112:1-3\"]\n"
    func rows(_ start: String) -> String {
      """
      tilawa: 1
      segments:
        - { ayah: "112:1", start: 0.000, end: \(start), verified: true }
        - { ayah: "112:2", start: \(start), end: 3.000, confidence: 0.40, note: "hear <this>" }
        - { skip: talk, start: 3.000, end: 4.000 }

      """
    }
    let folder = try TemporaryFolder([
      "friday.tilawa/recording.yaml": recording, "friday.tilawa/segments.yaml": rows("1.500"),
      "older.tilawa/recording.yaml": recording, "older.tilawa/segments.yaml": rows("1.000"),
    ])
    for bundle in ["friday", "older"] {
      var writer = try AudioWriter(
        path: folder.path(of: "\(bundle).tilawa/so nd#1.wav"), encoding: .wav, sampleRate: 8000, channels: 1)
      try writer.write((0..<32_000).map { Float($0 % 20) / 40 })
      try writer.finish()
    }
    try withExtendedLifetime(folder) { try body(folder) }
  }

  private func page(_ name: String = "report.html", in folder: TemporaryFolder) throws -> String {
    try String(contentsOfFile: folder.path(of: name), encoding: .utf8)
  }

  @Test func showsRowsDoubtsAndFindings() throws {
    try inFolder { folder in
      let said = transcript("report", "friday.tilawa", in: folder.path)
      #expect(said == "[stderr]\nreport.html: 0.1 MB\n")
      let page = try page(in: folder)
      #expect(page.contains("<h1><bdi>Friday &lt;prayer&gt;</bdi></h1>"))
      #expect(page.contains("src=\"./friday.tilawa/so%20nd%231.wav\""), "the address leads from the page")
      #expect(page.contains("3 rows, 1 confirmed by a person, 2 worth checking by ear."))
      #expect(page.contains("hear &lt;this&gt;"))
      #expect(page.contains(">To check<") && page.contains(">40 % sure<"))
      #expect(page.contains("112:3 is of the passage, and no row holds it"))
      #expect(page.contains("data-play=\"1.500 3.000\""))
    }
  }

  @Test func addressesLeadUpAndDown() {
    #expect(ReportPlan.address(of: "/a/b/c d.flac", from: "/a/x/y") == "../../b/c%20d.flac")
    #expect(ReportPlan.address(of: "/a/b/ق:.flac", from: "/a/b") == "./%D9%82%3A.flac")
    #expect(ReportPlan.address(of: "/a.flac", from: "/") == "./a.flac")
  }

  @Test func replacesNothingUnasked() throws {
    try inFolder { folder in
      _ = transcript("report", "friday.tilawa", in: folder.path)
      let before = try page(in: folder)
      #expect(
        transcript("report", "older.tilawa", in: folder.path)
          == "[stderr]\ntilawa: report.html already exists; use --force to replace it\n[exit 2]\n")
      let same = try page(in: folder)
      #expect(same == before)
      _ = transcript("report", "older.tilawa", "--force", in: folder.path)
      let other = try page(in: folder)
      #expect(other != before)
    }
  }

  @Test func tellsHowLargeAPageWillBe() throws {
    try inFolder { folder in
      #expect(
        transcript("report", "friday.tilawa", "-n", "--embed", in: folder.path)
          == "[stderr]\nthe page will have about 0.1 MB\n")
      #expect(!FileManager.default.fileExists(atPath: folder.path(of: "report.html")))
    }
  }

  @Test func holdsItsSoundWhenItIsAsked() throws {
    try inFolder { folder in
      _ = transcript("report", "friday.tilawa", "--embed", in: folder.path)
      // OggS, as four letters of three bytes begin.
      let page = try page(in: folder)
      #expect(page.contains("src=\"data:audio/ogg;base64,T2dnU"))
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(
        left == ["friday.tilawa", "older.tilawa", "report.html"], "nothing is left of the sound's own file")
    }
  }

  @Test func showsWhatMoved() throws {
    try inFolder { folder in
      let said = transcript("report", "--diff", "older.tilawa", "friday.tilawa", in: folder.path)
      #expect(said == "[stderr]\nreport.html: 0.1 MB\n")
      let page = try page(in: folder)
      #expect(page.contains("start 1.000 \u{2192} 1.500 (+0.500 s)"))
      #expect(page.contains("data-then=\"0.000 3.000 0.000 3.500\""), "both boundaries, two seconds around")
    }
  }

  @Test func showsConflictsWithTheirCommands() throws {
    try inFolder { folder in
      let path = folder.path(of: "friday.tilawa/segments.yaml")
      try """
      tilawa: 1
      segments:
      <<<<<<< ours
        - { ayah: "112:1", start: 0.000, end: 1.500 }
      =======
        - { ayah: "112:1", start: 0.000, end: 1.700 }
      >>>>>>> theirs

      """.write(toFile: path, atomically: true, encoding: .utf8)
      _ = transcript("report", "--conflicts", "friday.tilawa", in: folder.path)
      let page = try page(in: folder)
      #expect(page.contains("tilawa git resolve-conflicts friday.tilawa --theirs --only 1"))
      #expect(page.contains("data-play=\"0.000 1.700\"") && page.contains("data-play=\"0.000 1.500\""))
    }
  }

  @Test func drawsALibrary() throws {
    try inFolder { folder in
      let said = transcript("report", "--library", ".", "-o", "map.html", in: folder.path)
      #expect(said.contains("map.html: "))
      let page = try page("map.html", in: folder)
      #expect(
        page.contains(">2 recordings</span>") && page.contains(">ayat that can be heard: 2 of 6236</span>"))
      #expect(page.contains("confirmed by a person: 1</span>"))
      #expect(page.contains("[604,[\"112:1-114:6\"],"))
    }
  }

  @Test func saysWhyALibraryIsSilent() throws {
    try inFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder.path(of: "silent/broken.tilawa"), withIntermediateDirectories: true)
      try "segments:\n- { ayah: \"1:1\", start: 0.000 end: [ }\n".write(
        toFile: folder.path(of: "silent/broken.tilawa/segments.yaml"), atomically: true, encoding: .utf8)
      let said = transcript("report", "--library", "silent", in: folder.path)
      #expect(said.contains("nothing in silent can be heard in hafs"))
      #expect(said.contains("`tilawa segment` makes segments of markers"))
      #expect(said.contains("broken.tilawa"))
      #expect(said.hasSuffix("[exit 1]\n"))
    }
  }

  @Test func saysWhatKeepsItFromBeingMade() throws {
    try inFolder { folder in
      #expect(transcript("report", "nope.tilawa", in: folder.path).hasSuffix("[exit 2]\n"))
      #expect(transcript("report", "--diff", "friday.tilawa", in: folder.path).contains("takes two versions"))
      #expect(
        transcript("report", "--library", "nope", in: folder.path).contains("no such folder: \"nope\""))
      try FileManager.default.removeItem(atPath: folder.path(of: "friday.tilawa/so nd#1.wav"))
      let said = transcript("report", "friday.tilawa", in: folder.path)
      #expect(!said.contains("[exit 2]"))
      let page = try page(in: folder)
      #expect(page.contains(">The sound isn't here.</span>"))
    }
  }
}
