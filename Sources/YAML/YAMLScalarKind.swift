extension YAMLScalar {
  /// The kind of the scalar under YAML 1.2's core schema. Quoted and block scalars are always text.
  public var kind: Kind {
    guard style == .plain else { return .text }
    return Self.kind(ofPlain: value)
  }

  /// Returns the kind of a plain scalar with this text (YAML 1.2.2, section 10.3.2).
  static func kind(ofPlain value: String) -> Kind {
    var value = value
    return value.withUTF8 { text in
      guard let first = text.first else { return .null }
      // Most scalars are words: one look at the first byte settles them.
      switch first {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        return number(text)
      case UInt8(ascii: "~"):
        return text.count == 1 ? .null : .text
      case UInt8(ascii: "n"), UInt8(ascii: "N"):
        return text.matches("null") || text.matches("Null") || text.matches("NULL") ? .null : .text
      case UInt8(ascii: "t"), UInt8(ascii: "T"):
        return text.matches("true") || text.matches("True") || text.matches("TRUE")
          ? .boolean(true) : .text
      case UInt8(ascii: "f"), UInt8(ascii: "F"):
        return text.matches("false") || text.matches("False") || text.matches("FALSE")
          ? .boolean(false) : .text
      default:
        return .text
      }
    }
  }

  private static func number(_ text: UnsafeBufferPointer<UInt8>) -> Kind {
    let count = text.count
    if count > 2, text[0] == UInt8(ascii: "0") {
      if text[1] == UInt8(ascii: "o") {
        return text.dropFirst(2).allSatisfy { (0x30...0x37).contains($0) } ? .integer : .text
      }
      if text[1] == UInt8(ascii: "x") {
        return text.dropFirst(2).allSatisfy { $0.isHexDigit } ? .integer : .text
      }
    }
    var index = text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") ? 1 : 0
    let unsigned = UnsafeBufferPointer(rebasing: text[index...])
    if unsigned.matches(".inf") || unsigned.matches(".Inf") || unsigned.matches(".INF") { return .float }
    if index == 0, text.matches(".nan") || text.matches(".NaN") || text.matches(".NAN") { return .float }

    let whole = text.digits(from: &index)
    if index == count { return whole > 0 ? .integer : .text }
    var fraction = 0
    if text[index] == UInt8(ascii: ".") {
      index += 1
      fraction = text.digits(from: &index)
    }
    guard whole + fraction > 0 else { return .text }
    if index < count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") { index += 1 }
      guard text.digits(from: &index) > 0 else { return .text }
    }
    return index == count ? .float : .text
  }
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }
  var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}

extension UnsafeBufferPointer<UInt8> {
  func matches(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for index in 0..<count where self[index] != word.utf8Start[index] { return false }
    return true
  }

  fileprivate func digits(from index: inout Int) -> Int {
    let start = index
    while index < count, self[index].isDigit { index += 1 }
    return index - start
  }
}
