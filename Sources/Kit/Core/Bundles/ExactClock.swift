package import TilawaBase

extension Milliseconds {
  /// The time as players show it, to the millisecond: `4:23.500`, `1:02:03.000`.
  package var exactClock: String {
    func padded(_ value: Int64, to length: Int) -> String {
      let digits = "\(value)"
      return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
    }
    let (hours, minutes) = (count / 3_600_000, count / 60000 % 60)
    let rest = "\(padded(count / 1000 % 60, to: 2)).\(padded(count % 1000, to: 3))"
    return hours > 0 ? "\(hours):\(padded(minutes, to: 2)):\(rest)" : "\(minutes):\(rest)"
  }
}
