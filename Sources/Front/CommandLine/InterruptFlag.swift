import Synchronization

/// Whether Ctrl-C was pressed; told from another thread.
final class InterruptFlag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() { value.withLock { $0 = true } }
}
