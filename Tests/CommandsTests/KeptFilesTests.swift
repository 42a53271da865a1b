import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

/// A file that is there already is not replaced unasked, by whatever is given a name for what it writes.
@Suite struct KeptFilesTests {
  /// A run that would replace `file`, in the world that help's examples are tried in.
  struct Case: Sendable, CustomStringConvertible {
    let line: String
    let file: String
    /// The option that replaces the file; nil if the command has none.
    var consent: String? = "--force"
    /// The commands that must run first.
    var before: [String] = []
    /// True if the command has output to write in that world.
    var writes = true

    var description: String { line }
  }

  /// The cases by the command and the name of the argument.
  static let cases: [String: Case] = [
    "learn --output": .init(line: "tilawa learn -o kept", file: "kept", writes: false),
    "lint --output": .init(line: "tilawa lint friday.tilawa --format json -o kept", file: "kept"),
    "journal export --output": .init(line: "tilawa journal export memorised -o kept", file: "kept"),
    "journal class export --output": .init(
      line: "tilawa journal class export students -o kept", file: "kept",
      before: ["tilawa journal class add amina"]),
    "cut --output": .init(line: "tilawa cut 18:10 -o kept.wav", file: "kept.wav"),
    "render --output": .init(line: "tilawa render 18:10 -o kept.wav", file: "kept.wav"),
    "coverage --output": .init(line: "tilawa coverage -o kept.svg", file: "kept.svg"),
    "text export --output": .init(line: "tilawa text export -o kept", file: "kept"),
    "shelf export --output": .init(line: "tilawa shelf export -o kept", file: "kept"),
    "guide export --output": .init(line: "tilawa guide export -o kept", file: "kept"),
    "pack --output": .init(line: "tilawa pack friday.tilawa -o kept.zip", file: "kept.zip"),
    "pack --sign": .init(
      line: "tilawa pack friday.tilawa -o new.zip --sign key", file: "new.zip.sig",
      before: ["ssh-keygen -q -t ed25519 -N '' -f key | cat"]),
    "merge --output": .init(
      line: "tilawa merge mine.tilawa yours.tilawa -o ours.tilawa", file: "ours.tilawa/segments.yaml"),
    "compare --consensus": .init(
      line: "tilawa compare mine.tilawa yours.tilawa --consensus ours.tilawa",
      file: "ours.tilawa/segments.yaml"),
    "report --output": .init(line: "tilawa report friday.tilawa -o kept", file: "kept"),
    "publish --output": .init(line: "tilawa publish . -o site", file: "site/index.json", consent: nil),
    "audio waveform --output": .init(
      line: "tilawa audio waveform friday.tilawa -o kept.json", file: "kept.json"),
    "convert files": .init(line: "tilawa convert friday.tilawa kept.srt", file: "kept.srt"),
    "setup manual --install": .init(
      line: "tilawa setup manual --install man", file: "man/man1/tilawa-mark.1"),
    "editor schema --install": .init(
      line: "tilawa editor schema --install .", file: ".tilawa-schemas/segments.schema.json"),
  ]

  /// Arguments that name an input file or a format.
  private static let others: Set<String> = ["patch diff", "pack --format", "convert --to"]

  /// Returns every argument whose help mentions an output, by the command and its name.
  private static func outputs() throws -> Set<String> {
    var found: Set<String> = []
    for command in try CommandDescription.ofProgram().shownCommands {
      for parameter in command.parameters where parameter.kind != .flag && parameter.names != ["color"] {
        let help = parameter.meaning.lowercased().replacing("--output", with: "")
        let isNamedSo = !Set(parameter.names).isDisjoint(with: ["output", "install"])
        guard isNamedSo || help.contains(#/\b(write|writes|output)\b/#) else {
          continue
        }
        let name = parameter.names.last.map { "--\($0)" } ?? parameter.valueName
        found.insert((command.path.dropFirst() + [name]).joined(separator: " "))
      }
    }
    return found
  }

  @Test func everyArgumentThatNamesAnOutputIsTried() throws {
    #expect(try Self.outputs().subtracting(Self.others).sorted() == Self.cases.keys.sorted())
  }

  @Test(arguments: cases.keys.sorted()) func whatIsThereStays(_ name: String) throws {
    let tried = try #require(Self.cases[name])
    let world = try HelpWorld(for: HelpWorld.words(of: tried.line))
    for line in tried.before { _ = try world.run(line) }
    let file = "recitations/\(tried.file)"
    try world.folder.write("mine\n", to: file)
    let said = try world.run(tried.line)
    #expect(try world.folder.text(of: file) == "mine\n", "\(said)")
    #expect(said.hasSuffix("[exit 2]\n"), "\(said)")
    guard let consent = tried.consent else { return }
    #expect(said.contains(consent), "\(said)")
    let forced = try world.run("\(tried.line) \(consent)")
    if tried.writes { #expect(try world.folder.text(of: file) != "mine\n", "\(forced)") }
  }

  /// A result may go where a copy of what was merged lies, and to what it is itself.
  @Test func mergingReplacesWhatWasMerged() throws {
    let world = try HelpWorld(for: ["tilawa", "merge", "mine.tilawa", "yours.tilawa", "ours.tilawa"])
    _ = try world.run("cp mine.tilawa/*.yaml ours.tilawa/")
    let line = "tilawa merge mine.tilawa yours.tilawa -o ours.tilawa"
    #expect(!(try world.run(line).contains("[exit 2]")))
    #expect(!(try world.run(line).contains("[exit 2]")))
  }
}
