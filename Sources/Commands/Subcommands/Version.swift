import ArgumentParser

struct ShowVersion: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Show the version, as --version does.",
    discussion: """
        tilawa version
      """)

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func run(in terminal: Terminal) -> Outcome {
    terminal.print("tilawa \(tilawaVersion)")
    return .done
  }
}
