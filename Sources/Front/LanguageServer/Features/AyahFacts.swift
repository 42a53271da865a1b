import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// The facts about ayat that need no recording, and the relative durations of a recording's rows.
struct AyahFacts {
  let ayat: AyahRange
  let counting: CountingSystem

  /// Nil when the count has no such ayat.
  init?(_ ayat: AyahRange, _ counting: CountingSystem) {
    guard counting.contains(ayat) else { return nil }
    (self.ayat, self.counting) = (ayat, counting)
  }

  /// `Al-Kahf الكهف`.
  static func name(ofSurah number: Int) -> String {
    Surah.numbered(number).map { "\($0.name) \($0.arabicName)" } ?? "surah \(number)"
  }

  /// `**Al-Kahf الكهف 18:10** · ayah 10 of 110 · page 294 · juz 15`
  var line: String {
    let surah = ayat.first.surah
    var parts = ["**\(Self.name(ofSurah: surah)) \(ayat)**"]
    let count = counting.ayahCount(ofSurah: surah) ?? 0
    if ayat.isSingle {
      parts.append(
        ayat.first.number == 0 ? "the basmalah before the surah" : "ayah \(ayat.first.number) of \(count)")
    } else if !ayat.crossesSurahs {
      parts.append("ayat \(ayat.first.number) to \(ayat.last.number) of \(count)")
    }
    if let page = Division.page.number(of: ayat.first, in: counting) { parts.append("page \(page)") }
    if let juz = Division.juz.number(of: ayat.first, in: counting) { parts.append("juz \(juz)") }
    if counting != .kufi { parts.append("\(counting.displayName) count") }
    return parts.joined(separator: " · ")
  }

  /// Units of length of what is recited.
  static func units(of ayat: AyahRange, _ counting: CountingSystem) -> Int {
    counting.contains(ayat)
      ? counting.ayat(in: ayat).reduce(0) { $0 + (AyahLength.units(of: $1, in: counting) ?? 0) } : 0
  }
}

/// The pace of a recitation, according to the rows of a recording.
struct Pace {
  /// Seconds for each unit of length; nil where too few rows tell.
  let secondsPerUnit: Double?
  /// The usual value of reciters who read at a measured pace.
  private static let usual = 0.13

  /// Of rows in a count; at most some hundreds of them are asked.
  init(of rows: [AnnotatedRow], _ counting: CountingSystem?) {
    guard let counting else {
      secondsPerUnit = nil
      return
    }
    let step = max(1, rows.count / 400)
    let rates = stride(from: 0, to: rows.count, by: step).compactMap { index -> Double? in
      guard let ayat = rows[index].ayah, rows[index].end > rows[index].start else { return nil }
      let units = AyahFacts.units(of: ayat, counting)
      return units > 0 ? (rows[index].end - rows[index].start).seconds / Double(units) : nil
    }.sorted()
    secondsPerUnit = rates.count >= 3 ? rates[rates.count / 2] : nil
  }

  /// The expected duration of ayat; nil if unknown.
  func length(of ayat: AyahRange, _ counting: CountingSystem, guessing: Bool = false) -> Milliseconds? {
    let units = AyahFacts.units(of: ayat, counting)
    guard units > 0, let rate = secondsPerUnit ?? (guessing ? Self.usual : nil) else { return nil }
    return Milliseconds(seconds: rate * Double(units))
  }
}

extension Milliseconds {
  /// A length as people say it: `5.3 s`, or `1:05` from a minute on.
  var shortLength: String {
    if count >= 60_000 { return clock }
    let tenths = (count + 50) / 100
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
