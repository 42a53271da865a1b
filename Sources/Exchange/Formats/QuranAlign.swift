import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// What quran-align makes of everyayah folders: words of each ayah in its own file.
  static let quranAlign: ForeignFormat = ForeignFormat(
    name: "quran-align", title: "quran-align word timings", extensions: ["json"],
    loses: [
      .skip, .zero, .range, .joins, .xsurah, .start, .end, .gap, .overlap, .order, .repetition, .conf,
      .verified,
      .marker, .reciter, .riwayah, .meta, .xkeys, .note, .rakah, .priority,
    ], bends: [.words, .numbering],
    recognises: { source in
      if let first = source.jsonIfAny?.items?.first {
        return first["surah"] != nil && first["ayah"] != nil
          && (first["segments"] != nil || first["stats"] != nil)
      }
      let text = source.beginning
      return text.holds("[{") && text.holds("\"surah\"") && text.holds("\"ayah\"")
        && text.holds("\"segments\"")
    },
    read: { source, options, report in
      let text = try source.text(options.encoding)
      var set = AyahFileSet(source, options, report)
      var lists = WordLists(text, report, options)
      for item in try QuranAlign.items(text, report) {
        let place = lists.place(item)
        guard let surah = item["surah"]?.integer, let number = item["ayah"]?.integer else {
          report.add(ExchangeRules.unreadableRow, "a row without \"surah\" and \"ayah\"", at: place)
          continue
        }
        let ayah = Ayah(surah, number)
        var entry = AyahFileSet.Entry(ayah: ayah, place: place)
        if item["segments"] == nil {
          report.add(ExchangeRules.untimed, "nothing was recognised in \(ayah)", at: place)
        }
        entry.words = lists.words(item["segments"], of: ayah)
        // What was heard too much or too little tells how far the times can be trusted.
        if let stats = item["stats"], (stats.members ?? []).contains(where: { $0.value.integer != 0 }) {
          entry.extras = [ExtraKey("x-align-stats", stats.value)]
        }
        set.add(entry)
      }
      lists.tell()
      return try set.finished(audio: options.audioFolder)
    },
    write: .collection { collection, options in
      var losses = Losses()
      let rows = AyahFileRow.rows(of: collection, .quranAlign, options, &losses)
      return ForeignText(QuranAlign.text(rows), losses: losses)
    })
}

private enum QuranAlign {
  /// The rows; what stands before the first bracket is passed over, as a released file has it.
  static func items(_ text: SourceText, _ report: ExchangeReport) throws(ExchangeFailure) -> [JSONNode] {
    guard let start = text.bytes.firstIndex(of: UInt8(ascii: "[")) else {
      throw ExchangeFailure(
        "\(text.path) holds no list, which quran-align writes", at: Place(path: text.path))
    }
    if text.bytes[..<start].contains(where: { $0 > 0x20 }) {
      report.add(
        ExchangeRules.writerFault, "something stands before the list, and is passed over",
        at: Place(text, 0..<start))
    }
    let json = try JSONText.parse(text, in: start..<text.bytes.count)
    report.watch(json, text)
    return json.items ?? []
  }

  static func text(_ rows: [AyahFileRow]) -> [UInt8] {
    var json = JSONLinesBuilder()
    json.add("[")
    for (index, row) in rows.enumerated() {
      json.add(index == 0 ? "\n{\"surah\":" : ",\n{\"surah\":")
      json.add(row.entry.ayah.surah)
      json.add(",\"ayah\":")
      json.add(row.entry.ayah.number)
      if !row.words.isEmpty {
        json.add(",\"segments\":")
        json.add(spans: row.words)
      }
      json.add(",\"stats\":")
      let stats = row.extras.first { $0.key == "x-align-stats" }?.value
      json.add(raw: (stats ?? ["insertions": 0, "deletions": 0, "transpositions": 0]).compactText.utf8)
      json.add("}")
    }
    json.add("\n]\n")
    return json.bytes
  }
}
