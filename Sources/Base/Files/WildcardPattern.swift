/// A pattern for paths as git understands it, after its wildmatch.c: `*` and `?` stop at slashes, `**` between
/// slashes doesn't.
struct WildcardPattern: Sendable {
  private let pattern: [UInt8]
  private let isPlain: Bool

  init(_ pattern: ArraySlice<UInt8>) {
    self.pattern = Array(pattern)
    isPlain = !pattern.contains { Self.special.contains($0) }
  }

  private static let special = Array("*?[\\".utf8)

  func matches(_ text: ArraySlice<UInt8>) -> Bool {
    isPlain ? text.elementsEqual(pattern) : run(0, text, text.startIndex) == .match
  }

  /// The outcome of a match, with the reach of a failure.
  ///
  /// A try of a `*` that ran out of text makes every longer one before it useless. So no pattern takes more
  /// than a few passes.
  private enum Ending { case match, noMatch, stopsAtSlash, outOfText }

  private func run(_ start: Int, _ text: ArraySlice<UInt8>, _ textStart: Int) -> Ending {
    var cursor = start
    var place = textStart
    while cursor < pattern.count {
      let sign = pattern[cursor]
      guard place < text.endIndex || sign == UInt8(ascii: "*") else { return .outOfText }
      switch sign {
      case UInt8(ascii: "?"):
        guard text[place] != slash else { return .noMatch }
      case UInt8(ascii: "["):
        guard let (matches, end) = matchesClass(at: cursor, text[place]) else { return .outOfText }
        guard matches, text[place] != slash else { return .noMatch }
        cursor = end
      case UInt8(ascii: "*"):
        let first = cursor
        while cursor < pattern.count, pattern[cursor] == UInt8(ascii: "*") { cursor += 1 }
        let crosses = cursor > first + 1 && isBetweenSlashes(first, cursor)
        if crosses, cursor < pattern.count, pattern[cursor] == slash,
          run(cursor + 1, text, place) == .match
        {
          return .match
        }
        return runStar(cursor, text, place, crosses)
      default:
        if sign == UInt8(ascii: "\\") {
          cursor += 1
          // Nothing is meant by a backslash at the end.
          guard cursor < pattern.count else { return .noMatch }
        }
        guard text[place] == pattern[cursor] else { return .noMatch }
      }
      cursor += 1
      place += 1
    }
    return place == text.endIndex ? .match : .noMatch
  }

  private func isBetweenSlashes(_ first: Int, _ end: Int) -> Bool {
    guard first == 0 || pattern[first - 1] == slash else { return false }
    guard end < pattern.count else { return true }
    return pattern[end] == slash
      || pattern[end] == UInt8(ascii: "\\") && end + 1 < pattern.count && pattern[end + 1] == slash
  }

  /// Matches the rest of the pattern after a star at every place that the star may reach.
  private func runStar(_ rest: Int, _ text: ArraySlice<UInt8>, _ start: Int, _ crosses: Bool) -> Ending {
    if rest == pattern.count {
      return crosses || !text[start...].contains(slash) ? .match : .stopsAtSlash
    }
    var place = start
    if !crosses, pattern[rest] == slash {
      // A star before a slash ends at the next one, whatever stands behind.
      guard let next = text[start...].firstIndex(of: slash) else { return .outOfText }
      return run(rest, text, next)
    }
    while place < text.endIndex {
      let ending = run(rest, text, place)
      if ending != .noMatch, !crosses || ending != .stopsAtSlash { return ending }
      if !crosses, text[place] == slash { return .stopsAtSlash }
      place += 1
    }
    return .outOfText
  }

  // MARK: - Classes

  /// Returns whether `byte` is in the class that opens at `start`, and where the class closes.
  ///
  /// Returns nil if the class never closes, or names an unknown kind of letters.
  private func matchesClass(at start: Int, _ byte: UInt8) -> (Bool, end: Int)? {
    var cursor = start + 1
    guard cursor < pattern.count else { return nil }
    let isNegated = pattern[cursor] == UInt8(ascii: "!") || pattern[cursor] == UInt8(ascii: "^")
    if isNegated { cursor += 1 }
    var matches = false
    var previous: UInt8?
    // A bracket that comes first is a letter like others.
    repeat {
      guard cursor < pattern.count else { return nil }
      let isEscaped = pattern[cursor] == UInt8(ascii: "\\")
      guard let sign = letter(&cursor) else { return nil }
      let next = cursor + 1 < pattern.count ? pattern[cursor + 1] : 0
      if !isEscaped, sign == UInt8(ascii: "-"), let low = previous, next != UInt8(ascii: "]") {
        cursor += 1
        guard let high = letter(&cursor) else { return nil }
        if low <= byte, byte <= high { matches = true }
        previous = nil
      } else if !isEscaped, sign == UInt8(ascii: "["), next == UInt8(ascii: ":") {
        guard let close = pattern[(cursor + 2)...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        if close > cursor + 2, pattern[close - 1] == UInt8(ascii: ":") {
          guard let isOfKind = Self.kind(pattern[(cursor + 2)..<(close - 1)]) else { return nil }
          if isOfKind(byte) { matches = true }
          cursor = close
          previous = nil
        } else {
          if byte == sign { matches = true }
          previous = sign
        }
      } else {
        if byte == sign { matches = true }
        previous = sign
      }
      cursor += 1
      guard cursor < pattern.count else { return nil }
    } while pattern[cursor] != UInt8(ascii: "]")
    return (matches != isNegated, cursor)
  }

  /// The letter at `cursor`, or behind it after a backslash.
  private func letter(_ cursor: inout Int) -> UInt8? {
    guard cursor < pattern.count else { return nil }
    guard pattern[cursor] == UInt8(ascii: "\\") else { return pattern[cursor] }
    cursor += 1
    return cursor < pattern.count ? pattern[cursor] : nil
  }

  private static func kind(_ name: ArraySlice<UInt8>) -> ((UInt8) -> Bool)? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let lower = UInt8(ascii: "a")...UInt8(ascii: "z")
    switch String(decoding: name, as: UTF8.self) {
    case "alnum": return { digits.contains($0) || upper.contains($0) || lower.contains($0) }
    case "alpha": return { upper.contains($0) || lower.contains($0) }
    case "blank": return { $0 == 32 || $0 == 9 }
    case "cntrl": return { $0 < 32 || $0 == 127 }
    case "digit": return { digits.contains($0) }
    case "graph": return { (33...126).contains($0) }
    case "lower": return { lower.contains($0) }
    case "print": return { (32...126).contains($0) }
    case "punct":
      return { (33...126).contains($0) && !digits.contains($0) && !upper.contains($0) && !lower.contains($0) }
    case "space": return { $0 == 32 || (9...13).contains($0) }
    case "upper": return { upper.contains($0) }
    case "xdigit":
      return { digits.contains($0) || (65...70).contains($0) || (97...102).contains($0) }
    default: return nil
    }
  }
}

private let slash = UInt8(ascii: "/")
