import Synchronization
package import TilawaBase
import TilawaKit

/// All that a command knows of the world: its streams, its environment, where it stands, what time it is.
///
/// A value, so that tests run commands side by side, each with its own; nothing else in this room touches
/// the process's streams, environment or working directory.
package struct Terminal: Sendable {
  let output: TextChannel
  let talk: TextChannel
  /// Where it stands, what its environment says, what time it is.
  let workplace: Workplace
  private let input: @Sendable () throws(FileError) -> [UInt8]
  private let chunks: @Sendable (Int) throws(FileError) -> [UInt8]
  /// The keys behind standard input; nil when no person sits there.
  let keyboard: @Sendable () -> Keyboard?
  private(set) var colorChoice = ColorChoice.auto
  private(set) var isQuiet = false
  private(set) var progressChoice = ProgressChoice.auto
  private let heard = Complaints()

  /// The complaints so far, a line each, without the program's name.
  var complaints: [String] { heard.lines.withLock { $0 } }

  private final class Complaints: Sendable {
    let lines = Mutex<[String]>([])
    /// The exit status where another try may succeed.
    let retryCode = Mutex<Int32?>(nil)
  }

  init(
    output: TextChannel, talk: TextChannel, environment: [String: String], workingDirectory: String,
    input: @escaping @Sendable () throws(FileError) -> [UInt8],
    chunks: @escaping @Sendable (Int) throws(FileError) -> [UInt8] = { _ throws(FileError) in [] },
    clock: @escaping @Sendable () -> Int64, calendar: LocalCalendar = .utc,
    keyboard: @escaping @Sendable () -> Keyboard? = { nil }
  ) {
    self.output = output
    self.talk = talk
    workplace = Workplace(
      environment: environment, workingDirectory: workingDirectory, clock: clock, calendar: calendar)
    self.input = input
    self.chunks = chunks
    self.keyboard = keyboard
  }

  /// The one of this process.
  package static func ofProcess() throws(FileError) -> Terminal {
    Terminal(
      output: TextChannel(.output), talk: TextChannel(.error, isExact: false),
      environment: Surroundings.environment,
      workingDirectory: try Surroundings.workingDirectory(),
      input: { () throws(FileError) in try StandardStream.input.read() },
      chunks: { limit throws(FileError) in try StandardStream.input.readChunk(atMost: limit) },
      clock: { Surroundings.secondsSinceEpoch }, calendar: .ofProcess, keyboard: { Keyboard() })
  }

  /// A copy of the terminal that follows its user's options.
  func with(_ options: GlobalOptions) -> Terminal {
    var copy = self
    copy.colorChoice = options.color
    copy.isQuiet = options.quiet
    copy.progressChoice = options.showProgress
    heard.retryCode.withLock { $0 = options.exitRetry?.code }
    return copy
  }

  /// The exit status of a program that came to this.
  func status(of outcome: Outcome) -> Int32 {
    guard outcome == .failed, PassingTrouble.wasMet, let code = heard.retryCode.withLock(\.self) else {
      return outcome.rawValue
    }
    return code
  }
}

// MARK: - Writing

extension Terminal {
  /// Data: one line on standard output.
  func print(_ line: String) { print(line, terminator: "\n") }

  /// Prints a line with another terminator.
  func print(_ line: String, terminator: String) {
    talk.erasePassing()
    output.writeLine(line, terminator: terminator)
  }

  /// Data on standard output; on a terminal with control characters written out.
  func write(_ text: String) {
    talk.erasePassing()
    output.write(text)
  }

  /// Prints data that need not be text.
  func write(_ bytes: [UInt8]) {
    talk.erasePassing()
    output.write(bytes)
  }

  /// Talk: a line on standard error that `--quiet` leaves out.
  func say(_ line: String) {
    if !isQuiet { writeTalk(line) }
  }

  /// The time its commands wait for others that change the same files, with a notice of whom they wait for.
  func patience(for limit: Duration?) -> LockPatience {
    LockPatience(limit: limit) { folder, holder in
      say(
        "tilawa: waiting for \(holder?.description ?? "another program"), which is using \(shown(folder))"
      )
    }
  }

  /// Prints a complaint: a line on standard error, always.
  func complain(_ line: String) {
    heard.lines.withLock { $0.append(String(line.after("tilawa: ") ?? line[...])) }
    writeTalk(line)
  }

  /// Prints an object for programs beside the messages, a line.
  func tell(_ object: JSONValue) { writeTalk(object.compactASCII) }

  private func writeTalk(_ line: String) {
    // Whoever sees both streams in one place sees them in the order in which they were written.
    output.flush()
    // A tab is a user's, in the name of a file.
    talk.writeLine(line.replaced("\t", with: "\\t"), terminator: "\n")
    talk.flush()
  }

  /// Prints findings as complaints, with the lines in question.
  func complain(_ findings: [Diagnostic]) {
    complain(lines: findings.map(\.withTheOption).told(with: talkPalette))
  }

  /// Prints a complaint of several lines; text written by a user is kept on one line.
  func complain(lines text: String) {
    let first = text.words(by: "\n").first.map(String.init) ?? text
    heard.lines.withLock { $0.append(String(first.after("tilawa: ") ?? first[...])) }
    output.flush()
    talk.write(text + "\n")
    talk.flush()
  }

  /// Writes what still waits; returns why standard output is incomplete, if it is.
  func finish() -> FileError? {
    talk.flush()
    output.flush()
    return output.takeFailure()
  }
}

// MARK: - Reading, paths and time

extension Terminal {
  var environment: [String: String] { workplace.environment }
  /// Absolute.
  var workingDirectory: String { workplace.workingDirectory }

  /// Where a path that the user gave leads; absolute, so that it means the same wherever the process stands.
  func path(_ given: String) -> String { workplace.path(given) }

  /// A path as the user would write it from where they stand.
  func shown(_ path: String) -> String { workplace.shown(path) }

  /// The file that the user named, or standard input for `-`, under the name to show for it.
  func source(_ given: String) throws(FileError) -> SourceText {
    if given == "-" { return SourceText(path: "<stdin>", bytes: try readInput()) }
    let path = path(given)
    return SourceText(path: shown(path), bytes: try FileContents.read(path))
  }

  /// Standard input to its end.
  func readInput() throws(FileError) -> [UInt8] { try input() }

  /// The bytes from standard input, at most `limit`, waiting for some; empty at its end.
  func readChunk(atMost limit: Int) throws(FileError) -> [UInt8] { try chunks(limit) }
}

// MARK: - What the terminal can show

extension Terminal {
  /// Of standard output in columns, 80 when nothing tells.
  var width: Int {
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    return output.width ?? talk.width ?? 80
  }

  /// That tables must fit; nil where standard output goes to a file or a program, for which nothing is cut.
  var tableWidth: Int? { output.isTerminal ? width : nil }

  /// True if other letters than ASCII can be expected to show.
  var showsUnicode: Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = environment[name]?.lowercased(), !value.isEmpty else { continue }
      return value.holds("utf-8") || value.holds("utf8")
    }
    return false
  }

  /// The colours for standard output.
  var palette: Palette { palette(for: output) }

  /// The colours for standard error.
  var talkPalette: Palette { palette(for: talk) }

  private func palette(for channel: TextChannel) -> Palette {
    switch colorChoice {
    case .always: return .marked
    case .never: return .plain
    case .auto: break
    }
    if isSet("NO_COLOR") || environment["TERM"] == "dumb" { return .plain }
    if isForced("FORCE_COLOR") || isForced("CLICOLOR_FORCE") { return .marked }
    return channel.isTerminal ? .marked : .plain
  }

  /// True if lines that come and go may be shown on standard error.
  var showsProgress: Bool {
    switch progressChoice {
    case .auto: talk.isTerminal && !isQuiet && !isSet("CI") && environment["TERM"] != "dumb"
    case .always: !isQuiet
    case .never, .json: false
    }
  }

  private func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }

  private func isForced(_ name: String) -> Bool { isSet(name) && environment[name] != "0" }
}
