import Synchronization

/// Counts recordings of which nobody can say how long they are without a program that isn't installed.
package final class UnheardAudio: Sendable {
  private let counter = Atomic(0)

  /// None yet.
  package init() {}

  /// How many there were; one that is checked twice, because git has left two versions of its bundle, counts twice.
  package var count: Int { counter.load(ordering: .relaxed) }

  func add() { counter.add(1, ordering: .relaxed) }
}
