import Synchronization
import TilawaBase

/// The progress of long work.
public struct WorkProgress: Hashable, Sendable {
  /// The current stage, for people: `listening to audio.flac`.
  public let stage: String
  /// The completed fraction of the stage, from 0 to 1, or nil if unknown.
  public let fraction: Double?
}

/// A stage of work that reports its progress to a closure.
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

/// A closure that ignores progress, for work that is too short to report it.
package let unreported: @Sendable (WorkProgress) -> Void = { _ in }

/// Does blocking work on a thread of its own, and cancels it with the task. Waits for locks for at most
/// `limit`.
///
/// Cancelled work has written nothing: see `FileError.Trouble.cancelled`.
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
      // Waiting here would block a thread that all tasks share.
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
