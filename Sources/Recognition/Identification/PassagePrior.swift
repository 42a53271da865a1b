package import QuranIndex

extension AyahRange {
  /// How much likelier than by the number of its ayat it is that this is recited in a short recording, before anything is heard: a difference of log
  /// odds.
  ///
  /// Al-Fatihah is recited in every rak'ah, and the short surahs from ad-Duha on (qisar al-mufassal) are what is learnt first and recited most; they hold a
  /// fortieth of all ayat. A third for them is an assumption, and a cautious one: 27 of 28 recordings by the public are of them.
  package var prior: Double { isOfTheMostRecited ? Self.priors.most : Self.priors.others }

  private var isOfTheMostRecited: Bool {
    [first, last].allSatisfy { $0.surah == 1 || $0.surah >= Self.firstShortSurah }
      && (first.surah == 1) == (last.surah == 1)
  }

  /// Ad-Duha.
  private static let firstShortSurah = 93
  /// The part of short recordings that is of the most recited surahs.
  private static let share = 1.0 / 3

  private static let priors: (most: Double, others: Double) = {
    let all = CountingSystem.kufi
    let ayat = ([1] + Array(firstShortSurah...114)).reduce(0) { $0 + (all.ayahCount(ofSurah: $1) ?? 0) }
    let part = Double(ayat) / Double(all.total)
    return (logarithm(share / part), logarithm((1 - share) / (1 - part)))
  }()
}
