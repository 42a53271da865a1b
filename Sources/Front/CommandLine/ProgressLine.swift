import Dispatch
import Synchronization
import TilawaBase
import TilawaKit

/// One line on standard error that tells how far a long piece of work has come, and goes when it is done.
///
/// Where `Terminal.showsProgress` it changes at most ten times a second; elsewhere a line is added every half minute, so that
/// whoever reads a log knows that the work goes on. With `--show-progress json` it is an object a line, at most one a second, and one more
/// when the work is over: `{"work":"listening to audio.flac","share":0.42,"seconds":3.1}`. May be told from any thread.
final class ProgressLine: WorkStage {
  private let terminal: Terminal
  private let title: String
  private let state: Mutex<State>

  private struct State {
    var lastTold: ContinuousClock.Instant?
    var isOver = false
    /// True if its end was told to a program.
    var isEndTold = false
  }

  private let start = ContinuousClock.now

  init(_ title: String, on terminal: Terminal) {
    self.terminal = terminal
    self.title = title
    // The first plain line comes after half a minute: most work is over by then.
    let isAtOnce = terminal.showsProgress || terminal.progressChoice == .json
    state = Mutex(State(lastTold: isAtOnce ? nil : .now))
  }

  deinit { terminal.talk.erasePassing() }

  func update(_ done: Int64, of total: Int64) { update(done, of: total, at: .now) }

  /// Shows that `done` of `total` are done; 0 of 0 counts as all.
  func update(_ done: Int64, of total: Int64, at now: ContinuousClock.Instant) {
    let share = total > 0 ? min(1, max(0, Double(done) / Double(total))) : 1
    tell(at: now, share) { "\(Int(share * 100)) % \(title)" }
  }

  /// Does work of which nobody knows how far it has come, and tells that it goes on.
  func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result {
    let end = DispatchSemaphore(value: 0)
    // Without a thread for it nothing is told meanwhile.
    _ = OwnThread.start { [self] in
      while end.wait(timeout: .now() + 1) == .timedOut {
        tell(at: .now, nil) { "\(title), \(start.duration(to: .now).components.seconds) s" }
      }
    }
    defer {
      end.signal()
      // What the thread is just about to tell would stay.
      state.withLock { $0.isOver = true }
      finish()
    }
    return try work()
  }

  /// Takes the line away.
  func finish() {
    terminal.talk.erasePassing()
    guard terminal.progressChoice == .json else { return }
    state.withLock { state in
      guard !state.isEndTold else { return }
      state.isEndTold = true
      terminal.tell(object(nil, at: .now).adding("over", true))
    }
  }

  private func object(_ share: Double?, at now: ContinuousClock.Instant) -> JSONValue {
    var object: JSONValue = ["work": .string(title)]
    if let share {
      object = object.adding("share", .number(Milliseconds(seconds: share).map(\.description) ?? "0"))
    }
    let seconds = Int64(start.duration(to: now) / .milliseconds(1))
    return object.adding("seconds", .number(Milliseconds(seconds).description))
  }

  private func tell(at now: ContinuousClock.Instant, _ share: Double?, _ text: () -> String) {
    let pause: Duration =
      terminal.showsProgress ? .milliseconds(100) : .seconds(terminal.progressChoice == .json ? 1 : 30)
    state.withLock { state in
      if state.isOver || terminal.isQuiet && terminal.progressChoice != .json
        || terminal.progressChoice == .never
      {
        return
      }
      if let last = state.lastTold, last.advanced(by: pause) > now { return }
      state.lastTold = now
      if terminal.progressChoice == .json { return terminal.tell(object(share, at: now)) }
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
