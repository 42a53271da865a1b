import Synchronization

/// A flag that is set, from another thread, when Ctrl-C is pressed.
final class InterruptFlag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() { value.withLock { $0 = true } }
}
