import NIOHTTP1
import TilawaBase

/// Who is let in: pages that this server has sent, and the person who has its address.
///
/// A page of another origin can send requests to any port of this computer. It doesn't know the token; should it learn it, the
/// browser still says where the request comes from. A name that leads here (DNS rebinding) shows in `Host`.
struct LoopbackGate: Sendable {
  /// The names of this server, as `127.0.0.1:8080`.
  let hosts: [String]
  let token: String
  /// The code that leads to the token, if one does.
  var entry: EntryCode?
  let limits: LoopbackLimits

  /// Why somebody isn't let in.
  struct Refusal: Error {
    let status: Int
    let text: String
    /// Where to go instead.
    var location: String?

    init(_ status: Int, _ text: String) { (self.status, self.text) = (status, text) }
  }

  /// The contents of a request's head.
  struct Admitted {
    let method: LoopbackRequest.Method
    let isHead: Bool
    let path: [String]
    let query: [String: String]
  }

  /// Looks at the head of a request.
  func admit(_ head: HTTPRequestHead) throws(Refusal) -> Admitted {
    guard head.version == .http1_1 else { throw Refusal(505, "only HTTP/1.1 is supported") }
    try checkHost(head.headers)
    try checkSource(head)
    if head.headers.contains(name: "upgrade") {
      throw Refusal(400, "protocol upgrades are not supported")
    }
    let method: LoopbackRequest.Method
    switch head.method {
    case .GET, .HEAD: method = .get
    case .POST: method = .post
    default: throw Refusal(405, "only GET, HEAD and POST are allowed")
    }
    let parts = head.uri.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var path = try Self.path(parts[0])
    if let entry, path.count == 1, method == .get, entry.opens(for: path[0]) {
      var refusal = Refusal(303, "welcome")
      refusal.location = "/\(token)/"
      throw refusal
    }
    guard path.count > 1, isToken(path.removeFirst()) else { throw Refusal(404, "not found") }
    if method == .post { try checkBody(head.headers) }
    return Admitted(
      method: method, isHead: head.method == .HEAD, path: path,
      query: parts.count > 1 ? try Self.query(parts[1]) : [:])
  }

  private func checkHost(_ headers: HTTPHeaders) throws(Refusal) {
    guard headers["host"].count == 1, let host = headers.first(name: "host"),
      hosts.contains(where: host.isExactly)
    else { throw Refusal(421, "this server is only reachable as \(hosts[0])") }
  }

  private func checkSource(_ head: HTTPRequestHead) throws(Refusal) {
    for origin in head.headers["origin"]
    where !hosts.contains(where: { origin.isExactly("http://\($0)") }) {
      throw Refusal(403, "requests from other sites are refused")
    }
    for site in head.headers["sec-fetch-site"] where !site.isExactly("same-origin") && !site.isExactly("none")
    {
      // A link that somebody follows is no request of the page that it stands on: that learns nothing from the answer.
      guard head.method == .GET, head.headers.first(name: "sec-fetch-mode") == "navigate",
        head.headers.first(name: "sec-fetch-dest") == "document"
      else { throw Refusal(403, "requests from other sites are refused") }
    }
  }

  private func checkBody(_ headers: HTTPHeaders) throws(Refusal) {
    let type = headers.first(name: "content-type")?.lowercased() ?? ""
    guard type == "application/json" || type.begins(with: "application/json;") else {
      throw Refusal(415, "the body must be application/json")
    }
    if let length = headers.first(name: "content-length") {
      guard let count = Int(length), count <= limits.body else {
        throw Refusal(413, "the body may have at most \(limits.body) bytes")
      }
    }
  }

  /// Takes the same time whatever differs.
  private func isToken(_ text: String) -> Bool {
    let (given, own) = (Array(text.utf8), Array(token.utf8))
    guard given.count == own.count else { return false }
    return zip(given, own).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The parts of a path. Nothing in it is escaped and nothing climbs: no path of ours needs that.
  private static func path(_ bytes: Substring.UTF8View.SubSequence) throws(Refusal) -> [String] {
    guard bytes.first == UInt8(ascii: "/"),
      bytes.dropFirst().allSatisfy({ $0 == UInt8(ascii: "/") || isPlain($0) })
    else { throw Refusal(404, "not found") }
    let parts = bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard !parts.contains("."), !parts.contains("..") else { throw Refusal(404, "not found") }
    return parts
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func query(_ bytes: Substring.UTF8View.SubSequence) throws(Refusal) -> [String: String] {
    var values: [String: String] = [:]
    for pair in bytes.split(separator: UInt8(ascii: "&")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = unescaped(parts[0]), let value = parts.count > 1 ? unescaped(parts[1]) : "" else {
        throw Refusal(400, "invalid query string")
      }
      if values[name] == nil { values[name] = value }
    }
    return values
  }

  /// With `%41` and `+` undone; nil when that isn't UTF-8.
  private static func unescaped(_ bytes: some Collection<UInt8>) -> String? {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
        return nil
      }
      result.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: result, as: UTF8.self)
  }
}
