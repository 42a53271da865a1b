extension Sequence<UInt8> {
  /// FNV-1a, 64 bits (Fowler, Noll and Vo, draft-eastlake-fnv): a short name for bytes, which others don't have by chance. It
  /// withstands nobody who looks for others that do.
  public var fnv1a: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}

extension UInt64 {
  /// All sixteen hexadecimal digits, in lower case.
  public var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
