import NIOCore
import Synchronization

/// The connections that there are: those of strangers, which have shown no token yet, and those that have.
///
/// Anybody on this computer may connect. Strangers have room of their own, and where it is full the one that came first has to go:
/// whoever has the token shows it at once, and is never kept out by those who wait.
final class LoopbackConnections: Sendable {
  private struct State {
    /// In the order of their coming.
    var strangers: [any Channel] = []
    var known = 0
  }

  private let most: Int
  private let state = Mutex(State())

  /// As many of each kind.
  init(_ most: Int) { self.most = most }

  /// A stranger comes.
  func enter(_ channel: any Channel) {
    let oldest = state.withLock { state in
      state.strangers.append(channel)
      return state.strangers.count > most ? state.strangers.removeFirst() : nil
    }
    oldest?.close(promise: nil)
    channel.closeFuture.whenComplete { [self] _ in
      state.withLock { state in state.strangers.removeAll { $0 === channel } }
    }
  }

  /// A stranger has shown the token. Returns false where there are too many of these.
  func admit(_ channel: any Channel) -> Bool {
    let isAdmitted = state.withLock { state in
      guard state.known < most else { return false }
      state.known += 1
      state.strangers.removeAll { $0 === channel }
      return true
    }
    guard isAdmitted else { return false }
    channel.closeFuture.whenComplete { [self] _ in state.withLock { $0.known -= 1 } }
    return true
  }
}
