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
}
