import TilawaBase

/// An `http:` or `https:` address, taken apart far enough to judge it.
package struct WebAddress: Hashable, Sendable {
  /// True if the connection is encrypted.
  package let isSecure: Bool
  /// A name or the numbers of an address, in lower case, those of IPv6 in brackets.
  package let host: String
  /// Also where it isn't written.
  package let port: Int
  /// From the slash behind the host on; `/` at least.
  package let path: String

  /// Parses an address. Nil if it is malformed or has parts that addresses of files don't need: a user, a
  /// fragment, or anything but printable ASCII. Also nil for a port of 0, a host of more than 253 characters,
  /// or more than 4,000 characters in all.
  package init?(_ text: String) {
    guard text.utf8.count <= 4000,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
      let (scheme, rest) = text.cut(at: "://"), ["http", "https"].contains(scheme.lowercased())
    else { return nil }
    isSecure = scheme.lowercased() == "https"
    let start = rest.unicodeScalars.firstIndex { "/?#".unicodeScalars.contains($0) } ?? rest.endIndex
    let place = rest[..<start]
    let tail = String(rest[start...])
    guard !place.holds("@"), !tail.holds("#") else { return nil }
    var (name, digits): (Substring, Substring?) = (place, nil)
    if place.begins(with: "[") {
      guard let (inner, behind) = place.cut(at: "]") else { return nil }
      name = place[..<inner.endIndex] + "]"
      if !behind.isEmpty {
        guard let port = behind.after(":") else { return nil }
        digits = port
      }
    } else if let (before, port) = place.cut(at: ":") {
      (name, digits) = (before, port)
    }
    guard !name.isEmpty, name.utf8.count <= 253, Self.isHost(name) else { return nil }
    if let digits {
      guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(digits), (1...65_535).contains(number)
      else { return nil }
      port = number
    } else {
      port = isSecure ? 443 : 80
    }
    host = name.lowercased()
    path = tail.begins(with: "/") ? tail : "/" + tail
  }

  private static func isHost(_ name: Substring) -> Bool {
    name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "%"):
        true
      default: false
      }
    } && (name.begins(with: "[") || !name.utf8.contains { "[]:%".utf8.contains($0) })
  }

  /// The address as it is sent in requests.
  package var text: String { "\(isSecure ? "https" : "http")://\(host)\(portText)\(path)" }

  /// `https://example.org:8443`.
  package var origin: String { "\(isSecure ? "https" : "http")://\(host)\(portText)" }

  private var portText: String { port == (isSecure ? 443 : 80) ? "" : ":\(port)" }

  /// True if the host is a name or number of this computer.
  package var isLoopback: Bool {
    let name = host.before(".").map(String.init) ?? host
    return name == "localhost" || name.ends(with: ".localhost") || name == "[::1]"
      || numbers.map { $0.kind == .loopback } ?? false
  }

  /// True if the host has a name that only private networks assign: without a dot, or ending in `.local` and
  /// the like.
  package var hasLocalName: Bool {
    !host.holds(".") && !host.begins(with: "[")
      || [".local", ".localhost", ".lan", ".home", ".internal", ".home.arpa"].contains { host.ends(with: $0) }
  }

  /// Returns true if both have the same host and port, compared by name.
  package func isSameDoor(as other: WebAddress) -> Bool { host == other.host && port == other.port }

  /// The four numbers of an IPv4 host, as people write them; what else libcurl takes for an address is judged when it
  /// is connected to.
  private var numbers: NetworkAddress? {
    let parts = host.fields(by: ".")
    let bytes = parts.compactMap { UInt8($0) }
    return parts.count == 4 && bytes.count == 4 ? NetworkAddress(bytes) : nil
  }

  /// True if the host is written as numbers, in any of the ways that libcurl accepts.
  package var isNumeric: Bool {
    if host.begins(with: "[") { return true }
    guard let last = host.words(by: ".").last else { return false }
    return last.utf8.allSatisfy { (0x30...0x39).contains($0) } || last.begins(with: "0x")
  }

  /// The kind of the host's address if it is written as four numbers or `[::1]`; nil if it is known only
  /// after connecting.
  package var writtenKind: NetworkAddress.Kind? { host == "[::1]" ? .loopback : numbers?.kind }

  /// The address of a file below this one, which is taken for a folder.
  package func appending(_ path: String) -> String {
    let (folder, query) = self.path.cut(at: "?") ?? (self.path[...], "")
    return origin + folder + (folder.ends(with: "/") ? "" : "/") + path + (query.isEmpty ? "" : "?" + query)
  }
}
