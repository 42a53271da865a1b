import ArgumentParser
import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

@Suite struct DispatchTests {
  @Test func tellsItsVersion() {
    let said = transcript("version", in: "/")
    let lines = said.components(separatedBy: "\n")
    #expect(lines[0] == "tilawa 0.1.0")
    #expect(lines[1].contains(#/^commit ([0-9a-f]{7,64}|unknown: .*)$/#) && lines[2] == "format 1")
    // All that the tests themselves need is here, and says its version.
    for name in ["libsndfile", "libyaml-0", "libcrypto"] {
      #expect(lines.contains { $0.hasPrefix("\(name) ") && $0.last?.isNumber == true }, "\(name): \(said)")
    }
    let brief = lines[..<3].joined(separator: "\n") + "\n"
    for arguments in [["-V"], ["--version"], ["--version", "--color", "never"]] {
      #expect(transcript(arguments, in: "/") == brief)
    }
  }

  @Test func helpOnRequestIsDataAndNamesTheExitCodes() {
    for arguments in [["--help"], ["-h"], ["help"]] {
      let help = transcript(arguments, in: "/")
      #expect(help.contains("Exit status: 0 done, nothing found"))
      #expect(!help.contains("[stderr]") && !help.contains("[exit"))
    }
    #expect(transcript("help", "completions", in: "/").contains("USAGE: tilawa completions"))
  }

  @Test func helpListsTopicsAndCommandsAndExplainsBoth() throws {
    let help = transcript("help", in: "/")
    #expect(transcript("--help", in: "/") == help && transcript("--quiet", "-h", in: "/") == help)
    #expect(!transcript("mark", "--help", in: "/").contains("TOPICS"))
    #expect(help.contains("\nTOPICS (tilawa help TOPIC):\n"))
    for topic in Topic.all {
      #expect(help.contains("  \(topic.name) "))
      let page = transcript("help", topic.name, in: "/")
      #expect(page.hasPrefix("\(topic.title)\n\n") && page.contains("\n  $ ") && !page.contains("```"))
    }
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: "\(ConformanceSuite.repository)/Sources/Front/CommandLine/Topics")
    #expect(Set(pages) == Set(Topic.all.map { "\($0.name).md" }))
    #expect(transcript("help", "journal", "add", in: "/") == transcript("journal", "add", "--help", in: "/"))
    #expect(transcript("help", "git", in: "/").hasSuffix("\n\n`tilawa git --help` explains the command.\n"))
  }

  @Test(arguments: [
    (["getting-startd"], "\"getting-startd\"; did you mean getting-started?"),
    (["marc"], "\"marc\"; did you mean mark?"),
    (["journal", "ad"], "\"journal ad\"; did you mean journal add?"),
    (["mark", "add"], "\"mark add\"; tilawa help lists them"),
  ]) func helpSuggestsWhatWasMeant(words: [String], said: String) {
    #expect(
      transcript(["help"] + words, in: "/") == """
        [stderr]
        tilawa: no command or topic is called \(said)
        [exit 2]

        """)
  }

  @Test func nothingAtAllIsWrongUsage() {
    let text = transcript(in: "/")
    #expect(text.hasPrefix("[stderr]\nOVERVIEW:"))
    #expect(text.hasSuffix("[exit 2]\n"))
  }

  @Test func suggestsTheSchemaThatWasMeant() {
    #expect(
      transcript("schema", "quran-mop", in: "/")
        == "[stderr]\ntilawa: no schema is called \"quran-mop\"; did you mean quran-map?\n[exit 2]\n")
    #expect(transcript("schema", "quux", in: "/").contains("there are recording, "))
  }

  @Test func suggestsTheCommandThatWasMeant() {
    #expect(
      transcript("competions", "bash", in: "/") == """
        [stderr]
        tilawa: no command is called "competions"; did you mean completions?
        [exit 2]

        """)
    #expect(
      transcript("frobnicate", in: "/") == """
        [stderr]
        tilawa: no command is called "frobnicate"; tilawa --help lists them
        [exit 2]

        """)
  }

  @Test func wrongUsageExitsWithTwo() {
    #expect(
      transcript("completions", "--bogus", "bash", in: "/") == """
        [stderr]
        tilawa: unknown option '--bogus'
        Usage: tilawa completions <shell> [--color <color>] [--quiet] [--show-progress <when>] [--threads <n>] [--exit-retry <code>] [--wait <s>]
          See 'tilawa completions --help' for more information.
        [exit 2]

        """)
    for arguments in [["completions"], ["completions", "tcsh"], ["--bogus"], ["--color", "red", "help"]] {
      #expect(transcript(arguments, in: "/").hasSuffix("[exit 2]\n"), "\(arguments)")
    }
  }

  @Test func globalOptionsMayStandBeforeTheCommand() {
    let script = transcript("completions", "fish", in: "/")
    #expect(script.contains("complete -c"))
    #expect(transcript("--color", "never", "-q", "completions", "fish", in: "/") == script)
    #expect(transcript("--color=never", "completions", "fish", "--quiet", in: "/") == script)
  }

  @Test func completionsAreWrittenForEveryShell() {
    for (shell, sign) in [("bash", "complete "), ("zsh", "#compdef tilawa"), ("fish", "complete -c")] {
      #expect(transcript("completions", shell, in: "/").contains(sign), "\(shell)")
    }
  }

  @Test func lostOutputIsNoSuccess() {
    let recording = TerminalRecording(in: "/")
    let terminal = Terminal(
      output: TextChannel(isTerminal: false) { _ throws(FileError) in
        throw FileError("write", "to standard output", because: "no space is left on the device")
      },
      talk: recording.terminal.talk, environment: [:], workingDirectory: "/",
      input: { () throws(FileError) in [] }, clock: { 0 })
    #expect(runTilawa(["--version"], in: terminal) == 2)
    #expect(recording.talk == "tilawa: cannot write to standard output: no space is left on the device\n")
  }

  @Test func helpGroupsTheCommandsByWhatPeopleDo() throws {
    let help = transcript("--help", in: "/", environment: ["COLUMNS": "80"])
    let path = "\(ConformanceSuite.repository)/Tests/CommandsTests/Golden/Help.txt"
    #expect(try help == Golden.text(of: path, recording: help))
    #expect(help.components(separatedBy: "\n").allSatisfy { $0.unicodeScalars.count <= 80 })
  }

  @Test func theReadmeHasTheCommandsInTheOrderOfTheHelp() throws {
    let readme = try String(contentsOfFile: "\(ConformanceSuite.repository)/README.md", encoding: .utf8)
    let table = readme.components(separatedBy: "\n").drop { $0 != "| command | does |" }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    let shown = table.flatMap { line -> [String] in
      let cell = String(line.components(separatedBy: " | ")[0].dropFirst(2))
      if cell.hasPrefix("**") { return [cell.replacing("*", with: "")] }
      return cell.components(separatedBy: ", ").map {
        $0.replacing("`", with: "").components(separatedBy: " ")[1]
      }
    }
    // Key paths of metatypes crash the compiler.
    let expected = subcommandGroups.flatMap { group -> [String] in
      let shownCommands = group.subcommands.filter { $0.configuration.shouldDisplay }
      return [group.name] + shownCommands.map { $0._commandName }
    }
    #expect(shown == expected)
  }

  @Test func formerNamesOfCommandsStillWork() {
    for (former, current) in formerCommandNames {
      #expect(transcript(former, "--help", in: "/") == transcript(current, "--help", in: "/"))
      #expect(transcript("help", former, in: "/") == transcript(current, "--help", in: "/"))
      #expect(transcript("-q", former, "/none", in: "/") == transcript("-q", current, "/none", in: "/"))
      #expect(!transcript("--help", in: "/").contains("  \(former)"))
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
}
