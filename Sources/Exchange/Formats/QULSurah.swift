import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// What QUL exports of recitations with a file a surah: a folder or an archive with two files.
  static let qulSurah: ForeignFormat = ForeignFormat(
    name: "qul-surah", title: "QUL export by surah, JSON", extensions: ["json", "zip"],
    loses: QULSurah.losses,
    bends: [.words, .numbering],
    recognises: { source in
      if source.isFolder || source.isArchive {
        guard let members = try? source.members() else { return false }
        return QULSurah.segments(members) != nil && QULSurah.surahs(members) != nil
      }
      return QULSurah.isSegments(source.jsonIfAny) || QULSurah.isTool(source.jsonIfAny)
    },
    read: { source, options, report in
      if source.isFolder || source.isArchive {
        let members = try source.members()
        guard let segments = QULSurah.segments(members) else {
          throw ExchangeFailure(
            "\(source.shownPath) has no segments.json, as QUL exports by surah have", at: source.place)
        }
        return try QULSurah.read(
          try segments.source(), surahs: try QULSurah.surahs(members)?.source(), options, report)
      }
      if QULSurah.isTool(try source.json()) { return try QULSurah.readTool(source, options, report) }
      return try QULSurah.read(source, surahs: QULSurah.neighbour(of: source), options, report)
    },
    write: .folder { collection, options, folder in
      var losses = Losses()
      let surahs = QULSurah.surahs(of: collection, .qulSurah, options, &losses)
      try FileTransfer.create(QULSurah.surahText(surahs), at: PathText.joined(folder, "surah.json"))
      try FileTransfer.create(QULSurah.segmentText(surahs), at: PathText.joined(folder, "segments.json"))
      return losses
    })
}

/// What the export is like.
enum QULSurah {
  static let losses: Set<LossCode> = [
    .skip, .zero, .range, .joins, .xsurah, .order, .repetition, .conf, .verified, .marker, .reciter, .riwayah,
    .meta,
    .xkeys, .note, .rakah, .priority,
  ]

  static func segments(_ members: [ForeignSource.Member]) -> ForeignSource.Member? {
    members.first { $0.name.begins(with: "segments") && $0.fileExtension == "json" }
  }

  static func surahs(_ members: [ForeignSource.Member]) -> ForeignSource.Member? {
    members.first { $0.name.begins(with: "surah") && $0.fileExtension == "json" }
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
    return first["ayah"] != nil && first["start"] != nil && first["end"] != nil && first["words"] != nil
  }

  // MARK: Reading

  static func read(
    _ source: ForeignSource, surahs: ForeignSource?, _ options: ReadingOptions, _ report: ExchangeReport
  ) throws -> RecordingCollection {
    let json = try source.json()
    report.watch(json, try source.text())
    guard let members = json.members else {
      throw ExchangeFailure(
        "\(source.shownPath) should hold an object with a key for each ayah", at: source.place)
    }
    var timings = SurahTimings(source, try source.text(options.encoding), options, report)
    var known: [Int: (url: String, length: Int?)] = [:]
    if let surahs { report.watch(try surahs.json(), try surahs.text()) }
    for (key, value) in try surahs?.json().members ?? [] {
      guard let surah = value["surah_number"]?.integer ?? Int(key), let url = value["audio_url"]?.string
      else { continue }
      known[surah] = (url, value["duration"]?.integer)
    }
    var last: [Int: Milliseconds] = [:]
    for (key, value) in members {
      let place = timings.place(value)
      value.passOver("duration_sec", "duration_ms")
      guard let ayah = timings.ayah(key, place) else { continue }
      let end = timings.time(value["timestamp_to"], ayah, "end")
      timings.add(
        ayah, from: timings.time(value["timestamp_from"], ayah, "start"), to: end,
        words: timings.lists.words(value["segments"], of: ayah), url: known[ayah.surah]?.url, at: place)
      last[ayah.surah] = max(last[ayah.surah] ?? .zero, end ?? .zero)
    }
    for surah in last.keys.sorted() {
      guard let of = known[surah] else { continue }
      timings.declare(of.length, of: surah, url: of.url, last: last[surah] ?? .zero, at: source.place)
    }
    return timings.finished()
  }

  /// A surah as QUL's own pages export it. Starts other than the first were set to the end before and one more.
  static func readTool(_ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport) throws
    -> RecordingCollection
  {
    guard let surah = options.surah(of: source) else { throw ReadingOptions.noSurah(source) }
    var timings = SurahTimings(source, try source.text(options.encoding), options, report)
    var before: Milliseconds?
    let json = try source.json()
    report.watch(json, try source.text())
    for item in json.items ?? [] {
      let place = timings.place(item)
      guard let number = item["ayah"]?.integer else {
        report.add(ExchangeRules.unreadableRow, "a row without the number of its ayah", at: place)
        continue
      }
      let ayah = Ayah(surah, number)
      var start = timings.time(item["start"], ayah, "start")
      if let end = before, start == end + Milliseconds(1) { start = end }
      before = timings.time(item["end"], ayah, "end")
      timings.add(
        ayah, from: start, to: before, words: timings.lists.words(item["words"], of: ayah), url: nil,
        at: place)
    }
    return timings.finished()
  }

  // MARK: Writing

  /// A surah and its ayat.
  struct Written {
    var surah: Int
    var url: String?
    var length: Milliseconds?
    var ayat: [SetAyah]
  }

  /// The surahs of a collection in the order of the mushaf. A surah that two recordings hold is taken from the first.
  static func surahs(
    of collection: RecordingCollection, _ format: ForeignFormat, _ options: WritingOptions,
    _ losses: inout Losses
  )
    -> [Written]
  {
    var found: [Int: Written] = [:]
    for recording in collection.recordings {
      losses.add(Losses(of: format, options, in: recording))
      let ayat = Dictionary(grouping: recording.setAyat(&losses)) { $0.ayah.surah }
      for (surah, ayat) in ayat {
        guard found[surah] == nil else {
          losses.add(.repetition, ayat.count)
          continue
        }
        found[surah] = Written(
          surah: surah, url: recording.audioAddress, length: recording.duration, ayat: ayat)
      }
    }
    return found.values.sorted { $0.surah < $1.surah }
  }

  static func surahText(_ surahs: [Written]) -> [UInt8] {
    var json = JSONLinesBuilder()
    json.add("{")
    for (index, surah) in surahs.enumerated() {
      json.add(index == 0 ? "\n\"" : ",\n\"")
      json.add(surah.surah)
      json.add("\":{\"surah_number\":")
      json.add(surah.surah)
      json.add(",\"audio_url\":")
      json.add(quoted: surah.url)
      json.add(",\"duration\":")
      if let length = surah.length { json.add((length.count + 500) / 1000) } else { json.add("null") }
      json.add("}")
    }
    json.add("\n}\n")
    return json.bytes
  }

  static func segmentText(_ surahs: [Written]) -> [UInt8] {
    var json = JSONLinesBuilder()
    json.add("{")
    var isFirst = true
    for surah in surahs {
      for entry in surah.ayat {
        json.add(isFirst ? "\n\"" : ",\n\"")
        isFirst = false
        json.add(entry.ayah.surah)
        json.add(":")
        json.add(entry.ayah.number)
        json.add("\":{\"segments\":")
        json.add(words: entry.words)
        let length = entry.end - entry.start
        json.add(",\"duration_sec\":")
        json.add(length.count / 1000)
        json.add(",\"duration_ms\":")
        json.add(length)
        json.add(",\"timestamp_from\":")
        json.add(entry.start)
        json.add(",\"timestamp_to\":")
        json.add(entry.end)
        json.add("}")
      }
    }
    json.add("\n}\n")
    return json.bytes
  }
}

extension AnnotatedRecording {
  /// Where the audio is, as other programs are told: its address, else its name.
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
      "nothing says which surah \(source.shownPath) is of", at: source.place,
      unless: .surah(fileEnding: source.fileExtension.isEmpty ? "txt" : source.fileExtension))
  }
}
