import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// QUL's export of recitations with one file per surah: a folder or an archive with two files.
  static let qulSurah = ForeignFormat(
    name: "qul-surah", title: "QUL export by surah, JSON", extensions: ["json", "zip"],
    loses: .ofAyat.union([.zero]), bends: [.words, .numbering],
    recognises: { source in
      if source.isFolder || source.isArchive {
        guard let members = try? source.members() else { return false }
        return QULSurah.file("segments", members) != nil && QULSurah.file("surah", members) != nil
      }
      return QULSurah.isSegments(source.jsonIfAny) || QULSurah.isTool(source.jsonIfAny)
    },
    read: { input in
      if input.source.isFolder || input.source.isArchive {
        let members = try input.source.members()
        guard let segments = QULSurah.file("segments", members) else {
          throw input.failure("has no segments.json, as QUL exports by surah have")
        }
        return try QULSurah.read(
          input.with(try segments.source()), surahs: try QULSurah.file("surah", members)?.source())
      }
      if QULSurah.isTool(try input.source.json()) {
        return try QULSurah.readList(input, ("start", "end", "words"), isTouching: true)
      }
      return try QULSurah.read(input, surahs: QULSurah.neighbour(of: input.source))
    },
    write: .folder { collection, options, folder in
      var losses = Losses()
      let surahs = SurahFile.all(of: collection, &losses)
      for (name, rows) in [
        ("surah.json", surahs.map(QULSurah.text)),
        ("segments.json", surahs.flatMap(\.ayat).map(QULSurah.text)),
      ] {
        let text = "{" + rows.map { "\n" + $0 }.joined(separator: ",") + "\n}\n"
        try FileTransfer.create(Array(text.utf8), at: PathText.joined(folder, name))
      }
      return losses
    })

  /// QUL's export by surah as a database, and the table that QUL's own pages export.
  static let qulSurahDatabase = ForeignFormat(
    name: "qul-surah-db", title: "QUL export by surah, SQLite", extensions: ["db", "sqlite", "sqlite3"],
    loses: .ofAyat.union([.zero]), bends: [.words, .numbering],
    recognises: { source in
      SQLiteFile.recognises(source) {
        $0.has("segments", with: "surah_number", "ayah_number", "timestamp_from") || QULSurah.isTool($0)
      }
    },
    read: { input in
      let names = ["segments", "surah_list", "timings"]
      return try QULSurah.read(SQLiteFile(reading: input.source).tables(names, input.report), input)
    },
    write: .collection { collection, options in
      var losses = Losses()
      let tables = QULSurah.tables(of: SurahFile.all(of: collection, &losses))
      let bytes =
        try options.existing.map { try SQLiteFile.updated($0, with: tables) } ?? SQLiteFile.bytes(of: tables)
      return ForeignText(bytes, losses: losses)
    })

  /// The quran.com API's (Quran Foundation) response with the audio of a chapter.
  static let quranCom = ForeignFormat(
    name: "quran.com", title: "quran.com API, audio of chapters with verse timings", extensions: ["json"],
    loses: .ofAyat.union([.zero]), bends: [.words, .numbering],
    recognises: { source in
      guard let json = source.jsonIfAny else { return false }
      return QuranCom.files(json).contains { QuranCom.timings($0) != nil || $0["chapter_id"] != nil }
    },
    read: { input in
      let json = try JSONSource(input)
      var timings = SurahTimings(input, json.text)
      let files = QuranCom.files(json.root)
      guard !files.isEmpty else { throw input.failure("has neither audio_file nor audio_files") }
      for file in files { QuranCom.read(file, into: &timings) }
      return timings.finished()
    },
    write: .texts { collection, _, losses in
      let files = SurahFile.all(of: collection, &losses).map { "\n" + QuranCom.text($0) }
      return "{\"audio_files\":[" + files.joined(separator: ",") + "\n]}\n"
    },
    fileStem: { $0.surahs.first.map(SetNames.padded) })

  /// The mp3quran.net API's response with the timing of a surah. It doesn't contain the surah's number.
  static let mp3quran = ForeignFormat(
    name: "mp3quran", title: "mp3quran API v3, timing of a surah", extensions: ["json"],
    loses: .ofAyat.union([.words, .incomplete]), bends: [.numbering],
    recognises: { source in
      guard let first = source.jsonIfAny?.items?.first else { return false }
      // Rows that name their surah are a list of ayat of any program.
      return first["surah"] == nil && first["ayah"] != nil && first["start_time"] != nil
        && first["end_time"] != nil
    },
    read: { try QULSurah.readList($0, ("start_time", "end_time", "")) },
    write: .text { recording, _, losses in
      let surah = try recording.onlySurah(for: "mp3quran", &losses)
      let basmalah = recording.segments.first { $0.row.ayah == AyahRange(Ayah(surah, 0)) }?.row
      let intro = basmalah.map { SetAyah(ayah: Ayah(surah, 0), start: $0.start, end: $0.end) }
      let ayat = recording.setAyat(&losses).filter { $0.ayah.surah == surah }
      let rows = ([intro].compactMap(\.self) + ayat).map { row in
        "\n{\"ayah\":\(row.ayah.number),\"start_time\":\(row.start.count),\"end_time\":\(row.end.count)}"
      }
      return rows.isEmpty ? "[]\n" : "[" + rows.joined(separator: ",") + "\n]\n"
    },
    fileStem: { $0.surahs.first.map(SetNames.padded) })
}

/// The file of a surah and its ayat, on their way into a set.
private struct SurahFile {
  var surah: Int
  var url: String?
  var length: Milliseconds?
  var ayat: [SetAyah]

  var quotedURL: String { JSONValue(url).compactText }

  /// The surahs of a collection in the order of the mushaf. A surah that two recordings hold is taken from the first.
  static func all(of collection: RecordingCollection, _ losses: inout Losses) -> [SurahFile] {
    var found: [Int: SurahFile] = [:]
    for recording in collection.recordings {
      for (surah, ayat) in Dictionary(grouping: recording.setAyat(&losses), by: \.ayah.surah) {
        if found[surah] == nil {
          found[surah] = SurahFile(
            surah: surah, url: recording.audioAddress, length: recording.duration, ayat: ayat)
        } else {
          losses.add(.repetition, ayat.count)
        }
      }
    }
    return found.values.sorted { $0.surah < $1.surah }
  }
}

// MARK: QUL

private enum QULSurah {
  static func file(_ name: String, _ members: [ForeignSource.Member]) -> ForeignSource.Member? {
    members.first { $0.name.begins(with: name) && $0.fileExtension == "json" }
  }

  /// The file with the addresses that lies beside that with the times.
  static func neighbour(of source: ForeignSource) -> ForeignSource? {
    guard let path = source.path, let rest = PathText.name(of: path).after("segments") else { return nil }
    let name = "surah" + rest
    let shown = PathText.joined(PathText.folder(of: source.shownPath), name)
    return try? ForeignSource(readingAt: PathText.joined(PathText.folder(of: path), name), shownAs: shown)
  }

  static func isSegments(_ json: JSONNode?) -> Bool {
    guard let first = json?.members?.first, AyahRange(first.key) != nil else { return false }
    return first.value["timestamp_from"] != nil
  }

  /// `[{"ayah":1,"start":4200,"end":9050,"words":[...]}]`, which QUL's own pages export for a surah.
  static func isTool(_ json: JSONNode?) -> Bool {
    guard let first = json?.items?.first else { return false }
    return ["ayah", "start", "end", "words"].allSatisfy { first[$0] != nil }
  }

  /// `timings(sura, ayah, start_time, end_time, words)`, under several names.
  static func isTool(_ tables: SQLTables) -> Bool {
    tables["timings"]?.column("start_time", "timestart") != nil
  }

  static func read(_ input: ForeignInput, surahs: ForeignSource?) throws -> RecordingCollection {
    let json = try JSONSource(input)
    guard let members = json.root.members else {
      throw input.failure("should contain an object with a key for each ayah")
    }
    var timings = SurahTimings(input, json.text)
    var known: [Int: (url: String, length: Int?)] = [:]
    for (key, value) in try surahs.map({ try JSONSource(input.with($0)) })?.root.members ?? [] {
      guard let surah = value["surah_number"]?.integer ?? Int(key), let url = value["audio_url"]?.string
      else { continue }
      known[surah] = (url, value["duration"]?.integer)
    }
    for (key, value) in members {
      value.passOver("duration_sec", "duration_ms")
      guard let ayah = timings.ayah(key, timings.place(value)) else { continue }
      timings.add(
        value, ayah, ("timestamp_from", "timestamp_to", "segments"), url: known[ayah.surah]?.url)
    }
    timings.declare(known)
    return timings.finished()
  }

  /// Reads a list of the ayat of a surah, which the user gives or the file's name contains. `isTouching` is
  /// for lists whose starts, except the first, are one more than the end before; such a start becomes that
  /// end.
  static func readList(
    _ input: ForeignInput, _ keys: SurahTimings.Keys, isTouching: Bool = false
  ) throws -> RecordingCollection {
    guard let surah = input.options.surah(of: input.source) else {
      throw ReadingOptions.noSurah(input.source)
    }
    let json = try JSONSource(input)
    var timings = SurahTimings(input, json.text)
    timings.add(json.root, of: surah, keys, isTouching: isTouching)
    return timings.finished()
  }

  // MARK: Databases

  static func read(_ tables: SQLTables, _ input: ForeignInput) throws -> RecordingCollection {
    let isTool = isTool(tables)
    guard let table = tables[isTool ? "timings" : "segments"],
      let surahs = table.column("sura", "surah", "surah_number"),
      let ayat = table.column("ayah", "ayah_number"),
      let starts = table.column("start_time", "timestart", "timestamp_from"),
      let ends = table.column("end_time", "timeend", "timestamp_to")
    else {
      throw input.failure(
        isTool
          ? "has no table timings with the columns sura, ayah, start_time and end_time"
          : "has no table segments with the columns of QUL exports by surah")
    }
    let words = table.column("words", "wordtiming", "segments")
    // The length of a row follows from its times.
    if !isTool { _ = table.column("duration_sec") }
    let known = isTool ? [:] : files(of: tables)
    var timings = SurahTimings(input)
    for row in table.rows {
      guard let ayah = SQLTable.ayah(row.values[surahs], row.values[ayat]) else {
        input.addNoAyah(row.values[surahs], row.values[ayat], at: row.place)
        continue
      }
      func time(_ column: Int) -> Milliseconds? {
        guard let text = row.values[column].text else { return nil }
        if let time = DecimalTime.parse(text, unit: .milliseconds) { return time }
        input.fault(
          "a time of \(ayah) should be a number of milliseconds, found \(row.values[column].shown)",
          at: row.place)
        return nil
      }
      let text = words.flatMap { row.values[$0].text } ?? ""
      timings.add(
        ayah, from: time(starts), to: time(ends),
        words: timings.lists.words(inText: text, of: ayah, at: row.place),
        url: known[ayah.surah]?.url, at: row.place)
    }
    timings.declare(known)
    return timings.finished()
  }

  /// The addresses and lengths of surahs.
  private static func files(of tables: SQLTables) -> [Int: (url: String, length: Int?)] {
    guard let list = tables["surah_list"], let number = list.column("surah_number"),
      let url = list.column("audio_url")
    else { return [:] }
    let length = list.column("duration")
    return list.rows.reduce(into: [:]) { known, row in
      guard let surah = row.values[number].integer, let address = row.values[url].text else { return }
      let length = length.flatMap { row.values[$0].integer }
      known[Int(clamping: surah)] = (address, length.map { Int(clamping: $0) })
    }
  }

  // MARK: Writing

  static func text(_ surah: SurahFile) -> String {
    let length = surah.length.map { "\(($0.count + 500) / 1000)" } ?? "null"
    return "\"\(surah.surah)\":{\"surah_number\":\(surah.surah),\"audio_url\":\(surah.quotedURL),"
      + "\"duration\":\(length)}"
  }

  static func text(_ entry: SetAyah) -> String {
    let length = (entry.end - entry.start).count
    return "\"\(entry.ayah)\":{\"segments\":\(entry.words.triples),\"duration_sec\":\(length / 1000),"
      + "\"duration_ms\":\(length),\"timestamp_from\":\(entry.start.count),\"timestamp_to\":\(entry.end.count)}"
  }

  static func tables(of surahs: [SurahFile]) -> [SQLiteFile.Written] {
    [
      SQLiteFile.Written(
        table: "surah_list", declaration: "surah_number INTEGER, audio_url TEXT, duration INTEGER",
        rows: surahs.map { surah in
          [
            .integer(Int64(surah.surah)), surah.url.map { .text($0) } ?? .null,
            surah.length.map { .integer(($0.count + 500) / 1000) } ?? .null,
          ]
        }),
      SQLiteFile.Written(
        table: "segments",
        declaration:
          "surah_number INTEGER, ayah_number INTEGER, duration_sec INTEGER, timestamp_from INTEGER, "
          + "timestamp_to INTEGER, segments TEXT",
        rows: surahs.flatMap(\.ayat).map { entry in
          [
            .integer(Int64(entry.ayah.surah)), .integer(Int64(entry.ayah.number)),
            .integer((entry.end - entry.start).count / 1000), .integer(entry.start.count),
            .integer(entry.end.count), .text(entry.words.triples),
          ]
        }),
    ]
  }
}

// MARK: quran.com

private enum QuranCom {
  static func files(_ json: JSONNode) -> [JSONNode] {
    if let file = json["audio_file"] { return [file] }
    return json["audio_files"]?.items ?? []
  }

  static func timings(_ file: JSONNode) -> JSONNode? { file["verse_timings"] ?? file["timestamps"] }

  static func read(_ file: JSONNode, into timings: inout SurahTimings) {
    let place = timings.place(file)
    let rows = self.timings(file)?.items ?? []
    let first = rows.first?["verse_key"]?.string.flatMap { AyahRange($0) }?.first.surah
    guard let surah = file["chapter_id"]?.integer ?? first, (1...114).contains(surah) else {
      timings.input.fault("\"chapter_id\" of the audio should be 1 to 114", at: place)
      return
    }
    let url = file["audio_url"]?.string
    if rows.isEmpty {
      timings.input.add(.untimed, "surah \(surah) has no timings", at: place)
      timings.set.change(surah, url: url) { _ in }
    }
    for row in rows {
      row.passOver("duration")
      guard let ayah = timings.ayah(row["verse_key"]?.string ?? "", timings.place(row)) else { continue }
      timings.add(row, ayah, ("timestamp_from", "timestamp_to", "segments"), url: url)
    }
    timings.declare(
      file["duration"]?.milliseconds.map { Int($0.count) }, of: surah, url: url,
      last: rows.compactMap { $0["timestamp_to"]?.milliseconds }.max(), at: place)
    let format = file["format"]?.string ?? ""
    let bytes = file["file_size"]?.number.flatMap { DecimalTime.whole($0) }
    timings.set.change(surah, url: url) { recording in
      if ["mp3", "opus", "ogg", "flac", "wav", "m4a"].contains(format) {
        recording.facts.audio?.format = format
      }
      if let bytes, bytes > 0 { recording.facts.audio?.bytes = bytes }
    }
  }

  static func text(_ surah: SurahFile) -> String {
    let rows = surah.ayat.map { entry in
      "\n{\"verse_key\":\"\(entry.ayah)\",\"timestamp_from\":\(entry.start.count),"
        + "\"timestamp_to\":\(entry.end.count),\"duration\":\((entry.end - entry.start).count),"
        + "\"segments\":\(entry.words.triples)}"
    }
    return "{\"chapter_id\":\(surah.surah),\"audio_url\":\(surah.quotedURL),"
      + "\"duration\":\(surah.length.map { "\($0.count)" } ?? "null"),\"verse_timings\":["
      + rows.joined(separator: ",") + "\n]}"
  }
}

extension AnnotatedRecording {
  /// The location of the audio for other programs: its address, else its file name; nil if it has neither.
  var audioAddress: String? {
    guard let audio = facts.audio else { return nil }
    return audio.url ?? (audio.file.isEmpty ? nil : audio.file)
  }
}

extension ReadingOptions {
  /// The surah that a file is of which doesn't say so itself: by what the user says is recited, else by its name.
  func surah(of source: ForeignSource) -> Int? {
    if let range = passage.first, passage.count == 1, !range.crossesSurahs { return range.first.surah }
    if let surah = SetNames.surah(ofStem: source.stem) { return surah }
    // As an answer is called that was saved under its address.
    guard let (_, rest) = source.stem.cut(at: "surah=") else { return nil }
    return SetNames.surah(ofStem: String(rest.unicodeScalars.prefix { ("0"..."9").contains($0) }))
  }

  static func noSurah(_ source: ForeignSource) -> ExchangeFailure {
    ExchangeFailure(
      "cannot determine the surah of \(source.shownPath)", at: source.place,
      unless: .surah(fileEnding: source.fileExtension.isEmpty ? "txt" : source.fileExtension))
  }
}
