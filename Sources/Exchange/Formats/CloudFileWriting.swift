import TilawaBase
package import TilawaFormat
import TilawaQuran
import TilawaYAML

/// Records of the files of a library.
extension CloudWriter {
  mutating func add(_ files: [DocumentKind: String]) {
    if let root = Self.root(.playback, files) { addPlayback(root) }
    addLists(CloudFile.lists.prefix(1), files)
    if let root = Self.root(.listening, files) { addListening(root) }
    addLists(CloudFile.lists.dropFirst(), files)
  }

  private static func root(_ kind: DocumentKind, _ files: [DocumentKind: String]) -> YAMLNode? {
    files[kind].flatMap { text in
      YAMLDocument(parsing: SourceText(path: kind.fileName, bytes: Array(text.utf8))).root
    }
  }

  /// The scalars of a row or a file, as text.
  private struct Row {
    private let values: [(key: String, text: String)]
    /// Those of scalars, and those of the user's own.
    let keys: [String]

    init(_ node: YAMLNode) {
      values = (node.mapping ?? []).compactMap { pair in
        guard let key = pair.key.scalar?.value, let scalar = pair.value.scalar else { return nil }
        if case .boolean(let flag) = scalar.kind { return (key, "\(flag)") }
        return (key, scalar.value)
      }
      keys = (node.mapping ?? []).compactMap { pair in
        pair.key.scalar.flatMap { pair.value.scalar != nil || $0.value.begins(with: "x-") ? $0.value : nil }
      }
    }

    /// The number of the user's own keys that no record can carry.
    var ownKeyCount: Int { keys.count { $0.begins(with: "x-") && !CloudName.keys.contains($0) } }

    subscript(key: String) -> String? { values.first { $0.key.isExactly(key) }?.text }

    /// `isText` says that ids needn't be UUIDs.
    func identity(else name: String, isText: Bool = false) -> (id: String, name: String) {
      let extras = CloudName.keys.compactMap { key in self[key].map { ExtraKey(key, .string($0)) } }
      return CloudName.identity(extras, else: name, id: isText ? self["id"] : nil, isText: isText)
    }
  }

  /// Notes that no record has a place for a key.
  private mutating func lose(_ key: String, of file: CloudFile) {
    lost["\(key) of \(file.name)", default: 0] += 1
    losses.add(key.begins(with: "x-") ? .xkeys : .meta)
  }

  /// Returns the attributes for the fields of a row. Keys other than these and those in `used` are counted as
  /// lost.
  private mutating func attributes(
    _ row: Row, of file: CloudFile, besides used: Set<String>
  ) -> [CloudAttribute] {
    var used = used.union(CloudName.keys).union(["id", FileKey.version])
    var attributes: [CloudAttribute] = []
    for field in file.fields {
      guard let own = row[field.key].flatMap(field.write) else { continue }
      used.insert(field.key)
      attributes += own
    }
    for key in row.keys where !used.contains(key) { lose(key, of: file) }
    return attributes
  }

  // MARK: Lists

  private mutating func addLists(_ lists: ArraySlice<CloudFile>, _ files: [DocumentKind: String]) {
    typealias Entry = (file: CloudFile, row: Row, id: String, name: String)
    let entries = lists.flatMap { file -> [Entry] in
      (Self.root(file.kind, files)?[file.list]?.sequence ?? []).enumerated().map { index, node in
        let row = Row(node)
        // A bookmark has no id of its own.
        let isText = file.place != .bookmark
        let identity = row.identity(else: "\(isText ? file.list : "bookmark")-\(index + 1)", isText: isText)
        return (file, row, identity.id, identity.name)
      }
    }
    // Categories name their notes, and notes their categories.
    let categories = Dictionary(
      entries.filter { $0.file.list == "categories" }.compactMap { entry in
        entry.row["name"].map { ($0, entry.name) }
      }
    ) { first, _ in first }
    let notes = Dictionary(grouping: entries.filter { $0.file.list == "notes" }) { $0.row["category"] }
    for (file, row, id, name) in entries {
      var used: Set<String> = []
      let places = places(of: row, file, &used)
      var more: [CloudAttribute] = []
      switch file.list {
      case "notes":
        if let category = row["category"].flatMap({ categories[$0] }) {
          used.insert("category")
          more = [("category", .reference(category))]
        }
      case "categories":
        let own = row["name"].flatMap { categories[$0] == name ? notes[$0] : nil }
        more = [("notes", own.map { .references($0.map(\.name)) })]
      case "viewed": more = [("hasBeenViewed", .flag(true))]
      default: break
      }
      let fields = attributes(row, of: file, besides: used) + more
      for (index, place) in places.enumerated() {
        let record = index == 0 ? name : "\(CloudName.ours)\(file.list)-\(name)-\(index + 1)"
        let own: [CloudAttribute] = [("id", .text(index == 0 ? id : CloudName.uuid(of: record)))]
        add(file.entity, record, own + place + fields)
      }
    }
  }

  /// Returns the attributes that place a row, one list for each record that it becomes. The app cannot
  /// represent runs of ayat.
  private mutating func places(of row: Row, _ file: CloudFile, _ used: inout Set<String>)
    -> [[CloudAttribute]]
  {
    switch file.place {
    case .none: return [[]]
    case .surah:
      guard let surah = row["surah"].flatMap({ Int($0) }).flatMap(Surah.numbered) else {
        if row["surah"] == nil { lose("surah", of: file) }
        return []
      }
      used.insert("surah")
      return [[("surahNumber", .integer(surah.number)), ("surahName", .text(surah.name))]]
    case .ayah(let key, _):
      guard let text = row[key] else { return [[]] }
      guard let range = AyahRange(text), CountingSystem.kufi.contains(range) else { return [] }
      used.insert(key)
      var ayat = CountingSystem.kufi.ayat(in: range)
      // One note is not several.
      if file.list == "notes", ayat.count > 1 {
        ayat = [range.first]
        lose("the ayat after the first", of: file)
      }
      return ayat.map { ayah in
        let name = file.list == "vocabulary" ? Surah.numbered(ayah.surah)?.name : nil
        return [
          ("surahNumber", .integer(ayah.surah)), ("surahName", .text(name)),
          ("verseNumber", .integer(ayah.number)),
        ]
      }
    case .bookmark:
      used = ["ayah", "page"]
      let ayah = row["ayah"].flatMap { AyahRange.single($0) }
      let page = row["page"].flatMap { Int($0) } ?? ayah.flatMap(Self.page)
      guard ayah != nil || page != nil else { return [] }
      return [
        [
          ("surahNumber", .integer(ayah?.surah)), ("ayahNumber", .integer(ayah?.number)),
          ("pageNumber", .integer(page)),
        ]
      ]
    case .passage:
      used = ["ayat", "pages"]
      let (range, pages) = (row["ayat"].flatMap { AyahRange($0) }, row["pages"].flatMap { PageRun($0) })
      return [
        [
          ("startSurah", .integer(range?.first.surah)), ("startAyah", .integer(range?.first.number)),
          ("endSurah", .integer(range?.last.surah)), ("endAyah", .integer(range?.last.number)),
          ("usePageRange", pages == nil && range == nil ? nil : .flag(pages != nil)),
          ("startPage", .integer(pages?.first)), ("endPage", .integer(pages?.last)),
        ]
      ]
    }
  }

  private static func page(_ ayah: Ayah) -> Int? { PrintedPages.of(.hafs)?.page(of: ayah) }

  // MARK: Files without rows

  /// The settings and whom they list; the app has one set of them.
  private mutating func addPlayback(_ root: YAMLNode) {
    let (row, file) = (Row(root), CloudFile.playback)
    let (id, name) = row.identity(else: "playback")
    var used: Set<String> = []
    let place = places(of: row, file, &used)[0]
    losses.add(.meta, (root["profiles"]?.sequence?.count ?? 0) + (root["memorise"] == nil ? 0 : 1))
    add(file.entity, name, [("id", .text(id))] + place + attributes(row, of: file, besides: used))
    for (index, node) in (root["reciters"]?.sequence ?? []).enumerated() {
      let row = Row(node)
      guard let reciter = reciter(row["id"]) else { continue }
      let own = row.identity(else: "playback-reciter-\(index + 1)")
      losses.add(.xkeys, row.ownKeyCount)
      add(
        "ReciterPriorityEntry", own.name,
        [
          ("id", .text(own.id)), ("settings", relation(name)), ("order", .integer(index)),
          ("reciterId", .text(reciter.id)), ("isEnabled", .flag(row["enabled"] != "false")),
        ])
    }
  }

  private mutating func addListening(_ root: YAMLNode) {
    let row = Row(root)
    guard let ayah = row["ayah"].flatMap({ AyahRange.single($0) }) else { return }
    let (id, name) = row.identity(else: "listening")
    losses.add(.xkeys, row.ownKeyCount)
    let isRun = row["ayat"].flatMap { AyahRange($0) }.map { !$0.isSingle } ?? false
    losses.add(.meta, (row["profile"] == nil ? 0 : 1) + (isRun ? 1 : 0))
    add(
      "ListeningSession", name,
      [
        ("id", .text(id)), ("lastSurah", .integer(ayah.surah)), ("lastAyah", .integer(ayah.number)),
        ("lastPage", .integer(Self.page(ayah))),
        ("lastUpdatedAt", .date(row["at"].flatMap { Timestamp($0) })),
        ("totalListeningSeconds", .seconds(row["listened"].flatMap { Milliseconds($0) })),
      ])
  }
}

extension ForeignFormat {
  /// A journal's files, whole, as the records of an app; and what those have no place for, by its key and list.
  package static func cloudJournal(
    _ files: [DocumentKind: String]
  ) -> (text: String, lost: [(name: String, count: Int)]) {
    var writer = CloudWriter()
    writer.add(files)
    return (writer.document, writer.lost.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}
