import ArgumentParser
import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

@Suite struct DispatchTests {
  @Test func tellsItsVersion() {
    let said = transcript("--version", in: "/")
    let lines = said.components(separatedBy: "\n")
    #expect(lines[0] == "tilawa 0.1.0")
    #expect(lines[1].contains(#/^commit ([0-9a-f]{7,64}|unknown \(.*\))$/#) && lines[2] == "format 1")
    // All that the tests themselves need is here, and says its version.
    for name in ["libsndfile", "libyaml-0", "libcrypto"] {
      #expect(lines.contains { $0.hasPrefix("\(name) ") && $0.last?.isNumber == true }, "\(name): \(said)")
    }
    for arguments in [["-V"], ["--version", "--color", "never"]] {
      #expect(transcript(arguments, in: "/") == said)
    }
  }

  @Test func helpOnRequestIsDataOfOneScreen() {
    let help = transcript("help", in: "/")
    for arguments in [["--help"], ["-h"], ["--quiet", "-h"], ["help", "--color", "never"]] {
      #expect(transcript(arguments, in: "/") == help)
    }
    #expect(!help.contains("[stderr]") && !help.contains("[exit"))
    let lines = help.components(separatedBy: "\n").dropLast()
    #expect(lines.count <= 25 && lines.allSatisfy { $0.unicodeScalars.count <= 80 }, "\(help)")
    #expect(
      transcript("help", "setup", "completions", in: "/").contains(
        "USAGE: tilawa setup completions <shell>\n"))
  }

  @Test func frontPageNamesCommandsThatAre() {
    for (typed, _) in FrontPage.commands {
      for name in typed.split(whereSeparator: { !($0.isLowercase || $0 == "-") }).map(String.init)
      where !name.hasPrefix("--") {
        #expect(commandNames.contains(name), "\(typed)")
      }
    }
  }

  @Test func withoutAnythingItSaysWhatCouldBeDoneHere() throws {
    func hint(_ files: [String: String]) throws -> String {
      let folder = try TemporaryFolder(files)
      return transcript(in: folder.path).components(separatedBy: "commands\n").last ?? ""
    }
    #expect(try hint([:]) == "\nBegin: tilawa help start\n[exit 2]\n")
    #expect(try hint(["notes.txt": ""]) == "[exit 2]\n")
    #expect(
      try hint(["a.mp3": "", "b.mp3": "", "x.txt": ""])
        == "\n2 recordings here: tilawa import *.mp3\n[exit 2]\n")
    #expect(try hint(["a.mp3": "", "b.m4a": ""]) == "\n2 recordings here: tilawa import FILE...\n[exit 2]\n")
    #expect(try hint(["a.tilawa/x": "", "b.mp3": ""]) == "\n1 bundle here: tilawa list\n[exit 2]\n")
    #expect(
      try hint(["2024/a.tilawa/markers.yaml": "", "2023/b.tilawa/markers.yaml": "", "x": ""])
        == "\n2 bundles with markers to check: tilawa review .\n[exit 2]\n")
    #expect(
      try hint(["a.tilawa/markers.yaml": "", "b.tilawa/x": ""])
        == "\n1 bundle with markers to check: tilawa review .\n[exit 2]\n")
  }

  @Test func helpListsTopicsAndCommandsAndExplainsBoth() throws {
    let help = transcript("help", in: "/")
    for topic in Topic.all {
      #expect(help.contains(topic.name))
      let page = transcript("help", topic.name, in: "/")
      #expect(page.hasPrefix("\(topic.title)\n\n") && page.contains("\n  $ ") && !page.contains("```"))
    }
    let repository = ConformanceSuite.repository
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: "\(repository)/Sources/Front/CommandLine/Topics")
    #expect(Set(pages) == Set(Topic.all.map { "\($0.name).md" }))
    for page in pages {
      #expect(FileManager.default.fileExists(atPath: "\(repository)/Examples/guides/\(page)"))
    }
    #expect(transcript("help", "journal", "add", in: "/") == transcript("journal", "add", "--help", in: "/"))
    #expect(transcript("help", "git", in: "/").hasSuffix("\n\n`tilawa git --help` explains the command.\n"))
  }

  @Test func theOptionsOfAllCommandsAreToldAtOnePlace() {
    let options = transcript("help", "options", in: "/")
    for name in ["--color", "--quiet", "--show-progress", "--threads", "--exit-retry", "--wait"] {
      #expect(options.contains(name))
    }
    for command in [["mark"], ["edit", "confirm"], ["setup", "completions"], ["new"]] {
      let help = transcript(command + ["--help"], in: "/", environment: ["COLUMNS": "80"])
      #expect(
        !help.contains("--exit-retry") && help.hasSuffix("lobal options: tilawa help options\n"),
        "\(help)")
    }
  }

  @Test(arguments: [
    (["stat"], "\"stat\"; did you mean start?"),
    (["marc"], "\"marc\"; did you mean mark?"),
    (["journal", "ad"], "\"journal ad\"; did you mean journal add?"),
    (["mark", "add"], "\"mark add\"; see `tilawa help all`"),
  ]) func helpSuggestsWhatWasMeant(words: [String], said: String) {
    #expect(
      transcript(["help"] + words, in: "/") == """
        [stderr]
        tilawa: no such command or topic: \(said)
        [exit 2]

        """)
  }

  @Test func nothingAtAllIsWrongUsage() {
    let text = transcript(in: "/")
    #expect(text.hasPrefix("[stderr]\nTilawa keeps recordings"))
    #expect(text.hasSuffix("[exit 2]\n"))
  }

  @Test func suggestsTheSchemaThatWasMeant() {
    #expect(
      transcript("editor", "schema", "quran-mop", in: "/")
        == "[stderr]\ntilawa: no such schema: \"quran-mop\"; did you mean quran-map?\n[exit 2]\n")
    #expect(transcript("editor", "schema", "quux", in: "/").contains("use one of recording, "))
  }

  @Test func suggestsTheCommandThatWasMeant() {
    #expect(
      transcript("coverge", "bash", in: "/") == """
        [stderr]
        tilawa: no such command: "coverge"; did you mean coverage?
        [exit 2]

        """)
    #expect(
      transcript("frobnicate", in: "/") == """
        [stderr]
        tilawa: no such command: "frobnicate"; see `tilawa help all`
        [exit 2]

        """)
  }

  @Test func commandsOfGroupsAreSuggestedToo() {
    for (words, said) in [
      (["confirm"], "\"confirm\"; did you mean edit confirm?"),
      (["edit", "confrim", "a"], "\"edit confrim\"; did you mean edit confirm?"),
      (["journal", "bookmark", "ad"], "\"journal bookmark ad\"; did you mean journal bookmark add?"),
      (["git", "frobnicate"], "\"git frobnicate\"; see `tilawa git --help`"),
    ] {
      #expect(transcript(words, in: "/") == "[stderr]\ntilawa: no such command: \(said)\n[exit 2]\n")
    }
  }

  @Test func wrongUsageExitsWithTwo() {
    #expect(
      transcript("setup", "completions", "--bogus", "bash", in: "/") == """
        [stderr]
        tilawa: unknown option '--bogus'
        Usage: tilawa setup completions <shell>
          See 'tilawa setup completions --help' for more information.
        [exit 2]

        """)
    for arguments in [
      ["setup", "completions"], ["setup", "completions", "tcsh"], ["--bogus"], ["--color", "red", "help"],
    ] {
      #expect(transcript(arguments, in: "/").hasSuffix("[exit 2]\n"), "\(arguments)")
    }
  }

  @Test func globalOptionsMayStandBeforeTheCommand() {
    let script = transcript("setup", "completions", "fish", in: "/")
    #expect(script.contains("complete -c"))
    #expect(transcript("--color", "never", "-q", "setup", "completions", "fish", in: "/") == script)
    #expect(transcript("--color=never", "setup", "completions", "fish", "--quiet", in: "/") == script)
  }

  @Test func completionsAreWrittenForEveryShell() {
    for (shell, sign) in [("bash", "complete "), ("zsh", "#compdef tilawa"), ("fish", "complete -c")] {
      #expect(transcript("setup", "completions", shell, in: "/").contains(sign), "\(shell)")
    }
  }

  @Test func lostOutputIsNoSuccess() {
    let recording = TerminalRecording(in: "/")
    let terminal = Terminal(
      output: TextChannel(isTerminal: false) { _ throws(FileError) in
        throw FileError("write", "to standard output", because: "no space left on the device")
      },
      talk: recording.terminal.talk, environment: [:], workingDirectory: "/",
      input: { () throws(FileError) in [] }, clock: { 0 })
    #expect(runTilawa(["--version"], in: terminal) == 2)
    #expect(recording.talk == "tilawa: cannot write to standard output: no space left on the device\n")
  }

  @Test func helpGroupsTheCommandsByWhatPeopleDo() throws {
    let help = transcript("help", in: "/") + "\n" + transcript("help", "all", in: "/")
    let path = "\(ConformanceSuite.repository)/Tests/CommandsTests/Golden/Help.txt"
    #expect(try help == Golden.text(of: path, recording: help))
    #expect(help.components(separatedBy: "\n").allSatisfy { $0.unicodeScalars.count <= 80 })
  }

  /// Whatever a page names as a command is one.
  @Test func pagesNameCommandsThatAre() throws {
    let folders = ["spec", "Examples", "Sources"].flatMap { folder in
      let all = FileManager.default.enumerator(atPath: "\(ConformanceSuite.repository)/\(folder)")
      return (all?.allObjects as? [String] ?? []).map { "\(folder)/\($0)" }
    }
    let pages = ["README.md"] + folders.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }
    #expect(pages.count > 300)
    for page in pages {
      let text = try String(contentsOfFile: "\(ConformanceSuite.repository)/\(page)", encoding: .utf8)
      for match in text.matches(
        of: #/(?:`|\$ |\n        )tilawa ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?(?=[` \n])/#)
      {
        let names = [String(match.1)] + (match.2.map { [String($0)] } ?? [])
        guard let command = subcommandList.first(where: { $0._commandName == names[0] }) else {
          if names != ["change"] { Issue.record("\(page) names tilawa \(names[0])") }
          continue
        }
        let below = command.configuration.subcommands
        guard names.count > 1, !below.isEmpty, command.configuration.defaultSubcommand == nil else {
          continue
        }
        #expect(below.contains { $0._commandName == names[1] }, "\(page) names tilawa \(names)")
      }
    }
  }

  @Test func everyCommandHasItsAbstractAndTheGlobalOptions() {
    for command in subcommandList {
      let abstract = command.configuration.abstract
      // What stands beside the name on 80 columns, as a sentence.
      #expect((8...54).contains(abstract.utf8.count) || !command.configuration.shouldDisplay, "\(abstract)")
      #expect(abstract.hasSuffix(".") && abstract.first?.isUppercase == true, "\(abstract)")
      #expect(
        Tilawa.helpMessage(for: command, columns: 100).contains("--color")
          || !command.configuration.subcommands.isEmpty, "\(command)")
    }
  }

  // MARK: Small enough to read

  /// `Examples/guides/commands.md` has a line for each; `TILAWA_RECORD=1` writes it again.
  @Test func thePageOfCommandsIsThatOfTheHelp() throws {
    var page = "# Every command\n\n`tilawa COMMAND --help` explains one, with examples.\n"
    func add(_ command: any ParsableCommand.Type, after words: String) {
      let name = words + command._commandName
      guard command.configuration.shouldDisplay else { return }
      page += "| `\(name)` | \(command.configuration.abstract) |\n"
      for inner in command.configuration.subcommands { add(inner, after: name + " ") }
    }
    for group in subcommandGroups {
      page += "\n## \(group.name)\n\n| command | does |\n| --- | --- |\n"
      for command in group.subcommands { add(command, after: "") }
    }
    let path = "\(ConformanceSuite.repository)/Examples/guides/commands.md"
    #expect(try Golden.text(of: path, recording: page) == page)
  }

  @Test func thereAreAtMostFortyFiveCommands() {
    #expect(subcommandList.count <= 45)
  }

  /// Help that is longer than a screen, with its lines: numbers may only fall, and names only go.
  private static let long: [String: Int] = [
    "convert": 71,
    "import": 49,
  ]

  @Test func helpFitsOnAScreen() throws {
    var found: [String: Int] = [:]
    for command in try CommandDescription.ofProgram().shownCommands.dropFirst() {
      let words = Array(command.path.dropFirst())
      let help = transcript(words + ["--help"], in: "/", environment: ["COLUMNS": "80"])
      let count = help.components(separatedBy: "\n").count - 1
      if count > 40 { found[words.joined(separator: " ")] = count }
    }
    for (name, count) in found.sorted(by: { $0.key < $1.key }) {
      #expect(count <= Self.long[name] ?? 40, "\"\(name)\": \(count),")
    }
    for (name, count) in Self.long.sorted(by: { $0.key < $1.key }) {
      #expect(found[name] == count, "tilawa \(name) is shorter by now, \(found[name] ?? 40): change the list")
    }
  }
}
