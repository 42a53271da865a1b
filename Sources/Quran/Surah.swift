/// One of the 114 surahs.
public struct Surah: Hashable, Sendable {
  /// The place of a surah's revelation, by tradition.
  public enum RevelationPlace: String, CaseIterable, Sendable {
    /// Before the Hijrah.
    case meccan
    /// After it.
    case medinan
  }

  /// The place of the basmalah in a surah.
  public enum Basmalah: String, CaseIterable, Sendable {
    /// It is ayah 1 in the Kufi count (surah 1).
    case isAyahOne
    /// There is none (surah 9).
    case none
    /// It is read before ayah 1, as ayah 0.
    case precedes
  }

  /// From 1 to 114.
  public let number: Int
  /// The name in Arabic without vowel signs, with its article.
  public let arabicName: String
  /// The name in Latin letters: `Al-Baqarah`.
  public let name: String
  /// The name as quran.com addresses it: `al-baqarah`.
  public let slug: String
  /// The meaning of the name, in English.
  public let meaning: String
  /// The place of its revelation.
  public let revelationPlace: RevelationPlace
  /// Its place in the order of revelation, after one conventional list.
  public let revelationOrder: Int
  /// Ayat in the Kufi count.
  public let ayahCount: Int
  /// The number of rukus.
  public let rukuCount: Int
  /// The page of the 604-page Madani layout on which it begins.
  public let startPage: Int

  /// The place of the basmalah in the surah.
  public var basmalah: Basmalah {
    switch number {
    case 1: .isAyahOne
    case 9: .none
    default: .precedes
    }
  }

  /// All 114 in the order of the mushaf.
  public static let all: [Surah] = zip(1..., rows(in: SurahTable.rows)).compactMap { number, row in
    guard row.count == 8, let order = Int(row[5]), let rukus = Int(row[6]), let page = Int(row[7]),
      let ayahCount = CountingSystem.kufi.ayahCount(ofSurah: number)
    else { return nil }
    return Surah(
      number: number, arabicName: row[0], name: row[1], slug: row[2], meaning: row[3],
      revelationPlace: row[4] == "Meccan" ? .meccan : .medinan, revelationOrder: order, ayahCount: ayahCount,
      rukuCount: rukus, startPage: page)
  }

  /// The surah of a number from 1 to 114.
  public static func numbered(_ number: Int) -> Surah? {
    (1...114).contains(number) ? all[number - 1] : nil
  }
}
