import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaYAML

/// The files of a library that an app's records become.
extension CloudReader {
  mutating func playback(hasReferences: Bool) -> String? {
    let settings = all("PlaybackSettings")
    var places: [String: Int] = [:]
    for (index, record) in settings.enumerated() {
      for key in record.keys where places[key] == nil { places[key] = index }
    }
    if settings.count == 1, places.isEmpty { places[""] = 0 }
    var entries: [Int: [CloudPlayback.Entry]] = [:]
    for var record in all("ReciterPriorityEntry") {
      guard let owner = owner(&record, "settings", places, only: settings.count) else { continue }
      // Nobody is listed of whom nothing is known.
      if let id = record.reference("reciterId", in: reciter)?.id {
        let order = record.integer("order") ?? 0
        let isEnabled = record.flag("isEnabled") ?? true
        entries[owner, default: []].append(
          CloudPlayback.Entry(order: order, id: id, isEnabled: isEnabled, extras: record.identity()))
      }
      leave(record)
    }
    let pages = settings.enumerated().map { index, given -> CloudPlayback in
      var record = given
      let selected = record.reference("selectedReciterId", in: reciter)?.id
      let list = (entries[index] ?? []).enumerated().sorted {
        ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
      }
      let keys = CloudPlayback(&record, list.map(\.element), selected: selected, json)
      leave(record)
      return keys
    }
    return pages.isEmpty
      ? nil
      : CloudPlayback.text(pages, hasReferences ? [ExtraKey(CloudName.relationKey, "references")] : [])
  }

  mutating func bookmarks() -> String? {
    var rows: [YAMLValue] = []
    for var record in all("UserBookmark") {
      let ayah = place(&record, ("surahNumber", "ayahNumber"), ("surah", "ayah"), page: "pageNumber", "page")
      var pairs: [(key: String, value: YAMLValue)] = []
      if let ayah {
        pairs.append(("ayah", .quoted("\(ayah)")))
      } else if let page = record.integer("pageNumber", "page"), (1...604).contains(page) {
        pairs.append(("page", .plain("\(page)")))
      } else {
        json.complain("this bookmark has neither an ayah nor a page from 1 to 604", at: record.node)
        continue
      }
      if let label = record.text("label") { pairs.append(("label", .text(label))) }
      // Digits come with and without their mark.
      let color =
        record.take(["colorHex"]) { value, _ in
          Self.color("#\(value.string ?? "")") ?? Self.color(value.string)
        }
        ?? record.take(["color"]) { value, _ in Self.color(value.string) }
      if let color { pairs.append(("color", .text(color))) }
      if let created = record.date("createdAt") { pairs.append(("created", .plain(created.text))) }
      rows.append(YAMLValue.flow(pairs).adding(record.identity()))
      leave(record)
    }
    return rows.isEmpty ? nil : file([("bookmarks", .rows(rows))])
  }

  static func color(_ text: String?) -> String? {
    let color = text?.lowercased() ?? ""
    return ColorText.isColor(color) ? color : nil
  }

  mutating func listening() -> String? {
    var last: (ayah: Ayah, at: Timestamp?, record: CloudRecord)?
    var heard: Milliseconds?
    for var record in all("ListeningSession") {
      let ayah = place(&record, ("lastSurah", "lastAyah"), page: "lastPage")
      if let seconds = record.seconds("totalListeningSeconds") { heard = (heard ?? .zero) + seconds }
      guard let ayah else {
        json.complain("this session has no ayah that exists", at: record.node)
        continue
      }
      let at = record.date("lastUpdatedAt", "lastUpdated")
      if let known = last, (at?.seconds ?? .min) < (known.at?.seconds ?? .min) {
        tellEarlier(record)
      } else {
        if let known = last { tellEarlier(known.record) }
        last = (ayah, at, record)
      }
    }
    guard var last else { return nil }
    var pairs: [(key: String, value: YAMLValue)] = [
      ("ayah", .quoted("\(last.ayah)")), ("ayat", .quoted("\(last.ayah)")),
    ]
    if let at = last.at { pairs.append(("at", .plain(at.text))) }
    if let heard { pairs.append(("listened", .plain(heard.description))) }
    let extras = last.record.identity()
    leave(last.record)
    return file(pairs, extras)
  }

  private func tellEarlier(_ record: CloudRecord) {
    json.input.add(
      .unplaced, "an earlier session of listening left out but for how long it was",
      at: json.place(record.node))
  }

  /// An ayah that exists; the page of it follows from it.
  private func place(
    _ record: inout CloudRecord, _ names: (surah: String, ayah: String)..., page pages: String...
  )
    -> Ayah?
  {
    for names in names {
      guard let surah: Int = record.peek(names.surah), let number: Int = record.peek(names.ayah),
        CountingSystem.kufi.contains(Ayah(surah, number)), let ayah = record.ayah(names)
      else { continue }
      for key in pages {
        record.passOver(key) { $0.integer == PrintedPages.of(.hafs)?.page(of: ayah) }
      }
      return ayah
    }
    return nil
  }

  private func file(_ pairs: [(key: String, value: YAMLValue)], _ extras: [ExtraKey] = []) -> String {
    YAMLValue.print(
      YAMLValue.block([("tilawa", .plain("\(FormatVersion.current)"))] + pairs).adding(extras))
  }
}
