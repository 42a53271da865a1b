import Synchronization

/// Counts what several threads have done, and shows it.
final class ItemCounter: Sendable {
  private let total: Int
  private let progress: ProgressLine
  private let done = Mutex(0)

  init(_ total: Int, _ progress: ProgressLine) {
    self.total = total
    self.progress = progress
  }

  /// One more is done.
  func count() {
    let number = done.withLock { done in
      done += 1
      return done
    }
    progress.update(Int64(number), of: Int64(total))
  }
}
