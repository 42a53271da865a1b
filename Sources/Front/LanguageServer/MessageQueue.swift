import Dispatch
import Synchronization

/// Messages on their way from the thread that reads them to the one that answers.
final class MessageQueue: Sendable {
  /// An item from the reader.
  enum Item: Sendable {
    case message(Message)
    /// Something that is no message.
    case fault(RPCFailure)
    /// Work of a background job that must run where the state is.
    case news(@Sendable (EditorSession) -> Void)
    /// Nothing more will come.
    case end
  }

  private struct State {
    var items: [Item] = []
    var first = 0
    /// Requests that are waiting, or being answered.
    var open: Set<RequestID> = []
    var cancelled: Set<RequestID> = []
  }

  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)

  /// Puts something behind the rest. Cancellations overtake what they are about.
  func put(_ item: Item) {
    state.withLock { state in
      if case .message(let message) = item {
        switch message.kind {
        case .request(let id, _): state.open.insert(id)
        case .notification(method: "$/cancelRequest"):
          if let id = message.cancelledID, state.open.contains(id) { state.cancelled.insert(id) }
        default: break
        }
      }
      state.items.append(item)
    }
    signal.signal()
  }

  /// The next, waited for so long; nil when none has come.
  func next(waitingMilliseconds: Int?) -> Item? {
    if let waitingMilliseconds {
      guard signal.wait(timeout: .now() + .milliseconds(waitingMilliseconds)) == .success else { return nil }
    } else {
      signal.wait()
    }
    return state.withLock { state in
      guard state.first < state.items.count else { return nil }
      let item = state.items[state.first]
      state.first += 1
      if state.first == state.items.count || state.first > 1024 {
        state.items.removeFirst(state.first)
        state.first = 0
      }
      return item
    }
  }

  /// True if somebody has lost interest in a request.
  func isCancelled(_ id: RequestID) -> Bool { state.withLock { $0.cancelled.contains(id) } }

  /// True if nothing waits behind the item in progress.
  var isEmpty: Bool { state.withLock { $0.first == $0.items.count } }

  /// Forgets a request that was answered.
  func close(_ id: RequestID) {
    state.withLock { state in
      state.open.remove(id)
      state.cancelled.remove(id)
    }
  }
}

extension Message {
  /// The request that `$/cancelRequest` is about.
  fileprivate var cancelledID: RequestID? {
    content["id"].number.map { .number($0) } ?? content["id"].text.map { .text($0) }
  }
}
