/// The ayat recited in rows in the order of time, and the places where a surah continues after ayat were left
/// out. See "What is derived" in `spec/core/segments.md`.
///
/// Rows of one surah are compared with each other, whatever lies between them. In a prayer, al-Fatihah lies
/// between them.
public struct RecitedAyat: Sendable {
  /// The content of a row: ayat, nothing or unknown.
  public enum Step: Hashable, Sendable {
    /// These ayat.
    case ayat(AyahRange)
    /// No ayah.
    case nothing
    /// It doesn't say, and it might be any.
    case unknown
  }

  /// Two rows of a surah, given by their places in the order of time, between which ayat are left out.
  public struct Jump: Hashable, Sendable {
    /// The row before.
    public let from: Int
    /// The row after.
    public let to: Int
    /// From the first to the last ayah between them that no row holds; one inside may be held.
    public let missing: AyahRange
  }

  /// The ayat that the rows contain.
  public let held: AyahSet
  /// In the order of time.
  public let jumps: [Jump]
  /// True if a row names ayat that don't exist, or a range that runs backwards.
  public let namesWhatIsNot: Bool

  /// Of rows in the order of time. One that names what doesn't exist may be any.
  public init(_ steps: [Step], in counting: CountingSystem) {
    let ranges = steps.map { if case .ayat(let range) = $0 { range } else { nil as AyahRange? } }
    let held = AyahSet(ranges.lazy.compactMap { $0 }, in: counting)
    var jumps: [Jump] = []
    var namesWhatIsNot = false
    // By surah: how far it has come, and in which row.
    var reached: [(row: Int, number: Int)?] = Array(repeating: nil, count: 115)
    for (row, step) in steps.enumerated() where step != .nothing {
      guard let range = ranges[row], counting.contains(range) else {
        namesWhatIsNot = namesWhatIsNot || step != .unknown
        for surah in reached.indices { reached[surah] = nil }
        continue
      }
      let first = range.first
      if let before = reached[first.surah], before.number + 1 < first.number,
        let missing = held.lacking(
          of: AyahRange(Ayah(first.surah, before.number + 1), Ayah(first.surah, first.number - 1)))
      {
        jumps.append(Jump(from: before.row, to: row, missing: missing))
      }
      for surah in first.surah...range.last.surah {
        let number = surah == range.last.surah ? range.last.number : counting.ayahCount(ofSurah: surah)
        reached[surah] = number.map { (row, $0) }
      }
    }
    self.held = held
    self.jumps = jumps
    self.namesWhatIsNot = namesWhatIsNot
  }
}
