import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// What the API of quran.com (Quran Foundation) answers when asked for the audio of a chapter.
  static let quranCom: ForeignFormat = ForeignFormat(
    name: "quran.com", title: "quran.com API, audio of chapters with verse timings", extensions: ["json"],
    loses: [
      .skip, .zero, .range, .joins, .xsurah, .order, .repetition, .conf, .verified, .marker, .reciter,
      .riwayah, .meta,
      .xkeys, .note, .rakah, .priority,
    ], bends: [.words, .numbering],
    recognises: { source in
      guard let json = source.jsonIfAny else { return false }
      return QuranComChapters.files(json).contains {
        QuranComChapters.timings($0) != nil || $0["chapter_id"] != nil
      }
    },
    read: { source, options, report in
      var timings = SurahTimings(source, try source.text(options.encoding), options, report)
      let json = try source.json()
      report.watch(json, try source.text())
      let files = QuranComChapters.files(json)
      guard !files.isEmpty else {
        throw ExchangeFailure("\(source.shownPath) has neither audio_file nor audio_files", at: source.place)
      }
      for file in files { QuranComChapters.read(file, into: &timings, report) }
      return timings.finished()
    },
    write: .collection { collection, options in
      var losses = Losses()
      let surahs = QULSurah.surahs(of: collection, .quranCom, options, &losses)
      return ForeignText(QuranComChapters.text(surahs), losses: losses)
    },
    fileStem: { $0.surahs.first.map(SetNames.padded) })
}

private enum QuranComChapters {
  static func files(_ json: JSONNode) -> [JSONNode] {
    if let file = json["audio_file"] { return [file] }
    return json["audio_files"]?.items ?? []
  }

  static func timings(_ file: JSONNode) -> JSONNode? { file["verse_timings"] ?? file["timestamps"] }

  static func read(_ file: JSONNode, into timings: inout SurahTimings, _ report: ExchangeReport) {
    let place = timings.place(file)
    let rows = self.timings(file)?.items ?? []
    let first = rows.first?["verse_key"]?.string.flatMap { AyahRange($0) }?.first.surah
    guard let surah = file["chapter_id"]?.integer ?? first, (1...114).contains(surah) else {
      report.add(
        ExchangeRules.unreadableRow, "audio of no chapter: \"chapter_id\" should be 1 to 114", at: place)
      return
    }
    let url = file["audio_url"]?.string
    if rows.isEmpty {
      report.add(ExchangeRules.untimed, "surah \(surah) comes without timings", at: place)
      timings.set.change(surah, url: url) { _ in }
    }
    var last = Milliseconds.zero
    for row in rows {
      let place = timings.place(row)
      row.passOver("duration")
      guard let ayah = timings.ayah(row["verse_key"]?.string ?? "", place) else { continue }
      let end = timings.time(row["timestamp_to"], ayah, "end")
      last = max(last, end ?? .zero)
      timings.add(
        ayah, from: timings.time(row["timestamp_from"], ayah, "start"), to: end,
        words: timings.lists.words(row["segments"], of: ayah), url: url, at: place)
    }
    let length = file["duration"]?.number.flatMap { DecimalTime.parse($0, unit: .milliseconds) }.map {
      Int($0.count)
    }
    timings.declare(length, of: surah, url: url, last: last, at: place)
    let format = file["format"]?.string ?? ""
    let bytes = file["file_size"]?.number.flatMap { DecimalTime.whole($0) }
    timings.set.change(surah, url: url) { recording in
      if ["mp3", "opus", "ogg", "flac", "wav", "m4a"].contains(format) {
        recording.facts.audio?.format = format
      }
      if let bytes, bytes > 0 { recording.facts.audio?.bytes = bytes }
    }
  }

  static func text(_ surahs: [QULSurah.Written]) -> [UInt8] {
    var json = JSONLinesBuilder()
    json.add("{\"audio_files\":[")
    for (index, surah) in surahs.enumerated() {
      json.add(index == 0 ? "\n{\"chapter_id\":" : ",\n{\"chapter_id\":")
      json.add(surah.surah)
      json.add(",\"audio_url\":")
      json.add(quoted: surah.url)
      json.add(",\"duration\":")
      if let length = surah.length { json.add(length) } else { json.add("null") }
      json.add(",\"verse_timings\":[")
      for (index, entry) in surah.ayat.enumerated() {
        json.add(index == 0 ? "\n{\"verse_key\":\"" : ",\n{\"verse_key\":\"")
        json.add(entry.ayah.surah)
        json.add(":")
        json.add(entry.ayah.number)
        json.add("\",\"timestamp_from\":")
        json.add(entry.start)
        json.add(",\"timestamp_to\":")
        json.add(entry.end)
        json.add(",\"duration\":")
        json.add(entry.end - entry.start)
        json.add(",\"segments\":")
        json.add(words: entry.words)
        json.add("}")
      }
      json.add("\n]}")
    }
    json.add("\n]}\n")
    return json.bytes
  }
}
