/// A day, or a moment of a day, as the files write it: `2024-01-05`, `2024-01-05T12:30:00+03:00`,
/// `2024-01-05T14:02:11Z`.
///
/// The text is kept, offset included, because where the clock stood is part of what was written.
public struct Timestamp: Hashable, Sendable {
  /// As written.
  public let text: String
  /// Seconds since 1970 in UTC; the first moment of the day when only a day is given.
  public let seconds: Int64
  /// True if a time of day is given.
  public let hasTime: Bool

  /// Reads a day, or a day, `T`, hours and minutes, and at will seconds and their fraction, then `Z` or an
  /// offset.
  ///
  /// Nil for other forms and for days and times that don't exist. A second of 60 is not accepted.
  public init?(_ text: some StringProtocol) {
    var digits = Array(text.utf8)[...]
    func number(_ count: Int) -> Int? {
      guard digits.count >= count else { return nil }
      var value = 0
      for byte in digits.prefix(count) {
        guard byte >= 48, byte <= 57 else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      digits = digits.dropFirst(count)
      return value
    }
    func skip(_ sign: Unicode.Scalar) -> Bool {
      guard let first = digits.first, UInt32(first) == sign.value else { return false }
      digits = digits.dropFirst()
      return true
    }
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      year >= 1, (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    var seconds = Self.daysSince1970(year, month, day) * 86_400
    hasTime = !digits.isEmpty
    if hasTime {
      guard skip("T"), let hour = number(2), skip(":"), let minute = number(2), hour < 24, minute < 60
      else { return nil }
      seconds += Int64(hour * 3600 + minute * 60)
      if skip(":") {
        guard let second = number(2), second < 60 else { return nil }
        seconds += Int64(second)
        if skip(".") {
          guard number(1) != nil else { return nil }
          while number(1) != nil {}
        }
      }
      if !skip("Z") {
        let isEast = skip("+")
        guard isEast || skip("-"), let hours = number(2), skip(":"), let minutes = number(2),
          hours < 24, minutes < 60
        else { return nil }
        seconds += Int64(hours * 3600 + minutes * 60) * (isEast ? -1 : 1)
      }
      guard digits.isEmpty else { return nil }
    }
    self.seconds = seconds
    self.text = String(text)
  }

  /// A moment in UTC, written with `Z` and whole seconds.
  public init(secondsSince1970 seconds: Int64) {
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let inDay = seconds - day * 86_400
    // Days to a date by the method of Howard Hinnant, "chrono-compatible low-level date algorithms".
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ value: Int64, _ width: Int = 2) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    text =
      "\(padded(year, 4))-\(padded(month))-\(padded(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1))"
      + "T\(padded(inDay / 3600)):\(padded(inDay / 60 % 60)):\(padded(inDay % 60))Z"
    self.seconds = seconds
    hasTime = true
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return Int64(era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468)
  }
}
