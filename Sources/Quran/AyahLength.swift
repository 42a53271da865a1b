/// The length of an ayah in several countable units, from which the duration of its recitation is estimated.
public struct AyahLength: Hashable, Sendable {
  /// Words as word timings number them.
  public var words: Int
  /// Letters as written, without vowel signs.
  public var letters: Int
  /// Consonants and vowels as spoken.
  public var phonemes: Int
  /// The best predictor of duration: sounds weighted by how long they are held.
  ///
  /// Most reciters who read at a measured pace take 0.100 to 0.171 seconds a unit.
  public var units: Int
  /// Signs inside the ayah at which a reciter may pause.
  public var pauseMarks: Int

  /// A length of these counts.
  public init(words: Int, letters: Int, phonemes: Int, units: Int, pauseMarks: Int) {
    self.words = words
    self.letters = letters
    self.phonemes = phonemes
    self.units = units
    self.pauseMarks = pauseMarks
  }

  /// Returns the length of a Kufi ayah; for ayah 0, that of 1:1. Nil if the ayah doesn't exist.
  public static func of(_ ayah: Ayah) -> AyahLength? {
    let counting = CountingSystem.kufi
    guard counting.contains(ayah) else { return nil }
    return counting.index(of: ayah.number == 0 ? Ayah(1, 1) : ayah).map(at)
  }

  /// Returns the sum over a Kufi range; nil if the range doesn't exist.
  ///
  /// A basmalah between two surahs isn't included: a reciter may leave it out.
  public static func of(_ range: AyahRange) -> AyahLength? {
    let ayat = CountingSystem.kufi.ayat(in: range)
    if ayat.isEmpty { return nil }
    return ayat.reduce(into: AyahLength(words: 0, letters: 0, phonemes: 0, units: 0, pauseMarks: 0)) {
      sum, ayah in
      guard let length = of(ayah) else { return }
      sum.words += length.words
      sum.letters += length.letters
      sum.phonemes += length.phonemes
      sum.units += length.units
      sum.pauseMarks += length.pauseMarks
    }
  }

  /// Words of an ayah of any counting system; nil when it has no such ayah.
  public static func words(of ayah: Ayah, in counting: CountingSystem) -> Int? {
    measure(ayah, in: counting, whole: { Int(words[$0]) }, part: \.word)
  }

  /// Duration units of an ayah of any counting system, as the Kufi ayat it is made of are read.
  public static func units(of ayah: Ayah, in counting: CountingSystem) -> Int? {
    measure(ayah, in: counting, whole: { Int(units[$0]) }, part: \.units)
  }

  private static func at(_ index: Int) -> AyahLength {
    AyahLength(
      words: Int(words[index]), letters: Int(letters[index]), phonemes: Int(phonemes[index]),
      units: Int(units[index]), pauseMarks: Int(pauseMarks[index]))
  }

  private static func measure(
    _ ayah: Ayah, in counting: CountingSystem, whole: (Int) -> Int, part: KeyPath<AyahBoundary, Int>
  ) -> Int? {
    guard counting.contains(ayah) else { return nil }
    guard let index = counting.index(of: ayah) else { return whole(0) }
    let span = AyahSpans.of(counting).span(at: index)
    // What of the Kufi ayah at a place comes before the place.
    func before(_ place: Int) -> Int {
      let (kufi, word) = place.quotientAndRemainder(dividingBy: AyahSpans.wordsPerAyah)
      guard word > 0, let ayah = CountingSystem.kufi.ayah(at: kufi) else { return 0 }
      let at = AyahBoundary.all.partitionPoint {
        $0.ayah < ayah || $0.ayah == ayah && $0.isInside && $0.word < word
      }
      return AyahBoundary.all[at][keyPath: part]
    }
    let kufi = span.lowerBound / AyahSpans.wordsPerAyah..<span.upperBound / AyahSpans.wordsPerAyah
    return kufi.reduce(0) { $0 + whole($1) } - before(span.lowerBound) + before(span.upperBound)
  }

  private static let words = numbers(in: AyahWordsTable.rows, as: UInt16.self)
  private static let letters = numbers(in: AyahLettersTable.rows, as: UInt16.self)
  private static let phonemes = numbers(in: AyahPhonemesTable.rows, as: UInt16.self)
  private static let units = numbers(in: AyahUnitsTable.rows, as: UInt16.self)
  private static let pauseMarks = numbers(in: AyahPauseMarksTable.rows, as: UInt16.self)
}
