package import TilawaQuran

/// An ayah, or a run of ayat one after the other, which may go on in the next surah.
///
/// Its numbers are those of the bundle or library that it is used with; nearly all count as Hafs does, 6236 ayat.
public struct Passage: Hashable, Sendable, CustomStringConvertible {
  /// One ayah.
  public struct Ayah: Hashable, Codable, Comparable, Sendable, CustomStringConvertible {
    /// From 1 to 114.
    public let surah: Int
    /// From 1; 0 is the basmalah before a surah.
    public let number: Int

    /// The ayah of these numbers, whether it exists or not.
    public init(_ surah: Int, _ number: Int) { (self.surah, self.number) = (surah, number) }

    package init(_ ayah: TilawaQuran.Ayah) { (surah, number) = (ayah.surah, ayah.number) }

    /// Whether it comes before another in the mushaf.
    public static func < (one: Self, other: Self) -> Bool {
      (one.surah, one.number) < (other.surah, other.number)
    }

    /// `2:255`.
    public var description: String { "\(surah):\(number)" }
  }

  package let range: AyahRange

  package init(_ range: AyahRange) { self.range = range }

  /// A passage as people write it: `2:255`, `18:1-31`, `8:75-9:1`, `kahf`, `juz 30`, `page 50`.
  ///
  /// Throws `invalidArgument` when it doesn't exist, with what may have been meant.
  public init(_ text: String) throws(TilawaError) {
    switch PassageReference.parse(text) {
    case .success(let range): self.init(range)
    case .failure(let error): throw TilawaError(.invalidArgument, error.message)
    }
  }

  /// Its first ayah.
  public var first: Ayah { Ayah(range.first) }
  /// Its last ayah; the same as the first where it is one alone.
  public var last: Ayah { Ayah(range.last) }
  /// As files write it: `18:1-31`.
  public var description: String { range.description }
}

extension Passage: Codable {
  /// From the text that files use. Throws where no such passage exists.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// As the text that files use.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
