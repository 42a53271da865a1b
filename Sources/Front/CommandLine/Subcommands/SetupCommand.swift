import ArgumentParser

/// What a shell and `man` know of the program.
struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Set up completions and manual pages.",
    subcommands: [Completions.self, ManualCommand.self])
}
