internal import Dispatch
internal import TilawaCSystem

/// A thread that is started if the system can still start one.
///
/// Dispatch, and with it Swift's tasks, wait for a thread forever where none can be started, as below a
/// container's limit or `ulimit -u`.
package enum OwnThread {
  /// Why something that needs one can't be done.
  package static let refusal = "the system allows no more threads (see ulimit -u, or the container's limit)"

  /// Does `work` on a thread of its own. Returns false, with nothing done, where there can't be one.
  package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Box(work))
    let fault = threads_start(
      { context in
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }, box.toOpaque())
    if fault != 0 { box.release() }
    return fault == 0
  }

  /// Calls `work` on up to `count` threads, including the calling one, and returns when all calls have ended.
  ///
  /// It is for work that mostly waits, and takes items from one supply until there are no more.
  package static func together(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    let group = DispatchGroup()
    for _ in 1..<max(1, count) {
      group.enter()
      let isStarted = start {
        work()
        group.leave()
      }
      guard isStarted else {
        group.leave()
        break
      }
    }
    work()
    group.wait()
  }

  /// Returns true if `count` more threads can be started now.
  ///
  /// It is for libraries that end the program if they can't start their threads.
  package static func canStart(_ count: Int) -> Bool {
    let (group, end) = (DispatchGroup(), DispatchSemaphore(value: 0))
    var started = 0
    while started < count {
      group.enter()
      let isStarted = start {
        end.wait()
        group.leave()
      }
      guard isStarted else {
        group.leave()
        break
      }
      started += 1
    }
    for _ in 0..<started { end.signal() }
    group.wait()
    // They count for the system until they are gone.
    _ = end.wait(timeout: .now() + .milliseconds(10))
    return started == count
  }

  private final class Box: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }
}
