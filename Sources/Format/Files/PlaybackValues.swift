public import TilawaBase

/// The number of times something is heard.
public enum Repeats: Hashable, Sendable {
  /// From 1.
  case times(Int)
  /// Until the listener stops it.
  case infinite

  /// The number of times; nil for infinite repeats.
  public var count: Int? {
    if case .times(let count) = self { count } else { nil }
  }
}

extension Repeats: CustomStringConvertible {
  /// As the file has it: `3`, `infinite`.
  public var description: String { count.map { "\($0)" } ?? "infinite" }
}

/// The speed at which a recitation is played, its pitch kept.
public struct PlaybackSpeed: Hashable, Comparable, Sendable {
  /// 1000 is as it was recited.
  public let thousandths: Int

  /// As it was recited.
  public static let normal = PlaybackSpeed(thousandths: 1000)
  /// In thousandths.
  static let bounds = 500...2000

  private init(thousandths: Int) { self.thousandths = thousandths }

  /// The nearest thousandth; nil outside of 0.5 to 2.0.
  public init?(_ factor: Double) {
    guard (0.4...2.1).contains(factor) else { return nil }
    thousandths = Int((factor * 1000).rounded())
    guard Self.bounds.contains(thousandths) else { return nil }
  }

  /// 1 is as it was recited.
  public var factor: Double { Double(thousandths) / 1000 }

  /// Returns the time for which a stretch of a recording is heard: to the nearest millisecond, halves up, and
  /// at least one.
  public func heard(_ length: Milliseconds) -> Milliseconds {
    let speed = Int64(thousandths)
    let (whole, rest) = length.count.quotientAndRemainder(dividingBy: speed)
    return Milliseconds(max(1, whole * 1000 + (rest * 1000 + speed / 2) / speed))
  }

  /// The slower first.
  public static func < (a: Self, b: Self) -> Bool { a.thousandths < b.thousandths }
}

extension PlaybackSpeed: CustomStringConvertible {
  /// `1.0`, `1.25`.
  public var description: String { decimals(ofThousandths: thousandths) }
}

/// The silence after an ayah, relative to the time for which the ayah was heard.
public struct PauseFactor: Hashable, Sendable {
  /// 1000 is as long as the ayah.
  public let thousandths: Int

  /// No silence.
  public static let none = PauseFactor(thousandths: 0)
  /// The bounds of a factor.
  static let bounds = 0.0...10.0

  private init(thousandths: Int) { self.thousandths = thousandths }

  /// The nearest thousandth; nil outside of 0 to 10.
  public init?(_ factor: Double) {
    guard Self.bounds.contains(factor) else { return nil }
    thousandths = Int((factor * 1000).rounded())
  }

  /// Returns the silence after an ayah that was heard for `length`, to the nearest millisecond, halves up.
  public func silence(after length: Milliseconds) -> Milliseconds {
    let (whole, rest) = length.count.quotientAndRemainder(dividingBy: 1000)
    let factor = Int64(thousandths)
    return Milliseconds(whole * factor + (rest * factor + 500) / 1000)
  }
}

extension PauseFactor: CustomStringConvertible {
  /// `0.0`, `1.5`.
  public var description: String { decimals(ofThousandths: thousandths) }
}

/// A number of thousandths with at least one decimal and no further zeros.
private func decimals(ofThousandths number: Int) -> String {
  var digits = String(number % 1000 + 1000).dropFirst()
  while digits.count > 1, digits.last == "0" { digits.removeLast() }
  return "\(number / 1000).\(digits)"
}

/// The continuation after the last repeat.
public enum AfterLast: Hashable, Sendable {
  /// Nothing.
  case stop
  /// The ayat that follow, each once.
  case ayat(Int)
  /// The ayat that follow, to the end of this many pages; the page on which the first of them begins is the first.
  case pages(Int)
}

extension AfterLast: CustomStringConvertible {
  /// As the file has it: `stop`, `5 ayat`, `2 pages`.
  public var description: String {
    switch self {
    case .stop: "stop"
    case .ayat(let count): "\(count) ayat"
    case .pages(let count): "\(count) pages"
    }
  }

  /// `stop`, `1 ayah`, `5 ayat`, `1 page`, `2 pages`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    if text == "stop" {
      self = .stop
      return
    }
    let parts = String(text).fields(by: " ")
    guard parts.count == 2, parts[0].first != "0", parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(parts[0])
    else { return nil }
    switch parts[1] {
    case "ayah", "ayat":
      guard (1...6236).contains(count) else { return nil }
      self = .ayat(count)
    case "page", "pages":
      guard (1...604).contains(count) else { return nil }
      self = .pages(count)
    default: return nil
    }
  }
}

/// Learning by heart: each ayah several times, then windows of some ayat, then the whole range. If it is
/// cumulative, each ayah is followed by all ayat from the first to it.
public struct Memorisation: Hashable, Sendable {
  /// The number of times each ayah is heard by itself, from 1.
  public var each: Int
  /// The number of ayat in a window, from 2. The next window begins an ayah later.
  public var window: Int
  /// The number of times each window is heard, from 1.
  public var windowRepeats: Int
  /// True if a window has one ayah more each time, and `window` doesn't count.
  public var isCumulative: Bool

  /// Three times each, then pairs twice, unless given otherwise.
  public init(each: Int = 3, window: Int = 2, windowRepeats: Int = 2, isCumulative: Bool = false) {
    self.each = each
    self.window = window
    self.windowRepeats = windowRepeats
    self.isCumulative = isCumulative
  }
}

/// The treatment of ayat that no recording has.
public enum MissingAyat: String, CaseIterable, Sendable {
  /// They are left out, with a silence in their place.
  case `continue`
  /// Any reciter of the same riwayah takes their place.
  case fill
  /// Nothing is played.
  case cancel
}

/// Printed pages in a row, both ends included. The pages need not exist or run forward.
public struct PageRun: Hashable, Sendable {
  /// The first page.
  public let first: Int
  /// The last page.
  public let last: Int

  /// From `first` to `last`.
  public init(_ first: Int, _ last: Int) {
    self.first = first
    self.last = last
  }

  /// Reads `50` or `50-52`, one to three digits each; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let parts = String(text).fields(by: "-")
    let numbers = parts.compactMap { part in
      (1...3).contains(part.utf8.count) && part.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        ? Int(part) : nil
    }
    guard numbers.count == parts.count, let first = numbers.first, let last = numbers.last, numbers.count <= 2
    else { return nil }
    self.first = first
    self.last = last
  }

  /// The pages as a range; nil if they don't exist or don't run forward.
  public var pages: ClosedRange<Int>? {
    first >= 1 && first <= last && last <= 604 ? first...last : nil
  }
}

extension PageRun: CustomStringConvertible {
  /// `50` or `50-52`.
  public var description: String { first == last ? "\(first)" : "\(first)-\(last)" }
}
