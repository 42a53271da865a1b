package import TilawaBase

/// Times as other programs write them, read as decimal text: no binary fraction can tip a half the wrong way.
package enum DecimalTime {
  /// The unit of a number that is written without one.
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

  /// 2^53, up to which numbers of JSON are exact.
  private static let limit: Int64 = 9_007_199_254_740_992

  /// `4.2`, `.5`, `9.050500`, `1e-3`, with or without a sign; in seconds, or in thousandths when `unit` is
  /// milliseconds. Halves are rounded away from zero. Nil for anything else and beyond 2^53 ms.
  package static func parse(
    _ text: some StringProtocol, unit: Unit = .seconds, mark: Mark = .point
  ) -> Milliseconds? {
    // Nearly all of them are plain: `9.050`.
    if text.utf8.count < 16, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) {
      let plain = unit == .seconds ? Milliseconds(parsing: text.utf8) : Int64(text).map { Milliseconds($0) }
      if let plain { return plain }
    }
    let unsigned = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard text.utf8.count - unsigned.count <= 1 else { return nil }
    let parts = String(decoding: Array(unsigned), as: UTF8.self).fields(by: "eE", atMost: 2)
    let sides = parts[0].fields(by: mark == .point ? "." : ".,")
    let digits = sides.joined()
    guard sides.count <= 2, !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let power = parts.count > 1 ? Int(parts[1]) : 0, abs(power) <= 400
    else { return nil }
    // The same number in thousandths, of which the first digit behind the point is rounded.
    let point = sides[0].utf8.count + power + (unit == .seconds ? 3 : 0)
    let zeros = { (count: Int) in String(repeating: "0", count: max(0, count)) }
    let shifted = zeros(1 - point) + digits + zeros(point - digits.utf8.count + 1)
    let whole = shifted.utf8.prefix(max(1, point))
    let isUp = shifted.utf8.dropFirst(whole.count).first.map { $0 >= UInt8(ascii: "5") } ?? false
    guard let count = Int64(Substring(whole)), count < limit, count + (isUp ? 1 : 0) < limit else {
      return nil
    }
    return Milliseconds((text.utf8.first == UInt8(ascii: "-") ? -1 : 1) * (count + (isUp ? 1 : 0)))
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
