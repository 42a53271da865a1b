/// The days of a person, by the clock on their wall.
///
/// A moment with an offset lies on the day at that offset, because the clock was there. A moment in UTC (`Z`)
/// lies on the day at the person's place.
public struct LocalCalendar: Sendable {
  private let secondsEast: @Sendable (Int64) -> Int64

  /// Creates a calendar. `secondsEast` returns the offset of local time from UTC at a moment, both in
  /// seconds; it differs with summer time.
  public init(secondsEast: @escaping @Sendable (_ secondsSince1970: Int64) -> Int64) {
    self.secondsEast = secondsEast
  }

  /// Days of UTC.
  public static let utc = LocalCalendar { _ in 0 }

  /// The day on which a moment lies, without a time.
  public func day(of moment: Timestamp) -> Timestamp {
    guard moment.hasTime, moment.text.utf8.last == UInt8(ascii: "Z") else { return moment.day }
    return Timestamp(secondsSince1970: moment.seconds + secondsEast(moment.seconds)).day
  }

  /// The day on which it is `seconds` after 1970 in UTC.
  public func day(at seconds: Int64) -> Timestamp { day(of: Timestamp(secondsSince1970: seconds)) }

  /// A moment as the clock on the wall shows it, with its offset where that isn't UTC: `2024-01-06T01:30:00+03:00`.
  public func moment(at seconds: Int64) -> Timestamp {
    // Offsets are written in minutes.
    let minutes = secondsEast(seconds) / 60
    let utc = Timestamp(secondsSince1970: seconds)
    guard minutes != 0 else { return utc }
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let local = Timestamp(secondsSince1970: seconds + minutes * 60).text.dropLast()
    let offset = "\(minutes < 0 ? "-" : "+")\(two(abs(minutes) / 60)):\(two(abs(minutes) % 60))"
    return Timestamp(local + offset) ?? utc
  }

  /// Returns true if `moment` comes before `limit`. If `limit` is a day, the moment's day must be an earlier
  /// one.
  public func isBefore(_ moment: Timestamp, _ limit: Timestamp) -> Bool {
    (limit.hasTime ? moment : day(of: moment)).seconds < limit.seconds
  }

  /// Returns true if `moment` comes after `limit`. If `limit` is a day, the moment's day must be a later one.
  public func isAfter(_ moment: Timestamp, _ limit: Timestamp) -> Bool {
    (limit.hasTime ? moment : day(of: moment)).seconds > limit.seconds
  }
}

extension Timestamp {
  /// The day as it is written, without the time.
  fileprivate var day: Timestamp { Timestamp(text.prefix(10)) ?? self }

  /// The day `days` later, or earlier, without a time; of a moment from the day as it is written.
  public func addingDays(_ days: Int) -> Timestamp {
    let seconds = day.seconds + Int64(days) * 86_400
    return Timestamp(secondsSince1970: seconds).day
  }
}
