import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

/// The files of a library that an app's records become.
extension CloudReader {
  mutating func playback() -> String? {
    var entries: [String: [(order: Int, id: String, isEnabled: Bool)]] = [:]
    for given in all("ReciterPriorityEntry") {
      var record = given
      let owner = record.reference("settings") ?? ""
      let order = record.integer("order") ?? 0
      let isEnabled = record.flag("isEnabled") ?? true
      if let id = reciter(record.reference("reciterId"))?.id {
        entries[owner, default: []].append((order, id, isEnabled))
      } else {
        json.report.add(
          ExchangeRules.unplaced, "a place in the list of a reciter who is not here is left out",
          at: json.place(record.node))
      }
      leave(record, except: ["id"])
    }
    let settings = all("PlaybackSettings")
    guard !settings.isEmpty else { return nil }
    var pages: [CloudPlayback] = []
    for given in settings {
      var record = given
      let id = record.text("id")
      var list = (entries[record.name] ?? []) + (id == record.name ? [] : entries[id ?? ""] ?? [])
      if settings.count == 1 { list += entries[""] ?? [] }
      let selected = reciter(record.reference("selectedReciterId"))?.id
      let keys = CloudPlayback(
        &record, list.sorted { $0.order < $1.order }.map { ($0.id, $0.isEnabled) }, selected: selected, json)
      pages.append(keys)
      leave(record, except: ["reciterPriority", "segmentOverrides"])
    }
    return CloudPlayback.text(pages)
  }

  mutating func bookmarks() -> String? {
    var drafts: [BookmarkDraft] = []
    for given in all("UserBookmark") {
      var record = given
      let (surah, ayah) = (record.integer("surah"), record.integer("ayah"))
      let page = record.integer("page")
      let label = record.text("label")
      let color = record.text("color")?.lowercased()
      let created = record.date("createdAt")
      leave(record, except: ["id"])
      let place: BookmarkDraft.Place
      if let surah, let ayah, CountingSystem.kufi.contains(Ayah(surah, ayah)) {
        // The page follows from the ayah.
        place = .ayah(Ayah(surah, ayah))
      } else if let page, (1...604).contains(page) {
        place = .page(page)
      } else {
        json.complain("a bookmark has an ayah or a page from 1 to 604", at: record.node)
        continue
      }
      var draft = BookmarkDraft(at: place, label: label, created: created)
      if let color, Bookmark.isColor(color) {
        draft.color = color
      } else if let color {
        json.report.add(
          ExchangeRules.unplaced, "the colour \"\(color)\" of a bookmark left out",
          at: json.place(record.node))
      }
      drafts.append(draft)
    }
    return drafts.isEmpty ? nil : BookmarkDraft.text(of: drafts)
  }

  mutating func listening() -> String? {
    var last: ListeningDraft?
    var heard = Milliseconds.zero
    var hasAny = false
    for given in all("ListeningSession") {
      var record = given
      let (surah, ayah) = (record.integer("lastSurah"), record.integer("lastAyah"))
      let at = record.date("lastUpdated")
      heard = heard + (record.seconds("totalListeningSeconds") ?? .zero)
      // The page follows from the ayah.
      leave(record, except: ["id", "lastPage"])
      guard let surah, let ayah, CountingSystem.kufi.contains(Ayah(surah, ayah)) else {
        json.complain("a session of listening has an ayah that exists", at: record.node)
        continue
      }
      hasAny = true
      let stamp = at ?? Timestamp(secondsSince1970: 0)
      if stamp.seconds >= last?.at.seconds ?? .min {
        let here = Ayah(surah, ayah)
        last = ListeningDraft(ayah: here, of: AyahRange(here), profile: nil, at: stamp, heard: .zero)
      }
    }
    guard hasAny, var last else { return nil }
    last.heard = heard
    return last.text
  }
}
