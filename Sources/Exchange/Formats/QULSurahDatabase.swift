import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// The same export as a database, and the table that QUL's own pages export.
  static let qulSurahDatabase: ForeignFormat = ForeignFormat(
    name: "qul-surah-db", title: "QUL export by surah, SQLite", extensions: ["db", "sqlite", "sqlite3"],
    loses: QULSurah.losses, bends: [.words, .numbering],
    recognises: { source in
      guard SQLiteFile.isDatabase(source), let file = try? SQLiteFile(reading: source),
        let tables = try? file.schema()
      else { return false }
      return QULSurahDatabase.isExport(tables) || QULSurahDatabase.isTool(tables)
    },
    read: { source, options, report in
      let tables = try SQLiteFile(reading: source).tables(["segments", "surah_list", "timings"], report)
      var reader = QULSurahDatabase(source, options, report)
      return try QULSurahDatabase.isTool(tables) ? reader.readTool(tables) : reader.read(tables)
    },
    write: .collection { collection, options in
      var losses = Losses()
      let surahs = QULSurah.surahs(of: collection, .qulSurahDatabase, options, &losses)
      return ForeignText(try QULSurahDatabase.bytes(surahs, options.existing), losses: losses)
    })
}

private struct QULSurahDatabase {
  let source: ForeignSource
  let report: ExchangeReport
  var timings: SurahTimings

  init(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) {
    self.source = source
    self.report = report
    timings = SurahTimings(source, SourceText(path: source.shownPath, bytes: []), options, report)
  }

  static func isExport(_ tables: SQLTables) -> Bool {
    tables.has("segments", with: "surah_number", "ayah_number", "timestamp_from")
  }

  /// `timings(sura, ayah, start_time, end_time, words)`, under several names.
  static func isTool(_ tables: SQLTables) -> Bool {
    guard let table = tables["timings"] else { return false }
    return table.column("start_time", "timestart") != nil
  }

  mutating func read(_ tables: SQLTables) throws(ExchangeFailure) -> RecordingCollection {
    guard let table = tables["segments"], let surahs = table.column("surah_number"),
      let ayat = table.column("ayah_number"), let starts = table.column("timestamp_from"),
      let ends = table.column("timestamp_to")
    else {
      throw ExchangeFailure(
        "\(source.shownPath) has no table segments with the columns of QUL exports by surah", at: source.place
      )
    }
    var known: [Int: (url: String, length: Int?)] = [:]
    if let list = tables["surah_list"], let number = list.column("surah_number"),
      let url = list.column("audio_url")
    {
      let length = list.column("duration")
      for row in list.rows {
        guard let surah = row.values[number].integer, let address = row.values[url].text else { continue }
        known[Int(clamping: surah)] = (
          address, length.flatMap { row.values[$0].integer }.map { Int(clamping: $0) }
        )
      }
    }
    // The length of a row follows from its times.
    _ = table.column("duration_sec")
    read(table, surahs, ayat, starts, ends, table.column("segments")) { known[$0]?.url }
    for (surah, of) in known.sorted(by: { $0.key < $1.key }) {
      guard let last = lasts[surah] else { continue }
      timings.declare(of.length, of: surah, url: of.url, last: last, at: source.place)
    }
    return timings.finished()
  }

  mutating func readTool(_ tables: SQLTables) throws(ExchangeFailure) -> RecordingCollection {
    guard let table = tables["timings"], let surahs = table.column("sura", "surah", "surah_number"),
      let ayat = table.column("ayah", "ayah_number"), let starts = table.column("start_time", "timestart"),
      let ends = table.column("end_time", "timeend")
    else {
      throw ExchangeFailure(
        "\(source.shownPath) has no table timings with the columns sura, ayah, start_time and end_time",
        at: source.place)
    }
    read(table, surahs, ayat, starts, ends, table.column("words", "wordtiming", "segments")) { _ in nil }
    return timings.finished()
  }

  private var lasts: [Int: Milliseconds] = [:]

  private mutating func read(
    _ table: SQLTable, _ surahs: Int, _ ayat: Int, _ starts: Int, _ ends: Int, _ words: Int?,
    url: (Int) -> String?
  ) {
    for row in table.rows {
      guard let surah = row.values[surahs].integer, let number = row.values[ayat].integer,
        (1...114).contains(surah),
        (0...999).contains(number)
      else {
        report.add(
          ExchangeRules.noSuchAyah, "there is no ayah \(row.values[surahs].shown):\(row.values[ayat].shown)",
          at: row.place)
        continue
      }
      let ayah = Ayah(Int(surah), Int(number))
      let end = time(row.values[ends], ayah, row.place)
      let text = words.flatMap { row.values[$0].text } ?? ""
      timings.add(
        ayah, from: time(row.values[starts], ayah, row.place), to: end,
        words: timings.lists.words(inText: text, of: ayah, at: row.place), url: url(ayah.surah), at: row.place
      )
      lasts[ayah.surah] = max(lasts[ayah.surah] ?? .zero, end ?? .zero)
    }
  }

  private func time(_ value: SQLTable.Value, _ ayah: Ayah, _ place: Place) -> Milliseconds? {
    guard let text = value.text else { return nil }
    if let time = DecimalTime.parse(text, unit: .milliseconds) { return time }
    report.add(
      ExchangeRules.unreadableRow,
      "a time of \(ayah) should be a number of milliseconds, found \(value.shown)",
      at: place)
    return nil
  }

  // MARK: Writing

  static func bytes(
    _ surahs: [QULSurah.Written], _ existing: ForeignSource?
  ) throws(ExchangeFailure) -> [UInt8] {
    let list = SQLiteFile.Written(
      table: "surah_list", columns: ["surah_number", "audio_url", "duration"],
      rows: surahs.map { surah in
        [
          .integer(Int64(surah.surah)), surah.url.map { .text($0) } ?? .null,
          surah.length.map { .integer(($0.count + 500) / 1000) } ?? .null,
        ]
      })
    let segments = SQLiteFile.Written(
      table: "segments",
      columns: [
        "surah_number", "ayah_number", "duration_sec", "timestamp_from", "timestamp_to", "segments",
      ],
      rows: surahs.flatMap(\.ayat).map { entry in
        [
          .integer(Int64(entry.ayah.surah)), .integer(Int64(entry.ayah.number)),
          .integer((entry.end - entry.start).count / 1000), .integer(entry.start.count),
          .integer(entry.end.count), .text(entry.wordText),
        ]
      })
    if let existing { return try SQLiteFile.updated(existing, with: [list, segments]) }
    let file = try SQLiteFile()
    try file.run(
      """
      CREATE TABLE surah_list(surah_number INTEGER, audio_url TEXT, duration INTEGER);
      CREATE TABLE segments(surah_number INTEGER, ayah_number INTEGER, duration_sec INTEGER, timestamp_from INTEGER, \
      timestamp_to INTEGER, segments TEXT);
      BEGIN;
      """)
    for table in [list, segments] {
      try file.insert(table.rows, into: table.table, columns: table.columns.count)
    }
    try file.run("COMMIT;")
    return try file.bytes()
  }
}

extension SetAyah {
  /// Its words as a column holds them.
  var wordText: String {
    var json = JSONLinesBuilder()
    json.add(words: words)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
