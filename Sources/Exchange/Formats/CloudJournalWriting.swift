import TilawaBase
package import TilawaFormat
import TilawaQuran
import TilawaYAML

/// Records of the rows of a journal.
extension CloudWriter {
  /// Of all its lists; what no record has a place for is in `lost`.
  mutating func addJournal(_ files: [DocumentKind: String]) {
    // Categories name their notes, and notes their categories.
    var (categories, notes) = ([String: String](), [String: [String]]())
    let rows = CloudJournal.all.flatMap { entity in Self.rows(of: entity, in: files).map { (entity, $0) } }
    for (entity, (row, _, name)) in rows {
      if entity.entity == "NoteCategory", let own = row["name"] {
        categories[own] = categories[own] ?? name
      } else if entity.entity == "QuranNote", let category = row["category"] {
        notes[category, default: []].append(name)
      }
    }
    for (entity, (row, id, name)) in rows { add(row, of: entity, id, name, categories, notes: notes) }
  }

  private static func rows(
    of entity: CloudJournal, in files: [DocumentKind: String]
  ) -> [(row: Row, id: String, name: String)] {
    guard let text = files[entity.kind] else { return [] }
    let root = YAMLDocument(parsing: SourceText(path: entity.kind.fileName, bytes: Array(text.utf8))).root
    return (root?[entity.list]?.sequence ?? []).enumerated().map { index, node in
      let row = Row(node)
      let (id, name) = row.identity(else: "\(entity.list)-\(index + 1)")
      return (row, id, name)
    }
  }

  /// What a row says, as text.
  private struct Row {
    let values: [(key: String, text: String)]

    init(_ node: YAMLNode) {
      values = (node.mapping ?? []).compactMap { pair in
        pair.key.scalar.flatMap { key in pair.value.scalar.map { (key.value, $0.value) } }
      }
    }

    subscript(key: String) -> String? { values.first { $0.key.isExactly(key) }?.text }

    func identity(else name: String) -> (id: String, name: String) {
      let extras = CloudName.keys.compactMap { key in self[key].map { ExtraKey(key, .string($0)) } }
      return CloudName.identity(extras, else: name, id: self["id"], isText: true)
    }
  }

  private mutating func lose(_ key: String, of entity: CloudJournal) {
    lost["\(key) of \(entity.list)", default: 0] += 1
    losses.add(.meta)
  }

  private mutating func add(
    _ row: Row, of entity: CloudJournal, _ id: String, _ name: String, _ categories: [String: String],
    notes: [String: [String]]
  ) {
    var used: Set<String> = CloudName.keys.union(["id"])
    var fields: [(String, Value?)] = []
    for field in entity.fields {
      used.insert(field.ours)
      guard let text = row[field.ours] else { continue }
      if let value = value(field, text) {
        fields.append((field.theirs, value))
      } else {
        lose(field.ours, of: entity)
      }
    }
    if entity.entity == "QuranNote", let category = row["category"] {
      used.insert("category")
      if let record = categories[category] {
        fields.append(("category", .reference(record)))
      } else {
        lose("category", of: entity)
      }
    }
    if entity.entity == "NoteCategory", let own = row["name"].flatMap({ notes[$0] }),
      categories[row["name"] ?? ""] == name
    {
      fields.append(("notes", .references(own)))
    }
    if entity.list == "viewed" { fields.append(("hasBeenViewed", .flag(true))) }
    let places = places(of: row, entity, &used)
    for (key, _) in row.values where !used.contains(key) { lose(key, of: entity) }
    for (index, place) in places.enumerated() {
      let record = index == 0 ? name : "\(CloudName.ours)\(entity.list)-\(name)-\(index + 1)"
      let own: [(String, Value?)] = [("id", .text(index == 0 ? id : CloudName.uuid(of: record)))]
      add(entity.entity, record, own + place + fields)
    }
  }

  /// The attributes that say where it belongs, once for each record that the row becomes: an app knows no runs of ayat.
  private mutating func places(
    of row: Row, _ entity: CloudJournal, _ used: inout Set<String>
  ) -> [[(String, Value?)]] {
    switch entity.place {
    case .none: return [[]]
    case .surah:
      used.insert("surah")
      guard let surah = row["surah"].flatMap({ Int($0) }).flatMap(Surah.numbered) else {
        lose("surah", of: entity)
        return []
      }
      return [[("surahNumber", .integer(surah.number)), ("surahName", .text(surah.name))]]
    case .ayah(let key, _):
      used.insert(key)
      guard let text = row[key] else { return [[]] }
      guard let range = AyahRange(text), CountingSystem.kufi.contains(range) else {
        lose(key, of: entity)
        return []
      }
      var ayat = CountingSystem.kufi.ayat(in: range)
      // One note is not several.
      if entity.list == "notes", ayat.count > 1 {
        ayat = [range.first]
        lose("the ayat behind the first", of: entity)
      }
      return ayat.map { ayah in
        let name = entity.list == "vocabulary" ? Surah.numbered(ayah.surah)?.name : nil
        return [
          ("surahNumber", .integer(ayah.surah)), ("surahName", name.map(Value.text)),
          ("verseNumber", .integer(ayah.number)),
        ]
      }
    }
  }

  private func value(_ field: CloudJournal.Field, _ text: String) -> Value? {
    switch field.value {
    case .text: .text(text)
    case .date: Timestamp(text).map(Value.date)
    case .flag: .flag(text == "true")
    // Colours by name have no place.
    case .color: text.begins(with: "#") ? .text(text) : nil
    case .share: Double(text).map(Value.number)
    case .word: Int(text).map(Value.integer)
    }
  }
}

extension ForeignFormat {
  /// A journal's files, whole, as the records of an app; and what those have no place for, by its key and list.
  package static func cloudJournal(
    _ files: [DocumentKind: String]
  ) -> (text: String, lost: [(name: String, count: Int)]) {
    var writer = CloudWriter()
    if let text = files[.bookmarks] { writer.addBookmarks(text) }
    if let text = files[.listening] { writer.addListening(text) }
    writer.addJournal(files)
    return (writer.document, writer.lost.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }
}
