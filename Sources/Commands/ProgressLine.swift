import Synchronization

/// One line on standard error that tells how far a long piece of work has come, and goes when it is done.
///
/// Shown only where `Terminal.showsProgress`; at most ten times a second. May be told from any thread.
final class ProgressLine: Sendable {
  private let terminal: Terminal
  private let title: String
  private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

  init(_ title: String, on terminal: Terminal) {
    self.terminal = terminal
    self.title = title
  }

  deinit { terminal.talk.erasePassing() }

  /// Shows that `done` of `total` are done; 0 of 0 counts as all.
  func update(_ done: Int64, of total: Int64) {
    guard terminal.showsProgress else { return }
    let now = ContinuousClock.now
    let isDue = lastShown.withLock { last in
      if let last, last.advanced(by: .milliseconds(100)) > now { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let percent = total > 0 ? min(100, max(0, Int(Double(done) / Double(total) * 100))) : 100
    // A line as wide as the terminal would wrap, and a wrapped line can't be erased.
    terminal.talk.showPassing(String("\(percent) % \(title)".prefix(max(1, terminal.width - 1))))
  }

  /// Takes the line away.
  func finish() { terminal.talk.erasePassing() }
}

extension Terminal {
  /// A progress line, called what the work is: `decoding audio.flac`.
  func progress(_ title: String) -> ProgressLine { ProgressLine(title, on: self) }
}
