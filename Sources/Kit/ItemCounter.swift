import Synchronization

/// Counts what several threads have done, and tells it.
final class ItemCounter: Sendable {
  private let total: Int
  private let stage: any WorkStage
  private let done = Mutex(0)

  init(_ total: Int, _ stage: any WorkStage) {
    self.total = total
    self.stage = stage
  }

  /// One more is done.
  func count() {
    let number = done.withLock { done in
      done += 1
      return done
    }
    stage.update(Int64(number), of: Int64(total))
  }
}
