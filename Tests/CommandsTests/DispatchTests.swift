import ArgumentParser
import Files
import Testing

@testable import Commands

@Suite struct DispatchTests {
  @Test func tellsItsVersion() {
    #expect(transcript("--version", in: "/") == "tilawa 0.1.0\n")
    #expect(transcript("-V", in: "/") == "tilawa 0.1.0\n")
  }

  @Test func helpOnRequestIsDataAndNamesTheExitCodes() {
    for arguments in [["--help"], ["-h"], ["help"]] {
      let help = transcript(arguments, in: "/")
      #expect(help.contains("Exit status: 0 done and nothing found"))
      #expect(!help.contains("[stderr]") && !help.contains("[exit"))
    }
    #expect(transcript("help", "completions", in: "/").contains("USAGE: tilawa completions"))
  }

  @Test func nothingAtAllIsWrongUsage() {
    let text = transcript(in: "/")
    #expect(text.hasPrefix("[stderr]\nOVERVIEW:"))
    #expect(text.hasSuffix("[exit 2]\n"))
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
        Usage: tilawa completions <shell> [--color <color>] [--quiet]
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

  @Test func everyCommandHasItsFileItsAbstractAndTheGlobalOptions() {
    for command in subcommandList {
      #expect(!command.configuration.abstract.isEmpty, "\(command)")
      #expect(
        Tilawa.helpMessage(for: command, columns: 100).contains("--color")
          || !command.configuration.subcommands.isEmpty, "\(command)")
    }
  }
}
