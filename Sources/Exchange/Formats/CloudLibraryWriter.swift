import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaYAML

/// Records of the files of a library.
extension CloudWriter {
  private func identity(_ node: YAMLNode?, else name: String) -> (id: Value, name: String) {
    let extras = CloudName.keys.compactMap { key in
      node?[key]?.scalar.map { ExtraKey(key, .string($0.value)) }
    }
    let (id, name) = CloudName.identity(extras, else: name)
    return (.text(id), name)
  }

  private mutating func countExtras(_ node: YAMLNode?) {
    let keys = (node?.mapping ?? []).compactMap { $0.key.scalar?.value }
    losses.add(.xkeys, keys.count { $0.begins(with: "x-") && !CloudName.keys.contains($0) })
  }

  mutating func addPlayback(_ text: String) {
    let source = SourceText(path: DocumentKind.playback.fileName, bytes: Array(text.utf8))
    guard let playback = BundleFile<Playback>(playback: source).content else { return }
    let root = YAMLDocument(parsing: source).root
    let (id, name) = identity(root, else: "playback")
    countExtras(root)
    // The app has one set of settings.
    losses.add(.meta, playback.profiles.count)
    let keys = playback.keys
    let after = keys.afterLast?.value
    var (action, ayat, pages) = (String?.none, Int?.none, Int?.none)
    switch after {
    case .stop: action = "stop"
    case .ayat(let count): (action, ayat) = ("continueAyaat", count)
    case .pages(let count): (action, pages) = ("continuePages", count)
    case nil: break
    }
    func count(_ repeats: Repeats?) -> Value? { repeats.map { .integer($0.count ?? -1) } }
    let lost: [Bool] = [
      keys.numbering != nil, keys.basmalah != nil, keys.missing != nil, keys.memorisation != nil,
      playback.defaultProfile != nil,
    ]
    losses.add(.meta, lost.count { $0 })
    let range = keys.ayat?.value
    add(
      "PlaybackSettings", name,
      [
        ("id", id), ("startSurah", range.map { .integer($0.first.surah) }),
        ("startAyah", range.map { .integer($0.first.number) }),
        ("endSurah", range.map { .integer($0.last.surah) }),
        ("endAyah", range.map { .integer($0.last.number) }),
        ("usePageRange", keys.pages == nil && range == nil ? nil : .flag(keys.pages != nil)),
        ("startPage", keys.pages.map { .integer($0.value.first) }),
        ("endPage", keys.pages.map { .integer($0.value.last) }),
        ("connectionAyahBefore", keys.connectBefore.map { .integer($0.value) }),
        ("connectionAyahAfter", keys.connectAfter.map { .integer($0.value) }),
        ("playbackSpeed", keys.speed.map { .number($0.value.factor) }),
        ("gapBetweenAyaatMs", keys.gap.map { .integer(Int($0.value.count)) }),
        ("ayahRepeatCount", count(keys.ayahRepeats?.value)),
        ("rangeRepeatCount", count(keys.rangeRepeats?.value)),
        ("afterRepeatAction", action.map(Value.text)),
        ("afterRepeatContinueAyaatCount", ayat.map(Value.integer)),
        ("afterRepeatContinuePagesCount", pages.map(Value.integer)),
        ("selectedRiwayah", keys.riwayah.map { .text($0.value.rawValue) }),
        ("showWordByWordHighlight", keys.showsWords.map { .flag($0.value) }),
        ("showRepetitionCounter", keys.showsRepetition.map { .flag($0.value) }),
        ("showReciterName", keys.showsReciter.map { .flag($0.value) }),
      ])
    let rows = root?["reciters"]?.sequence
    for (index, entry) in (keys.reciters?.value ?? []).enumerated() {
      guard let reciterID = entry.id?.value, let reciter = reciter(reciterID) else { continue }
      let row = rows.flatMap { index < $0.count ? $0[index] : nil }
      let (entryID, entryName) = identity(row, else: "playback-reciter-\(index + 1)")
      countExtras(row)
      add(
        "ReciterPriorityEntry", entryName,
        [
          ("id", entryID), ("settings", .relation(name)), ("order", .integer(index)),
          ("reciterId", .text(reciter.id)), ("isEnabled", .flag(entry.isEnabled)),
        ])
    }
  }

  mutating func addBookmarks(_ text: String) {
    let source = SourceText(path: DocumentKind.bookmarks.fileName, bytes: Array(text.utf8))
    let rows = YAMLDocument(parsing: source).root?["bookmarks"]?.sequence ?? []
    for bookmark in BundleFile<BookmarksFile>(bookmarks: source).content?.rows ?? [] {
      let row = rows.indices.contains(bookmark.index) ? rows[bookmark.index] : nil
      let (id, name) = identity(row, else: "bookmark-\(bookmark.index + 1)")
      countExtras(row)
      let ayah = bookmark.ayah?.value
      let color = bookmark.color?.value
      let isDigits = color?.begins(with: "#") ?? false
      add(
        "UserBookmark", name,
        [
          ("id", id), ("surahNumber", ayah.map { .integer($0.surah) }),
          ("ayahNumber", ayah.map { .integer($0.number) }),
          ("pageNumber", (bookmark.page?.value ?? ayah.flatMap(page)).map(Value.integer)),
          ("label", bookmark.label.map { .text($0.value) }),
          // The model knows digits alone, the app's second age words.
          ("colorHex", isDigits ? color.map(Value.text) : nil),
          ("color", isDigits ? nil : color.map(Value.text)),
          ("createdAt", bookmark.created.map { .date($0.value) }),
        ])
    }
  }

  private func page(_ ayah: Ayah) -> Int? { PrintedPages.of(.hafs)?.page(of: ayah) }

  mutating func addListening(_ text: String) {
    let source = SourceText(path: DocumentKind.listening.fileName, bytes: Array(text.utf8))
    guard let listening = BundleFile<Listening>(listening: source).content, let ayah = listening.ayah?.value
    else {
      return
    }
    let root = YAMLDocument(parsing: source).root
    let (id, name) = identity(root, else: "listening")
    countExtras(root)
    losses.add(
      .meta, (listening.profile == nil ? 0 : 1) + (listening.ayat.map { $0.value.isSingle ? 0 : 1 } ?? 0))
    add(
      "ListeningSession", name,
      [
        ("id", id), ("lastSurah", .integer(ayah.surah)), ("lastAyah", .integer(ayah.number)),
        ("lastPage", page(ayah).map(Value.integer)), ("lastUpdatedAt", listening.at.map { .date($0.value) }),
        ("totalListeningSeconds", listening.listened.map { .seconds($0.value) }),
      ])
  }
}
