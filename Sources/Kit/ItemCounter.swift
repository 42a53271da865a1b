import Synchronization

/// Counts the items that several threads have completed, and reports their number.
final class ItemCounter: Sendable {
  private let total: Int
  private let stage: any WorkStage
  private let done = Mutex(0)

  init(_ total: Int, _ stage: any WorkStage) {
    self.total = total
    self.stage = stage
  }

  /// Counts one more item.
  func count() {
    let number = done.withLock { done in
      done += 1
      return done
    }
    stage.update(Int64(number), of: Int64(total))
  }
}
