import ArgumentParser
import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

/// Control characters in any field or name of a received library never reach a terminal.
@Suite struct HostileTextTests {
  /// Text that clears the screen, sets the title, deletes, reverses the text after it, and begins a line of
  /// its own. It uses C0, DEL, C1, bidirectional controls and line separators.
  private static let evil =
    "EVIL\u{1B}[2J\u{1B}]0;t\u{7}\u{9B}1m\u{7F}\u{8}\r\u{B}\u{C}\u{202E}\u{2066}\u{2069}\u{200F}\u{85}\u{2028}\u{2029}"
    + "\nFORGED: verified"
  private static let quoted = quote(evil + "\u{0}")
  private static let bundle = evil + ".tilawa"

  private static let recording = """
    tilawa: 1
    id: \(quoted)
    title: \(quoted)
    reciter: \(quoted)
    riwayah: hafs
    place: \(quoted)
    source_file: \(quoted)
    notes: \(quoted)
    recorded_at: \(quoted)
    \(quoted): \(quoted)
    audio: { file: \(quote(evil + ".wav")), duration: 4.000, sha256: "\(String(repeating: "0", count: 64))" }

    """

  private static func rows(_ end: String) -> String {
    """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 0.000, end: 1.000, verified: true, \(quoted): \(quoted) }
      - { ayah: "1:2", start: 1.000, end: \(end) }
      - { skip: \(quoted), start: 2.000, end: 3.000 }
      - { ayah: \(quoted), start: 3.000, end: 3.500, reciter: \(quoted), riwayah: \(quoted) }

    """
  }

  /// A library with a hostile bundle, one whose files can't be read, and a history by a hostile author.
  private static func library() throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "\(bundle)/recording.yaml": recording, "\(bundle)/segments.yaml": rows("2.000"),
      "\(bundle)/markers.yaml":
        "tilawa: 1\nmarkers:\n  - { at: 0.500, ayah: \"1:1\" }\n  - { at: 1.000, skip: \(quoted) }\n",
      "\(bundle)/reciter.yaml": "tilawa: 1\nid: \(quoted)\nname: \(quoted)\nsources: [{ url: \(quoted) }]\n",
      "raw\(bundle)/recording.yaml": "tilawa: 1\nid: \(evil)\n",
      "raw\(bundle)/segments.yaml": "a: [\(evil)\n",
      "valid.tilawa/recording.yaml":
        "tilawa: 1\nid: v\ntitle: \(quoted)\nriwayah: hafs\naudio: { file: \(quoted) }\n",
      "valid.tilawa/segments.yaml": "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: 1.000 }\n",
      "other.tilawa/segments.yaml": rows("2.100"), "theirs.tilawa/segments.yaml": rows("2.200"),
      "texts/texts.yaml":
        "tilawa: 1\ntexts:\n  - { id: a, language: en, kind: translation, file: a.txt, source: \(quoted) }\n",
      "texts/a.txt": "1|1|garden\(evil)\n",
      "shelf/caves.yaml": "tilawa: 1\nid: caves\ntitle: \(quoted)\nauthors: [\(quoted)]\n",
      "guides/a.yaml":
        "tilawa: 1\nid: a\ntitle: \(quoted)\nprayer: fajr\ntype: \(quoted)\nsteps:\n  - { step: 1, title: \(quoted), description: \(quoted), arabic: \(quoted), hear: \"1:1\" }\nnotes:\n  - { text: \(quoted) }\n",
      "heard/listening.yaml": "tilawa: 1\nayah: \(quoted)\nat: \(quoted)\n",
      "\(evil).srt": "1\n00:00:00,000 --> 00:00:01,000\n\(evil)\n",
      "\(evil).json": "{\"\(evil)\": \(quoted)}",
    ])
    try AtomicFile.write(silentWAV(frames: 32_000), to: folder.path(of: "\(bundle)/\(evil).wav"))
    try AtomicFile.write(silentWAV(frames: 32_000), to: folder.path(of: "\(evil).wav"))
    var environment = HistoryRepository.environment(folder.path)
    for role in ["AUTHOR", "COMMITTER"] {
      environment["GIT_\(role)_NAME"] = evil.replacing("\u{0}", with: "")
      environment["GIT_\(role)_EMAIL"] = "x@example.org"
    }
    environment["SUBJECT"] = evil
    let said = try BuiltProgram.shell(
      "git init -q -b main . && git add . && git commit -qm \"$SUBJECT\"", in: folder.path,
      environment: environment)
    #expect(said == "")
    return folder
  }

  /// Returns the text in quotes as YAML and JSON write it, in ASCII.
  private static func quote(_ text: String) -> String {
    let units = text.utf16.map { unit in
      (0x20..<0x7F).contains(unit)
        ? String(UnicodeScalar(UInt8(unit)))
        : "\\u" + String(String(0x10000 + Int(unit), radix: 16).dropFirst())
    }
    return "\"" + units.joined() + "\""
  }

  /// Every command, also those below others.
  private static func names(_ commands: [any ParsableCommand.Type], below: [String] = []) -> [[String]] {
    commands.flatMap { command in
      let name = below + [command._commandName]
      let subcommands = command.configuration.subcommands
      return subcommands.isEmpty ? [name] : names(subcommands, below: name)
    }
  }

  /// The arguments that are tried with each command; most commands accept one of them.
  private static let arguments = [
    ["--\(evil)"], [bundle], [evil], ["1:1", bundle], ["1:1", "--library", "."], [bundle, "valid.tilawa"],
  ]
  private static let more: [String: [[String]]] = [
    "lint": [["--format", "github", "."], ["--changed=\(evil)", "."], ["."], ["--select", evil]],
    "list": [["--paths", "."], ["--paths", "-0", "."], ["."]],
    "import": [["\(evil).wav", "--title", evil], ["\(evil).wav", "\(evil).json"], ["missing \(evil)"]],
    "convert": [
      ["\(evil).srt", bundle], [bundle, "\(evil).lrc"], ["--to", evil, bundle], ["\(evil).json", "x.tilawa"],
    ],
    "diff": [
      ["\(evil):\(bundle)", bundle], [bundle, "other.tilawa"], ["HEAD", "--", bundle],
      ["HEAD:\(bundle)/segments.yaml", "other.tilawa"],
    ],
    "merge": [
      ["-n", "valid.tilawa", "other.tilawa", "theirs.tilawa"],
      ["-n", bundle, "other.tilawa", "theirs.tilawa"],
      ["-n", bundle, "other.tilawa"],
    ],
    "git merge-driver": [
      [
        "--base=valid.tilawa/segments.yaml", "--ours=other.tilawa/segments.yaml",
        "--theirs=theirs.tilawa/segments.yaml",
        "--path=\(evil)/segments.yaml",
      ]
    ],
    "follow": [["--passage", "1", "\(evil).wav"], ["--passage", evil]],
    "fmt": [["--diff", "."], ["--check", "."], ["."]],
    "audio checksum": [["--update", bundle]],
    "mark": [[bundle, "--passage", "1:1", "--method=lengths"], ["\(evil).wav", "--passage", evil]],
    "cut": [
      ["1:1", "--library", ".", "-o", "\(evil).wav"], ["1:1", "--library", ".", "-o", "\(evil)/x.wav"],
      ["--per-ayah", "--library", ".", "-o", evil],
    ],
    "render": [["1:1", "--library", ".", "-o", "\(evil).flac"]],
    "resolve": [["1:1", "--library", ".", "--explain"], ["1:1", "--library", ".", "--format", "m3u8"]],
    "edit name": [[bundle, "1:1", evil], [bundle, evil, "1:1"]],
    "edit move": [[bundle, "1:1", evil], [bundle, evil, "1.5"]],
    "edit delete": [[bundle, evil], [bundle, "1:1"]],
    "set": [[bundle, "title=\(evil)"], [evil, "title=x"]],
    "edit adjust": [[bundle, "--shift", "0.1"], [bundle, evil], ["-n", bundle, "--shift", "0.1"]],
    "edit assign": [[bundle, "--from", "1:1"], [bundle, "--from", evil]],
    "queue": [["--resume", "--library", ".", "--journal", "heard"]],
    "play": [["--resume", "--library", ".", "--journal", "heard"]],
    "git blame": [["1:1", "valid.tilawa"], ["1:1", bundle]],
    "git install": [["--program", evil]], "patch": [[bundle, "\(evil).json"]],
    "journal bookmark add": [["1:1", "--label", evil], [evil]],
    "learn": [["--library", evil, "-o", "x.txt"], ["--library", ".", "-o", "\(evil)/x.txt"]],
    "text search": [["garden"]], "guide show": [["a"], ["a", "--hear"], []],
    "guide list": [[], ["--search", evil]],
    "guide export": [["a", "-o", "\(evil)/x.json"]],
    "quran map": [[evil, "--from", "kufi", "--to", "basri"]],
    "compare": [
      ["--reference", evil, evil], ["--reference", "valid.tilawa/segments.yaml", "\(bundle)/segments.yaml"],
    ],
    "report": [
      ["-n", evil], ["--title", evil, bundle, "-o", "x.html"], ["--library", evil],
      ["--diff", "\(evil):\(bundle)", bundle],
    ],
    "publish": [
      [".", "-o", "/tmp/\(evil)/x.tilawa/site"], [evil, "-o", "x"], [".", "-o", bundle],
      [".", "-o", "x", "--base-url", evil],
    ],
    "shelf list": [[], ["--by", "authors"]], "shelf show": [["caves"]], "shelf export": [[]],
    "shelf import": [["\(evil).json"], ["\(evil).srt"]],
    "shelf set": [["caves", "--x-mine", evil], ["caves", evil]],
    "shelf add": [["New", "--publisher", evil]],
    "shelf session": [["caves", "--minutes", "1", "--note", evil]],
    "journal recall": [[evil, "--grade", "4"], [evil]], "record": [["x.tilawa", "--input", evil]],
  ]

  /// A tab in a message would split it into columns for programs that read tab-separated text.
  @Test func aTabInANameIsWrittenOut() throws {
    let folder = try TemporaryFolder(["a\tb.tilawa/recording.yaml": "tilawa: 1\nid: [\n"])
    let talk = transcript("list", in: folder.path).components(separatedBy: "[stderr]\n").last ?? ""
    #expect(talk.contains(#"a\tb.tilawa/recording.yaml:2"#) && !talk.contains("\t"), "\(talk)")
  }

  @Test func reachesNoTerminalFromAnyCommand() throws {
    let library = try Self.library()
    var environment = ProcessInfo.processInfo.environment
    environment.merge(HistoryRepository.environment(library.path)) { $1 }
    // Nothing of our own among it but isolates.
    for name in environment.keys
    where name.hasPrefix("TILAWA_") || name.hasPrefix("XDG_") || name.contains("COLOR") || name == "COLUMNS" {
      environment[name] = nil
    }
    environment.merge(["NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8"]) { $1 }
    let names = Self.names(subcommandList)
    #expect(Self.more.keys.allSatisfy { names.map { $0.joined(separator: " ") }.contains($0) })
    for name in names {
      var hasShown = false
      for arguments in Self.arguments + (Self.more[name.joined(separator: " ")] ?? []) {
        let screen = Self.screen(of: name + arguments, in: library.path, environment)
        let faults = Self.faults(screen)
        #expect(faults.isEmpty, "\(name + arguments): \(faults)")
        // What is unknown is named in any case.
        if arguments != ["--" + Self.evil] {
          hasShown = hasShown || screen.contains("EVIL")
        }
      }
      #expect(hasShown, "\(name) was never made to show what it must not pass on")
    }
  }

  /// Returns the output of both streams to a terminal, produced in this process: starting some four hundred
  /// processes takes minutes.
  private static func screen(of arguments: [String], in folder: String, _ environment: [String: String])
    -> String
  {
    let recording = TerminalRecording(in: folder, environment: environment, isTerminal: true)
    _ = runTilawa(arguments, in: recording.terminal)
    return recording.output + recording.talk
  }

  /// The streams of the process are seen to be terminals, and lead through the same gate.
  @Test(arguments: [
    ["list", "."], ["lint", "."], ["lint", "EVIL\u{1B}\nFORGED"], ["--EVIL\u{1B}\nFORGED"],
  ])
  func reachesNoTerminalOfTheProgram(_ arguments: [String]) throws {
    let library = try Self.library()
    let environment = ProcessInfo.processInfo.environment.merging([
      "NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8",
    ]) { $1 }
    let bytes = try PseudoTerminal.bytes(of: arguments, in: library.path, environment: environment)
    let screen = String(decoding: bytes, as: UTF8.self)
    #expect(screen.contains("EVIL") && Self.faults(screen).isEmpty, "\(Self.faults(screen))")
  }

  @Test func pathsForProgramsStayExact() throws {
    let library = try Self.library()
    let listed = transcript("list", "--paths", "-0", in: library.path).split(separator: "\0").map(String.init)
    #expect(listed.contains(Self.bundle) && listed.contains("raw" + Self.bundle), "\(listed)")
    // As `ls` has them in a pipe.
    #expect(transcript("list", "--paths", in: library.path).contains(Self.bundle + "\n"))
    let json = transcript("list", "--json", in: library.path)
    #expect(json.contains("\\nFORGED: verified.tilawa\""))
  }

  @Test func coloursPassAndForgedOnesDoNot() {
    let recording = TerminalRecording(in: "/", isTerminal: true)
    let terminal = recording.terminal
    terminal.print(
      terminal.palette.paint("\u{1B}[1;31mred\u{1B}[0m", .error) + shownText("\u{627}\u{2069}\u{200F}")
        + "\u{200F}")
    terminal.write(Array("\u{9B}2J\u{0}\t\u{202E}\n".utf8))
    terminal.complain("a\u{1B}b")
    #expect(
      recording.output
        == "\u{1B}[1;31m\\x1b[1;31mred\\x1b[0m\u{1B}[0m\u{2068}\u{627}\u{FFFD}\u{200F}\u{2069}\\u200f\n\\x9b2J\\x00\t\\u202e\n"
    )
    #expect(recording.talk == "a\\x1bb\n")
    // A program reads standard output; a person reads what went wrong, wherever it goes.
    let piped = TerminalRecording(in: "/")
    let pipe = piped.terminal
    pipe.print("a\u{1B}\u{202E}" + shownText("\u{627}"))
    pipe.complain("a\u{1B}b")
    #expect(piped.output == "a\u{1B}\u{202E}\u{2068}\u{627}\u{2069}\n" && piped.talk == "a\\x1bb\n")
  }

  /// Returns the characters that a terminal would act on, except isolates that begin and end on the same
  /// line.
  private static func faults(_ screen: String) -> [String] {
    var faults: [String] = []
    for line in screen.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    {
      if line.hasPrefix("FORGED") { faults.append("a forged line: \(line)") }
      var depth = 0
      for scalar in line.unicodeScalars {
        switch scalar {
        case "\u{2068}": depth += 1
        case "\u{2069}" where depth > 0: depth -= 1
        case "\t": break
        case _ where scalar.isDirectionalMark && depth > 0: break
        case _ where scalar.steersTerminals:
          faults.append("U+\(String(scalar.value, radix: 16)) in \(line.debugDescription)")
        default: break
        }
      }
      if depth != 0 { faults.append("an isolate is open in \(line.debugDescription)") }
    }
    return faults
  }
}
