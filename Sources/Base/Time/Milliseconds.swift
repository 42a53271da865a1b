/// A position in a recording, or a length of time, in whole milliseconds.
///
/// Files contain seconds with three decimals. With integers in memory, equal values stay equal, and no value
/// drifts when a file is read and written again.
public struct Milliseconds: Hashable, Comparable, Sendable {
  /// Thousandths of a second; negative only for differences.
  public var count: Int64

  /// `count` thousandths of a second.
  public init(_ count: Int64) {
    self.count = count
  }

  /// The whole millisecond nearest to `seconds`, halves away from zero; nil if it is not a number or beyond
  /// 2^53 ms.
  public init?(seconds: Double) {
    let scaled = (seconds * 1000).rounded(.toNearestOrAwayFromZero)
    guard scaled.magnitude < 9_007_199_254_740_992 else { return nil }
    count = Int64(scaled)
  }

  /// The start of a recording.
  public static let zero = Milliseconds(0)

  /// In seconds, for arithmetic that needs no exactness.
  public var seconds: Double { Double(count) / 1000 }

  /// Shorter or earlier first.
  public static func < (a: Self, b: Self) -> Bool { a.count < b.count }
  /// A position moved later, or two lengths one after the other; absurd sums stay at the largest number.
  public static func + (a: Self, b: Self) -> Self {
    let (sum, overflows) = a.count.addingReportingOverflow(b.count)
    return Self(overflows ? (b.count < 0 ? .min : .max) : sum)
  }
  /// The length from `b` to `a`, or a position moved earlier.
  public static func - (a: Self, b: Self) -> Self {
    let (difference, overflows) = a.count.subtractingReportingOverflow(b.count)
    return Self(overflows ? (b.count > 0 ? .min : .max) : difference)
  }
}

extension Milliseconds: CustomStringConvertible {
  /// Seconds with three decimals, the canonical form of the files: `263.120`.
  public var description: String {
    let magnitude = count.magnitude
    let fraction = String(magnitude % 1000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    return "\(count < 0 ? "-" : "")\(magnitude / 1000).\(zeros)\(fraction)"
  }

  /// Returns `01:02:03.456`: hours with at least two digits, and all thousandths after `mark`; zero for a
  /// time before the start.
  public func fullClock(mark: String = ".") -> String {
    func padded(_ value: Int64, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let count = max(0, count)
    return padded(count / 3_600_000, 2) + ":" + padded(count / 60_000 % 60, 2) + ":"
      + padded(count / 1000 % 60, 2) + mark + padded(count % 1000, 3)
  }

  /// As people say it: `4:23`, `1:02:03`, whole seconds, halves up.
  public var clock: String {
    let total = (count + 500) / 1000
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let hours = total / 3600
    let minutes = total / 60 % 60
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(total % 60))" : "\(minutes):\(two(total % 60))"
  }
}

extension Milliseconds {
  /// Reads `263.12`, `263`, `4:23.12`, `1:02:03.5`; no sign, no exponent, ASCII digits only.
  ///
  /// More than three decimals are rounded, halves away from zero. After a colon there are two
  /// digits below 60, before one there may be any number up to 2^53 ms in all. Nil when the text is none of
  /// these.
  public init?(parsing text: some Collection<UInt8>) {
    var whole: Int64 = 0  // seconds so far
    var group: Int64 = 0
    var digits = 0
    var colons = 0
    var index = text.startIndex
    let limit: Int64 = 9_007_199_254_740
    while index < text.endIndex {
      let byte = text[index]
      if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        group = group * 10 + Int64(byte - UInt8(ascii: "0"))
        digits += 1
        guard group <= limit else { return nil }
      } else if byte == UInt8(ascii: ":") {
        guard digits > 0, colons < 2, colons == 0 || (digits == 2 && group < 60) else { return nil }
        whole = (whole + group) * 60
        guard whole <= limit else { return nil }
        group = 0
        digits = 0
        colons += 1
      } else {
        break
      }
      index = text.index(after: index)
    }
    guard digits > 0, colons == 0 || (digits == 2 && group < 60) else { return nil }
    whole += group
    guard whole <= limit else { return nil }
    var thousandths: Int64 = 0
    if index < text.endIndex {
      guard text[index] == UInt8(ascii: ".") else { return nil }
      index = text.index(after: index)
      guard index < text.endIndex else { return nil }
      var weight: Int64 = 100
      var roundsUp = false
      var place = 0
      while index < text.endIndex {
        let byte = text[index]
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        let digit = Int64(byte - UInt8(ascii: "0"))
        if place < 3 { thousandths += digit * weight } else if place == 3 { roundsUp = digit >= 5 }
        weight /= 10
        place += 1
        index = text.index(after: index)
      }
      if roundsUp { thousandths += 1 }
    }
    guard whole < limit || thousandths == 0 else { return nil }
    count = whole * 1000 + thousandths
  }

  /// Reads a time from a string, as from bytes.
  public init?(_ text: some StringProtocol) {
    self.init(parsing: text.utf8)
  }
}
