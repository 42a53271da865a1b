package import TilawaQuran

extension AyahRange {
  /// The prior of this passage against others in a short recording, or in a short piece of a long one: a
  /// difference of log odds.
  ///
  /// Al-Fatihah is recited in every rak'ah. The short surahs from ad-Duha on (qisar al-mufassal) are learnt
  /// first and recited most; they contain a fortieth of all ayat. A quarter of short recordings for them is
  /// an assumption, and a cautious one: 27 of 28 recordings by the public are of them. The cases to which the
  /// checks were fitted were mostly something else, so for all others their weights are left as they are.
  package var prior: Double { isOfTheMostRecited ? Self.most : 0 }

  private var isOfTheMostRecited: Bool {
    (first.surah, last.surah) == (1, 1) || min(first.surah, last.surah) >= Self.firstShortSurah
  }

  /// Ad-Duha.
  private static let firstShortSurah = 93
  /// The part of short recordings that is of the most recited surahs.
  private static let share = 0.25

  private static let most: Double = {
    let all = CountingSystem.kufi
    let ayat = ([1] + Array(firstShortSurah...114)).reduce(0) { $0 + (all.ayahCount(ofSurah: $1) ?? 0) }
    let odds = share / (1 - share)
    return logarithm(odds * Double(all.total - ayat) / Double(ayat))
  }()
}
