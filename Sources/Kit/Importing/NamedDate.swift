import TilawaBase

/// The date in the name of a file, or the date and the recorder's local time, as phones and messengers name
/// recordings: `AUD-20240320-WA0003`, `20240320_201500`, `Recording 2024-03-20 20.15.00`,
/// `WhatsApp Audio 2024-03-20 at 8.15.00 PM`.
enum NamedDate {
  /// Returns `2024-03-20` or `2024-03-20T20:15:00`, or nil if the name contains none. The date isn't
  /// checked to exist.
  static func text(in name: String) -> String? {
    let bytes = Array(name.utf8)
    return bytes.indices.lazy.compactMap { start in
      start == 0 || !isDigit(bytes[start - 1]) ? text(bytes[start...]) : nil
    }.first
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    var rest = bytes
    guard let year = digits(4, &rest), year.begins(with: "19") || year.begins(with: "20") else { return nil }
    let mark = separator(&rest, "-_.")
    guard let month = digits(2, &rest), separator(&rest, "-_.") == mark, let day = digits(2, &rest) else {
      return nil
    }
    let date = "\(year)-\(month)-\(day)"
    if let time = time(rest, isJoined: mark == nil) { return "\(date)T\(time)" }
    // With more digits, it is part of a longer number, not a date.
    return rest.first.map(isDigit) ?? false ? nil : date
  }

  private static func time(_ bytes: ArraySlice<UInt8>, isJoined: Bool) -> String? {
    var rest = bytes
    let words = rest.starts(with: " at ".utf8) ? 4 : (separator(&rest, "-_ T.") == nil ? 0 : -1)
    if words > 0 { rest = rest.dropFirst(words) }
    // Only a form such as `20240320201500` needs no separator.
    guard words != 0 || isJoined else { return nil }
    let isShort = rest.dropFirst().first.map { !isDigit($0) } ?? true
    guard let hour = digits(isShort ? 1 : 2, &rest) else { return nil }
    let mark = separator(&rest, "-_.:")
    guard let minute = digits(2, &rest), mark != nil || !isShort else { return nil }
    guard separator(&rest, "-_.:") == mark, let second = digits(2, &rest) else { return nil }
    if mark == nil {
      // Some phones append milliseconds.
      let more = rest.prefix { isDigit($0) }.count
      guard more == 0 || more == 3 else { return nil }
    }
    let end = String(decoding: rest.prefix(3), as: UTF8.self).uppercased()
    guard var number = Int(hour) else { return nil }
    if end == " PM", number < 12 { number += 12 }
    if end == " AM", number == 12 { number = 0 }
    return "\(number < 10 ? "0" : "")\(number):\(minute):\(second)"
  }

  private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> String? {
    let found = rest.prefix(count)
    guard found.count == count, found.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return String(decoding: found, as: UTF8.self)
  }

  private static func separator(_ rest: inout ArraySlice<UInt8>, _ marks: String) -> UInt8? {
    guard let first = rest.first, marks.utf8.contains(first) else { return nil }
    rest = rest.dropFirst()
    return first
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
