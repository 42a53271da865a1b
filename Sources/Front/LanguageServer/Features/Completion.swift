import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran

/// The completions at a place: keys, values, the ayah that comes next, whole rows.
struct Completion {
  /// One of the things.
  struct Item {
    /// Of what kind the protocol takes it to be.
    enum Kind: Int {
      case key = 10
      case value = 12
      case word = 13
      case row = 15
      case file = 17
      case name = 18
    }

    var label: String
    var kind: Kind
    var detail = ""
    var documentation = ""
    /// The text that is inserted.
    var text: String
    /// True if `text` has places to go on at.
    var isSnippet = false
  }

  private let workspace: Workspace
  private let document: OpenDocument
  private let offset: Int
  private let snippets: Bool
  private let context: CursorContext

  init(_ document: OpenDocument, at offset: Int, in workspace: Workspace, snippets: Bool) {
    (self.workspace, self.document, self.offset, self.snippets) = (workspace, document, offset, snippets)
    context = CursorContext(in: document.text, at: offset)
  }

  /// The completions, the likeliest first, and the range that they replace.
  func items() -> (items: [Item], range: Range<Int>) {
    switch context.spot {
    case .key(let range): return (keys(), range)
    case .value(let key, let range): return (values(of: key, isQuoted: isQuoted(range)), withQuotes(range))
    case .row(let range, let hasDash): return (rows(range, hasDash: hasDash), range)
    case .other: return ([], offset..<offset)
    }
  }

  // MARK: Keys

  private func keys() -> [Item] {
    guard let keys = DeclaredKeys.leading(to: context.path, in: document.kind) else { return [] }
    let here = Set(context.keys)
    let word = currentKey
    return keys.names.filter { !here.contains($0) || $0 == word }.compactMap { key in
      guard let told = keys.description(of: key) else { return nil }
      let absent = keys.absent(key)
      return Item(
        label: key, kind: .key,
        detail: keys.required.contains(key) ? "\(told.noun), required" : told.noun,
        documentation: told.meaning + (absent.isEmpty ? "" : "\n\nWhen absent: \(absent)."),
        text: hasColon ? key : keys.holdsRows(key) ? "\(key):" : "\(key): ")
    }
  }

  private var currentKey: String {
    if case .key(let range) = context.spot { return context.unquoted(range) }
    return ""
  }

  private var hasColon: Bool {
    guard case .key(let range) = context.spot else { return false }
    return context.pairs.contains { $0.key == range && $0.value != nil }
  }

  // MARK: Values

  private func isQuoted(_ range: Range<Int>) -> Bool {
    !range.isEmpty && document.text.bytes[range.lowerBound] == UInt8(ascii: "\"")
  }

  /// A value is replaced as a whole; of one that is half-written only what stands before the place.
  private func withQuotes(_ range: Range<Int>) -> Range<Int> {
    let isClosed =
      range.count > 1 && isQuoted(range) && document.text.bytes[range.upperBound - 1] == UInt8(ascii: "\"")
    return isClosed || range.upperBound <= offset ? range : range.lowerBound..<max(range.lowerBound, offset)
  }

  private func values(of key: String, isQuoted: Bool) -> [Item] {
    guard let keys = DeclaredKeys.leading(to: context.path, in: document.kind) else { return [] }
    switch key {
    case RowKey.ayah: return ayat().map { Item(label: $0.0, kind: .value, detail: $0.1, text: "\"\($0.0)\"") }
    case RowKey.skip:
      return SkipKind.allCases.map { Item(label: $0.rawValue, kind: .word, text: $0.rawValue) }
    case RowKey.reciter, "reciters": return reciters()
    case FileKey.id where document.kind == .reciter || context.path.last == "reciters": return reciters()
    case RowKey.start, RowKey.at, RowKey.end: return times(key)
    case AudioKey.file where context.path == [FileKey.audio]: return audioFiles()
    case FileKey.version: return [Item(label: "1", kind: .value, text: "1")]
    default:
      if keys.isFlag(key) { return ["true", "false"].map { Item(label: $0, kind: .word, text: $0) } }
      if key == RowKey.riwayah {
        return Riwayah.allCases.map {
          Item(
            label: $0.rawValue, kind: .word, detail: "\($0.displayName) \($0.arabicName)", text: $0.rawValue)
        }
      }
      return keys.meanings(of: key).map {
        Item(label: $0.word, kind: .word, detail: $0.meaning, text: $0.word)
      }
    }
  }

  private var counting: CountingSystem {
    document.bundlePath.flatMap { workspace.bundle($0).counting } ?? .kufi
  }

  /// The ayah after the row above, that row's own again, and what else may come there.
  private func ayat() -> [(String, String)] {
    let near = NearbyRows(in: document.text, at: offset)
    func told(_ ayah: Ayah) -> String {
      AyahFacts(AyahRange(ayah), counting)?.line.replaced("**", with: "") ?? ""
    }
    var found: [Ayah] = []
    if let before = near.ayahBefore {
      if let next = counting.next(after: before.last) {
        // A new surah begins with its basmalah, where it has one that is no ayah.
        if next.surah != before.last.surah, counting.contains(Ayah(next.surah, 0)) {
          found = [Ayah(next.surah, 0), next]
        } else {
          found = [next]
        }
      }
      found.append(before.last)
    } else if let bundle = document.bundlePath.map({ workspace.bundle($0) }) {
      found = (bundle.recording?.content?.passage?.value ?? []).map(\.value.first)
    }
    if found.isEmpty { found = [Ayah(1, 1)] }
    return found.map { ($0.description, told($0)) }
  }

  private func reciters() -> [Item] {
    let library = workspace.library(around: document.path)
    var ids = Set(library?.reciterNames.ids ?? [])
    if let bundle = document.bundlePath.map({ workspace.bundle($0) }) {
      if let id = bundle.reciterID { ids.insert(id) }
      for row in bundle.segments?.content?.rows ?? [] { if let id = row.reciter { ids.insert(id) } }
    }
    for id in workspace.reciterIDs(around: document.path) { ids.insert(id) }
    return ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
      Item(label: $0, kind: .name, detail: library?.reciterNames[$0]?.name ?? "", text: $0)
    }
  }

  private func times(_ key: String) -> [Item] {
    let near = NearbyRows(in: document.text, at: offset)
    var found: [(Milliseconds, String)] = []
    if key == RowKey.end {
      if let next = near.startAfter { found.append((next, "start of the next row")) }
      if let start = context.value(of: RowKey.start).flatMap({ Milliseconds($0) }),
        let ayat = context.value(of: RowKey.ayah).flatMap({ AyahRange($0) }), let length = expected(ayat)
      {
        found.append((start + length, "at the pace of the other rows"))
      }
    } else {
      if let end = near.endBefore { found.append((end, "end of the previous row")) }
    }
    return found.map { Item(label: $0.0.description, kind: .value, detail: $0.1, text: $0.0.description) }
  }

  private func expected(_ ayat: AyahRange) -> Milliseconds? {
    let rows = document.bundlePath.map { workspace.rows(ofBundle: $0) } ?? []
    return Pace(of: rows, counting).length(of: ayat, counting, guessing: true)
  }

  private static let audioEndings: Set<String> = [
    "flac", "wav", "mp3", "m4a", "ogg", "opus", "oga", "aac", "aiff", "aif", "wma", "amr", "caf", "webm",
    "mp4",
  ]

  private func audioFiles() -> [Item] {
    guard let path = document.bundlePath else { return [] }
    return workspace.bundle(path).entries.filter {
      Self.audioEndings.contains(PathText.fileExtension(of: $0))
    }
    .map { Item(label: $0, kind: .file, text: $0) }
  }

  // MARK: Rows

  /// A row of the ayah that comes next, from where the row above ends to where the one below begins, or as long as it should take.
  private func rows(_ range: Range<Int>, hasDash: Bool) -> [Item] {
    guard let kind = document.kind.ofBundle, context.path == [kind.rawValue], kind != .words else {
      return listKeys(hasDash: hasDash)
    }
    let near = NearbyRows(in: document.text, at: offset)
    let start = near.endBefore ?? .zero
    let prefix = hasDash ? " " : near.dashColumn.map { String(repeating: " ", count: $0) + "- " } ?? "  - "
    return ayat().map { ayah, detail in
      let ayat = AyahRange(ayah)
      let end = near.startAfter ?? start + (ayat.flatMap(expected) ?? Milliseconds(5000))
      let text: (String) -> String = { last in
        kind == .segments
          ? "{ ayah: \"\(ayah)\", start: \(start), end: \(last) }" : "{ at: \(start), ayah: \"\(ayah)\" }"
      }
      let isSnippet = snippets && kind == .segments
      // In a snippet a closing brace outside of a placeholder stands for itself.
      return Item(
        label: text(end.description), kind: .row, detail: detail,
        text: prefix + text(isSnippet ? "${1:\(end)}" : end.description), isSnippet: isSnippet)
    }
  }

  private func listKeys(hasDash: Bool) -> [Item] {
    guard hasDash, let keys = DeclaredKeys.leading(to: context.path, in: document.kind),
      let first = keys.names.first
    else { return [] }
    return [
      Item(
        label: "{ \(first): }", kind: .row, text: " { \(first): \(snippets ? "$1" : "") }",
        isSnippet: snippets)
    ]
  }
}

/// The content of rows around a place, read from the lines alone.
struct NearbyRows {
  /// The ayat of the nearest row above.
  private(set) var ayahBefore: AyahRange?
  /// Where the nearest row above ends; of markers where it begins.
  private(set) var endBefore: Milliseconds?
  /// Where the nearest row below begins.
  private(set) var startAfter: Milliseconds?
  /// The column of the dashes.
  private(set) var dashColumn: Int?

  /// So many lines are looked at above and below.
  private static let farthest = 200

  init(in text: DocumentText, at offset: Int) {
    let line = text.line(at: offset)
    for number in (max(0, line - Self.farthest)..<line).reversed() {
      let content = text.text(text.range(ofLine: number))
      if ayahBefore == nil { ayahBefore = Self.value(of: RowKey.ayah, in: content).flatMap { AyahRange($0) } }
      if endBefore == nil {
        let time = Self.value(of: RowKey.end, in: content) ?? Self.value(of: RowKey.at, in: content)
        endBefore = time.flatMap { Milliseconds($0) }
      }
      let dash = content.utf8.prefix { $0 == 32 }.count
      if dashColumn == nil, content.utf8.dropFirst(dash).first == UInt8(ascii: "-") { dashColumn = dash }
      if ayahBefore != nil, endBefore != nil, dashColumn != nil { break }
    }
    for number in line + 1..<max(line + 1, min(text.lineStarts.count, line + Self.farthest)) {
      let content = text.text(text.range(ofLine: number))
      let time = Self.value(of: RowKey.start, in: content) ?? Self.value(of: RowKey.at, in: content)
      if let time = time.flatMap({ Milliseconds($0) }) {
        startAfter = time
        return
      }
    }
  }

  /// The value of a key that stands somewhere in a line.
  private static func value(of key: String, in line: String) -> String? {
    var rest = line[...]
    while let (before, behind) = rest.cut(at: "\(key):") {
      let last = before.unicodeScalars.last
      if last == nil || last == " " || last == "{" || last == "," {
        let value = Substring(behind.unicodeScalars.prefix { $0 != "," && $0 != "}" && $0 != "#" })
        return value.trimmed(of: " \"'\t")
      }
      rest = behind
    }
    return nil
  }
}
