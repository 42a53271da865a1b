import Synchronization

/// Counts recordings whose length can't be determined without a program that isn't installed.
package final class UnheardAudio: Sendable {
  private let counter = Atomic(0)

  /// None yet.
  package init() {}

  /// The number of such recordings. A recording that is checked twice, because git has left two versions of
  /// its bundle, counts twice.
  package var count: Int { counter.load(ordering: .relaxed) }

  func add() { counter.add(1, ordering: .relaxed) }
}
