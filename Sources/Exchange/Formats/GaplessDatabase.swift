import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// The database of Quran for Android and iOS that tells where the ayat of gapless recordings start.
  static let gapless: ForeignFormat = ForeignFormat(
    name: "gapless", title: "gapless timing database of Quran for Android, SQLite",
    extensions: ["db", "sqlite", "sqlite3"], loses: GaplessDatabase.losses, bends: [.numbering],
    recognises: { source in
      guard SQLiteFile.isDatabase(source), let file = try? SQLiteFile(reading: source) else { return false }
      return (try? file.schema()).map(GaplessDatabase.isOne) ?? false
    },
    read: { source, options, report in
      let tables = try SQLiteFile(reading: source).tables(["timings", "properties"], report)
      return try GaplessReader(source, options, report).read(tables)
    },
    write: .collection { collection, options in
      let (rows, losses) = try GaplessDatabase.rows(of: collection, .gapless, options)
      if let existing = options.existing {
        return ForeignText(try GaplessDatabase.updated(existing, rows), losses: losses)
      }
      let file = try SQLiteFile()
      try file.run(GaplessDatabase.schema + "BEGIN;")
      try file.insert(GaplessDatabase.properties(of: rows), into: "properties", columns: 2)
      try file.insert(rows.map(\.values), into: "timings", columns: 4)
      try file.run("COMMIT;")
      return ForeignText(try file.bytes(), losses: losses)
    })

  /// The same as SQL statements, which people pass around as patches.
  static let gaplessSQL: ForeignFormat = ForeignFormat(
    name: "gapless-sql", title: "the same as SQL text", extensions: ["sql"], loses: GaplessDatabase.losses,
    bends: [.numbering],
    recognises: { source in
      let text = source.beginning.lowercased()
      return text.holds("insert") && text.holds("into") && text.holds("timings")
        && text.holds("values")
    },
    read: { source, options, report in
      let sql = try SQLText(
        try source.text(options.encoding), shownAs: source.shownPath,
        known: ["timings": ["sura", "ayah", "time", "words"], "properties": ["property", "value"]])
      for fault in sql.faults { report.add(ExchangeRules.unreadableRow, fault.message, at: fault.place) }
      for other in sql.others.prefix(20) {
        report.add(
          ExchangeRules.unplaced,
          "\"\(other.name)\" does something else than fill tables; the statement is passed over",
          at: other.place)
      }
      var tables = sql.tables
      tables.watch(report, at: source.place)
      return try GaplessReader(source, options, report).read(tables)
    },
    write: .collection { collection, options in
      let (rows, losses) = try GaplessDatabase.rows(of: collection, .gaplessSQL, options)
      return ForeignText(GaplessDatabase.sql(rows), losses: losses)
    })
}

/// What the database is like.
enum GaplessDatabase {
  static let losses: Set<LossCode> = [
    .skip, .range, .joins, .xsurah, .end, .gap, .overlap, .order, .repetition, .conf, .verified,
    .marker,
    .reciter, .riwayah, .meta, .xkeys, .note, .rakah, .priority, .incomplete,
  ]
  /// The ayah whose row tells where the surah ends.
  static let end = 999

  static let schema = """
    CREATE TABLE properties(property TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE timings(sura INTEGER NOT NULL, ayah INTEGER NOT NULL, time INTEGER NOT NULL, words TEXT, \
    PRIMARY KEY(sura, ayah));

    """

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
  static func rows(of collection: RecordingCollection, _ format: ForeignFormat, _ options: WritingOptions)
    throws(ExchangeFailure)
    -> (rows: [Row], losses: Losses)
  {
    var losses = Losses()
    var found: [Int: [Row]] = [:]
    for recording in collection.recordings {
      losses.add(Losses(of: format, options, in: recording))
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
        "no recording holds a whole surah, each ayah after the one before, as \(format.name) needs it")
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

  /// A database with other rows for these surahs. Its version stays: apps compare it with that of the server, and raising it is up
  /// to who publishes it.
  static func updated(_ existing: ForeignSource, _ rows: [Row]) throws(ExchangeFailure) -> [UInt8] {
    let written = SQLiteFile.Written(
      table: "timings", columns: ["sura", "ayah", "time", "words"], rows: rows.map(\.values))
    return try SQLiteFile.updated(existing, with: [written]) { file, tables throws(ExchangeFailure) in
      guard rows.contains(where: { $0.words != nil }), tables.has("timings", with: "words"),
        tables.has("properties", with: "property", "value")
      else { return }
      try file.run("UPDATE properties SET value = '2' WHERE property = 'schema_version' AND value < '2';")
    }
  }

  static func properties(of rows: [Row]) -> [[SQLTable.Value]] {
    let version = rows.contains { $0.words != nil } ? "2" : "1"
    return [[.text("schema_version"), .text(version)], [.text("version"), .text("1")]]
  }

  static func sql(_ rows: [Row]) -> String {
    var text = schema + "BEGIN TRANSACTION;\n"
    let version = rows.contains { $0.words != nil } ? "2" : "1"
    text += "INSERT INTO properties VALUES('schema_version','\(version)');\n"
    text += "INSERT INTO properties VALUES('version','1');\n"
    for row in rows {
      let words = row.words.map { "'\($0)'" } ?? "NULL"
      text += "INSERT INTO timings VALUES(\(row.surah),\(row.ayah),\(row.time.count),\(words));\n"
    }
    return text + "COMMIT;\n"
  }
}

private struct GaplessReader {
  let source: ForeignSource
  let options: ReadingOptions
  let report: ExchangeReport

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) {
    self.source = source
    self.options = options
    self.report = report
  }

  func read(_ tables: SQLTables) throws(ExchangeFailure) -> RecordingCollection {
    guard let table = tables["timings"], let surahs = table.column("sura", "surah"),
      let ayat = table.column("ayah", "aya"), let times = table.column("time")
    else {
      throw ExchangeFailure(
        "\(source.shownPath) has no table timings with the columns sura, ayah and time", at: source.place)
    }
    let version = tables["properties"].map(property("schema_version")) ?? nil
    let words = (Int(version ?? "2") ?? 2) > 1 ? table.column("words") : nil
    var found: [Int: SurahStarts] = [:]
    var wordRows: [(ayah: Ayah, text: String, place: Place)] = []
    for row in table.rows {
      guard let surah = row.values[surahs].integer, let number = row.values[ayat].integer,
        (1...114).contains(surah),
        (0...999).contains(number)
      else {
        report.add(
          ExchangeRules.noSuchAyah,
          "there is no ayah \(row.values[surahs].shown):\(row.values[ayat].shown)", at: row.place)
        continue
      }
      let ayah = Ayah(Int(surah), Int(number))
      guard let time = row.values[times].integer, (0..<1_000_000_000_000).contains(time) else {
        report.add(
          ExchangeRules.unreadableRow,
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
    let counting = options.numbering ?? .kufi
    let count = counting.ayahCount(ofSurah: ayah.surah) ?? 0
    guard ayah.number <= count || ayah.number == GaplessDatabase.end else {
      report.add(
        ExchangeRules.noSuchAyah, PassageError.noSuchAyah(ayah, counting).message, at: place)
      return
    }
    var surah = found[ayah.surah] ?? SurahStarts(surah: ayah.surah)
    let known = ayah.number == GaplessDatabase.end ? surah.end : surah.starts[ayah.number]
    if let known, known.time != time {
      report.add(
        ExchangeRules.writerFault,
        "\(ayah) is given twice, at \(known.time) and \(time); the later row counts",
        at: place)
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
    var set = SurahRecordings(source, options, report)
    let counting = set.counting
    for (surah, starts) in found.sorted(by: { $0.key < $1.key }) {
      set.change(surah) { starts.add(to: &$0, counting, source, report) }
    }
    var words = WordTimes(counting: counting)
    for row in wordRows {
      set.change(row.ayah.surah) { recording in
        words.add(
          WordTimes.parse(triples: row.text, of: row.ayah, at: row.place, report), of: row.ayah,
          to: &recording)
      }
    }
    words.tell(report)
    return set.finished()
  }

  private func property(_ name: String) -> (SQLTable) -> String? {
    { table in
      table.rows.first { $0.values.first?.text == name }.flatMap {
        $0.values.count > 1 ? $0.values[1].text : nil
      }
    }
  }

  private func tellOfProperties(_ tables: SQLTables) {
    tables["properties"]?.passOver(0..<2)
    for row in tables["properties"]?.rows ?? [] where row.values.count > 1 {
      let (name, value) = (row.values[0].text ?? "", row.values[1].text ?? "")
      if name == "schema_version" || name == "version" && value == "1" { continue }
      report.add(
        ExchangeRules.unplaced, "no place for the property \"\(name)\", which is \"\(value)\"", at: row.place)
    }
  }
}
