import TilawaBase
import TilawaLibrary
import TilawaQuran
import TilawaFormat
import TilawaKit

extension GuidesFile {
  /// What the person did with a guide.
  func row(of id: String) -> ReadGuide? { rows.first { $0.guide?.value.isExactly(id) ?? false } }
}

extension GuideDraft {
  /// Whether some of its texts hold `text`, read as texts are searched.
  func holds(_ text: String) -> Bool {
    let words = TextQuery(text)
    let ofSteps = steps.flatMap { [$0.title, $0.description, $0.arabic, $0.transliteration, $0.translation] }
    let all = [id, title, prayer.arabicName] + ofSteps.compactMap { $0 } + (rakahNotes + notes).map(\.text)
    return all.contains { words?.isIn($0) ?? $0.holds(text) }
  }

  /// `Fajr (Shafi'i)`.
  fileprivate var displayName: String {
    prayer.displayName + (school.map { " (\($0.displayName))" } ?? "")
  }

  /// `2 rak'at`; nil where the number isn't known.
  fileprivate var rakahText: String? { rakahCount.map { $0 == 1 ? "1 rak'ah" : "\($0) rak'at" } }
}

/// What `tilawa guide` lists.
struct GuideList {
  private let entries: [GuideShelf.Entry]
  private let state: GuidesFile?
  private let shelf: GuideShelf

  init(_ entries: [GuideShelf.Entry], _ state: GuidesFile?, of shelf: GuideShelf) {
    (self.entries, self.state, self.shelf) = (entries, state, shelf)
  }

  func tell(asJSON: Bool, in terminal: Terminal) -> Outcome {
    if asJSON {
      let value: JSONValue = ["guides": JSONValue(entries) { GuideReport($0, state).facts }]
      terminal.write(value.document.documentText)
    } else if entries.isEmpty {
      terminal.say(
        shelf.entries.isEmpty
          ? "there are no guides; tilawa guide import FILE brings some into the library"
          : "there is no such guide; tilawa guide list shows all")
    } else {
      // What is the person's own has a column where there is something.
      let own = entries.map { state?.row(of: $0.guide.id)?.text ?? "" }
      let hasOwn = own.contains { !$0.isEmpty }
      var table = TextTable(
        [
          .init(title: "id"), .init(title: "prayer"), .init(title: "rak'at", isAtRight: true),
          .init(title: "steps", isAtRight: true), .init(title: "title", leastWidth: 10),
        ] + (hasOwn ? [.init(title: "yours")] : []))
      for (entry, text) in zip(entries, own) {
        let guide = entry.guide
        let cells = [
          guide.id, guide.displayName, guide.rakahCount.map { "\($0)" } ?? "", "\(guide.steps.count)",
          guide.title,
        ]
        table.add(cells + (hasOwn ? [text] : []))
      }
      for line in table.lines(width: terminal.tableWidth, palette: terminal.palette) { terminal.print(line) }
    }
    return shelf.hasErrors ? .findings : .done
  }
}

extension ReadGuide {
  /// `bookmarked, read 2024-01-05, 50 %`.
  fileprivate var text: String {
    let parts = [
      bookmarked?.value ?? false ? "bookmarked" : nil, read.map { "read \($0.value.text)" },
      progress.map { "\(Int(($0.value * 100).rounded())) %" }, offline?.value ?? false ? "offline" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

/// What `tilawa guide ID` shows.
struct GuideReport {
  private let entry: GuideShelf.Entry
  private let row: ReadGuide?
  /// Where phrases are heard; nil where nobody asked.
  var places: [HeardPhrase: [HeardPlace]]?

  init(_ entry: GuideShelf.Entry, _ state: GuidesFile?) {
    self.entry = entry
    row = state?.row(of: entry.guide.id)
  }

  private var guide: GuideDraft { entry.guide }

  // MARK: Text

  func lines(width: Int, palette: Palette) -> [String] {
    let facts = [
      guide.id, "\(guide.displayName) \(shownText(guide.prayer.arabicName))", guide.rakahText, row?.text,
    ]
    var lines = [palette.paint(shownText(guide.title), .strong)]
    lines.append(facts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "  "))
    for (name, address) in [("video", guide.video), ("image", guide.image)] {
      if let address { lines.append("\(name)  \(shownText(address))") }
    }
    for (index, step) in guide.steps.enumerated() {
      let number = index < 9 ? " \(index + 1)" : "\(index + 1)"
      lines += ["", palette.paint("\(number)  \(shownText(step.title))", .strong)]
      for text in [step.description, step.arabic, step.transliteration, step.translation] {
        lines += Self.paragraph(text, width)
      }
      lines += step.hear.flatMap { heard($0, palette) }
    }
    let lists = [("Rak'at", guide.rakahNotes), ("Notes", guide.notes)].filter { !$0.1.isEmpty }
    for (name, notes) in lists {
      lines += ["", palette.paint(name, .strong)]
      for note in notes { lines += Self.paragraph((note.rakah.map { "\($0): " } ?? "") + note.text, width) }
    }
    return lines
  }

  private static func paragraph(_ text: String?, _ width: Int) -> [String] {
    (text?.lines ?? []).flatMap { line in
      wrapped(withoutControls(String(line)), to: width - 4).map { "    " + isolatedIfNeeded($0) }
    }
  }

  private func heard(_ phrase: HeardPhrase, _ palette: Palette) -> [String] {
    guard let places else { return ["    " + palette.paint("heard: \(phrase.text)", .faint)] }
    let found = places[phrase] ?? []
    if found.isEmpty { return ["    " + palette.paint("\(phrase.text)  not heard", .faint)] }
    return found.map { place in
      let facts = [
        place.prayer?.rawValue, place.rakah.map { "rak'ah \($0)" },
        place.isVerified ? "verified" : "unverified",
        place.isHere ? nil : "not here",
      ]
      return "    "
        + [
          phrase.text, shownText(place.path), place.span.start.description,
          place.span.end.description, place.reciter ?? "-", facts.compactMap { $0 }.joined(separator: " "),
        ].joined(separator: "  ")
    }
  }

  // MARK: JSON

  /// What a list has of it.
  var facts: JSONValue {
    [
      "guide_id": .string(guide.id), "title": .string(guide.title), "prayer": .string(guide.prayer.rawValue),
      "prayer_name": .string(guide.prayer.displayName),
      "prayer_arabic_name": .string(guide.prayer.arabicName),
      "school": JSONValue(guide.school?.rawValue), "display_title": .string(guide.displayName),
      "rakah_count": JSONValue(guide.rakahCount), "symbol": JSONValue(guide.prayer.symbol),
      "color": JSONValue(guide.prayer.color), "guide_type": JSONValue(guide.type),
      "edition": JSONValue(guide.edition ?? 1), "offline": .bool(guide.offline ?? false),
      "video": JSONValue(guide.video), "image": JSONValue(guide.image),
      "created_at": JSONValue(guide.created?.text), "changed_at": JSONValue(guide.changed?.text),
      "step_count": JSONValue(guide.steps.count), "path": .string(entry.path),
      "bookmarked": .bool(row?.bookmarked?.value ?? false), "read_at": JSONValue(row?.read?.value.text),
      "progress": .number(row?.progress.map { "\($0.value)" } ?? "0"),
      "kept_offline": .bool(row?.offline?.value ?? false),
    ]
  }

  /// All of it.
  var json: JSONValue {
    facts.adding(
      "steps",
      JSONValue(guide.steps.enumerated()) { index, step in
        let value: JSONValue = [
          "number": JSONValue(index + 1), "title": .string(step.title),
          "description": JSONValue(step.description), "arabic": JSONValue(step.arabic),
          "transliteration": JSONValue(step.transliteration), "translation": JSONValue(step.translation),
          "hear": JSONValue(step.hear) { .string($0.text) },
        ]
        guard let places else { return value }
        return value.adding(
          "places",
          .array(step.hear.flatMap { phrase in (places[phrase] ?? []).map { $0.json(of: phrase) } }))
      }
    )
    .adding(
      "rakah_notes", JSONValue(guide.rakahNotes) { ["rakah": JSONValue($0.rakah), "text": .string($0.text)] }
    )
    .adding("notes", JSONValue(guide.notes) { .string($0.text) })
  }
}

extension HeardPlace {
  /// The audio, or the bundle where none is named.
  fileprivate var path: String { audio.isEmpty ? bundle : "\(bundle)/\(audio)" }

  fileprivate func json(of phrase: HeardPhrase) -> JSONValue {
    [
      "phrase": .string(phrase.text), "bundle": .string(bundle), "path": .string(path),
      "start": .number(span.start.description), "end": .number(span.end.description),
      "prayer": JSONValue(prayer?.rawValue), "rakah": JSONValue(rakah), "reciter": JSONValue(reciter),
      "verified": .bool(isVerified), "is_here": .bool(isHere),
    ]
  }
}
