import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// What the API of quran.com answers when asked for the audio of ayat, a file each.
  static let quranComAyat: ForeignFormat = ForeignFormat(
    name: "quran.com-ayah", title: "quran.com API, audio of ayat with words", extensions: ["json"],
    loses: [
      .skip, .zero, .range, .joins, .xsurah, .start, .end, .gap, .overlap, .order, .repetition, .conf,
      .verified,
      .marker, .reciter, .riwayah, .meta, .xkeys, .note, .rakah, .priority,
    ], bends: [.words, .numbering],
    recognises: { source in
      guard let first = source.jsonIfAny?["audio_files"]?.items?.first else { return false }
      return first["verse_key"] != nil && first["url"] != nil
    },
    read: { source, options, report in
      let json = try source.json()
      report.watch(json, try source.text())
      guard let files = json["audio_files"]?.items else {
        throw ExchangeFailure("\(source.shownPath) has no list audio_files", at: source.place)
      }
      var set = AyahFileSet(source, options, report)
      var lists = WordLists(try source.text(options.encoding), report, options)
      for file in files {
        let place = lists.place(file)
        guard let key = file["verse_key"]?.string, let range = AyahRange(key), range.isSingle else {
          report.add(
            ExchangeRules.unreadableRow, "a file without the key of its verse, such as 2:255", at: place)
          continue
        }
        var entry = AyahFileSet.Entry(ayah: range.first, place: place)
        entry.url = file["url"]?.string
        entry.declare(seconds: file["duration"]?.number)
        entry.words = lists.words(file["segments"], of: range.first)
        set.add(entry)
      }
      lists.tell()
      if let next = json["pagination"]?["next_page"]?.integer {
        report.add(
          ExchangeRules.untimed, "this is one page of an answer, which goes on at page \(next)",
          at: source.place)
      }
      return try set.finished(audio: options.audioFolder)
    },
    write: .collection { collection, options in
      var losses = Losses()
      var json = JSONLinesBuilder()
      json.add("{\"audio_files\":[")
      for (index, row) in AyahFileRow.rows(of: collection, .quranComAyat, options, &losses).enumerated() {
        json.add(index == 0 ? "\n{\"verse_key\":\"" : ",\n{\"verse_key\":\"")
        json.add(row.entry.ayah.surah)
        json.add(":")
        json.add(row.entry.ayah.number)
        json.add("\",\"url\":")
        json.add(quoted: row.url)
        json.add(",\"segments\":")
        json.add(spans: row.words)
        json.add("}")
      }
      json.add("\n]}\n")
      return ForeignText(json.bytes, losses: losses)
    })
}
