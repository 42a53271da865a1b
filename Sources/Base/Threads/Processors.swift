internal import Dispatch
internal import Synchronization
internal import TilawaCSystem

/// The threads that compute.
///
/// Where the system has no further thread, those that are there do the work, the calling one at last.
package final class Processors: Sendable {
  /// Those of this process.
  package static let ofProcess = Processors()

  private struct State {
    /// The maximum number of threads besides the calling one.
    var most: Int
    var started = 0
    var idle: [Helper] = []
  }

  private let state: Mutex<State>

  /// As many as there are processors.
  package init() { state = Mutex(State(most: Int(threads_processors()) - 1)) }

  /// From now on no more than `threads` threads compute at the same time, 1 or more. To be set before work begins.
  package func limit(to threads: Int) { state.withLock { $0.most = min($0.most, max(1, threads) - 1) } }

  /// Calls `work` for each number below `count`, on as many threads as there are processors or as the limit
  /// allows.
  ///
  /// Returns when all calls are done. The calling thread takes part, so that nested work proceeds even if no
  /// other thread is free.
  package func share(_ count: Int, _ work: @Sendable (Int) -> Void) { share(count, work, here: work) }

  /// Shares the work like ``share(_:_:)``, but the calling thread calls `here` in place of `work`.
  package func share(_ count: Int, _ work: @Sendable (Int) -> Void, here: (Int) -> Void) {
    withoutActuallyEscaping(work) { work in
      let shared = SharedWork(count, work)
      let done = DispatchSemaphore(value: 0)
      var helpers = 0
      while let number = shared.next() {
        // Threads that other work has left by now help as well.
        while helpers < count - 1, shared.hasMore, handOver({ shared.goOn() }, then: { done.signal() }) {
          helpers += 1
        }
        here(number)
      }
      for _ in 0..<helpers { done.wait() }
      shared.end()
    }
  }

  /// Runs `work` on an idle or a new thread. `then` is called when that thread is free again.
  ///
  /// Returns false, with nothing done, if no thread is idle and none can be started.
  package func handOver(_ work: @escaping @Sendable () -> Void, then: @escaping @Sendable () -> Void) -> Bool
  {
    state.withLock { state in
      if let helper = state.idle.popLast() {
        helper.give(work, then)
        return true
      }
      guard state.started < state.most else { return false }
      let helper = Helper()
      helper.give(work, then)
      guard OwnThread.start({ self.help(helper) }) else {
        // Each attempt costs as much as a piece of work; there is one at most.
        state.most = state.started
        return false
      }
      state.started += 1
      return true
    }
  }

  private func help(_ helper: Helper) -> Never {
    while true {
      let then = helper.work()
      state.withLock { $0.idle.append(helper) }
      then()
    }
  }
}

extension Processors {
  /// Shares the work among the processors of this process.
  package static func share(_ count: Int, _ work: @Sendable (Int) -> Void) { ofProcess.share(count, work) }
}

/// A thread of its own, and the work it is given.
private final class Helper: Sendable {
  private typealias Task = (work: @Sendable () -> Void, then: @Sendable () -> Void)

  private let task = Mutex<Task?>(nil)
  private let signal = DispatchSemaphore(value: 0)

  func give(_ work: @escaping @Sendable () -> Void, _ then: @escaping @Sendable () -> Void) {
    task.withLock { $0 = (work, then) }
    signal.signal()
  }

  /// Waits for work and does it; returns the action to call afterwards.
  func work() -> @Sendable () -> Void {
    signal.wait()
    let given = task.withLock { task in
      defer { task = nil }
      return task
    }
    guard let given else { return {} }
    given.work()
    return given.then
  }
}

/// Numbers that several threads take one after the other.
private final class SharedWork: Sendable {
  private let count: Int
  private let taken = Atomic(0)
  /// The work; nil at the end, when no thread calls it any more.
  private let work: Mutex<(@Sendable (Int) -> Void)?>

  init(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    self.count = count
    self.work = Mutex(work)
  }

  var hasMore: Bool { taken.load(ordering: .relaxed) < count }

  func next() -> Int? {
    let number = taken.add(1, ordering: .relaxed).oldValue
    return number < count ? number : nil
  }

  func goOn() {
    guard let work = work.withLock(\.self) else { return }
    while let number = next() { work(number) }
  }

  func end() { work.withLock { $0 = nil } }
}
