#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Timestamp {
  /// The moment at which this computer's clock shows a text such as `2024-03-20T20:15:00`, with its offset
  /// from UTC at that time.
  ///
  /// Nil for other forms, and for days and times that don't exist.
  public init?(localClock text: String) {
    guard let shown = Timestamp(text + "Z"), shown.hasTime else { return nil }
    var seconds = time_t(shown.seconds)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    parts.tm_isdst = -1
    guard mktime(&parts) != -1 else { return nil }
    let minutes = Int(parts.tm_gmtoff) / 60
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let sign = minutes < 0 ? "-" : "+"
    let offset = "\(sign)\(two(abs(minutes) / 60)):\(two(abs(minutes) % 60))"
    self.init(text + (minutes == 0 ? "Z" : offset))
  }
}
