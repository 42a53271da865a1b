internal import Dispatch
internal import Synchronization

/// How many threads may compute at the same time.
package final class Processors: Sendable {
  /// Those of this process.
  package static let ofProcess = Processors()

  /// How many threads beside the first are free; nil where there is no limit.
  private let free = Mutex<Int?>(nil)

  /// As many as there are processors.
  package init() {}

  /// From now on no more than `threads` threads compute at the same time, 1 or more. To be set before work begins.
  package func limit(to threads: Int) { free.withLock { $0 = max(1, threads) - 1 } }

  /// How many threads may compute beside the one that asks: those that no other work has taken; nil where there is no limit.
  package var others: Int? { free.withLock(\.self) }

  /// Calls `work` for each number below `count`, on as many threads as there are processors or as the limit leaves, and returns
  /// when all is done.
  ///
  /// The calling thread takes part, so that work within such work goes on where no other thread is free.
  package func share(_ count: Int, _ work: @Sendable (Int) -> Void) {
    guard let taken = take(atMost: count - 1) else {
      return DispatchQueue.concurrentPerform(iterations: count, execute: work)
    }
    defer { free.withLock { $0 = $0.map { $0 + taken } } }
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: taken + 1) { _ in
      while case let number = next.add(1, ordering: .relaxed).oldValue, number < count { work(number) }
    }
  }

  /// Takes threads that are free, at most so many; nil where there is no limit.
  private func take(atMost count: Int) -> Int? {
    free.withLock { free in
      guard let left = free else { return nil }
      let taken = max(0, min(left, count))
      free = left - taken
      return taken
    }
  }
}

extension Processors {
  /// The same on those of this process.
  package static func share(_ count: Int, _ work: @Sendable (Int) -> Void) { ofProcess.share(count, work) }
}
