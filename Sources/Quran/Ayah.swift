/// One ayah by its surah and number; number 0 is the basmalah read before the surah's first ayah.
///
/// The ayah need not exist: that depends on the counting system.
public struct Ayah: Hashable, Comparable, Sendable {
  /// From 1; 114 is the last that exists.
  public var surah: Int
  /// From 1, or 0 for the basmalah.
  public var number: Int

  /// Ayah `number` of surah `surah`.
  public init(_ surah: Int, _ number: Int) {
    self.surah = surah
    self.number = number
  }

  /// In the order of the mushaf.
  public static func < (a: Self, b: Self) -> Bool { (a.surah, a.number) < (b.surah, b.number) }
}

extension Ayah: CustomStringConvertible {
  /// `2:255`.
  public var description: String { "\(surah):\(number)" }
}

/// A run of ayat in the order of the mushaf, both ends included; a single ayah has equal ends.
public struct AyahRange: Hashable, Sendable {
  /// The first ayah.
  public var first: Ayah
  /// The last ayah; a range read from text may run backwards, see `isForward`.
  public var last: Ayah

  /// From `first` to `last`, which are not compared.
  public init(_ first: Ayah, _ last: Ayah) {
    self.first = first
    self.last = last
  }

  /// One ayah.
  public init(_ ayah: Ayah) {
    self.init(ayah, ayah)
  }

  /// True if the range contains only one ayah.
  public var isSingle: Bool { first == last }
  /// True if the range runs from one surah into another.
  public var crossesSurahs: Bool { first.surah != last.surah }
  /// True if the last ayah is the first or follows it.
  public var isForward: Bool { first <= last }

  /// Returns true if the two ranges share an ayah. Both must run forward and be counted alike.
  package func overlaps(_ other: AyahRange) -> Bool { first <= other.last && other.first <= last }
}

extension AyahRange: CustomStringConvertible {
  /// `2:255`, `2:1-5` or `8:75-9:1`.
  public var description: String {
    if isSingle { return first.description }
    return crossesSurahs ? "\(first)-\(last)" : "\(first)-\(last.number)"
  }
}

extension AyahRange {
  /// Parses the form used in files: `2:255`, `2:1-5`, `8:75-9:1`. Digits are ASCII, a number has at most
  /// three of them, and spaces are not allowed.
  ///
  /// Nil for anything else. The initializer doesn't check that the ayat exist or that the range runs forward.
  public init?(parsing text: some Collection<UInt8>) {
    var index = text.startIndex
    func number() -> Int? {
      var value = 0
      var digits = 0
      // A fourth digit is one too many, however many more there are.
      while digits < 4, index < text.endIndex, text[index] >= UInt8(ascii: "0"),
        text[index] <= UInt8(ascii: "9")
      {
        value = value * 10 + Int(text[index] - UInt8(ascii: "0"))
        digits += 1
        index = text.index(after: index)
      }
      return (1...3).contains(digits) ? value : nil
    }
    func skip(_ byte: UInt8) -> Bool {
      guard index < text.endIndex, text[index] == byte else { return false }
      index = text.index(after: index)
      return true
    }
    guard let surah = number(), skip(UInt8(ascii: ":")), let ayah = number() else { return nil }
    first = Ayah(surah, ayah)
    last = first
    guard index < text.endIndex else { return }
    guard skip(UInt8(ascii: "-")), let next = number() else { return nil }
    last = Ayah(surah, next)
    guard index < text.endIndex else { return }
    guard skip(UInt8(ascii: ":")), let ayah = number(), index == text.endIndex else { return nil }
    last = Ayah(next, ayah)
  }

  /// Parses the same form from a string.
  public init?(_ text: some StringProtocol) {
    self.init(parsing: text.utf8)
  }
}
