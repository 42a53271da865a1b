import Synchronization

/// Events that go to all windows that listen, in one order.
package final class EventFeed: Sendable {
  private struct Listener {
    let window: String?
    let send: @Sendable ([UInt8]) -> Void
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var last = 0
    var emptySince: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// A feed that nobody listens to yet.
  package init() {}

  /// Sends an event to all, but not to the window that knows it already. `data` has no line ends.
  package func send(_ event: String, _ data: String, except window: String? = nil) {
    let bytes = Array("event: \(event)\ndata: \(data)\n\n".utf8)
    state.withLock { state in
      for listener in state.listeners.values where window == nil || listener.window != window {
        listener.send(bytes)
      }
    }
  }

  /// The number of listeners.
  package var count: Int { state.withLock { $0.listeners.count } }

  /// Since when nobody listens any more; nil while somebody does, or when nobody ever has.
  package var emptySince: ContinuousClock.Instant? { state.withLock { $0.emptySince } }

  /// Lets somebody listen; `send` is called on any thread and must not wait.
  func add(_ window: String?, _ send: @escaping @Sendable ([UInt8]) -> Void) -> Int {
    state.withLock { state in
      state.last += 1
      state.listeners[state.last] = Listener(window: window, send: send)
      state.emptySince = nil
      return state.last
    }
  }

  func remove(_ listener: Int) {
    state.withLock { state in
      guard state.listeners.removeValue(forKey: listener) != nil, state.listeners.isEmpty else { return }
      state.emptySince = .now
    }
  }
}
