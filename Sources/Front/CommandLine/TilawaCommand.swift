import ArgumentParser

/// A subcommand: it parses its arguments, calls the library, and prints the result.
protocol TilawaCommand: ParsableCommand {
  /// The global options: `@OptionGroup(title: "Global options") var everywhere: GlobalOptions`.
  var everywhere: GlobalOptions { get }

  /// Does the work. Thrown errors are reported on standard error and end in `failed`; findings do not.
  func run(in terminal: Terminal) throws -> Outcome
}

/// The options of every command. They may also precede the command's name.
struct GlobalOptions: ParsableArguments {
  @Option(help: "Colour the output.")
  var color: ColorChoice = .auto

  @Flag(name: [.short, .long], help: "Print only errors on standard error.")
  var quiet = false

  @Option(
    help: .init(
      "Show progress on standard error; auto: on a terminal.",
      valueName: "when"))
  var showProgress: ProgressChoice = .auto

  @Option(
    help: .init("Use at most N threads. (default: all processors)", valueName: "n"))
  var threads: ThreadCount?

  @Option(
    help: .init(
      "Exit with this code (3-125) instead of 2 when retrying may help.",
      valueName: "code"))
  var exitRetry: RetryCode?

  @Option(
    help: .init(
      "Wait up to S seconds for another program's lock. (default: no limit)",
      valueName: "s"))
  var wait: WaitingTime?
}

/// The form of progress reports, and the condition for them.
enum ProgressChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  case auto, always, never, json
}

/// The limit for threads.
struct ThreadCount: ExpressibleByArgument {
  let count: Int

  init?(argument: String) {
    guard let count = Int(argument), (1...1024).contains(count) else { return nil }
    self.count = count
  }
}

/// An exit status chosen by the user; those from 126 on are the shell's.
struct RetryCode: ExpressibleByArgument {
  let code: Int32

  init?(argument: String) {
    guard let code = Int32(argument), (3...125).contains(code) else { return nil }
    self.code = code
  }
}

/// The seconds to wait, possibly zero.
struct WaitingTime: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let seconds = Double(argument), seconds >= 0, seconds <= 1_000_000 else { return nil }
    duration = .milliseconds(Int64((seconds * 1000).rounded()))
  }
}

/// The condition for colour.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
  case auto, always, never
}
