import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaLint
import TilawaQuran
import TilawaRemote

/// The facts about the item under the cursor: a row, ayat, a key, a value, a rule that a comment names.
struct Hover {
  private let workspace: Workspace
  private let document: OpenDocument
  private let offset: Int

  init(_ document: OpenDocument, at offset: Int, in workspace: Workspace) {
    (self.workspace, self.document, self.offset) = (workspace, document, offset)
  }

  /// In Markdown, and what it is about; nil when nothing is known.
  func content() -> (text: String, range: Range<Int>)? {
    if let rule = rule() { return rule }
    let context = CursorContext(in: document.text, at: offset)
    switch context.spot {
    case .key(let range):
      return ofKey(context, context.unquoted(range)).map { ($0, range) } ?? ofRow()
    case .value(let key, let range):
      let value = context.unquoted(range)
      if let row = ofRow(), key != RowKey.riwayah, key != RowKey.reciter { return row }
      return ofValue(key, value, context).map { ($0, range) } ?? ofKey(context, key).map { ($0, range) }
    case .row, .other: return ofRow()
    }
  }

  // MARK: Rows

  private func ofRow() -> (text: String, range: Range<Int>)? {
    guard let path = document.bundlePath, let row = workspace.row(at: offset, in: document) else {
      return nil
    }
    let bundle = workspace.bundle(path)
    let rows = workspace.rows(ofBundle: path)
    var lines: [String] = []
    if let ayat = row.ayah {
      lines.append(contentsOf: words(of: ayat, bundle))
    } else {
      lines.append("**\(row.label)**")
    }
    lines.append(times(of: row, rows, bundle))
    if let ayat = row.ayah, ayat.isSingle, let others = others(ayat.first, bundle) { lines.append(others) }
    return (lines.joined(separator: "\n\n"), row.bytes.range)
  }

  /// The ayat and their place, with their words in a text of the library.
  private func words(of ayat: AyahRange, _ bundle: TilawaBundle) -> [String] {
    guard let counting = bundle.counting, let facts = AyahFacts(ayat, counting) else {
      return ["**\(ayat)**"]
    }
    var lines = [facts.line]
    guard let shelf = workspace.texts(around: bundle.path) else { return lines }
    for kind in [TextKind.text, .translation] {
      guard let entry = shelf.entries(of: kind, for: bundle.riwayah).first,
        let text = shelf.text(of: ayat, counting: counting, in: entry)
      else { continue }
      lines.append(Self.cut(text))
    }
    return lines
  }

  /// A run of many ayat would fill the screen.
  private static func cut(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return scalars.count <= 600 ? text : String(scalars.prefix(600)) + " …"
  }

  private func times(of row: AnnotatedRow, _ rows: [AnnotatedRow], _ bundle: TilawaBundle) -> String {
    let length = row.end - row.start
    var text = "\(row.start.clock) to \(row.end.clock), \(length.shortLength)"
    if let ayat = row.ayah, let counting = bundle.counting,
      let expected = Pace(of: rows, counting).length(of: ayat, counting)
    {
      text += " (\(expected.shortLength) at the pace of the other rows)"
    }
    if row.isConfirmed {
      text += " · confirmed"
    } else if let confidence = row.confidence {
      text += " · confidence \(confidenceText(confidence))"
    }
    if let cut = row.cut { text += " · \(cut.meaning)" }
    if let rakah = row.rakah { text += " · rak'ah \(rakah)" }
    return text
  }

  /// Libraries that are larger aren't gone through while somebody waits.
  private static let mostBundles = 3000

  /// Who else plays the ayah in the library.
  private func others(_ ayah: Ayah, _ bundle: TilawaBundle) -> String? {
    guard let riwayah = bundle.riwayah, let counting = bundle.counting,
      let library = workspace.library(around: bundle.path), library.bundles.count <= Self.mostBundles
    else { return nil }
    let session = Session(riwayah: riwayah, counting: counting)
    guard let answer = library.resolve([ayah], in: session, explaining: true).answers[ayah] else {
      return nil
    }
    let hearings = ((answer.best.map { [$0] } ?? []) + answer.others)
      .filter { !$0.bundlePath.isExactly(bundle.path) }
    guard !hearings.isEmpty else { return nil }
    let told = hearings.prefix(5).map { hearing in
      "- \(hearing.shownReciter ?? "unknown reciter") in `\(hearing.bundle)` at \(hearing.span.start.clock)"
        + (hearing.isVerified ? ", confirmed" : "")
    }
    let more = hearings.count > 5 ? ["- and \(hearings.count - 5) more"] : []
    return "Also played by\n\n" + (told + more).joined(separator: "\n")
  }

  // MARK: Keys, values and rules

  private func ofKey(_ context: CursorContext, _ key: String) -> String? {
    guard let keys = DeclaredKeys.leading(to: context.path, in: document.kind),
      let told = keys.description(of: key)
    else { return nil }
    let absent = keys.absent(key)
    return "**\(key)**: \(told.noun)\n\n\(told.meaning)"
      + (keys.required.contains(key)
        ? "\n\nRequired." : absent.isEmpty ? "" : "\n\nWhen absent: \(absent).")
  }

  private func ofValue(_ key: String, _ value: String, _ context: CursorContext) -> String? {
    if let riwayah = Riwayah(rawValue: value), key == RowKey.riwayah {
      return
        "**\(riwayah.displayName)** \(riwayah.arabicName)\n\nCounted as \(riwayah.counting.displayName), \(riwayah.counting.total) ayat."
    }
    if let counting = CountingSystem(rawValue: value), key == FileKey.numbering {
      return "**\(counting.displayName)**: \(counting.total) ayat"
    }
    if key == RowKey.reciter || key == FileKey.id || key == FileKey.reciter,
      let names = workspace.library(around: document.path)?.reciterNames[value]
    {
      return "**\(names.name)**"
    }
    if let keys = DeclaredKeys.leading(to: context.path, in: document.kind),
      let meaning = keys.meanings(of: key).first(where: { $0.word == value })?.meaning, !meaning.isEmpty
    {
      return "**\(value)**: \(meaning)"
    }
    guard let ayat = AyahRange(value) else { return nil }
    let bundle = document.bundlePath.map { workspace.bundle($0) }
    let counting = bundle.map(\.counting) ?? .kufi
    guard let counting, let facts = AyahFacts(ayat, counting) else { return nil }
    return bundle.map { words(of: ayat, $0).joined(separator: "\n\n") } ?? facts.line
  }

  /// A rule that a comment names, such as `tilawa: ignore[S203]`.
  private func rule() -> (text: String, range: Range<Int>)? {
    let line = document.text.range(ofLine: document.text.line(at: offset))
    let text = document.text.text(line)
    guard text.holds("tilawa: ignore") else { return nil }
    var (start, end) = (offset, offset)
    let bytes = document.text.bytes
    let isWord = { (byte: UInt8) in (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || byte == 45
    }
    while start > line.lowerBound, isWord(bytes[start - 1]) { start -= 1 }
    while end < line.upperBound, isWord(bytes[end]) { end += 1 }
    let word = document.text.text(start..<end)
    guard word.utf8.count > 1, let rule = RuleID.named(word).first, let paragraph = RuleText.of(rule) else {
      return nil
    }
    return ("**\(rule.code) \(rule.name)** (\(rule.severity.rawValue))\n\n\(paragraph.plain)", start..<end)
  }
}

extension DeclaredKeys {
  /// The keys of the mapping that a path of keys leads to; nil when it leads nowhere.
  static func leading(to path: [String], in kind: DocumentKind) -> DeclaredKeys? {
    path.reduce(Optional(kind.keys)) { keys, key in keys?.ofRows(key) }
  }
}

extension Workspace {
  /// The row at a place of an open text: the one on it, else the one in whose line it is.
  func row(at offset: Int, in document: OpenDocument) -> AnnotatedRow? {
    guard let path = document.bundlePath, let kind = document.kind.ofBundle,
      kind == .segments || kind == .markers
    else { return nil }
    let rows = rows(ofBundle: path).filter { $0.kind == kind }
    if let row = rows.first(where: { $0.bytes.range.contains(offset) || $0.bytes.range.upperBound == offset })
    {
      return row
    }
    let line = document.text.range(ofLine: document.text.line(at: offset))
    return rows.first { line.contains($0.bytes.range.lowerBound) }
  }
}
