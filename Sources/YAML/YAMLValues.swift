import TilawaBase

extension YAMLNode {
  /// Returns true if both nodes have the same values, however they are written: texts, numbers, truth values
  /// and keys.
  ///
  /// Keys are compared as text, numbers by value (3.120 and 3.12 are the same, 3 and 3.0 are not). The order
  /// of a mapping's keys doesn't count.
  public func hasSameValues(as other: YAMLNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let a), .scalar(let b)):
      return a.hasSameValue(as: b)
    case (.sequence(let a), .sequence(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { $0.hasSameValues(as: $1) }
    case (.mapping(let a), .mapping(let b)):
      guard a.count == b.count else { return false }
      return zip(a, b).allSatisfy { first, second in
        if first.hasSameKey(as: second) { return first.value.hasSameValues(as: second.value) }
        guard let match = b.first(where: { first.hasSameKey(as: $0) }) else { return false }
        return first.value.hasSameValues(as: match.value)
      }
    default:
      return false
    }
  }
}

extension YAMLPair {
  fileprivate func hasSameKey(as other: YAMLPair) -> Bool {
    guard let a = key.scalar, let b = other.key.scalar else { return key.hasSameValues(as: other.key) }
    return a.value == b.value
  }
}

extension YAMLScalar {
  /// True if the text, without quotes, is a number that the canonical form writes differently. It needs
  /// quotes to remain unchanged as text.
  public var needsQuotesToStay: Bool {
    let plain = YAMLScalar(value, style: .plain)
    return NumberText.forAllReaders(value, plain.kind) != value
  }
}

extension YAMLScalar {
  /// Returns true if both scalars have the same value, however they are written.
  public func hasSameValue(as other: YAMLScalar) -> Bool {
    switch (kind, other.kind) {
    case (.text, .text): value == other.value
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer, .integer): NumberText.integer(value) == NumberText.integer(other.value)
    case (.float, .float): NumberText.isSameFloat(value, other.value)
    default: false
    }
  }
}

/// Numbers as YAML writes them.
enum NumberText {
  /// One spelling for each whole number: decimal when it fits 64 bits, else what is left after leading zeros.
  static func integer(_ text: String) -> String {
    var digits = Substring(text)
    var sign = ""
    if digits.first == "+" || digits.first == "-" {
      sign = digits.first == "-" ? "-" : ""
      digits.removeFirst()
    }
    let radix = digits.begins(with: "0x") ? 16 : digits.begins(with: "0o") ? 8 : 10
    if radix != 10 { digits = digits.dropFirst(2) }
    digits = Substring(digits.unicodeScalars.drop { $0 == "0" })
    if digits.isEmpty { return "0" }
    if let value = UInt64(digits, radix: radix) { return sign + String(value) }
    return sign + (radix == 8 ? hexadecimal(octal: digits) : (radix == 16 ? "0x" : "") + digits.lowercased())
  }

  static func isSameFloat(_ a: String, _ b: String) -> Bool {
    guard let a = float(a), let b = float(b) else { return a.lowercased() == b.lowercased() }
    return a == b || (a.isNaN && b.isNaN)
  }

  private static func float(_ text: String) -> Double? {
    let lower = text.lowercased()
    if lower == ".nan" { return .nan }
    if lower.ends(with: ".inf") { return lower.begins(with: "-") ? -.infinity : .infinity }
    return Double(lower.ends(with: ".") ? lower + "0" : lower.replaced(".e", with: ".0e"))
  }

  /// The number so that readers of YAML 1.1 see it, too: they take 012 for 10, and 0o17, 1e3 and -.5 for
  /// text.
  static func forAllReaders(_ text: String, _ kind: YAMLScalar.Kind) -> String {
    switch kind {
    case .integer: integerForAllReaders(text)
    case .float: floatForAllReaders(text)
    default: text
    }
  }

  private static func integerForAllReaders(_ text: String) -> String {
    if text.begins(with: "0x") { return text }
    if text.begins(with: "0o") { return hexadecimal(octal: text.dropFirst(2)) }
    let digits = Substring(text.unicodeScalars.drop { $0 == "+" || $0 == "-" })
    guard digits.count > 1, digits.first == "0" else { return text }
    let rest = Substring(digits.unicodeScalars.drop { $0 == "0" })
    return String(text.prefix(text.count - digits.count)) + (rest.isEmpty ? "0" : String(rest))
  }

  private static func hexadecimal(octal: Substring) -> String {
    if let value = UInt64(octal, radix: 8) { return String(value) }
    var bits = octal.utf8.flatMap { digit in [2, 1, 0].map { (digit - 0x30) >> $0 & 1 } }
    while bits.count % 4 != 0 { bits.insert(0, at: 0) }
    let digits = stride(from: 0, to: bits.count, by: 4).map { index in
      String(bits[index..<index + 4].reduce(0) { $0 * 2 + Int($1) }, radix: 16)
    }
    return "0x" + String(digits.joined().unicodeScalars.drop { $0 == "0" })
  }

  private static func floatForAllReaders(_ text: String) -> String {
    let lower = text.lowercased()
    if lower.ends(with: "inf") || lower.ends(with: "nan") { return text }
    let sign = Substring(text.unicodeScalars.prefix { $0 == "+" || $0 == "-" })
    let parts = text.dropFirst(sign.count).fields(by: "eE", atMost: 2)
    let exponent = parts.count > 1 ? parts[1] : nil
    let mantissa = parts[0]
    let isSigned = exponent.map { $0.first == "+" || $0.first == "-" } ?? true
    let isUnderstood =
      isSigned && mantissa.holds(".") && (sign.isEmpty || mantissa.first != ".")
    if isUnderstood { return text }
    let numbers = mantissa.fields(by: ".")
    let whole = numbers[0].isEmpty ? "0" : numbers[0]
    let fraction = numbers.count > 1 && !numbers[1].isEmpty ? numbers[1] : "0"
    return "\(sign)\(whole).\(fraction)" + (exponent.map { "e" + (isSigned ? "" : "+") + $0 } ?? "")
  }
}
