import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// The database of Quran for Android and iOS with the start times of ayat in gapless recordings.
  static let gapless: ForeignFormat = ForeignFormat(
    name: "gapless", title: "gapless timing database of Quran for Android, SQLite",
    extensions: ["db", "sqlite", "sqlite3"], loses: GaplessDatabase.losses, bends: [.numbering],
    recognises: { SQLiteFile.recognises($0, GaplessDatabase.isOne) },
    read: { input in
      let tables = try SQLiteFile(reading: input.source).tables(["timings", "properties"], input.report)
      return try GaplessReader(input: input).read(tables)
    },
    write: .collection { collection, options in
      let (rows, losses) = try GaplessDatabase.rows(of: collection, .gapless)
      let bytes =
        try options.existing.map { try GaplessDatabase.updated($0, rows) }
        ?? SQLiteFile.bytes(of: GaplessDatabase.tables(of: rows))
      return ForeignText(bytes, losses: losses)
    })

  /// The gapless database as SQL statements, which are distributed as patches.
  static let gaplessSQL: ForeignFormat = ForeignFormat(
    name: "gapless-sql", title: "gapless timing database, SQL text", extensions: ["sql"],
    loses: GaplessDatabase.losses,
    bends: [.numbering],
    recognises: { source in
      let text = source.beginning.lowercased()
      return text.holds("insert") && text.holds("into") && text.holds("timings")
        && text.holds("values")
    },
    read: { input in
      let sql = try SQLText(
        try input.text(), shownAs: input.name,
        known: ["timings": ["sura", "ayah", "time", "words"], "properties": ["property", "value"]])
      for fault in sql.faults { input.fault(fault.message, at: fault.place) }
      for other in sql.others.prefix(20) {
        input.add(
          .unplaced, "\"\(other.name)\" does not fill a table; the statement is ignored",
          at: other.place)
      }
      var tables = sql.tables
      tables.watch(input.report, at: input.place)
      return try GaplessReader(input: input).read(tables)
    },
    write: .collection { collection, options in
      let (rows, losses) = try GaplessDatabase.rows(of: collection, .gaplessSQL)
      return ForeignText(GaplessDatabase.sql(rows), losses: losses)
    })
}

/// The structure of the database.
enum GaplessDatabase {
  static let losses = Set.ofAyat.union([.end, .gap, .overlap, .incomplete])
  /// The number of the ayah whose row gives the end of the surah.
  static let end = 999

  static func isOne(_ tables: SQLTables) -> Bool {
    tables.has("timings", with: "sura", "ayah", "time") && !tables.has("timings", with: "start_time")
  }

  struct Row {
    var surah: Int
    var ayah: Int
    var time: Milliseconds
    var words: String?

    var values: [SQLTable.Value] {
      [.integer(Int64(surah)), .integer(Int64(ayah)), .integer(time.count), words.map { .text($0) } ?? .null]
    }
  }

  /// The rows of all surahs that are whole, in the order of the mushaf.
  ///
  /// A surah with a hole makes one of the two programs highlight the wrong ayah and the other one end, so it is left
  /// out.
  static func rows(of collection: RecordingCollection, _ format: ForeignFormat) throws(ExchangeFailure)
    -> (rows: [Row], losses: Losses)
  {
    var losses = Losses()
    var found: [Int: [Row]] = [:]
    for recording in collection.recordings {
      let (whole, others) = try recording.wholeSurah(for: format.name)
      losses.add(.incomplete, others)
      guard let whole, found[whole.surah] == nil else {
        if let whole { losses.add(.repetition, whole.starts.count) }
        continue
      }
      found[whole.surah] = rows(of: whole, words(of: whole.surah, in: recording))
    }
    let rows = found.sorted { $0.key < $1.key }.flatMap(\.value)
    guard !rows.isEmpty else {
      throw ExchangeFailure(
        "no recording contains a whole surah in order, as \(format.name) requires")
    }
    return (rows, losses)
  }

  private static func rows(of whole: WholeSurah, _ words: [Int: String]) -> [Row] {
    var rows: [Row] = []
    if let intro = whole.intro { rows.append(Row(surah: whole.surah, ayah: 0, time: intro)) }
    for (index, start) in whole.starts.enumerated() {
      rows.append(Row(surah: whole.surah, ayah: index + 1, time: start, words: words[index + 1]))
    }
    rows.append(Row(surah: whole.surah, ayah: end, time: whole.end))
    return rows
  }

  private static func words(of surah: Int, in recording: AnnotatedRecording) -> [Int: String] {
    var words: [Int: String] = [:]
    for word in recording.wordsInTime.map(\.row) where word.ayah.surah == surah {
      let triple = "\(word.word):\(word.start.count):\(word.end.count)"
      words[word.ayah.number, default: ""] += (words[word.ayah.number] == nil ? "" : ",") + triple
    }
    return words
  }

  /// Returns the database with other rows for these surahs. Its version stays: apps compare it with the
  /// server's, and only the publisher should raise it.
  static func updated(_ existing: ForeignSource, _ rows: [Row]) throws(ExchangeFailure) -> [UInt8] {
    try SQLiteFile.updated(existing, with: [tables(of: rows)[1]]) { file, tables throws(ExchangeFailure) in
      guard rows.contains(where: { $0.words != nil }), tables.has("timings", with: "words"),
        tables.has("properties", with: "property", "value")
      else { return }
      try file.run("UPDATE properties SET value = '2' WHERE property = 'schema_version' AND value < '2';")
    }
  }

  /// The two tables: what the app goes by, and the rows.
  static func tables(of rows: [Row]) -> [SQLiteFile.Written] {
    let version = rows.contains { $0.words != nil } ? "2" : "1"
    return [
      SQLiteFile.Written(
        table: "properties", declaration: "property TEXT PRIMARY KEY, value TEXT NOT NULL",
        rows: [[.text("schema_version"), .text(version)], [.text("version"), .text("1")]]),
      SQLiteFile.Written(
        table: "timings",
        declaration: "sura INTEGER NOT NULL, ayah INTEGER NOT NULL, time INTEGER NOT NULL, words TEXT, "
          + "PRIMARY KEY(sura, ayah)",
        rows: rows.map(\.values)),
    ]
  }

  static func sql(_ rows: [Row]) -> String {
    let tables = tables(of: rows)
    let inserts = tables.flatMap { table in
      table.rows.map { "INSERT INTO \(table.table) VALUES(\($0.map(\.sql).joined(separator: ",")));\n" }
    }
    return tables.map(\.statement).joined() + "BEGIN TRANSACTION;\n" + inserts.joined() + "COMMIT;\n"
  }
}

extension SQLTable.Value {
  /// As a statement has it; no text of ours has a quote.
  fileprivate var sql: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .text(let text): "'\(text)'"
    }
  }
}

private struct GaplessReader {
  let input: ForeignInput

  func read(_ tables: SQLTables) throws(ExchangeFailure) -> RecordingCollection {
    guard let table = tables["timings"], let surahs = table.column("sura", "surah"),
      let ayat = table.column("ayah", "aya"), let times = table.column("time")
    else {
      throw input.failure("has no table timings with the columns sura, ayah and time")
    }
    let properties = tables["properties"]?.rows.filter { $0.values.count > 1 } ?? []
    let version = properties.first { $0.values[0].text == "schema_version" }?.values[1].text
    let words = (Int(version ?? "2") ?? 2) > 1 ? table.column("words") : nil
    var found: [Int: SurahStarts] = [:]
    var wordRows: [(ayah: Ayah, text: String, place: Place)] = []
    for row in table.rows {
      let (surah, number) = (row.values[surahs], row.values[ayat])
      guard let ayah = SQLTable.ayah(surah, number) else {
        input.addNoAyah(surah, number, at: row.place)
        continue
      }
      guard let time = row.values[times].integer, (0..<1_000_000_000_000).contains(time) else {
        input.fault(
          "the time of \(ayah) should be milliseconds from 0, found \(row.values[times].shown)", at: row.place
        )
        continue
      }
      take(ayah, Milliseconds(time), row.place, &found)
      if let words, let text = row.values[words].text { wordRows.append((ayah, text, row.place)) }
    }
    tellOfProperties(tables)
    return recordings(found, wordRows)
  }

  private func take(_ ayah: Ayah, _ time: Milliseconds, _ place: Place, _ found: inout [Int: SurahStarts]) {
    let counting = input.counting
    let count = counting.ayahCount(ofSurah: ayah.surah) ?? 0
    guard ayah.number <= count || ayah.number == GaplessDatabase.end else {
      input.add(.noSuchAyah, PassageError.noSuchAyah(ayah, counting).message, at: place)
      return
    }
    var surah = found[ayah.surah] ?? SurahStarts(surah: ayah.surah)
    let known = ayah.number == GaplessDatabase.end ? surah.end : surah.starts[ayah.number]
    if let known, known.time != time {
      input.add(
        .writerFault, "\(ayah) is given twice, at \(known.time) and \(time); the later row is used", at: place
      )
    }
    if ayah.number == GaplessDatabase.end {
      surah.end = (time, place)
    } else {
      surah.starts[ayah.number] = (time, place)
    }
    found[ayah.surah] = surah
  }

  private func recordings(_ found: [Int: SurahStarts], _ wordRows: [(ayah: Ayah, text: String, place: Place)])
    -> RecordingCollection
  {
    var set = SurahRecordings(input)
    let counting = input.counting
    for (surah, starts) in found.sorted(by: { $0.key < $1.key }) {
      set.change(surah) { starts.add(to: &$0, counting, input.source, input.report) }
    }
    var words = WordLists(input)
    for row in wordRows {
      let own = words.words(inTriples: row.text, of: row.ayah, at: row.place)
      set.change(row.ayah.surah) { words.add(own, of: row.ayah, to: &$0) }
    }
    words.tell()
    return set.finished()
  }

  private func tellOfProperties(_ tables: SQLTables) {
    tables["properties"]?.passOver(0..<2)
    for row in tables["properties"]?.rows ?? [] where row.values.count > 1 {
      let (name, value) = (row.values[0].text ?? "", row.values[1].text ?? "")
      if name == "schema_version" || name == "version" && value == "1" { continue }
      input.add(.unplaced, "left out: the property \"\(name)\" (\"\(value)\")", at: row.place)
    }
  }
}
