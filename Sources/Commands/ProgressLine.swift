import Dispatch
import Synchronization
import TilawaKit

/// One line on standard error that tells how far a long piece of work has come, and goes when it is done.
///
/// Where `Terminal.showsProgress` it changes at most ten times a second; elsewhere a line is added every half minute, so that
/// whoever reads a log knows that the work goes on. May be told from any thread.
final class ProgressLine: WorkStage {
  private let terminal: Terminal
  private let title: String
  private let state: Mutex<State>

  private struct State {
    var lastTold: ContinuousClock.Instant?
    var isOver = false
  }

  init(_ title: String, on terminal: Terminal) {
    self.terminal = terminal
    self.title = title
    // The first plain line comes after half a minute: most work is over by then.
    state = Mutex(State(lastTold: terminal.showsProgress ? nil : .now))
  }

  deinit { terminal.talk.erasePassing() }

  func update(_ done: Int64, of total: Int64) { update(done, of: total, at: .now) }

  /// Shows that `done` of `total` are done; 0 of 0 counts as all.
  func update(_ done: Int64, of total: Int64, at now: ContinuousClock.Instant) {
    tell(at: now) {
      let percent = total > 0 ? min(100, max(0, Int(Double(done) / Double(total) * 100))) : 100
      return "\(percent) % \(title)"
    }
  }

  /// Does work of which nobody knows how far it has come, and tells that it goes on.
  func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result {
    let start = ContinuousClock.now
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { [self] in
      tell(at: .now) { "\(title), \(start.duration(to: .now).components.seconds) s" }
    }
    timer.resume()
    defer {
      timer.cancel()
      // What the timer is just about to tell would stay.
      state.withLock { $0.isOver = true }
      finish()
    }
    return try work()
  }

  /// Takes the line away.
  func finish() { terminal.talk.erasePassing() }

  private func tell(at now: ContinuousClock.Instant, _ text: () -> String) {
    let pause: Duration = terminal.showsProgress ? .milliseconds(100) : .seconds(30)
    state.withLock { state in
      if state.isOver || terminal.isQuiet { return }
      if let last = state.lastTold, last.advanced(by: pause) > now { return }
      state.lastTold = now
      guard terminal.showsProgress else { return terminal.say("tilawa: \(text())") }
      // A line as wide as the terminal would wrap, and a wrapped line can't be erased.
      terminal.talk.showPassing(String(text().prefix(max(1, terminal.width - 1))))
    }
  }
}

extension Terminal {
  /// A progress line, called what the work is: `decoding audio.flac`.
  func progress(_ title: String) -> ProgressLine { ProgressLine(title, on: self) }

  /// Shows how far use cases have come.
  var monitor: WorkMonitor { WorkMonitor { self.progress($0) } }
}
