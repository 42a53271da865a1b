/// An address of the network, of IPv4 or IPv6.
package struct NetworkAddress: Hashable, Sendable {
  /// To whom an address belongs.
  package enum Kind: Hashable, Sendable {
    /// Anybody's, anywhere.
    case everywhere
    /// This computer.
    case loopback
    /// A private network, such as that of a home or a company.
    case privateNetwork
    /// The cable, where clouds keep the keys of their machines, too.
    case linkLocal
    /// Nobody's: a placeholder, many at once, or none yet.
    case reserved
  }

  /// 4 or 16 bytes.
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// By the registries of special addresses (RFC 6890 and its successors). What leads to an IPv4 address is of that
  /// one's kind.
  package var kind: Kind {
    switch bytes.count {
    case 4: Self.kind(of4: bytes)
    case 16: Self.kind(of6: bytes)
    default: .reserved
    }
  }

  private static func kind(of4 a: [UInt8]) -> Kind {
    switch (a[0], a[1], a[2]) {
    case (127, _, _): .loopback
    case (10, _, _), (172, 16...31, _), (192, 168, _), (100, 64...127, _): .privateNetwork
    case (169, 254, _): .linkLocal
    case (0, _, _), (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113),
      (224..., _, _):
      .reserved
    default: .everywhere
    }
  }

  private static func kind(of6 a: [UInt8]) -> Kind {
    if a[..<10].allSatisfy({ $0 == 0 }), a[10] == 0xFF, a[11] == 0xFF { return kind(of4: Array(a[12...])) }
    if a[..<15].allSatisfy({ $0 == 0 }) { return a[15] == 1 ? .loopback : .reserved }
    // IPv4 addresses written as IPv6 ones, and those behind translators (64:ff9b::, 2002::).
    if a[..<12].allSatisfy({ $0 == 0 }) { return kind(of4: Array(a[12...])) }
    if a[..<12].elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
      return kind(of4: Array(a[12...]))
    }
    if a[0] == 0x20, a[1] == 0x02 { return kind(of4: Array(a[2..<6])) }
    switch (a[0], a[1]) {
    case (0xFC...0xFD, _): return .privateNetwork
    case (0xFE, 0x80...0xBF): return .linkLocal
    case (0xFE, 0xC0...): return .privateNetwork
    case (0x20, 0x01) where a[2] == 0 && a[3] == 0 || a[2] == 0x0D && a[3] == 0xB8: return .reserved
    // All that has been given out so far.
    case (0x20...0x3F, _): return .everywhere
    default: return .reserved
    }
  }

  /// `127.0.0.1`, `fe80::1` without zeros left out of the middle.
  package var text: String {
    guard bytes.count == 16 else { return bytes.map { "\($0)" }.joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2).map {
      String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
    }.joined(separator: ":")
  }
}

extension NetworkAddress.Kind {
  /// `of this computer`.
  package var text: String {
    switch self {
    case .everywhere: "on the public network"
    case .loopback: "of this computer"
    case .privateNetwork: "on a private network"
    case .linkLocal: "on the local link"
    case .reserved: "of no computer"
    }
  }
}
