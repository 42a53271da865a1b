package import TilawaBase

/// Times as other programs write them, read as decimal text: no binary fraction can tip a half the wrong way.
package enum DecimalTime {
  /// What a number without a sign of its unit means.
  package enum Unit: String, Sendable, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
  }

  /// Which sign parts whole seconds from their fraction.
  package enum Mark: Sendable {
    /// `4.2`
    case point
    /// `4.2` or `4,2`
    case pointOrComma
  }

  /// `4.2`, `.5`, `9.050500`, `1e-3`, with or without a sign; in seconds, or in thousandths when `unit` is
  /// milliseconds. Halves are rounded away from zero. Nil for anything else and beyond 2^53 ms.
  package static func parse(
    _ text: some StringProtocol, unit: Unit = .seconds, mark: Mark = .point
  ) -> Milliseconds? {
    // Nearly all of them are plain: `9.050`.
    if unit == .seconds, text.utf8.count < 16,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let time = Milliseconds(parsing: text.utf8)
    {
      return time
    }
    var digits: [UInt8] = []
    var exponent = unit == .seconds ? 3 : 0
    var bytes = Array(text.utf8)[...]
    var isNegative = false
    if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      bytes = bytes.dropFirst()
    }
    var hasDigits = false
    var isFraction = false
    loop: while let byte = bytes.first {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        hasDigits = true
        if isFraction { exponent -= 1 }
        // Leading zeros say nothing, and what lies this far behind the point can't change a rounding but by being there.
        if digits.count < 40 {
          if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - UInt8(ascii: "0")) }
        } else {
          exponent += 1
        }
      case UInt8(ascii: "."), UInt8(ascii: ","):
        guard !isFraction, byte == UInt8(ascii: ".") || mark == .pointOrComma else { return nil }
        isFraction = true
      default: break loop
      }
      bytes = bytes.dropFirst()
    }
    guard hasDigits else { return nil }
    if let letter = bytes.first {
      guard letter | 0x20 == UInt8(ascii: "e"),
        let power = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)),
        abs(power) <= 400
      else { return nil }
      exponent += power
    }
    // digits × 10^exponent thousandths
    guard digits.count + exponent <= 16 else { return digits.isEmpty ? .zero : nil }
    let kept = digits.count + min(0, exponent)
    var value: Int64 = 0
    for place in 0..<max(0, digits.count + exponent) {
      value = value * 10 + (place < digits.count ? Int64(digits[place]) : 0)
    }
    if exponent < 0, kept >= 0, kept < digits.count, digits[kept] >= 5 { value += 1 }
    guard value < 9_007_199_254_740_992 else { return nil }
    return Milliseconds(isNegative ? -value : value)
  }

  /// `4:23.12`, `1:02:03,5` as well; any number of digits before the first colon, two after each.
  package static func parseClock<Text: StringProtocol>(_ text: Text, mark: Mark = .point) -> Milliseconds?
  where Text.SubSequence == Substring {
    let parts = text.fields(by: ":")
    guard parts.count <= 3, let last = parts.last else { return nil }
    if parts.count == 1 { return parse(text, mark: mark) }
    var whole: Int64 = 0
    for (index, part) in parts.dropLast().enumerated() {
      guard (1...9).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let value = Int64(part), index == 0 || (part.utf8.count <= 2 && value < 60)
      else { return nil }
      whole = whole * 60 + value
    }
    let digits = last.utf8.prefix { (0x30...0x39).contains($0) }
    guard (1...2).contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)),
      number < 60,
      whole < 150_000_000_000, let seconds = parse(last, mark: mark)
    else { return nil }
    return Milliseconds(whole * 60_000) + seconds
  }
}
