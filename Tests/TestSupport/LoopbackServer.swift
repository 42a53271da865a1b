import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A web server on this computer alone, as unreliable as a test wants it. One request a connection.
public final class LoopbackServer: Sendable {
  /// A request to the server.
  public struct Request: Sendable {
    /// The target as in the first line: a path, or an address if the server is used as a proxy.
    public let target: String
    /// The headers, by name in lower case.
    public let headers: [String: String]
    /// The number of earlier requests for the same target.
    public let earlier: Int

    /// The first byte that is requested; nil without such a header.
    public var rangeStart: Int? {
      headers["range"].flatMap { $0.hasPrefix("bytes=") ? Int($0.dropFirst(6).prefix { $0 != "-" }) : nil }
    }
  }

  /// A reply of the server.
  public struct Reply: Sendable {
    /// The HTTP status.
    public var status: Int
    /// Beside `Content-Length`.
    public var headers: [String]
    /// The whole body.
    public var body: [UInt8]
    /// The value of `Content-Length`; nil for no such header.
    public var length: Int?
    /// The number of body bytes after which the connection is cut; nil for no cut.
    public var cut: Int?
    /// The number of body bytes after which the server sends nothing more until the client leaves; nil for no
    /// stall.
    public var stall: Int?

    /// An honest answer.
    public init(_ status: Int = 200, _ headers: [String] = [], body: [UInt8] = []) {
      self.status = status
      self.headers = headers
      self.body = body
      length = body.count
    }

    /// A reply with `file`, or with the requested part, and with `tag` as its validator.
    public init(file: [UInt8], tag: String, for request: Request) {
      self.init(200, ["ETag: \"\(tag)\"", "Accept-Ranges: bytes"], body: file)
      guard let start = request.rangeStart, request.headers["if-range"] == "\"\(tag)\"" else { return }
      guard start < file.count else {
        self.init(416, ["Content-Range: bytes */\(file.count)"])
        return
      }
      status = 206
      headers.append("Content-Range: bytes \(start)-\(file.count - 1)/\(file.count)")
      body = Array(file[start...])
      length = body.count
    }
  }

  private struct State {
    var requests: [Request] = []
    var isClosed = false
  }

  /// `http://127.0.0.1:PORT`.
  public let address: String
  private let socketNumber: Int32
  private let state = Mutex(State())
  private let answer: @Sendable (Request) -> Reply

  /// Begins to answer on a port that is free.
  public init(_ answer: @escaping @Sendable (Request) -> Reply) throws {
    self.answer = answer
    #if canImport(Glibc)
      socketNumber = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socketNumber = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = socketNumber
    let isBound = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(number, pointer, size) == 0 && listen(number, 128) == 0
          && getsockname(number, pointer, &size) == 0
      }
    }
    guard isBound else { throw Unavailable() }
    address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
    DispatchQueue(label: "loopback").async { self.accept() }
  }

  /// No socket can be had.
  public struct Unavailable: Error {}

  /// All requests so far.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// Stops answering.
  public func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    if isFirst { shutdown(socketNumber, Int32(SHUT_RDWR)) }
  }

  private func accept() {
    while true {
      #if canImport(Glibc)
        let client = Glibc.accept(socketNumber, nil, nil)
      #else
        let client = Darwin.accept(socketNumber, nil, nil)
      #endif
      if state.withLock({ $0.isClosed }) || client < 0 { break }
      DispatchQueue(label: "loopback-client").async {
        self.serve(client)
        #if canImport(Glibc)
          Glibc.close(client)
        #else
          Darwin.close(client)
        #endif
      }
    }
    #if canImport(Glibc)
      Glibc.close(socketNumber)
    #else
      Darwin.close(socketNumber)
    #endif
  }

  private func serve(_ client: Int32) {
    guard let head = readHead(client) else { return }
    let lines = head.split(whereSeparator: \.isNewline)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3 else { return }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    let request = state.withLock { state in
      let target = String(words[1])
      let earlier = state.requests.count { $0.target == target }
      let request = Request(target: target, headers: headers, earlier: earlier)
      state.requests.append(request)
      return request
    }
    let reply = answer(request)
    var lead = "HTTP/1.1 \(reply.status) Told\r\nConnection: close\r\n"
    if let length = reply.length { lead += "Content-Length: \(length)\r\n" }
    lead += reply.headers.map { $0 + "\r\n" }.joined() + "\r\n"
    let end = min(reply.body.count, reply.cut ?? .max, reply.stall ?? .max)
    guard send(Array(lead.utf8) + reply.body[..<end], to: client), reply.stall != nil else { return }
    // The client goes when it has had enough.
    var byte: UInt8 = 0
    _ = recv(client, &byte, 1, 0)
  }

  private func readHead(_ client: Int32) -> String? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 65_536 {
      let count = recv(client, &block, block.count, 0)
      guard count > 0 else { return nil }
      bytes += block[..<count]
      if bytes.suffix(4) == Array("\r\n\r\n".utf8)[...] { return String(decoding: bytes, as: UTF8.self) }
    }
    return nil
  }

  private func send(_ bytes: [UInt8], to client: Int32) -> Bool {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
      var on: Int32 = 1
      setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { part in
        #if canImport(Glibc)
          Glibc.send(client, part.baseAddress, part.count, flags)
        #else
          Darwin.send(client, part.baseAddress, part.count, flags)
        #endif
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
