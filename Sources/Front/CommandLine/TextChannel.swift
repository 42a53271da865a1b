import Synchronization
import TilawaBase

/// A stream that a command writes text to, gathered into few large writes.
///
/// The gate for all that users wrote: what a terminal would act on is written out here, unless the stream is exact because a
/// program reads it.
final class TextChannel: Sendable {
  /// True if a person sees it directly.
  let isTerminal: Bool
  /// Of the terminal, in columns.
  let width: Int?
  private let isExact: Bool
  private let sink: @Sendable ([UInt8]) throws(FileError) -> Void
  private let state = Mutex(State())

  private struct State {
    var waiting: [UInt8] = []
    var failure: FileError?
    var hasWritten = false
    /// Lines that are shown for now and erased before anything else is written, as they were sent.
    var passing: [String] = []
  }

  init(
    isTerminal: Bool, width: Int? = nil, isExact: Bool? = nil,
    sink: @escaping @Sendable ([UInt8]) throws(FileError) -> Void
  ) {
    self.isTerminal = isTerminal
    self.width = width
    self.isExact = isExact ?? !isTerminal
    self.sink = sink
  }

  /// Exact unless it is a terminal, where nothing else is said.
  convenience init(_ stream: StandardStream, isExact: Bool? = nil) {
    self.init(isTerminal: stream.isTerminal, width: stream.width, isExact: isExact) {
      bytes throws(FileError) in
      try stream.write(bytes)
    }
  }

  func write(_ text: String) { pass(on: TerminalText.shown(text, isExact: isExact).utf8) }

  /// One line: an end of a line within it is a user's, and would begin a line that looks like one of ours.
  func writeLine(_ line: String, terminator: String) {
    let shown = TerminalText.shown(line, isExact: isExact, isLine: true)
    pass(on: (shown + TerminalText.shown(terminator, isExact: isExact)).utf8)
  }

  func write(_ bytes: [UInt8]) {
    if isExact { pass(on: bytes) } else { write(String(decoding: bytes, as: UTF8.self)) }
  }

  private func pass(on bytes: some Sequence<UInt8>) {
    state.withLock { state in
      erase(&state)
      state.hasWritten = true
      state.waiting += bytes
      if isTerminal || state.waiting.count >= 65536 { pass(&state) }
    }
  }

  /// Writes what waits.
  func flush() {
    state.withLock { state in
      erase(&state)
      pass(&state)
    }
  }

  /// True if something could not be written, so that there is no use in writing more.
  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  /// True if anything was written yet, passing lines apart.
  var hasWritten: Bool { state.withLock { $0.hasWritten } }

  /// The first failure since this was last asked.
  func takeFailure() -> FileError? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }

  /// Shows `line` until something else is written; only sensible on a terminal.
  func showPassing(_ line: String) { showPassing([line]) }

  /// Shows several passing lines, each narrower than the terminal; of those shown already, only changes
  /// are sent.
  func showPassing(_ lines: [String]) {
    let lines = lines.map { TerminalText.shown($0, isLine: true) }
    state.withLock { state in
      guard lines != state.passing else { return }
      if lines.count > 1, lines.count == state.passing.count {
        for (index, line) in lines.enumerated() where line != state.passing[index] {
          let rows = lines.count - 1 - index
          let (up, down) = rows > 0 ? ("\u{1B}[\(rows)A", "\u{1B}[\(rows)B") : ("", "")
          state.waiting += "\(up)\r\(line)\u{1B}[K\(down)".utf8
        }
      } else {
        erase(&state)
        state.waiting += lines.joined(separator: "\n").utf8
      }
      pass(&state)
      state.passing = lines
    }
  }

  /// Takes the passing lines away.
  func erasePassing() {
    state.withLock { state in
      guard !state.passing.isEmpty else { return }
      erase(&state)
      pass(&state)
    }
  }

  private func erase(_ state: inout State) {
    guard !state.passing.isEmpty else { return }
    if state.passing.count > 1 {
      state.waiting += "\u{1B}[\(state.passing.count - 1)A\r\u{1B}[J".utf8
    } else {
      state.waiting += "\r\u{1B}[K".utf8
    }
    state.passing = []
  }

  private func pass(_ state: inout State) {
    guard !state.waiting.isEmpty else { return }
    do { try sink(state.waiting) } catch { state.failure = state.failure ?? error }
    state.waiting.removeAll(keepingCapacity: true)
  }
}
