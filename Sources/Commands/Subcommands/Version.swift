import ArgumentParser

struct ShowVersion: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Show the version, as --version does.",
    discussion: """
      The first line is the program's. Then come the commit that it was built from, where whoever built it said so in \
      TILAWA_COMMIT, the version of the format, and those of the libraries that it uses.

        tilawa version
      """)

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) -> Outcome {
    terminal.printVersion()
    return .done
  }
}
