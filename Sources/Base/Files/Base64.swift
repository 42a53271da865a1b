/// Bytes as letters, RFC 4648.
public enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Four letters for three bytes, filled up with `=`.
  public static func text(of bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var rest = bytes[...]
    while let first = rest.popFirst() {
      let (second, third) = (rest.popFirst(), rest.popFirst())
      let group = UInt32(first) << 16 | UInt32(second ?? 0) << 8 | UInt32(third ?? 0)
      text.append(letters[Int(group >> 18)])
      text.append(letters[Int(group >> 12 & 63)])
      text.append(second == nil ? UInt8(ascii: "=") : letters[Int(group >> 6 & 63)])
      text.append(third == nil ? UInt8(ascii: "=") : letters[Int(group & 63)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that `text` stands for; nil when it has other letters, or isn't filled up to four.
  public static func bytes(of text: some StringProtocol) -> [UInt8]? {
    let given = Array(text.utf8)
    guard given.count.isMultiple(of: 4) else { return nil }
    let filling = given.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(given.count / 4 * 3)
    var (group, bits) = (UInt32(0), 0)
    for letter in given.dropLast(filling) {
      guard let value = value(of: letter) else { return nil }
      group = group << 6 | value
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
    }
    // What is left over says nothing.
    return group & (1 << UInt32(bits) - 1) == 0 ? bytes : nil
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
