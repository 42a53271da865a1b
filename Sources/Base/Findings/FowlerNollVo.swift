extension Sequence<UInt8> {
  /// The FNV-1a hash, 64 bits (Fowler, Noll and Vo, draft-eastlake-fnv): a short name for bytes.
  ///
  /// Other bytes don't have it by chance. It doesn't withstand an attacker who looks for a collision.
  public var fnv1a: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}

extension UInt64 {
  /// All sixteen hexadecimal digits, in lower case.
  public var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
