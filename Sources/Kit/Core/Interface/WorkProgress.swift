import Synchronization
import TilawaBase

/// How far long work has come.
public struct WorkProgress: Hashable, Sendable {
  /// What is done now, for people: `listening to audio.flac`.
  public let stage: String
  /// How much of the stage is done, from 0 to 1; nil when nobody knows.
  public let fraction: Double?
}

/// Tells a closure how far work has come.
struct ReportedStage: WorkStage {
  let title: String
  let report: @Sendable (WorkProgress) -> Void

  func update(_ done: Int64, of total: Int64) {
    report(WorkProgress(stage: title, fraction: total > 0 ? min(1, Double(done) / Double(total)) : 1))
  }

  func whileWorking<Result>(_ work: () throws -> Result) rethrows -> Result {
    report(WorkProgress(stage: title, fraction: nil))
    return try work()
  }

  func finish() {}
}

/// For work that is too short to tell of.
package let unreported: @Sendable (WorkProgress) -> Void = { _ in }

/// Does blocking work on a thread of its own; it is called off when the task is cancelled. Locks are waited for at most for `limit`.
///
/// Work that was called off has written nothing: see `FileError.Trouble.cancelled`.
package func inBackground<Result: Sendable>(
  _ progress: @escaping @Sendable (WorkProgress) -> Void, waitingAtMost limit: Duration? = nil,
  _ work: @escaping @Sendable (WorkMonitor) throws -> Result
) async throws(TilawaError) -> Result {
  let cancellation = Cancellation()
  let isCancelled: @Sendable () -> Bool = { cancellation.isAsked.load(ordering: .relaxed) }
  let monitor = WorkMonitor(isCancelled: isCancelled) {
    ReportedStage(title: $0, report: progress)
  }
  var patience = LockPatience(limit: limit)
  patience.isCancelled = isCancelled
  let result: Swift.Result<Result, TilawaError> = await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      let isStarted = OwnThread.start { [patience] in
        let result = LockPatience.$current.withValue(patience) {
          Swift.Result {
            try monitor.check()
            return try work(monitor)
          }
        }
        continuation.resume(returning: result.mapError { TilawaError($0) })
      }
      // To wait here would block a thread that all tasks share.
      if !isStarted { continuation.resume(returning: .failure(TilawaError(.busy, OwnThread.refusal))) }
    }
  } onCancel: {
    cancellation.isAsked.store(true, ordering: .relaxed)
  }
  return try result.get()
}

private final class Cancellation: Sendable {
  let isAsked = Atomic<Bool>(false)
}
