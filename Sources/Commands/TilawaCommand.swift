import ArgumentParser

/// A subcommand: it parses its arguments, calls the library, and prints what comes of it.
protocol TilawaCommand: ParsableCommand {
  /// What every command understands: `@OptionGroup(title: "Global options") var everywhere: GlobalOptions`.
  var everywhere: GlobalOptions { get }

  /// Does the work. Thrown errors are told on standard error and end in `failed`; findings are no errors.
  func run(in terminal: Terminal) throws -> Outcome
}

/// What every command understands. It may also stand before the command's name.
struct GlobalOptions: ParsableArguments {
  @Option(help: "Colour the output: auto, always or never.")
  var color: ColorChoice = .auto

  @Flag(name: [.short, .long], help: "Print nothing but errors on standard error.")
  var quiet = false

  @Option(
    help: .init(
      "Wait so many seconds for a program that is changing the same files. (default: until it is done)",
      valueName: "s"))
  var wait: WaitingTime?
}

/// Seconds to wait, maybe none.
struct WaitingTime: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let seconds = Double(argument), seconds >= 0, seconds <= 1_000_000 else { return nil }
    duration = .milliseconds(Int64((seconds * 1000).rounded()))
  }
}

/// When to colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  case auto, always, never
}
