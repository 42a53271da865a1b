import TilawaBase

/// Tests of texts that can be written without quotes and remain the same text to every YAML reader.
enum PlainText {
  /// True when readers of YAML 1.1 and of 1.2 both take the plain `text` for text, with these characters.
  ///
  /// Timestamps such as 2024-01-05 are an exception by decision: they count as text, though a reader of 1.1
  /// may make a date of them.
  static func isSafe(_ text: String, inFlow: Bool) -> Bool {
    guard hasPlainShape(text, inFlow: inFlow) else { return false }
    return YAMLScalar.kind(ofPlain: text) == .text && !isSpecialInYAML11(text)
  }

  /// Returns true if the characters allow a plain scalar. The meaning of the text isn't considered.
  static func hasPlainShape(_ text: String, inFlow: Bool) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard let first = bytes.first, let last = bytes.last else { return false }
      if first <= 0x20 || last <= 0x20 || last == UInt8(ascii: ":") { return false }
      if ",[]{}#&*!|>'\"%@`?:=<".utf8.contains(first) { return false }
      if first == UInt8(ascii: "-") {
        guard bytes.count > 1, bytes[1] > 0x20, bytes[1] != UInt8(ascii: "-"),
          !inFlow || !",[]{}".utf8.contains(bytes[1])
        else { return false }
      }
      if first == UInt8(ascii: "."), bytes.count >= 3, bytes[1] == first, bytes[2] == first { return false }
      var previous: UInt8 = 0
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case 0..<0x20, 0x7F:
          return false
        case UInt8(ascii: "#") where previous == 0x20:
          return false
        case 0x20 where previous == UInt8(ascii: ":"):
          return false
        case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
          if inFlow { return false }
        case UInt8(ascii: "?") where inFlow:
          return false
        case 0x80...:
          if isUnprintable(bytes, at: index) { return false }
        default:
          break
        }
        previous = byte
      }
      return true
    }
  }

  /// The characters beyond ASCII that YAML refuses or takes for line ends.
  private static func isUnprintable(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let second = index + 1 < bytes.count ? bytes[index + 1] : 0
    let third = index + 2 < bytes.count ? bytes[index + 2] : 0
    switch bytes[index] {
    case 0xC2: return second < 0xA0
    case 0xE2: return second == 0x80 && (third == 0xA8 || third == 0xA9)
    case 0xEF: return (second == 0xBB && third == 0xBF) || (second == 0xBF && third >= 0xBE)
    default: return false
    }
  }

  private static let wordsOfYAML11: Set<String> = [
    "y", "Y", "yes", "Yes", "YES", "n", "N", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF",
    "=", "<<",
  ]

  /// Returns true if a YAML 1.1 reader would see a truth value, a number or a merge key where YAML 1.2 sees
  /// text.
  static func isSpecialInYAML11(_ text: String) -> Bool {
    if wordsOfYAML11.contains(text) { return true }
    guard let first = text.utf8.first, first.isDigit || first == 0x2B || first == 0x2D || first == 0x2E
    else { return false }
    var rest = Substring(text)
    if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
    let lower = rest.lowercased()
    if lower == ".inf" || lower == ".nan" { return true }
    let bytes = Array(lower.utf8)
    func all(from start: Int, _ allowed: (UInt8) -> Bool) -> Bool {
      bytes.count > start && bytes[start...].allSatisfy(allowed)
    }
    let underscore = UInt8(ascii: "_")
    if lower.begins(with: "0b"), all(from: 2, { $0 == 0x30 || $0 == 0x31 || $0 == underscore }) {
      return true
    }
    if lower.begins(with: "0x"), all(from: 2, { $0.isHexDigit || $0 == underscore }) { return true }
    if lower.begins(with: "0o"), all(from: 2, { $0.isDigit || $0 == underscore }) { return true }
    return isSexagesimal(bytes) || isLooseNumber(bytes)
  }

  /// 12:30:00 is 45000 in YAML 1.1.
  private static func isSexagesimal(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].first?.isDigit == true else { return false }
    return parts.allSatisfy { part in
      !part.isEmpty && part.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
    }
  }

  /// 1_000, 012, 1.2.3 and 1.5e3: digits with underscores and dots, and maybe an exponent.
  private static func isLooseNumber(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, first.isDigit || first == UInt8(ascii: ".") else { return false }
    var index = 0
    while index < bytes.count,
      bytes[index].isDigit || bytes[index] == UInt8(ascii: "_") || bytes[index] == UInt8(ascii: ".")
    {
      index += 1
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == 0x2B || bytes[index] == 0x2D { index += 1 }
      let digits = index
      while index < bytes.count, bytes[index].isDigit { index += 1 }
      if digits == index { return false }
    }
    return index == bytes.count
  }

  /// The text between double quotes, escaped only where it must be.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x09: result += "\\t"
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x85: result += "\\N"
      case 0x2028: result += "\\L"
      case 0x2029: result += "\\P"
      case 0..<0x20, 0x7F..<0xA0: result += "\\x" + hex(scalar.value, 2)
      case 0xFEFF, 0xFFFE, 0xFFFF: result += "\\u" + hex(scalar.value, 4)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func hex(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
