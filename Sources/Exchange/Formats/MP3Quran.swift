import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// What mp3quran.net answers when asked for the timing of a surah. Which one it was doesn't stand in it.
  static let mp3quran: ForeignFormat = ForeignFormat(
    name: "mp3quran", title: "mp3quran API v3, timing of a surah", extensions: ["json"],
    loses: [
      .skip, .range, .joins, .xsurah, .order, .repetition, .conf, .verified, .words, .marker, .reciter,
      .riwayah, .meta,
      .xkeys, .note, .rakah, .priority, .incomplete,
    ], bends: [.numbering],
    recognises: { source in
      guard let first = source.jsonIfAny?.items?.first else { return false }
      // Rows that name their surah are a list of ayat of any program.
      return first["surah"] == nil && first["ayah"] != nil && first["start_time"] != nil
        && first["end_time"] != nil
    },
    read: { source, options, report in
      guard let surah = options.surah(of: source) else { throw ReadingOptions.noSurah(source) }
      var timings = SurahTimings(source, try source.text(options.encoding), options, report)
      let json = try source.json()
      report.watch(json, try source.text())
      for item in json.items ?? [] {
        let place = timings.place(item)
        guard let number = item["ayah"]?.integer else {
          report.add(ExchangeRules.unreadableRow, "a row without the number of its ayah", at: place)
          continue
        }
        let ayah = Ayah(surah, number)
        timings.add(
          ayah, from: timings.time(item["start_time"], ayah, "start"),
          to: timings.time(item["end_time"], ayah, "end"),
          words: [], url: nil, at: place)
      }
      return timings.finished()
    },
    write: .file { recording, options in
      var losses = Losses(of: .mp3quran, options, in: recording)
      let surah = try recording.onlySurah(for: "mp3quran", &losses)
      var json = JSONLinesBuilder()
      func add(_ number: Int, _ start: Milliseconds, _ end: Milliseconds) {
        json.add(json.bytes.isEmpty ? "[\n{\"ayah\":" : ",\n{\"ayah\":")
        json.add(number)
        json.add(",\"start_time\":")
        json.add(start)
        json.add(",\"end_time\":")
        json.add(end)
        json.add("}")
      }
      if let intro = recording.segments.first(where: { $0.row.ayah == AyahRange(Ayah(surah, 0)) })?.row {
        add(0, intro.start, intro.end)
      }
      for entry in recording.setAyat(&losses) where entry.ayah.surah == surah {
        add(entry.ayah.number, entry.start, entry.end)
      }
      json.add(json.bytes.isEmpty ? "[]\n" : "\n]\n")
      return ForeignText(json.bytes, losses: losses)
    },
    fileStem: { $0.surahs.first.map(SetNames.padded) })
}
