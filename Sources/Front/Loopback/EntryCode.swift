import NIOCore
import NIOPosix
import Synchronization

/// A short code that lets one browser of the local network in, once.
///
/// Five wrong codes close the entry for good, so that nobody can try them all.
package final class EntryCode: Sendable {
  /// Eight letters and digits, none of which looks like another: 40 bits.
  package let text: String
  private let state = Mutex<State>(.waiting(wrong: 0))

  private enum State {
    case waiting(wrong: Int)
    case used
    case closed
  }

  private static let mostWrong = 5
  private static let signs = Array("abcdefghijkmnpqrstuvwxyz23456789")

  /// Creates a random code.
  package init() {
    var generator = SystemRandomNumberGenerator()
    text = String((0..<8).map { _ in Self.signs[Int.random(in: 0..<Self.signs.count, using: &generator)] })
  }

  /// True once a browser has come in.
  package var isUsed: Bool { state.withLock { if case .used = $0 { true } else { false } } }
  /// True after too many wrong codes.
  package var isClosed: Bool { state.withLock { if case .closed = $0 { true } else { false } } }

  /// Returns true for the code, the first time that it is given. Takes the same time for any other of its
  /// length.
  func opens(for given: String) -> Bool {
    let isRight =
      given.utf8.count == text.utf8.count && zip(given.utf8, text.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    return state.withLock { state in
      guard case .waiting(let wrong) = state else { return false }
      state = isRight ? .used : wrong + 1 < Self.mostWrong ? .waiting(wrong: wrong + 1) : .closed
      return isRight
    }
  }
}

extension LoopbackServer {
  /// Returns the addresses of this computer in its private networks (RFC 1918).
  package static var localAddresses: [String] {
    let devices = (try? System.enumerateDevices()) ?? []
    return devices.compactMap { device -> String? in
      guard case .v4 = device.address, let address = device.address?.ipAddress else { return nil }
      let parts = address.utf8.split(separator: UInt8(ascii: ".")).compactMap {
        Int(String(decoding: $0, as: UTF8.self))
      }
      guard parts.count == 4 else { return nil }
      let isPrivate =
        parts[0] == 10 || parts[0] == 192 && parts[1] == 168
        || parts[0] == 172 && (16...31).contains(parts[1])
      return isPrivate ? address : nil
    }
  }
}
