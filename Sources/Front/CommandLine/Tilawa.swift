import ArgumentParser

/// The root command: what `tilawa` without a subcommand understands.
struct Tilawa: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "tilawa",
    abstract: "Annotate recordings of Quran recitation, ayah by ayah.",
    usage: "tilawa [<options>] <subcommand>",
    discussion: """
      A bundle is a recording: a folder whose name ends in .tilawa, with the audio and YAML files that you \
      edit. A folder of bundles is a library.

        tilawa import memo.flac --title "Friday prayer" --riwayah hafs
        tilawa mark friday-prayer.tilawa --passage 18:1-31
        tilawa play 18:10

      Exit status: 0 done, nothing found; 1 problems or differences found, or no answer; 2 wrong usage or \
      failure. Commands that search a library report faults that may have changed the answer, and then \
      exit with 1 even if everything was found.
      """,
    groupedSubcommands: subcommandGroups)

  // The parser's own `--version` has no short form.
  @Flag(name: [.customShort("V"), .long], help: "Show the version.")
  var version = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  static var _errorPrefix: String { "tilawa: " }

  func run(in terminal: Terminal) throws -> Outcome {
    if version {
      terminal.printVersion()
      return .done
    }
    let hint = FrontPage.hint(in: terminal).map { ["", $0] } ?? []
    terminal.complain(lines: (FrontPage.lines + hint).joined(separator: "\n"))
    return .failed
  }
}
