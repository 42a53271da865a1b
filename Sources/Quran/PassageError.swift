/// The reason for which a text doesn't name a passage. `message` explains it to the person who typed it.
public enum PassageError: Error, Hashable, Sendable {
  /// The text has none of the forms that are read.
  case malformed(String)
  /// No surah has this name, nor is one clearly meant; the likeliest follow.
  case unknownSurah(String, suggestions: [Surah])
  /// There are 114 surahs.
  case noSuchSurah(Int)
  /// The surah exists, and hasn't got this ayah.
  case noSuchAyah(Ayah, CountingSystem)
  /// A portion of this number doesn't exist.
  case noSuchPortion(Division, Int)
  /// The last ayah, surah or portion precedes the first; the text, and how it reads turned round.
  case backwards(String, turned: String)

  /// True if the text is well formed but names something that doesn't exist.
  public var isAboutExistence: Bool {
    switch self {
    case .noSuchSurah, .noSuchAyah, .noSuchPortion: true
    case .malformed, .unknownSurah, .backwards: false
    }
  }

  /// An explanation of the error and of what is expected: one line, lower case, no full stop.
  public var message: String {
    switch self {
    case .malformed(let text):
      return text.isEmpty
        ? "no passage given; write 2:255, 2:1-5, 8:75-9:1, kahf, kahf 1-10, page 50 or juz 30"
        : "\"\(text)\" is not a passage; write 2:255, 2:1-5, 8:75-9:1, kahf, kahf 1-10, page 50 or juz 30"
    case .unknownSurah(let text, let suggestions):
      let names = suggestions.map { "\($0.name) (\($0.number))" }
      return "no such surah: \"\(text)\""
        + (names.isEmpty ? "" : "; did you mean \(names.joined(separator: " or "))?")
    case .noSuchSurah(let number):
      return "surah \(number) does not exist; surahs are numbered 1 to 114"
    case .noSuchAyah(let ayah, let counting):
      let name = Surah.numbered(ayah.surah)?.name ?? ""
      let count = counting.ayahCount(ofSurah: ayah.surah) ?? 0
      if ayah == Ayah(1, 0) {
        return "1:0 does not exist; the basmalah of surah 1 is 1:1 in the \(counting.displayName) count"
      }
      if ayah == Ayah(9, 0) { return "9:0 does not exist; surah 9 (\(name)) has no basmalah" }
      let elsewhere = counting.countsHolding(ayah)
      let place = counting == .kufi && elsewhere.isEmpty ? "" : " in the \(counting.displayName) count"
      return "\(ayah) does not exist; surah \(ayah.surah) (\(name)) has \(count) ayat\(place)\(elsewhere)"
    case .noSuchPortion(let division, let number):
      return "\(division.displayName) \(number) does not exist; they are numbered 1 to \(division.count)"
    case .backwards(let text, let turned):
      return "\"\(text)\" runs backwards; write \(turned)"
    }
  }
}

extension PassageError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension CountingSystem {
  /// Returns the counts that have an ayah that this one lacks, as text to follow this one's number: ` and 31
  /// in the Makki and Basri counts`. Empty if there are none.
  public func countsHolding(_ ayah: Ayah) -> String {
    let others = Self.allCases.filter { $0 != self && ayah.number > 0 && $0.contains(ayah) }
    let sizes = Set(others.compactMap { $0.ayahCount(ofSurah: ayah.surah) }).sorted()
    let parts = sizes.map { size in
      let names = others.filter { $0.ayahCount(ofSurah: ayah.surah) == size }.map(\.displayName)
      return "\(size) in the \(Self.list(names)) count\(names.count > 1 ? "s" : "")"
    }
    guard let last = parts.last else { return "" }
    return parts.dropLast().map { ", \($0)" }.joined() + " and \(last)"
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
