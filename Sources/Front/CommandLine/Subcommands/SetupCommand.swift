import ArgumentParser

/// The files by which a shell and `man` support the program.
struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Set up completions and manual pages.",
    subcommands: [Completions.self, ManualCommand.self])
}
