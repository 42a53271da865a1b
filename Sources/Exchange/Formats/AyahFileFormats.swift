import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// QUL's export of recitations with one file per ayah.
  static let qulAyah: ForeignFormat = AyahFileShape(
    objects: { input in
      let json = try JSONSource(input)
      guard let members = json.root.members else {
        throw input.failure("should contain an object with a key for each ayah")
      }
      return (members, json.text)
    },
    ayah: { key, value in
      value.passOver("surah_number", "ayah_number")
      return AyahRange.single(key)
    },
    fault: { "expected an ayah such as 2:255, found \"\($0)\"" },
    url: "audio_url", length: "duration",
    written: { row in
      let ayah = row.entry.ayah
      return "\"\(ayah)\":{\"surah_number\":\(ayah.surah),\"ayah_number\":\(ayah.number),"
        + "\"audio_url\":\(row.quotedURL),\"duration\":\(row.length),\"segments\":\(row.words.triples)}"
    },
    frame: ("{", "\n}\n")
  ).format(
    "qul-ayah", "QUL export by ayah, JSON", losing: [.zero, .start, .gap, .overlap],
    recognises: { source in
      guard let first = source.jsonIfAny?.members?.first, AyahRange(first.key) != nil else { return false }
      return first.value["audio_url"] != nil
    })

  /// quran-align's output for everyayah folders: the words of each ayah in the ayah's own file.
  static let quranAlign: ForeignFormat = AyahFileShape(
    objects: { input in
      let text = try input.text()
      return (try QuranAlign.items(text, input).map { ("", $0) }, text)
    },
    ayah: { _, value in
      value["surah"]?.integer.flatMap { surah in value["ayah"]?.integer.map { Ayah(surah, $0) } }
    },
    fault: { _ in "a row without \"surah\" and \"ayah\"" }, url: nil, length: nil,
    more: { value, entry, input in
      if value["segments"] == nil {
        input.add(.untimed, "nothing was recognised in \(entry.ayah)", at: entry.place)
      }
      // Counts of extra or missing words indicate how reliable the times are.
      if let stats = value["stats"], (stats.members ?? []).contains(where: { $0.value.integer != 0 }) {
        entry.extras = [ExtraKey(QuranAlign.statsKey, stats.value)]
      }
    },
    written: { row in
      let stats = row.extras.first { $0.key == QuranAlign.statsKey }?.value
      return "{\"surah\":\(row.entry.ayah.surah),\"ayah\":\(row.entry.ayah.number),"
        + (row.words.isEmpty ? "" : "\"segments\":\(row.words.spans),")
        + "\"stats\":\((stats ?? ["insertions": 0, "deletions": 0, "transpositions": 0]).compactText)}"
    },
    frame: ("[", "\n]\n")
  ).format(
    "quran-align", "quran-align word timings", losing: [.zero, .start, .end, .gap, .overlap],
    recognises: { source in
      if let first = source.jsonIfAny?.items?.first {
        return first["surah"] != nil && first["ayah"] != nil
          && (first["segments"] != nil || first["stats"] != nil)
      }
      let text = source.beginning
      return ["[{", "\"surah\"", "\"ayah\"", "\"segments\""].allSatisfy { text.holds($0) }
    })

  /// The quran.com API's response with the audio of ayat, one file each.
  static let quranComAyat: ForeignFormat = AyahFileShape(
    objects: { input in
      let json = try JSONSource(input)
      guard let files = json.root["audio_files"]?.items else {
        throw input.failure("has no list audio_files")
      }
      if let next = json.root["pagination"]?["next_page"]?.integer {
        input.add(.untimed, "this is one page of a longer answer; the next is page \(next)", at: input.place)
      }
      return (files.map { ("", $0) }, json.text)
    },
    ayah: { _, value in value["verse_key"]?.string.flatMap { AyahRange.single($0) } },
    fault: { _ in "a file without the key of its verse, such as 2:255" }, url: "url", length: "duration",
    written: { row in
      "{\"verse_key\":\"\(row.entry.ayah)\",\"url\":\(row.quotedURL),\"segments\":\(row.words.spans)}"
    },
    frame: ("{\"audio_files\":[", "\n]}\n")
  ).format(
    "quran.com-ayah", "quran.com API, audio of ayat with words",
    losing: [.zero, .start, .end, .gap, .overlap],
    recognises: { source in
      guard let first = source.jsonIfAny?["audio_files"]?.items?.first else { return false }
      return first["verse_key"] != nil && first["url"] != nil
    })

  /// QUL's export of recitations with one file per ayah, as a database.
  static let qulAyahDatabase = ForeignFormat(
    name: "qul-ayah-db", title: "QUL export by ayah, SQLite", extensions: ["db", "sqlite", "sqlite3"],
    loses: .ofAyat.union([.zero, .start, .gap, .overlap]), bends: [.words, .numbering, .prec],
    recognises: {
      SQLiteFile.recognises($0) { $0.has("verses", with: "surah_number", "ayah_number", "segments") }
    },
    read: readVerses,
    write: .collection { collection, options in
      var losses = Losses()
      let rows = AyahFileRow.rows(of: collection, &losses).map(\.values)
      let verses = SQLiteFile.Written(
        table: "verses",
        declaration:
          "surah_number INTEGER, ayah_number INTEGER, audio_url TEXT, duration INTEGER, segments TEXT",
        rows: try options.existing.map { try VersesTable($0).fitting(rows) } ?? rows)
      let bytes =
        try options.existing.map { try SQLiteFile.updated($0, with: [verses]) }
        ?? SQLiteFile.bytes(of: [verses])
      return ForeignText(bytes, losses: losses)
    })
}

private enum QuranAlign {
  static let statsKey = "x-align-stats"

  /// The rows; what stands before the first bracket is passed over, as a released file has it.
  static func items(_ text: SourceText, _ input: ForeignInput) throws(ExchangeFailure) -> [JSONNode] {
    guard let start = text.bytes.firstIndex(of: UInt8(ascii: "[")) else {
      throw ExchangeFailure(
        "\(text.path) contains no list, which quran-align writes", at: Place(path: text.path))
    }
    if text.bytes[..<start].contains(where: { $0 > 0x20 }) {
      input.add(
        .writerFault, "the text before the list is ignored", at: Place(text, 0..<start))
    }
    let json = try JSONText.parse(text, in: start..<text.bytes.count)
    input.report.watch(json, text)
    return json.items ?? []
  }
}

extension AyahFileRow {
  /// The duration of its file.
  fileprivate var length: Milliseconds { entry.end - entry.start }

  fileprivate var quotedURL: String { JSONValue.string(url).compactText }

  fileprivate var values: [SQLTable.Value] {
    [
      .integer(Int64(entry.ayah.surah)), .integer(Int64(entry.ayah.number)), .text(url),
      // The column is made for whole numbers and takes others.
      length.count.isMultiple(of: 1000) ? .integer(length.count / 1000) : .text(length.description),
      .text(words.spans),
    ]
  }
}

/// The table `verses` of an existing database, in which rows are replaced.
private struct VersesTable {
  /// True if ayat are numbered through the Quran.
  private var runsThrough = false
  private var hasDurations = false
  private var addresses: [[Int64]: String] = [:]

  init(_ source: ForeignSource) throws(ExchangeFailure) {
    let tables = try SQLiteFile(reading: source).tables(["verses"], ExchangeReport())
    guard let table = tables["verses"], let surahs = table.column("surah_number"),
      let ayat = table.column("ayah_number")
    else { return }
    runsThrough = Self.runsThrough(table, ayat)
    let (url, duration) = (table.column("audio_url"), table.column("duration"))
    for row in table.rows {
      hasDurations = hasDurations || duration.map { row.values[$0] != .null } ?? false
      if let surah = row.values[surahs].integer, let ayah = row.values[ayat].integer, let url {
        addresses[[surah, ayah]] = row.values[url].text
      }
    }
  }

  static func runsThrough(_ table: SQLTable, _ ayat: Int) -> Bool {
    table.rows.contains { ($0.values[ayat].integer ?? 0) > 286 }
  }

  /// Returns the rows with the numbers of the table, with its addresses in the place of mere file names, and
  /// without durations if it has none.
  func fitting(_ rows: [[SQLTable.Value]]) -> [[SQLTable.Value]] {
    rows.map { row in
      var row = row
      guard let surah = row[0].integer, let number = row[1].integer else { return row }
      var ayah = number
      if runsThrough, let index = CountingSystem.kufi.index(of: Ayah(Int(surah), Int(number))) {
        ayah = Int64(index + 1)
      }
      row[1] = .integer(ayah)
      if let address = addresses[[surah, ayah]], row[2].text?.holds("://") != true {
        row[2] = .text(address)
      }
      if !hasDurations, !addresses.isEmpty { row[3] = .null }
      return row
    }
  }
}

@Sendable private func readVerses(_ input: ForeignInput) throws -> RecordingCollection {
  let tables = try SQLiteFile(reading: input.source).tables(["verses"], input.report)
  guard let table = tables["verses"], let surahs = table.column("surah_number"),
    let ayat = table.column("ayah_number"), let words = table.column("segments")
  else { throw input.failure("has no table verses with the columns of QUL exports by ayah") }
  // Some exports number ayat through the whole Quran in this column.
  let runsThrough = VersesTable.runsThrough(table, ayat)
  if runsThrough {
    input.add(
      .understood, "ayah_number exceeds 286, so it counts ayat through the whole Quran", at: input.place)
  }
  var set = AyahFileSet(input)
  var lists = WordLists(input)
  for row in table.rows {
    guard let surah = row.values[surahs].integer, let number = row.values[ayat].integer,
      (1...114).contains(surah), (1...6300).contains(number),
      let ayah = runsThrough ? input.counting.ayah(at: Int(number) - 1) : Ayah(Int(surah), Int(number)),
      ayah.surah == surah
    else {
      input.addNoAyah(row.values[surahs], row.values[ayat], at: row.place)
      continue
    }
    var entry = AyahFileSet.Entry(ayah: ayah, place: row.place)
    entry.url = table.column("audio_url").flatMap { row.values[$0].text }
    entry.declare(seconds: table.column("duration").flatMap { row.values[$0].text }.map { $0[...] })
    entry.words = lists.words(inText: row.values[words].text ?? "", of: ayah, at: row.place)
    set.add(entry)
  }
  lists.tell()
  return try set.finished(audio: input.options.audioFolder)
}
