import ArgumentParser

struct ShowVersion: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Show the version, and those of the libraries.",
    discussion: """
      The first line is the program's. Then come the commit that it was built from, where whoever built it said so in \
      TILAWA_COMMIT, the version of the format, and those of the libraries that it uses. --version leaves the libraries \
      out, and so is faster.

        tilawa version
      """)

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) -> Outcome {
    terminal.printVersionAndLibraries()
    return .done
  }
}
