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
      "Show on standard error how far long work has come; auto does on a terminal, json is an object a line.",
      valueName: "when"))
  var showProgress: ProgressChoice = .auto

  @Option(
    help: .init("Compute on so many processors at the same time. (default: all there are)", valueName: "n"))
  var threads: ThreadCount?

  @Option(
    help: .init(
      "End with this code, 3 to 125, instead of 2 where another try may succeed: a full disk, a busy folder, a network that fails.",
      valueName: "code"))
  var exitRetry: RetryCode?

  @Option(
    help: .init(
      "Wait so many seconds for a program that is changing the same files. (default: until it is done)",
      valueName: "s"))
  var wait: WaitingTime?
}

/// When to show how far long work has come, and how.
enum ProgressChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  case auto, always, never, json
}

/// How many threads may compute.
struct ThreadCount: ExpressibleByArgument {
  let count: Int

  init?(argument: String) {
    guard let count = Int(argument), (1...1024).contains(count) else { return nil }
    self.count = count
  }
}

/// An exit status of the user's choice; those from 126 on are the shell's.
struct RetryCode: ExpressibleByArgument {
  let code: Int32

  init?(argument: String) {
    guard let code = Int32(argument), (3...125).contains(code) else { return nil }
    self.code = code
  }
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
