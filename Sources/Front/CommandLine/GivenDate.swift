import TilawaBase

/// Dates on the command line: all options that take one read it here.
enum GivenDate {
  /// A day, or a moment with its offset.
  static func moment(_ text: String, _ option: String) throws -> Timestamp {
    try checked(Timestamp(text), text, option, "2024-01-05 or 2024-01-05T12:30:00+03:00")
  }

  /// A date, or the first day of a month or a year.
  static func first(of text: String, _ option: String) throws -> Timestamp {
    try checked(whole(text, months: "-01", days: ["-01"]), text, option, wholes)
  }

  /// A date, or the last day of a month or a year.
  static func last(of text: String, _ option: String) throws -> Timestamp {
    try checked(whole(text, months: "-12", days: ["-31", "-30", "-29", "-28"]), text, option, wholes)
  }

  private static let wholes = "2024, 2024-01, 2024-01-05 or 2024-01-05T12:30:00+03:00"

  private static func whole(_ text: String, months: String, days: [String]) -> Timestamp? {
    switch text.utf8.count {
    case 4: days.lazy.compactMap { Timestamp(text + months + $0) }.first
    case 7: days.lazy.compactMap { Timestamp(text + $0) }.first
    default: Timestamp(text)
    }
  }

  private static func checked(
    _ date: Timestamp?, _ text: String, _ option: String, _ expected: String
  ) throws -> Timestamp {
    guard let date else {
      throw CommandFailure("invalid date for \(option): \"\(text)\" (expected \(expected))")
    }
    guard let year = HijriDate.yearMeant(by: date) else { return date }
    let hint = HijriDate(date.text.prefix(10)).map { "write \($0.gregorian), about the same day" }
    throw CommandFailure(
      "\(option) \(text) looks like a Hijri date (year \(year)); dates are Gregorian: "
        + (hint ?? "use the Gregorian year"))
  }
}
