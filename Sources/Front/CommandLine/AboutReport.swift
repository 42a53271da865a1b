import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

/// The output of `tilawa about`.
struct AboutReport {
  private let knowledge: AyahKnowledge
  private let facts: PassageFacts
  private let resolution: ResolutionReport
  private let session: Session
  private let limit: Int
  private let calendar: LocalCalendar

  /// Of at most `limit` recordings.
  init(
    _ knowledge: AyahKnowledge, _ session: Session, library: String, limit: Int, from standing: String,
    calendar: LocalCalendar
  ) {
    (self.knowledge, self.session, self.limit, self.calendar) = (knowledge, session, limit, calendar)
    let ayah = AyahRange(knowledge.ayah)
    facts = PassageFacts(query: "\(ayah)", range: ayah, counting: session.counting)
    resolution = ResolutionReport(
      knowledge.resolution, of: [knowledge.ayah], in: session, library: library, from: standing)
  }

  // MARK: For people

  /// A heading for each part that has something to say.
  func lines(palette: Palette) -> [String] {
    var lines = facts.text.filledLines.map(String.init)
    func add(_ heading: String, _ part: [String]) {
      guard !part.isEmpty else { return }
      lines += ["", palette.paint(heading, .strong)] + part.map { "  \($0)" }
    }
    let width = knowledge.texts.map { columnCount(of: $0.entry.name) }.max() ?? 0
    add(
      "texts",
      knowledge.texts.map { said in
        let blank = String(repeating: " ", count: width - columnCount(of: said.entry.name))
        return "\(said.entry.name)\(blank)  \(shownText(said.text))"
      })
    add("recordings", recordings)
    for kept in knowledge.journal { add(kept.list.name, kept.rows.map { line(of: $0, in: kept.list) }) }
    add("books", knowledge.readings.map(line))
    if let listening { add("listening", [listening]) }
    return lines
  }

  private var recordings: [String] {
    let shown = knowledge.hearings.prefix(limit)
    var table = shown.map(ResolutionReport.facts)
    let widths = (0..<4).map { column in table.map { columnCount(of: $0[column]) }.max() ?? 0 }
    for index in table.indices {
      for (column, width) in widths.enumerated() {
        let blank = String(repeating: " ", count: max(0, width - columnCount(of: table[index][column])))
        table[index][column] =
          column == 1 || column == 2 ? blank + table[index][column] : table[index][column] + blank
      }
    }
    let more = knowledge.hearings.count - shown.count
    return table.map { $0.joined(separator: "  ") }
      + (more > 0 ? ["and \(more) more; use --limit 0 to show all"] : [])
      + (knowledge.hearings.isEmpty ? resolution.complaints : resolution.remarks)
  }

  /// A row by its number, its ayat where they are more than the ayah, and what it says besides.
  private func line(of row: JournalRow, in list: JournalList) -> String {
    var parts = ["#\(row.number)"]
    if row.ayat != knowledge.kufi { parts.append(list.name(of: row.values)) }
    // What its name says already.
    let named = ["ayat", "ayah", "surah"] + (row.ayat == nil ? ["page"] : [])
    for (key, text) in row.values where !named.contains(key) {
      let shown = shownText(text.words.joined(separator: " "))
      switch key {
      case "text", "arabic", "meaning", "label", "note", list.name: parts.append(shown)
      case list.list.dates.made where list.kind != .memorised: parts.append(shown)
      default: parts.append("\(key) \(shown)")
      }
    }
    if list.kind == .memorised { parts.append("due \(Recall(row).dueDay(in: calendar)?.text ?? "now")") }
    return parts.joined(separator: "  ")
  }

  /// When, in what, about which ayat where they are more than the ayah, and how much was read.
  private func line(of read: AyahKnowledge.Read) -> String {
    let session = read.session
    let ayat = session.ayat?.value
    let much = [
      session.minutes.map { "\($0.value) min" }, session.pages.map { counted($0.value, "page") },
    ].compactMap { $0 }.joined(separator: ", ")
    let parts = [
      session.date?.value.text, read.title ?? read.book, ayat == knowledge.kufi ? nil : ayat?.description,
      much.isEmpty ? nil : much, session.note?.value,
    ]
    return shownText(parts.compactMap { $0 }.joined(separator: "  ").words(by: "\n").joined(separator: " "))
  }

  private var listening: String? {
    guard let listening = knowledge.listening, let ayah = listening.ayah?.value else { return nil }
    var parts = ["stopped at \(ayah)"]
    if let ayat = listening.ayat?.value, !ayat.isSingle { parts[0] += " of \(ayat)" }
    if let reciter = listening.reciter?.value { parts.append(shownText(reciter)) }
    if let at = listening.at?.value { parts.append(at.text) }
    return parts.joined(separator: "  ")
  }

  // MARK: For programs

  static let shape = OutputShape<AboutReport>(
    "about",
    [
      .key(.ayah, \.knowledge.ayah.description), .key(.numbering, \.session.counting.rawValue),
      .key(.verseID, \.knowledge.ayah.verseID),
      .key("facts", PassageFacts.form, \.facts, "Place and divisions of the ayah."),
      .key(
        "texts", .list(of: .object(TextEntry.saidKeys)), { $0.knowledge.texts.map { ($0.entry, $0.text) } },
        "Texts about the ayah."),
      .key(
        "hearing_count", .count, \.knowledge.hearings.count,
        "Number of places in recordings where it can be heard."),
      .key(
        "hearings", .list(of: .object(ReportedHearing.keys)),
        { about in
          about.knowledge.hearings.prefix(about.limit).map {
            ReportedHearing(hearing: $0, report: about.resolution)
          }
        }, "The first of these places, best first."),
      .key(
        .remarks, { $0.knowledge.hearings.isEmpty ? $0.resolution.complaints : $0.resolution.remarks }),
      .key(
        "journal", .list(of: .object(journalKeys)),
        { about in about.knowledge.journal.map { ($0.list, $0.rows, about.calendar) } },
        "Lists of the journal with rows about the ayah."),
      .key(
        "readings", .list(of: .object(readKeys)), \.knowledge.readings,
        "Reading sessions about the ayah."),
      .nullable(
        "stopped_at", .text, \.knowledge.listening?.ayah?.value.description,
        "Where listening stopped, if that was in a passage with the ayah."),
      .key(.faults, \.knowledge.resolution.faults),
    ])

  private typealias Kept = (list: JournalList, rows: [JournalRow], calendar: LocalCalendar)
  private typealias KeptRow = (list: JournalList, row: JournalRow, due: String?)

  private static let journalKeys: [JSONKey<Kept>] = [
    .key("list", .text, { $0.list.name }, "Name of the list."),
    .key(
      "rows", .list(of: .object(keptRowKeys)),
      { kept in
        kept.rows.map { row in
          let isMemorised = kept.list.kind == .memorised
          return (kept.list, row, isMemorised ? Recall(row).dueDay(in: kept.calendar)?.text : nil)
        }
      }, "Rows of the list."),
  ]

  private static let keptRowKeys: [JSONKey<KeptRow>] =
    JournalRow.keys.of { ($0.list, $0.row) } + [
      .nullable("due", .text, { $0.due }, "Day on which a memorised passage is due for recall.")
    ]

  private static let readKeys: [JSONKey<AyahKnowledge.Read>] = [
    .key("book_id", .text, \.book, "Id of a book."),
    .nullable("book_title", .text, \.title, "Title of the book; null if the shelf has none."),
    .key(
      "session_values", .anyObject, \.values,
      "One reading session, with the keys of spec/companions/shelf.md."),
  ]
}

extension JournalRow {
  /// Of a row, and the list that it stands in.
  static let keys: [JSONKey<(list: JournalList, row: JournalRow)>] = [
    .key(.number, { $0.row.number }),
    .key(
      "values", .anyObject,
      { told in
        .object(told.row.values.map { .init($0.key, told.list.json(of: $0.key, $0.text)) })
      }, "The row, with the keys of spec/companions/journal.md."),
  ]
}

extension AyahKnowledge.Read {
  fileprivate var values: JSONValue {
    let values: [(String, JSONValue?)] = [
      ("date", session.date.map { .string($0.value.text) }),
      ("minutes", session.minutes.map { JSONValue($0.value) }),
      ("pages", session.pages.map { JSONValue($0.value) }),
      ("ayat", session.ayat.map { .string($0.value.description) }),
      ("note", session.note.map { .string($0.value) }), ("id", session.id.map { .string($0.value) }),
    ]
    return .object(values.compactMap { key, value in value.map { .init(key, $0) } })
  }
}
