#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection that sends whatever bytes it likes.
final class RawConnection {
  private let number: Int32

  init?(to port: Int, secondsToWait: Int = 60) {
    #if canImport(Glibc)
      number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      number = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var limit = timeval(tv_sec: secondsToWait, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = UInt16(port).bigEndian
    place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { return nil }
  }

  deinit { close(number) }

  /// Sends as much as the other side takes; false when it takes no more.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Self.put(number, $0) }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  private static func put(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
      Darwin.send(number, bytes.baseAddress, bytes.count, 0)
    #endif
  }

  /// Returns everything that is received until the other side closes; nil if it doesn't close in time.
  func readToEnd() -> String? {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(number, &buffer, buffer.count, 0)
      if count == 0 { return String(decoding: all, as: UTF8.self) }
      if count < 0 { return errno == ECONNRESET ? String(decoding: all, as: UTF8.self) : nil }
      all += buffer[..<count]
    }
  }

  /// Returns everything that is received, up to a piece that completes `text`, or to the end.
  func read(until text: String) -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = recv(number, &buffer, buffer.count, 0), count > 0 {
      all += buffer[..<count]
      if String(decoding: all, as: UTF8.self).contains(text) { break }
    }
    return String(decoding: all, as: UTF8.self)
  }
}
