import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// Comma-separated values with a header; files of others are read by the names of their columns.
  static let csv = ForeignFormat(
    name: "csv", title: "table of rows, comma-separated", extensions: ["csv"],
    loses: [.words, .marker, .meta, .xkeys], bends: [.text],
    recognises: { isTable($0, ",") || isTable($0, ";") }, read: { try readTable($0, nil) }, counts: [.meta],
    write: .collection { collection, options in
      writeTable(collection, .quoted(UInt8(ascii: ",")), options)
    })

  /// A table with tabs between the fields, and `\t`, `\n` and `\\` within them.
  static let tsv = ForeignFormat(
    name: "tsv", title: "table of rows, tab-separated", extensions: ["tsv", "tab"],
    loses: [.words, .marker, .meta, .xkeys], bends: [.text], recognises: { isTable($0, "\t") },
    read: { try readTable($0, .tabs) }, counts: [.meta],
    write: .collection { collection, options in writeTable(collection, .tabs, options) })
}

extension ForeignFormat {
  /// A list of objects whose keys are such columns, as programs print their rows.
  static let jsonRows = ForeignFormat(
    name: "json-rows", title: "list of rows, JSON", extensions: ["json"], loses: [],
    recognises: { isListOfRows($0.jsonIfAny) }, read: readList)
}

/// The objects of a list, or of the only list of objects in an object, such as `segments` of peaks.js.
private func rowObjects(_ json: JSONNode) -> [JSONNode]? {
  if let items = json.items { return items }
  let lists = (json.members ?? []).compactMap { $0.value.items }.filter { $0.first?.members != nil }
  return lists.count == 1 ? lists[0] : nil
}

/// Returns true if the first object of a list names an ayah, or has a name and a time.
private func isListOfRows(_ json: JSONNode?) -> Bool {
  guard let members = json.flatMap(rowObjects)?.first?.members else { return false }
  let hasSurah = members.contains { TableColumn(header: $0.key) == .surah }
  let columns = members.map { TableColumn(header: $0.key) }
  // Output of speech recognition has such keys, but is not a table.
  let isHeard = members.contains { ["words", "tokens", "text", "word"].contains($0.key) }
  if !isHeard, columns.contains(.name), columns.contains(where: { $0?.isStart ?? false }) { return true }
  return members.contains { key, value in
    switch TableColumn(header: key, besideSurah: hasSurah) {
    case .ayahNumber: hasSurah
    case .ayah: value.string.flatMap { LabelReference($0) } != nil
    default: false
    }
  }
}

private func isTable(_ source: ForeignSource, _ separator: String) -> Bool {
  guard let header = source.beginning.filledLines.first, header.holds(separator)
  else {
    return false
  }
  let columns = Set(
    header.fields(by: separator).compactMap {
      TableColumn(header: String($0))
    })
  return columns.contains(.start) || columns.contains(.startMilliseconds)
}

// MARK: Reading

private func readTable(_ input: ForeignInput, _ dialect: DelimitedText.Dialect?) throws -> RecordingCollection
{
  let text = try input.text()
  let header = text.text(in: 0..<(text.bytes.firstIndex(of: 0x0A) ?? text.bytes.count))
  let hasSemicolons = !header.holds(",") && header.holds(";")
  let dialect = dialect ?? .quoted(UInt8(ascii: hasSemicolons ? ";" : ","))
  let records = DelimitedText(source: text, dialect: dialect).makeIterator()
  guard let names = records.next() else { throw input.failure("is empty") }
  var table = TableReader(
    names, Array(IteratorSequence(records)), mark: hasSemicolons ? .pointOrComma : .point, input)
  return try table.collection()
}

/// Reads a list whose objects are lines of a table and whose keys are its columns.
@Sendable private func readList(_ input: ForeignInput) throws -> RecordingCollection {
  let (json, text) = (try input.source.json(), try input.source.text())
  guard let items = rowObjects(json) else {
    throw input.failure("should contain a list of objects, one for each row")
  }
  for (key, value) in json.members ?? [] where value.items?.first?.members == nil && !value.saysNothing {
    input.add(.unplaced, "left out: \(key)", at: Place(text, of: value))
  }
  var names: [String] = []
  var indices: [String: Int] = [:]
  var rows: [DelimitedText.Record] = []
  for item in items {
    guard let members = item.members else {
      input.fault("expected an object with the keys of a row", at: Place(text, of: item))
      continue
    }
    var fields = [String](repeating: "", count: names.count)
    for (key, value) in members {
      let index = indices[key] ?? names.count
      if index == names.count {
        (indices[key], names) = (index, names + [key])
        fields.append("")
      }
      // If a key is given twice, both values are reported.
      fields[index] += (fields[index].isEmpty ? "" : " ") + value.field
    }
    rows.append(DelimitedText.Record(fields: fields, place: Place(text, of: item)))
  }
  guard !rows.isEmpty || items.isEmpty else { return RecordingCollection([]) }
  let header = DelimitedText.Record(fields: names, place: input.place)
  var table = TableReader(header, rows, mark: .point, input)
  guard names.contains(where: { TableColumn(header: $0)?.isStart ?? false }) else { return table.passage() }
  return try table.collection()
}

extension JSONNode {
  /// As a field of a table has it; times of a list behind one another.
  fileprivate var field: String {
    switch content {
    case .null: ""
    case .bool(let value): "\(value)"
    case .number(let digits): String(digits)
    case .string(let text): text
    case .array(let items) where items.allSatisfy { $0.number != nil }:
      items.map(\.field).joined(separator: " ")
    case .array, .object: value.compactText
    }
  }
}

/// Why a row of a table can't be read.
private struct RowFault: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

private struct TableReader {
  private let input: ForeignInput
  private let columns: [TableColumn: Int]
  private let unknown: [(name: String, index: Int)]
  private let header: DelimitedText.Record
  private let rows: [DelimitedText.Record]
  private let mark: DecimalTime.Mark
  private var unit = DecimalTime.Unit.seconds
  /// The ids of reciters who are called by names.
  private var madeIDs: [String: String] = [:]

  init(
    _ header: DelimitedText.Record, _ rows: [DelimitedText.Record], mark: DecimalTime.Mark,
    _ input: ForeignInput
  ) {
    (self.header, self.rows, self.mark, self.input) = (header, rows, mark, input)
    (columns, unknown) = Self.columns(of: header)
  }

  private static func columns(
    of header: DelimitedText.Record
  ) -> (known: [TableColumn: Int], unknown: [(name: String, index: Int)]) {
    var columns: [TableColumn: Int] = [:]
    var unknown: [(name: String, index: Int)] = []
    let hasSurah = header.fields.contains { TableColumn(header: $0) == .surah }
    for (index, name) in header.fields.enumerated() {
      if let column = TableColumn(header: name, besideSurah: hasSurah), columns[column] == nil {
        columns[column] = index
      } else if !name.isEmpty {
        unknown.append((name, index))
      }
    }
    return (columns, unknown)
  }

  /// Points and colons are seconds; whole numbers are milliseconds when they can be nothing else.
  private func unitOfTimes() throws(ExchangeFailure) -> DecimalTime.Unit {
    let indices = [columns[.start], columns[.end], columns[.duration]].compactMap { $0 }
    var largest: Int64 = 0
    for row in rows {
      for index in indices where index < row.fields.count {
        let text = row.fields[index]
        if text.utf8.contains(where: ".:,".utf8.contains) { return .seconds }
        largest = max(largest, DecimalTime.parse(text, unit: .milliseconds)?.count ?? 0)
      }
    }
    guard largest > 0 else { return .seconds }
    if let duration = input.options.duration {
      // Ten times as many seconds as the audio has can only be milliseconds.
      return largest > duration.count / 100 ? .milliseconds : .seconds
    }
    throw ExchangeFailure(
      "the times of \(input.name) are whole numbers", at: input.place, unless: .unit)
  }

  mutating func collection() throws -> RecordingCollection {
    guard columns[.start] != nil || columns[.startMilliseconds] != nil else {
      throw ExchangeFailure(
        "\(input.name) has no column \"start\"; its first line must name the columns, such as ayah,start,end",
        at: header.place)
    }
    unit = try input.options.unit ?? unitOfTimes()
    let report = input.report
    var recordings = InOrder<String, LabelledRows>()
    for record in rows {
      let id = value(.recording, record) ?? ""
      recordings.change(id, else: LabelledRows(AnnotatedRecording(named: id), report: report)) { rows in
        do throws(RowFault) {
          try read(record, into: &rows)
        } catch {
          input.fault(error.message, at: record.place)
        }
      }
    }
    for (name, id) in madeIDs.sorted(by: { $0.key < $1.key }) {
      input.add(
        .understood, "\"\(name)\" is not a valid id; \(id) is used as the reciter of the rows",
        at: header.place)
    }
    // A bundle that is there says itself who recites.
    let isForBundle = input.options.target != nil
    return RecordingCollection(
      recordings.values.map { isForBundle ? $0.finished() : $0.finished().withFactsOfMostRows })
  }

  /// Ayat of which nobody says when they are heard are what a recording holds.
  func passage() -> RecordingCollection {
    var recording = AnnotatedRecording()
    recording.facts.passage = ayat(input.options.numbering ?? input.options.target ?? .kufi)
    let runs = recording.facts.passage.map(\.description).joined(separator: ", ")
    if !runs.isEmpty {
      input.add(
        .untimed,
        "no row has a time; the recording's passage is \(runs), and it has no rows yet",
        at: header.place)
    }
    return RecordingCollection([recording])
  }

  /// Returns the runs of ayat that rows name, in the rows' order.
  private func ayat(_ counting: CountingSystem) -> [AyahRange] {
    var runs: [AyahRange] = []
    for record in rows {
      guard let ayat = reference(in: record) else {
        input.fault("expected a row with an ayah, found \"\(text(of: record))\"", at: record.place)
        continue
      }
      tellUnknown(of: record)
      if let last = runs.last, counting.next(after: last.last) == ayat.first {
        runs[runs.count - 1] = AyahRange(last.first, ayat.last)
      } else {
        runs.append(ayat)
      }
    }
    return runs
  }

  private func text(of record: DelimitedText.Record) -> String {
    record.fields.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func reference(in record: DelimitedText.Record) -> AyahRange? {
    if let surah = value(.surah, record), let number = value(.ayahNumber, record) {
      return LabelReference(number.holds(":") ? number : "\(surah):\(number)")?.ayat
    }
    return value(.ayah, record).flatMap { LabelReference($0)?.ayat }
  }

  /// Reports the columns of a row without times, apart from its ayah. They cannot be imported.
  private func tellUnknown(of record: DelimitedText.Record) {
    let known: Set<TableColumn> = [.surah, .ayahNumber, .ayah]
    for column in TableColumn.allCases where !known.contains(column) && value(column, record) != nil {
      input.unplaced.add("the \(column.rawValue) of rows without times", at: record.place)
    }
    for (name, index) in unknown where index < record.fields.count && !record.fields[index].isEmpty {
      input.unplaced.add("\"\(name)\"", at: record.place)
    }
  }

  /// Columns that say one thing of a row: their values as labels have them, and what is said of others.
  private static let attributes:
    [(column: TableColumn, value: @Sendable (String) -> String?, fault: @Sendable (String) -> String)] = [
      (.verified, { truths[$0.lowercased()] }, { "expected true or false as verified, found \"\($0)\"" }),
      (.riwayah, { $0 }, { Riwayah.noSuch($0) }),
      (
        .confidence, { $0.replaced(",", with: ".") },
        { "expected a confidence from 0 to 1, found \"\($0)\"" }
      ),
      (.cut, { $0.lowercased() }, { "expected start, end or both as the cut, found \"\($0)\"" }),
      (.rakah, { $0 }, { "expected the number of a rak'ah from 1 to 100, found \"\($0)\"" }),
      (.priority, { $0 }, { "expected a whole number as the priority, found \"\($0)\"" }),
      (
        .joins,
        { text in
          let times = text.words(by: " ;").map { DecimalTime.parseClock($0)?.description }
          return times.contains(nil) ? nil : times.compactMap(\.self).joined(separator: ",")
        }, { "expected times as the joins, found \"\($0)\"" }
      ),
    ]

  private static let truths = [
    "true": "true", "yes": "true", "1": "true", "x": "true", "false": "false", "no": "false", "0": "false",
  ]

  private func value(_ column: TableColumn, _ record: DelimitedText.Record) -> String? {
    guard let index = columns[column], index < record.fields.count else { return nil }
    // Spreadsheets wrap text that looks like a number as ="...".
    var text = record.fields[index].trimmed(of: " ")
    if let inner = text.after("=\"")?.before("\""), !inner.isEmpty { text = String(inner) }
    return text.isEmpty ? nil : text
  }

  /// A time; nil where the row says none.
  private func time(
    _ column: TableColumn, _ milliseconds: TableColumn, _ record: DelimitedText.Record
  ) throws(RowFault) -> Milliseconds? {
    let time: Milliseconds?
    if let text = value(milliseconds, record) {
      time = DecimalTime.parse(text, unit: .milliseconds, mark: mark)
    } else if let text = value(column, record) {
      time =
        unit == .seconds
        ? DecimalTime.parseClock(text, mark: mark) : DecimalTime.parse(text, unit: unit, mark: mark)
    } else if column == .start {
      time = nil
    } else {
      return nil
    }
    if let time { return time }
    throw RowFault("expected a time as the \(column.rawValue), found \"\(value(column, record) ?? "")\"")
  }

  private mutating func read(
    _ record: DelimitedText.Record, into rows: inout LabelledRows
  ) throws(RowFault) {
    let start = try time(.start, .startMilliseconds, record) ?? .zero
    let stop = try time(.end, .endMilliseconds, record)
    let lasted = try time(.duration, .durationMilliseconds, record).map { start + $0 }
    if let stop, let lasted, abs(stop.count - lasted.count) > 1 {
      input.unplaced.add("durations that contradict the ends", at: record.place)
    }
    var label = LabelText()
    let name = value(.ayah, record) ?? value(.name, record)
    if let surah = value(.surah, record), let number = value(.ayahNumber, record) {
      guard let ayat = reference(in: record) else {
        throw RowFault("expected the numbers of a surah and an ayah, found \"\(surah)\" and \"\(number)\"")
      }
      label.ayah = ayat
    } else if let name, let read = LabelText(name) {
      label = read
    }
    let hasAyah = value(.ayah, record) != nil || columns[.ayahNumber] != nil && columns[.surah] != nil
    if hasAyah, let text = value(.name, record) {
      input.unplaced.add(
        "names beside the ayat of rows", text, as: "x-name", in: &label.extras, at: record.place)
    }
    if label.ayah == nil, label.skip == nil, let text = value(.skip, record) {
      guard let kind = LabelText("skip=\(text)")?.skip ?? SpokenPhrase.kind(text)?.rawValue else {
        throw RowFault("expected a skip in one word such as takbir, found \"\(text)\"")
      }
      label.skip = kind
    }
    if let note = value(.note, record), note != label.note {
      label.note = label.note.map { "\($0); \(note)" } ?? note
    }
    if let name = value(.reciter, record) {
      if RecordingDraft.isIdentifier(name) {
        label.reciter = name
      } else if let id = RecordingDraft.identifier(from: name) {
        madeIDs[name] = id
        label.reciter = id
      } else {
        input.unplaced.add(
          "names of reciters that are not ids", name, as: "x-reciter-name", in: &label.extras,
          at: record.place
        )
      }
    }
    for attribute in Self.attributes {
      guard let text = value(attribute.column, record) else { continue }
      guard let value = attribute.value(text), label.take(value, for: attribute.column.rawValue) else {
        throw RowFault(attribute.fault(text))
      }
    }
    for (name, index) in unknown where index < record.fields.count && !record.fields[index].isEmpty {
      input.unplaced.add(
        "the column \"\(name)\"", record.fields[index], as: "x-\(name)", in: &label.extras, at: header.place)
    }
    if record.fields.count > header.fields.count {
      input.unplaced.add("fields after the last column", at: record.place)
    }
    let target = label.isNamed ? label.target : name ?? LabelText.unnamed
    rows.add(target, from: start, to: stop ?? lasted, at: record.place, saying: label)
  }
}

extension AnnotatedRecording {
  /// The recording with the reciter and the riwayah of most of its rows. Rows keep their own only where it
  /// differs. If any row names none, all rows keep theirs, as that row would otherwise inherit the value.
  fileprivate var withFactsOfMostRows: AnnotatedRecording {
    var result = self
    result.raise(\.reciter, to: \.reciter)
    result.raise(\.riwayah, to: \.riwayah)
    return result
  }

  /// Makes the value that most segments have, of equals the first, that of the recording, unless one has none.
  private mutating func raise<Value: Hashable>(
    _ ofRow: WritableKeyPath<Segment, Value?>, to ofRecording: WritableKeyPath<RecordingDraft, Value?>
  ) {
    let values = segments.compactMap { $0.row[keyPath: ofRow] }
    let counts = Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
    let most = counts.values.max()
    guard values.count == segments.count, let common = values.first(where: { counts[$0] == most }) else {
      return
    }
    facts[keyPath: ofRecording] = common
    for index in segments.indices where segments[index].row[keyPath: ofRow] == common {
      segments[index].row[keyPath: ofRow] = nil
    }
  }
}

// MARK: Writing

private func writeTable(
  _ collection: RecordingCollection, _ dialect: DelimitedText.Dialect, _ options: WritingOptions
) -> ForeignText {
  var losses = Losses()
  func field(_ text: String) -> String {
    guard options.guardsFormulas, let first = text.utf8.first, "=+-@\t\r".utf8.contains(first),
      Double(text) == nil
    else {
      return text
    }
    losses.add(.text)
    return "'" + text
  }
  var text =
    (options.hasMark ? "\u{FEFF}" : "") + DelimitedText.line(TableColumn.written.map(\.rawValue), dialect)
  for recording in collection.recordings {
    // The id has a column.
    losses.add(.meta, recording.factCount - (recording.facts.id.isEmpty ? 0 : 1))
    for segment in recording.segments {
      let row = segment.row
      // Readers of tables take no blanks around a field for a part of it.
      if let note = row.note, note != note.trimmed(of: " ") { losses.add(.text) }
      let facts = row.facts
      let fields: [String] = [
        recording.facts.id, facts.ayah?.description ?? "", row.start.description, row.end.description,
        facts.joins.map(\.description).joined(separator: " "), facts.skip ?? "", facts.cut?.rawValue ?? "",
        facts.confidence.map { "\($0)" } ?? "", facts.isConfirmed ? "true" : "",
        facts.reciter ?? recording.facts.reciter ?? "",
        (facts.riwayah ?? recording.facts.riwayah)?.rawValue ?? "",
        facts.rakah.map { "\($0)" } ?? "", row.priority.map { "\($0)" } ?? "", facts.note ?? "",
      ]
      text += DelimitedText.line(fields.map(field), dialect)
    }
  }
  return ForeignText(text, losses: losses)
}

/// The content of a column.
enum TableColumn: String, CaseIterable {
  case recording, ayah, start, end, joins, skip, cut, confidence, verified, reciter, riwayah, rakah, priority,
    note
  case surah, ayahNumber, startMilliseconds, endMilliseconds, duration, durationMilliseconds
  /// The name of a row, if no column contains its ayah.
  case name

  /// The columns that we write.
  static let written: [TableColumn] = [
    .recording, .ayah, .start, .end, .joins, .skip, .cut, .confidence, .verified, .reciter, .riwayah, .rakah,
    .priority, .note,
  ]

  /// A surah beside it makes `ayah` a number within the surah; other names are of references all the same.
  init?(header: String, besideSurah: Bool) {
    guard let column = TableColumn(header: header) else { return nil }
    let isNumber = ["ayah", "aya", "verse"].contains(header.lowercased().trimmed(of: " \"'="))
    self = column == .ayah && besideSurah && isNumber ? .ayahNumber : column
  }

  /// True if the column contains the starts of rows.
  var isStart: Bool { self == .start || self == .startMilliseconds }

  /// By the name in a header, ours or another's.
  init?(header: String) {
    switch header.lowercased().trimmed(of: " \"'=") {
    case "ayah", "ref", "reference", "verse_key", "verse", "key", "aya": self = .ayah
    case "start", "start_time", "starttime", "begin", "in", "timestamp_from", "from", "time_from",
      "timestart", "time", "onset", "onset_s", "start_seconds", "start_s":
      self = .start
    case "end", "end_time", "endtime", "timestamp_to", "out", "to", "time_to", "timeend", "stop",
      "offset_s", "stop_seconds", "end_seconds", "end_s":
      self = .end
    case "start_ms", "startms", "begin_ms": self = .startMilliseconds
    case "end_ms", "endms": self = .endMilliseconds
    case "duration", "length", "dur": self = .duration
    case "duration_ms", "durationms", "length_ms": self = .durationMilliseconds
    // Reaper, Audition, MFA, peaks.js, wavesurfer.
    case "name", "label", "labeltext", "marker", "region", "title", "content": self = .name
    case "comment", "comments", "notes", "description": self = .note
    case "sura", "surah", "surah_number", "chapter", "chapter_number", "chapter_id": self = .surah
    case "ayah_number", "verse_number", "aya_number": self = .ayahNumber
    case "confidence", "conf", "score": self = .confidence
    case "rakah", "rakat", "rakaat", "rak'ah": self = .rakah
    case let name:
      guard let column = TableColumn(rawValue: name) else { return nil }
      self = column
    }
  }
}
