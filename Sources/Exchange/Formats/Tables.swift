import Diagnostics
import QuranIndex
import ScalarText
import TilawaFormat
import Timing

extension ForeignFormat {
  /// Comma-separated values with a header; files of others are read by the names of their columns.
  static let csv: ForeignFormat = ForeignFormat(
    name: "csv", title: "table of rows, comma-separated", extensions: ["csv"],
    loses: [.words, .marker, .meta, .rakah, .xkeys], recognises: { isTable($0, ",") || isTable($0, ";") },
    read: { try readTable($0, nil, $1, $2) },
    write: .collection { collection, _ in writeTable(collection, .csv, .quoted(UInt8(ascii: ","))) })

  /// The same with tabs between the fields, and `\t`, `\n` and `\\` within them.
  static let tsv: ForeignFormat = ForeignFormat(
    name: "tsv", title: "table of rows, tab-separated", extensions: ["tsv", "tab"],
    loses: [.words, .marker, .meta, .rakah, .xkeys], recognises: { isTable($0, "\t") },
    read: { try readTable($0, .tabs, $1, $2) },
    write: .collection { collection, _ in writeTable(collection, .tsv, .tabs) })
}

/// What a column holds.
private enum Column: String, CaseIterable {
  case recording, ayah, start, end, joins, skip, confidence, verified, reciter, riwayah, priority, note
  case surah, ayahNumber, startMilliseconds, endMilliseconds

  /// What we write.
  static let written: [Column] = [
    .recording, .ayah, .start, .end, .joins, .skip, .confidence, .verified, .reciter, .riwayah, .priority,
    .note,
  ]

  /// By the name in a header, ours or another's.
  init?(header: String) {
    switch header.lowercased().trimmed(of: " \"'=") {
    case "ayah", "ref", "reference", "verse_key", "verse", "key", "aya": self = .ayah
    case "start", "start_time", "begin", "timestamp_from", "from", "time_from", "timestart", "time":
      self = .start
    case "end", "end_time", "timestamp_to", "to", "time_to", "timeend", "stop": self = .end
    case "start_ms", "startms", "begin_ms": self = .startMilliseconds
    case "end_ms", "endms": self = .endMilliseconds
    case "sura", "surah", "surah_number", "chapter", "chapter_number", "chapter_id": self = .surah
    case "ayah_number", "verse_number", "aya_number": self = .ayahNumber
    case "confidence", "conf", "score": self = .confidence
    case let name:
      guard let column = Column(rawValue: name) else { return nil }
      self = column
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
      Column(header: String($0))
    })
  return columns.contains(.start) || columns.contains(.startMilliseconds)
}

// MARK: Reading

private func readTable(
  _ source: ForeignSource, _ dialect: DelimitedText.Dialect?, _ options: ReadingOptions,
  _ report: ExchangeReport
) throws -> RecordingCollection {
  let text = try source.text(options.encoding)
  let header = text.text(in: 0..<(text.bytes.firstIndex(of: 0x0A) ?? text.bytes.count))
  let hasSemicolons = !header.holds(",") && header.holds(";")
  let dialect = dialect ?? .quoted(UInt8(ascii: hasSemicolons ? ";" : ","))
  let records = DelimitedText(source: text, dialect: dialect).makeIterator()
  guard let names = records.next() else {
    throw ExchangeFailure("\(source.shownPath) is empty", at: source.place)
  }
  var table = try TableReader(
    names, mark: hasSemicolons ? .pointOrComma : .point, rows: Array(IteratorSequence(records)), options,
    source)
  return table.collection(report)
}

private struct TableReader {
  let columns: [Column: Int]
  let unknown: [(name: String, index: Int)]
  let columnCount: Int
  let rows: [DelimitedText.Record]
  let mark: DecimalTime.Mark
  let unit: DecimalTime.Unit
  let header: Place
  private var unplaced: UnplacedElements

  init(
    _ header: DelimitedText.Record, mark: DecimalTime.Mark, rows: [DelimitedText.Record],
    _ options: ReadingOptions,
    _ source: ForeignSource
  ) throws {
    var columns: [Column: Int] = [:]
    var unknown: [(name: String, index: Int)] = []
    for (index, name) in header.fields.enumerated() {
      if let column = Column(header: name), columns[column] == nil {
        columns[column] = index
      } else if !name.isEmpty {
        unknown.append((name, index))
      }
    }
    // A surah beside it makes `ayah` a number within the surah.
    if columns[.surah] != nil, columns[.ayahNumber] == nil, let ayah = columns[.ayah] {
      columns[.ayahNumber] = ayah
      columns[.ayah] = nil
    }
    guard columns[.start] != nil || columns[.startMilliseconds] != nil else {
      throw ExchangeFailure(
        "\(source.shownPath) has no column \"start\"; its first line must name the columns, such as "
          + "ayah,start,end", at: header.place)
    }
    columnCount = header.fields.count
    self.columns = columns
    self.unknown = unknown
    self.rows = rows
    self.mark = mark
    self.header = header.place
    unplaced = UnplacedElements(options)
    unit = try options.unit ?? Self.unit(of: rows, columns, options, source)
  }

  /// Points and colons are seconds; whole numbers are milliseconds when they can be nothing else.
  private static func unit(
    of rows: [DelimitedText.Record], _ columns: [Column: Int], _ options: ReadingOptions,
    _ source: ForeignSource
  ) throws -> DecimalTime.Unit {
    let indices = [columns[.start], columns[.end]].compactMap { $0 }
    var largest: Int64 = 0
    for row in rows {
      for index in indices where index < row.fields.count {
        let text = row.fields[index]
        if text.utf8.contains(where: ".:,".utf8.contains) { return .seconds }
        largest = max(largest, DecimalTime.parse(text, unit: .milliseconds)?.count ?? 0)
      }
    }
    guard largest > 0 else { return .seconds }
    if let duration = options.duration {
      // Ten times as many seconds as the audio has can only be milliseconds.
      return largest > duration.count / 100 ? .milliseconds : .seconds
    }
    throw ExchangeFailure(
      "the times of \(source.shownPath) are whole numbers", at: source.place, unless: .unit)
  }

  mutating func collection(_ report: ExchangeReport) -> RecordingCollection {
    var order: [String] = []
    var recordings: [String: LabelledRows] = [:]
    for record in rows {
      let id = value(.recording, record) ?? ""
      if recordings[id] == nil {
        var recording = AnnotatedRecording()
        if RecordingDraft.isIdentifier(id) {
          recording.facts.id = id
        } else if !id.isEmpty {
          recording.facts.title = id
        }
        order.append(id)
        recordings[id] = LabelledRows(recording, report: report)
      }
      read(record, into: &recordings[id, default: LabelledRows(report: report)], report)
    }
    unplaced.tell(report)
    return RecordingCollection(order.compactMap { recordings[$0]?.finished().withFactsOfAllRows })
  }

  private static let truths = [
    "true": true, "yes": true, "1": true, "x": true, "false": false, "no": false, "0": false,
  ]

  private func value(_ column: Column, _ record: DelimitedText.Record) -> String? {
    guard let index = columns[column], index < record.fields.count else { return nil }
    // Spreadsheets wrap text that looks like a number as ="...".
    var text = record.fields[index].trimmed(of: " ")
    if let inner = text.after("=\"")?.before("\""), !inner.isEmpty { text = String(inner) }
    return text.isEmpty ? nil : text
  }

  private func time(_ column: Column, _ milliseconds: Column, _ record: DelimitedText.Record)
    -> Milliseconds??
  {
    if let text = value(milliseconds, record) {
      return .some(DecimalTime.parse(text, unit: .milliseconds, mark: mark))
    }
    guard let text = value(column, record) else { return .none }
    return .some(
      unit == .seconds
        ? DecimalTime.parseClock(text, mark: mark) : DecimalTime.parse(text, unit: unit, mark: mark))
  }

  private mutating func read(
    _ record: DelimitedText.Record, into rows: inout LabelledRows, _ report: ExchangeReport
  ) {
    func fault(_ message: String) { report.add(ExchangeRules.unreadableRow, message, at: record.place) }
    guard let start = time(.start, .startMilliseconds, record) ?? nil else {
      return fault("expected a time as the start, found \"\(value(.start, record) ?? "")\"")
    }
    let end = time(.end, .endMilliseconds, record)
    if case .some(.none) = end {
      return fault("expected a time as the end, found \"\(value(.end, record) ?? "")\"")
    }
    var label = LabelText()
    let name = value(.ayah, record)
    if let surah = value(.surah, record), let number = value(.ayahNumber, record) {
      label.ayah = LabelReference("\(surah):\(number)")?.ayat
    } else if let name, let read = LabelText(name) {
      label = read
    }
    if label.ayah == nil, label.skip == nil, let text = value(.skip, record) {
      guard let kind = LabelText("skip=\(text)")?.skip ?? SpokenPhrase.kind(text)?.rawValue else {
        return fault("expected what is skipped in one word such as takbir, found \"\(text)\"")
      }
      label.skip = kind
    }
    label.note = value(.note, record) ?? label.note
    if let name = value(.reciter, record) {
      if RecordingDraft.isIdentifier(name) {
        label.reciter = name
      } else {
        unplaced.add(
          "names of reciters that are no ids", name, as: "x-reciter-name", in: &label.extras, at: record.place
        )
      }
    }
    if let text = value(.verified, record) {
      guard let isVerified = Self.truths[text.lowercased()] else {
        return fault("expected true or false as verified, found \"\(text)\"")
      }
      label.isVerified = isVerified
    }
    if let text = value(.riwayah, record) {
      guard let riwayah = Riwayah(text) else { return fault("no riwayah is called \"\(text)\"") }
      label.riwayah = riwayah
    }
    if let text = value(.confidence, record) {
      guard let number = Double(text.replaced(",", with: ".")), (0...1).contains(number) else {
        return fault("expected a confidence from 0 to 1, found \"\(text)\"")
      }
      label.confidence = number
    }
    if let text = value(.priority, record) {
      guard let number = Int(text), abs(number) <= 1000 else {
        return fault("expected a whole number as the priority, found \"\(text)\"")
      }
      label.priority = number
    }
    if let text = value(.joins, record) {
      let times = text.words(by: " ;").map { DecimalTime.parseClock($0) }
      guard !times.contains(nil) else { return fault("expected times as the joins, found \"\(text)\"") }
      label.joins = times.compactMap(\.self)
    }
    for (name, index) in unknown where index < record.fields.count && !record.fields[index].isEmpty {
      unplaced.add(
        "the column \"\(name)\"", record.fields[index], as: "x-\(name)", in: &label.extras, at: header)
    }
    if record.fields.count > columnCount { unplaced.add("fields behind the last column", at: record.place) }
    let target = label.isOfSomething ? label.target : name ?? LabelText.unnamed
    rows.add(target, from: start, to: end ?? nil, at: record.place, saying: label)
  }
}

extension AnnotatedRecording {
  /// With a reciter and a riwayah that all rows name said once, as the recording's.
  fileprivate var withFactsOfAllRows: AnnotatedRecording {
    var result = self
    func common<Value: Hashable>(_ value: (SegmentDraft) -> Value?) -> Value? {
      let values = Set(segments.map { value($0.row) })
      return values.count == 1 ? values.first.flatMap(\.self) : nil
    }
    if facts.reciter == nil, let reciter = common(\.reciter) {
      result.facts.reciter = reciter
      for index in result.segments.indices { result.segments[index].row.reciter = nil }
    }
    if facts.riwayah == nil, let riwayah = common(\.riwayah) {
      result.facts.riwayah = riwayah
      for index in result.segments.indices { result.segments[index].row.riwayah = nil }
    }
    return result
  }
}

// MARK: Writing

private func writeTable(
  _ collection: RecordingCollection, _ format: ForeignFormat, _ dialect: DelimitedText.Dialect
) -> ForeignText {
  var losses = Losses()
  var text = DelimitedText.line(Column.written.map(\.rawValue), dialect)
  for recording in collection.recordings {
    var known = recording
    // These two have their columns.
    known.facts.id = ""
    losses.add(Losses(of: format, WritingOptions(), in: known))
    for segment in recording.segments {
      let row = segment.row
      text += DelimitedText.line(
        [
          recording.facts.id, row.ayah?.description ?? "", row.start.description, row.end.description,
          row.joins.map(\.description).joined(separator: " "), row.skip ?? "",
          row.confidence.map { "\($0)" } ?? "", row.isVerified ? "true" : "",
          row.reciter ?? recording.facts.reciter ?? "",
          (row.riwayah ?? recording.facts.riwayah)?.rawValue ?? "",
          row.priority.map { "\($0)" } ?? "", row.note ?? "",
        ], dialect)
    }
  }
  return ForeignText(text, losses: losses)
}
