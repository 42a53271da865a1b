/// A day of the Hijri calendar, as the tabular calendar reckons it: the sighted moon may differ by a day or two.
public struct HijriDate: Hashable, Sendable {
  private let year: Int64
  private let month: Int64
  private let day: Int64

  /// Reads `1445-09-10`; nil for other forms, for days that no month has, and for years of more than four digits.
  public init?(_ text: some StringProtocol) {
    let parts = String(text).words(by: "-").compactMap { Int64($0) }
    guard parts.count == 3, (1...9999).contains(parts[0]), (1...12).contains(parts[1]),
      (1...30).contains(parts[2])
    else { return nil }
    (year, month, day) = (parts[0], parts[1], parts[2])
  }

  /// Returns the year of a date that was most likely meant as one of the Hijra; nil for any other.
  ///
  /// These are the years 1300 to 1599. In them there was sound recording, while the same years of the common
  /// era lie before it.
  public static func yearMeant(by date: Timestamp) -> Int? {
    Int(date.text.prefix(4)).flatMap { (1300...1599).contains($0) ? $0 : nil }
  }

  /// The day of our calendar: `2024-03-20`.
  public var gregorian: String {
    // Months have 30 and 29 days in turn, and 11 of 30 years a day more; Reingold and Dershowitz,
    // "Calendrical Calculations", with the epoch on 16 July 622 (Julian).
    let days = day + 29 * (month - 1) + month / 2 + (year - 1) * 354 + (3 + 11 * year) / 30
    let sinceEpoch = days - 1
    return String(Timestamp(secondsSince1970: (sinceEpoch - 492_148) * 86_400).text.prefix(10))
  }
}
