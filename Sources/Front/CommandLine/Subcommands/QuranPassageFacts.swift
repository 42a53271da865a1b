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
  static let form = JSONForm<PassageFacts>.object([
    .key(.query, \.query), .key(.numbering, \.counting.rawValue), .key(.passage, \.range.description),
    .key("kufi", .text, \.kufi.description, "The passage in the Kufi count."),
    .key("first", .ayat, \.range.first.description, "The first ayah."),
    .key("last", .ayat, \.range.last.description, "The last ayah."),
    .key(.ayahCount, { $0.counting.count(of: $0.range) }),
    .key(
      "surahs", .list(of: Surah.form), { facts in facts.surahs.map { ($0, facts.counting) } },
      "Surahs, whole or in part."),
    .key(
      "portions", .list(of: .object(portionKeys)), \.portions,
      "Pages, juz and other portions that contain it."),
    .key(
      "sajdah", .list(of: .ayat), { $0.prostrations.map(\.ayah.description) },
      "Ayat with a prostration after them."),
    .key(.wordCount, \.words),
    .nullable("letter_count", .count, \.kufiLength?.letters, "Number of letters."),
    .key("unit_count", .count, \.units, "Length in units of time."),
    .nullable("pause_mark_count", .count, \.kufiLength?.pauseMarks, "Number of pause marks."),
    .nullable(
      "previous", .ayat, { $0.counting.previous(before: $0.range.first)?.description }, "The ayah before it."),
    .nullable("next", .ayat, { $0.counting.next(after: $0.range.last)?.description }, "The ayah after it."),
  ])

  private typealias Portion = (name: String, numbers: ClosedRange<Int>)

  private var portions: [Portion] {
    Division.allCases.compactMap { division in
      division.numbers(of: kufi).map { (division.displayName, $0) }
    }
  }

  private static let portionKeys: [JSONKey<Portion>] = [
    .key(
      "portion", .word(Division.allCases.map(\.displayName)), { $0.name }, "Kind of division of the Quran."),
    .key("first_number", .integer(1), { $0.numbers.lowerBound }, "Number of the first of them."),
    .key("last_number", .integer(1), { $0.numbers.upperBound }, "Number of the last of them."),
  ]
}

extension Surah {
  /// With the ayat that a counting system gives it.
  static let form = JSONForm<(surah: Surah, counting: CountingSystem)>.object([
    .key(.number, { $0.surah.number }), .key(.name, { $0.surah.name }),
    .key(.arabicName, { $0.surah.arabicName }),
    .key("slug", .text, { $0.surah.slug }, "Name without spaces and punctuation."),
    .key("meaning", .text, { $0.surah.meaning }, "Meaning of the name."),
    .key("revelation_place", .word, { $0.surah.revelationPlace }, "Place of the revelation."),
    .key("revelation_order", .integer(1), { $0.surah.revelationOrder }, "Place in the order of revelation."),
    .nullable(.ayahCount, { $0.counting.ayahCount(ofSurah: $0.surah.number) }),
    .key("ruku_count", .count, { $0.surah.rukuCount }, "Number of rukus."),
    .key("start_page", .integer(1, 604), { $0.surah.startPage }, "Page on which the surah begins."),
    .key(
      "basmalah_numbered", .word(["ayah_1", "ayah_0", "none"]),
      { $0.surah.basmalah(in: $0.counting).jsonName }, "Numbering of the basmalah of the surah."),
  ])

  private func basmalah(in counting: CountingSystem) -> Basmalah {
    basmalah == .isAyahOne && !counting.numbersBasmalah ? .precedes : basmalah
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
