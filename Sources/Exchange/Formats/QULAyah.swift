import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// What QUL exports of recitations with a file an ayah.
  static let qulAyah: ForeignFormat = ForeignFormat(
    name: "qul-ayah", title: "QUL export by ayah, JSON", extensions: ["json"], loses: QULAyah.losses,
    bends: [.words, .numbering],
    recognises: { source in
      guard let first = source.jsonIfAny?.members?.first, AyahRange(first.key) != nil else { return false }
      return first.value["audio_url"] != nil
    },
    read: { source, options, report in
      let json = try source.json()
      report.watch(json, try source.text())
      guard let members = json.members else {
        throw ExchangeFailure(
          "\(source.shownPath) should hold an object with a key for each ayah", at: source.place)
      }
      var set = AyahFileSet(source, options, report)
      var lists = WordLists(try source.text(options.encoding), report, options)
      for (key, value) in members {
        let place = lists.place(value)
        guard let range = AyahRange(key), range.isSingle else {
          report.add(
            ExchangeRules.unreadableRow, "expected an ayah such as 2:255, found \"\(key)\"", at: place)
          continue
        }
        var entry = AyahFileSet.Entry(ayah: range.first, place: place)
        value.passOver("surah_number", "ayah_number")
        entry.url = value["audio_url"]?.string
        entry.declare(seconds: value["duration"]?.number)
        entry.words = lists.words(value["segments"], of: range.first)
        set.add(entry)
      }
      lists.tell()
      return try set.finished(audio: options.audioFolder)
    },
    write: .collection { collection, options in
      var losses = Losses()
      let rows = AyahFileRow.rows(of: collection, .qulAyah, options, &losses)
      return ForeignText(QULAyah.text(rows), losses: losses)
    })

  /// The same export as a database.
  static let qulAyahDatabase: ForeignFormat = ForeignFormat(
    name: "qul-ayah-db", title: "QUL export by ayah, SQLite", extensions: ["db", "sqlite", "sqlite3"],
    loses: QULAyah.losses, bends: [.words, .numbering, .prec],
    recognises: { source in
      guard SQLiteFile.isDatabase(source), let file = try? SQLiteFile(reading: source) else { return false }
      return (try? file.schema())?.has("verses", with: "surah_number", "ayah_number", "segments") ?? false
    },
    read: { source, options, report in
      let tables = try SQLiteFile(reading: source).tables(["verses"], report)
      return try QULAyah.read(tables, source, options, report)
    },
    write: .collection { collection, options in
      var losses = Losses()
      let rows = AyahFileRow.rows(of: collection, .qulAyahDatabase, options, &losses)
      if let existing = options.existing {
        let written = SQLiteFile.Written(
          table: "verses", columns: ["surah_number", "ayah_number", "audio_url", "duration", "segments"],
          rows: rows.map(QULAyah.values))
        return ForeignText(try SQLiteFile.updated(existing, with: [written]), losses: losses)
      }
      let file = try SQLiteFile()
      try file.run(
        """
        CREATE TABLE verses(surah_number INTEGER, ayah_number INTEGER, audio_url TEXT, duration INTEGER, segments TEXT);
        BEGIN;
        """)
      try file.insert(rows.map(QULAyah.values), into: "verses", columns: 5)
      try file.run("COMMIT;")
      return ForeignText(try file.bytes(), losses: losses)
    })
}

private enum QULAyah {
  static let losses: Set<LossCode> = [
    .skip, .zero, .range, .joins, .xsurah, .start, .gap, .overlap, .order, .repetition, .conf, .verified,
    .marker,
    .reciter, .riwayah, .meta, .xkeys, .note, .rakah, .priority,
  ]

  static func text(_ rows: [AyahFileRow]) -> [UInt8] {
    var json = JSONLinesBuilder()
    json.add("{")
    for (index, row) in rows.enumerated() {
      let ayah = row.entry.ayah
      json.add(index == 0 ? "\n\"" : ",\n\"")
      json.add(ayah.surah)
      json.add(":")
      json.add(ayah.number)
      json.add("\":{\"surah_number\":")
      json.add(ayah.surah)
      json.add(",\"ayah_number\":")
      json.add(ayah.number)
      json.add(",\"audio_url\":")
      json.add(quoted: row.url)
      json.add(",\"duration\":")
      json.add(digits: (row.entry.end - row.entry.start).description)
      json.add(",\"segments\":")
      json.add(words: row.words)
      json.add("}")
    }
    json.add("\n}\n")
    return json.bytes
  }

  static func values(_ row: AyahFileRow) -> [SQLTable.Value] {
    var json = JSONLinesBuilder()
    json.add(spans: row.words)
    // The column is made for whole numbers and takes others.
    let length = row.entry.end - row.entry.start
    return [
      .integer(Int64(row.entry.ayah.surah)), .integer(Int64(row.entry.ayah.number)), .text(row.url),
      length.count.isMultiple(of: 1000) ? .integer(length.count / 1000) : .text(length.description),
      .text(String(decoding: json.bytes, as: UTF8.self)),
    ]
  }

  static func read(
    _ tables: SQLTables, _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
  ) throws -> RecordingCollection {
    guard let table = tables["verses"], let surahs = table.column("surah_number"),
      let ayat = table.column("ayah_number"), let words = table.column("segments")
    else {
      throw ExchangeFailure(
        "\(source.shownPath) has no table verses with the columns of QUL exports by ayah", at: source.place)
    }
    // Some exports number ayat through the whole Quran in this column.
    let runsThrough = table.rows.contains { ($0.values[ayat].integer ?? 0) > 286 }
    if runsThrough {
      report.add(
        ExchangeRules.understood, "ayah_number goes beyond 286, and so counts through the whole Quran",
        at: source.place)
    }
    var set = AyahFileSet(source, options, report)
    var lists = WordLists(SourceText(path: source.shownPath, bytes: []), report, options)
    for row in table.rows {
      guard let surah = row.values[surahs].integer, let number = row.values[ayat].integer,
        (1...114).contains(surah),
        (1...6300).contains(number),
        let ayah = runsThrough ? set.counting.ayah(at: Int(number) - 1) : Ayah(Int(surah), Int(number)),
        ayah.surah == surah
      else {
        report.add(
          ExchangeRules.noSuchAyah, "there is no ayah \(row.values[surahs].shown):\(row.values[ayat].shown)",
          at: row.place)
        continue
      }
      var entry = AyahFileSet.Entry(ayah: ayah, place: row.place)
      entry.url = table.column("audio_url").flatMap { row.values[$0].text }
      entry.declare(seconds: table.column("duration").flatMap { row.values[$0].text }.map { $0[...] })
      entry.words = lists.words(inText: row.values[words].text ?? "", of: ayah, at: row.place)
      set.add(entry)
    }
    lists.tell()
    return try set.finished(audio: options.audioFolder)
  }
}

extension AyahFileSet.Entry {
  /// Takes a length in seconds; a whole number of them is a rounded one.
  mutating func declare(seconds: Substring?) {
    guard let seconds, let time = DecimalTime.parse(seconds), time > .zero else { return }
    length = time
    isExact = !time.count.isMultiple(of: 1000)
  }
}

extension JSONLinesBuilder {
  /// Digits of a number as they are.
  mutating func add(digits: String) { add(raw: digits.utf8) }

  /// `[[0,1,4200,5000],...]`: from a word counted from 0 up to and without another.
  mutating func add(spans: [WordDraft]) {
    add("[")
    for (index, word) in spans.enumerated() {
      add(index == 0 ? "[" : ",[")
      add(word.word - 1)
      add(",")
      add(word.word)
      add(",")
      add(word.start)
      add(",")
      add(word.end)
      add("]")
    }
    add("]")
  }
}
