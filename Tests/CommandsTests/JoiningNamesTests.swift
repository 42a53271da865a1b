import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

/// Names, paths and references that begin or end with a sign that Swift joins to the one before it. They are
/// read like any others.
@Suite struct JoiningNamesTests {
  /// Names with each sign first, last, and on both sides of a dot. One sign is also tried alone and in the
  /// other positions. With `TILAWA_NAMES=all` each sign is, which is slow: a name takes two dozen processes.
  private static let names: [String] = {
    let all = ProcessInfo.processInfo.environment["TILAWA_NAMES"] == "all"
    return joiningSigns.map { "\($0)a\($0).\($0)b\($0)" }
      + joiningSigns.prefix(all ? joiningSigns.count : 1).flatMap { sign in
        [sign, "\(sign)a", "a\(sign)", "a\(sign)b", "a\(sign).\(sign)b"]
      } + ["e\u{301}", "\u{E9}", "a\r\n\u{6D6}", "ab:\u{6D6}"]
  }()

  /// A library with one bundle, its audio, a reciter's file, a changed row, and a name that is ignored.
  private static func library(_ name: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "\(name).tilawa/recording.yaml":
        "tilawa: 1\nid: plain\nriwayah: hafs\nreciter: someone\naudio: { file: \(quoted(name + ".wav")) }\n",
      "\(name).tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: 1.000, verified: true }\n",
      "reciters/someone.yaml": "tilawa: 1\nid: someone\nname: Someone\n",
      "hidden/\(name).tilawa/recording.yaml": "tilawa: 2\n",
      "hidden/.tilawaignore": name.utf8.contains(0x0A) ? "*.tilawa\n" : "/\(name).tilawa/\n",
    ])
    let audio = folder.path(of: "\(name).tilawa/\(name).wav")
    try Data(silentWAV(frames: 16_000)).write(to: URL(fileURLWithPath: audio))
    _ = try BuiltProgram.shell(
      """
      git init -q -b main . && git config user.email x@example.org && git config user.name x
      git add . && git commit -qm first
      """, in: folder.path, environment: HistoryRepository.environment(folder.path))
    try folder.write(
      "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: 1.500, verified: true }\n",
      to: "\(name).tilawa/segments.yaml")
    return folder
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { $0.value < 32 ? "\\x0\(String($0.value, radix: 16))" : "\($0)" }.joined()
      + "\""
  }

  private static func commands(_ name: String) -> [[String]] {
    let bundle = "\(name).tilawa"
    return [
      ["lint", "--format", "json", bundle], ["lint", "."], ["lint", "\(bundle)/segments.yaml"],
      ["lint", "--changed"], ["lint", "hidden"], ["show", "--json", bundle],
      ["list", "--json"], ["list", "--paths"], ["audio", "checksum", "--json", bundle],
      ["resolve", "1:1", "--json"],
      ["diff", "HEAD:\(bundle)", bundle],
      ["diff", "HEAD:\(bundle)/segments.yaml", "\(bundle)/segments.yaml"],
      ["git", "blame", "1:1", bundle], ["fmt", "--check", bundle], ["coverage", "1"],
      ["fmt", "--diff", bundle],
      ["convert", bundle, "\(name).txt"], ["convert", "\(name).txt", bundle],
      ["cut", "1:1", "-o", "\(name)/\(name).wav"],
      ["audio", "pauses", "\(bundle)/\(name).wav"],
      ["import", "\(bundle)/\(name).wav", "-o", "in/\(name).tilawa"],
      ["journal", "bookmark", "add", "1:1"], ["journal", "bookmark", "list"], ["show", "missing/\(name)/x"],
    ]
  }

  /// Returns the output of each command in a library whose names are `name`, with `plain` in place of the
  /// name.
  private static func answers(_ name: String) throws -> [(command: [String], answer: String)] {
    let folder = try library(name)
    try FileManager.default.createDirectory(atPath: folder.path(of: name), withIntermediateDirectories: true)
    var environment = ProcessInfo.processInfo.environment.merging(HistoryRepository.environment(folder.path))
    { $1 }
    environment["XDG_DATA_HOME"] = folder.path(of: "data/\(name)")
    return commands(name).map { command in
      var said = transcript(command, in: folder.path, environment: environment)
      for spelling in [name, TerminalText.shown(name), escaped(name)] {
        said = said.replaced(spelling, with: "plain")
      }
      return (
        command,
        said.replaced(folder.path, with: "").replaced("\u{2068}", with: "").replaced("\u{2069}", with: "")
          .words.joined(separator: " ")
      )
    }
  }

  /// Returns the name as JSON writes it.
  private static func escaped(_ name: String) -> String {
    name.replaced("\r", with: "\\r").replaced("\n", with: "\\n")
  }

  private static let plain = Result { try answers("plain") }

  @Test(arguments: names) func isReadAsAnyOther(name: String) throws {
    for (wanted, found) in zip(try Self.plain.get(), try Self.answers(name)) {
      #expect(found.answer == wanted.answer, "\(found.command.map(\.debugDescription))")
    }
  }
}
