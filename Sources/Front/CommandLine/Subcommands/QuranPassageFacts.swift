import TilawaBase
import TilawaQuran

/// All that the index knows of one passage, ready to be printed.
struct PassageFacts {
  let query: String
  let range: AyahRange
  let counting: CountingSystem
  /// The passage in Kufi numbers, by which portions and lengths are known.
  private let kufi: AyahRange
  private let surahs: [Surah]

  init(query: String, range: AyahRange, counting: CountingSystem) {
    self.query = query
    self.range = range
    self.counting = counting
    kufi = AyahMap.map(range, from: counting, to: .kufi) ?? range
    surahs = (range.first.surah...range.last.surah).compactMap(Surah.numbered)
  }

  /// The surah, if the passage is all of one.
  private var wholeSurah: Surah? {
    surahs.count == 1 && counting.range(ofSurah: range.first.surah) == range ? surahs.first : nil
  }

  private var words: Int { sum(AyahLength.words) }
  private var units: Int { sum(AyahLength.units) }

  /// Letters and pause marks are known of whole Kufi ayat only.
  private var kufiLength: AyahLength? { counting == .kufi ? AyahLength.of(range) : nil }

  private var prostrations: [Sajdah] { Sajdah.all.filter { kufi.first <= $0.ayah && $0.ayah <= kufi.last } }

  private func sum(_ measure: (Ayah, CountingSystem) -> Int?) -> Int {
    counting.ayat(in: range).reduce(0) { $0 + (measure($1, counting) ?? 0) }
  }
}

// MARK: - For people

extension PassageFacts {
  var text: String {
    var lines: [(String, String)] = surahLines
    if counting != .kufi {
      let mapping = range.isSingle ? AyahMap.map(range.first, from: counting, to: .kufi) : nil
      lines.append(("kufi", "\(kufi)" + (mapping.map { " (\($0.relation))" } ?? "")))
    }
    for division in Division.allCases {
      guard let numbers = division.numbers(of: kufi) else { continue }
      let isOne = numbers.lowerBound == numbers.upperBound
      lines.append(
        (
          division.displayName,
          isOne ? "\(numbers.lowerBound)" : "\(numbers.lowerBound)-\(numbers.upperBound)"
        ))
    }
    if !prostrations.isEmpty {
      lines.append(("sajdah", prostrations.map { "after \($0.ayah)" }.joined(separator: ", ")))
    }
    let letters = kufiLength.map { ", \($0.letters) letters" } ?? ""
    lines.append(("length", "\(words) \(words == 1 ? "word" : "words")\(letters), \(units) units"))
    if let previous = counting.previous(before: range.first) { lines.append(("previous", "\(previous)")) }
    if let next = counting.next(after: range.last) { lines.append(("next", "\(next)")) }
    let isPlain = query.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    let asked = isPlain ? query : TerminalText.isolated(query.filledLines.joined())
    let title = query == range.description ? query : "\(range) (\(asked))"
    return ([title] + lines.map { "  \(padded($0.0, to: 8))  \($0.1)" }).joined(separator: "\n")
  }

  private var surahLines: [(String, String)] {
    let count = counting.count(of: range)
    if let surah = wholeSurah {
      let basmalah =
        switch (surah.basmalah, counting.numbersBasmalah) {
        case (.isAyahOne, true): "is ayah 1"
        case (.none, _): "none"
        default: "before ayah 1, as \(surah.number):0"
        }
      return [
        ("surah", title(of: surah)), ("ayat", "\(count)"), ("rukus", "\(surah.rukuCount)"),
        ("basmalah", basmalah),
        ("revealed", "\(surah.revelationPlace.title), \(surah.revelationOrder) in order"),
      ]
    }
    if range.isSingle, let surah = surahs.first {
      let total = counting.ayahCount(ofSurah: surah.number) ?? 0
      let place = range.first.number == 0 ? "the basmalah" : "ayah \(range.first.number) of \(total)"
      return [("surah", title(of: surah) + ", \(place)")]
    }
    let shown = surahs.count <= 4 ? surahs : [surahs[0], surahs[surahs.count - 1]]
    let titles = shown.map(title(of:)).joined(separator: surahs.count <= 4 ? ", " : " to ")
    return [(surahs.count == 1 ? "surah" : "surahs", titles), ("ayat", "\(count)")]
  }

  private func title(of surah: Surah) -> String {
    "\(surah.number) \(surah.name) \(TerminalText.isolated(surah.arabicName)) (\(surah.meaning))"
  }
}

/// With spaces behind it up to a width in letters.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

extension Surah.RevelationPlace {
  fileprivate var title: String { self == .meccan ? "Meccan" : "Medinan" }
}

// MARK: - For programs

extension PassageFacts {
  var json: JSONValue {
    let portions = Division.allCases.compactMap { division in
      division.numbers(of: kufi).map { numbers -> JSONValue in
        [
          "portion": .string(division.displayName), "first_number": JSONValue(numbers.lowerBound),
          "last_number": JSONValue(numbers.upperBound),
        ]
      }
    }
    return [
      "query": .string(query),
      "numbering": .string(counting.rawValue),
      "passage": .string(range.description),
      "kufi": .string(kufi.description),
      "first": .string(range.first.description),
      "last": .string(range.last.description),
      "ayah_count": JSONValue(counting.count(of: range)),
      "surahs": JSONValue(surahs) { $0.json(in: counting) },
      "portions": .array(portions),
      "sajdah": JSONValue(prostrations) { .string($0.ayah.description) },
      "word_count": JSONValue(words),
      "letter_count": JSONValue(kufiLength?.letters),
      "unit_count": JSONValue(units),
      "pause_mark_count": JSONValue(kufiLength?.pauseMarks),
      "previous": JSONValue(counting.previous(before: range.first)?.description),
      "next": JSONValue(counting.next(after: range.last)?.description),
    ]
  }
}

extension Surah {
  /// With the ayat that a counting system gives it.
  func json(in counting: CountingSystem) -> JSONValue {
    let basmalah = self.basmalah == .isAyahOne && !counting.numbersBasmalah ? .precedes : self.basmalah
    return [
      "number": JSONValue(number),
      "name": .string(name),
      "arabic_name": .string(arabicName),
      "slug": .string(slug),
      "meaning": .string(meaning),
      "revelation_place": .string(revelationPlace.rawValue),
      "revelation_order": JSONValue(revelationOrder),
      "ayah_count": JSONValue(counting.ayahCount(ofSurah: number)),
      "ruku_count": JSONValue(rukuCount),
      "start_page": JSONValue(startPage),
      "basmalah_numbered": .string(basmalah.jsonName),
    ]
  }
}

extension Surah.Basmalah {
  fileprivate var jsonName: String {
    switch self {
    case .isAyahOne: "ayah_1"
    case .none: "none"
    case .precedes: "ayah_0"
    }
  }
}
