package import TilawaQuran

/// An ayah, or a run of consecutive ayat, which may continue in the next surah.
///
/// Its numbers follow the count of the bundle or library with which it is used. Nearly all use the count of
/// Hafs, with 6236 ayat.
public struct Passage: Hashable, Sendable, CustomStringConvertible {
  /// One ayah.
  public struct Ayah: Hashable, Codable, Comparable, Sendable, CustomStringConvertible {
    /// The number of the surah, from 1 to 114.
    public let surah: Int
    /// The number of the ayah in its surah, from 1; 0 is the basmalah before a surah.
    public let number: Int

    /// Creates the ayah with these numbers, even if it doesn't exist.
    public init(_ surah: Int, _ number: Int) { (self.surah, self.number) = (surah, number) }

    package init(_ ayah: TilawaQuran.Ayah) { (surah, number) = (ayah.surah, ayah.number) }

    /// Returns true if `one` comes before `other` in the mushaf.
    public static func < (one: Self, other: Self) -> Bool {
      (one.surah, one.number) < (other.surah, other.number)
    }

    /// The surah and the number: `2:255`.
    public var description: String { "\(surah):\(number)" }
  }

  package let range: AyahRange

  package init(_ range: AyahRange) { self.range = range }

  /// Parses a passage as people write it: `2:255`, `18:1-31`, `8:75-9:1`, `kahf`, `juz 30`, `page 50`.
  ///
  /// Throws `invalidArgument` if it doesn't exist, with a suggestion.
  public init(_ text: String) throws(TilawaError) {
    switch PassageReference.parse(text) {
    case .success(let range): self.init(range)
    case .failure(let error): throw TilawaError(.invalidArgument, error.message)
    }
  }

  /// Its first ayah.
  public var first: Ayah { Ayah(range.first) }
  /// Its last ayah, which is also the first in a passage of one ayah.
  public var last: Ayah { Ayah(range.last) }
  /// The passage as files write it: `18:1-31`.
  public var description: String { range.description }
}

extension Passage: Codable {
  /// Decodes a passage from the text that files use. Throws if it doesn't exist.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the passage as the text that files use.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
