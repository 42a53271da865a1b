import ArgumentParser

/// The version of the program; the format has its own.
let tilawaVersion = "0.1.0"

/// The root command: what `tilawa` without a subcommand understands.
struct Tilawa: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "tilawa",
    abstract: "Keep recordings of Quran recitation, annotated ayah by ayah.",
    discussion: """
      A recording is a folder whose name ends in .tilawa; it holds the audio and YAML files that people edit.
      lint and fmt take - for standard input.

      Exit status: 0 done and nothing found; 1 problems or differences found, or no answer; \
      2 used wrongly or could not work. What asks a library tells of faults that may have changed the answer, and \
      then exits with 1 though it found all it was asked for.
      """,
    subcommands: subcommandList)

  // The parser's own `--version` has no short form.
  @Flag(name: [.customShort("V"), .long], help: "Show the version.")
  var version = false

  @OptionGroup var everywhere: GlobalOptions

  static var _errorPrefix: String { "tilawa: " }

  func run(in terminal: Terminal) throws -> Outcome {
    if version {
      terminal.print("tilawa \(tilawaVersion)")
      return .done
    }
    terminal.complain(lines: Tilawa.helpMessage(columns: terminal.width))
    return .failed
  }
}
