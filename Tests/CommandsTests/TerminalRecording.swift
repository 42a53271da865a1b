import Synchronization
import TilawaBase

@testable import TilawaCommandLine

/// A terminal without a person. It records its output, and its properties are invented.
final class TerminalRecording: Sendable {
  private let streams = Mutex((output: [UInt8](), talk: [UInt8]()))
  private let input: String
  private let environment: [String: String]
  private let directory: String
  private let isTerminal: Bool
  private let calendar: LocalCalendar

  /// A recording in `directory`, at noon of 1 January 2024 in UTC.
  init(
    in directory: String, input: String = "", environment: [String: String] = [:], isTerminal: Bool = false,
    calendar: LocalCalendar = .utc
  ) {
    self.directory = directory
    self.input = input
    self.environment = environment
    self.isTerminal = isTerminal
    self.calendar = calendar
  }

  var terminal: Terminal {
    let input = self.input
    let rest = Mutex(Array(input.utf8)[...])
    return Terminal(
      output: TextChannel(isTerminal: isTerminal) { bytes throws(FileError) in
        self.streams.withLock { $0.output += bytes }
      },
      talk: TextChannel(isTerminal: isTerminal, isExact: false) { bytes throws(FileError) in
        self.streams.withLock { $0.talk += bytes }
      },
      environment: environment, workingDirectory: directory,
      input: { () throws(FileError) in Array(input.utf8) },
      chunks: { limit throws(FileError) in
        rest.withLock { rest in
          defer { rest = rest.dropFirst(limit) }
          return Array(rest.prefix(limit))
        }
      }, clock: { 1_704_110_400 }, calendar: calendar)
  }

  /// Everything written to standard output so far.
  var output: String { streams.withLock { String(decoding: $0.output, as: UTF8.self) } }

  /// Everything written to standard error so far.
  var talk: String { streams.withLock { String(decoding: $0.talk, as: UTF8.self) } }
}
