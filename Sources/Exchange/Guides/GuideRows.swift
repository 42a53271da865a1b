import TilawaBase
package import TilawaFormat

/// Guides in rows of a table `prayer_guides`, as apps keep them in Supabase: JSON, read and written by the same keys.
package enum GuideRows {
  private enum Key {
    static let (id, contentID, title) = ("id", "content_id", "title")
    static let (prayer, sect, rakaat) = ("prayer_name", "sect", "rakah_count")
    static let (type, content) = ("content_type", "text_content")
    static let (video, image, offline) = ("video_url", "thumbnail_url", "is_available_offline")
    static let (edition, created, changed) = ("version", "created_at", "updated_at")
    static let (steps, rakahNotes, notes) = ("steps", "rakah_instructions", "important_notes")
    static let (step, description, arabic) = ("step", "description", "arabic")
    static let (transliteration, translation) = ("transliteration", "translation")
  }

  /// Keys of a guide's own under which words are kept that the format has none for.
  private enum OwnKey {
    static let (id, prayer, sect) = ("x-id", "x-prayer_name", "x-sect")
  }

  /// Returns true if a value can contain such rows.
  static func areThere(in root: JSONNode) -> Bool {
    let first = root.items?.first ?? root
    return first[Key.prayer] != nil && (first[Key.contentID] ?? first[Key.title]) != nil
  }

  // MARK: - In

  /// Reads the guides of a file. Values that cannot be imported are reported to `report`.
  package static func read(_ source: ForeignSource, _ report: ExchangeReport) throws(ExchangeFailure)
    -> [GuideDraft]
  {
    let (root, text) = (try source.json(), try source.text())
    guard areThere(in: root) else {
      throw ExchangeFailure(
        "\(source.shownPath) has no rows of prayer_guides: objects with content_id, title and prayer_name")
    }
    report.watch(root, text)
    var guides: [GuideDraft] = []
    for row in root.items ?? [root] {
      do throws(ExchangeFailure) {
        guides.append(try guide(row, text, report))
      } catch {
        report.add(.unreadableRow, error.description, at: Place(text, of: row))
      }
    }
    report.tellLeftovers()
    return guides
  }

  private static func guide(_ row: JSONNode, _ text: SourceText, _ report: ExchangeReport)
    throws(ExchangeFailure) -> GuideDraft
  {
    guard let title = row[Key.title]?.filled else { throw ExchangeFailure("a row has no title") }
    let known = row[Key.id]?.filled
    guard let id = row[Key.contentID]?.filled ?? known else {
      throw ExchangeFailure("a row has no content_id")
    }
    guard GuideDraft.isID(id) else { throw ExchangeFailure("\"\(id)\" is not a valid id of a guide") }
    guard let word = row[Key.prayer]?.filled else { throw ExchangeFailure("\(id) has no prayer_name") }
    var guide = GuideDraft(id: id, title: title, prayer: Prayer(rawValue: word) ?? .other)
    func unplaced(_ key: String, _ why: String) {
      guard let node = row[key], !node.saysNothing else { return }
      report.add(.unplaced, "\(id): \(key) \(why); left out", at: Place(text, of: node))
    }
    if let known, known != id { guide.own.append((OwnKey.id, known)) }
    if Prayer(rawValue: word) == nil { guide.own.append((OwnKey.prayer, word)) }
    if let word = row[Key.sect]?.filled {
      guide.school = School(rawValue: word) ?? .other
      if School(rawValue: word) == nil { guide.own.append((OwnKey.sect, word)) }
    }
    guide.rakaat = row[Key.rakaat]?.integer.flatMap { (0...100).contains($0) ? $0 : nil }
    if guide.rakaat == nil { unplaced(Key.rakaat, "is not a number from 0 to 100") }
    guide.type = row[Key.type]?.filled
    guide.edition = row[Key.edition]?.integer.flatMap { (1...1_000_000).contains($0) ? $0 : nil }
    if guide.edition == nil { unplaced(Key.edition, "is not a number from 1 to 1000000") }
    guide.offline = row[Key.offline]?.bool
    (guide.created, guide.changed) = (date(row[Key.created]), date(row[Key.changed]))
    if guide.created == nil { unplaced(Key.created, "is not an ISO 8601 date") }
    if guide.changed == nil { unplaced(Key.changed, "is not an ISO 8601 date") }
    (guide.video, guide.image) = (address(row[Key.video]), address(row[Key.image]))
    if guide.video == nil { unplaced(Key.video, "is not an http or https address") }
    if guide.image == nil { unplaced(Key.image, "is not an http or https address") }
    if let content = row[Key.content] { try read(content, into: &guide, text, report) }
    return guide
  }

  private static func read(
    _ content: JSONNode, into guide: inout GuideDraft, _ text: SourceText, _ report: ExchangeReport
  ) throws(ExchangeFailure) {
    // Some exports have what the database keeps as JSON in a text.
    if let inner = content.filled {
      let source = SourceText(path: text.path, bytes: Array(inner.utf8))
      let root = try JSONText.parse(source)
      report.watch(root, source)
      try read(root, into: &guide, source, report)
      return
    }
    let items = content[Key.steps]?.items ?? []
    for (index, item) in items.enumerated() {
      guard let title = item[Key.title]?.filled else {
        report.add(.unreadableRow, "\(guide.id): step \(index + 1) has no title", at: Place(text, of: item))
        continue
      }
      var step = GuideDraft.Step(title: title)
      step.description = item[Key.description]?.filled
      step.arabic = item[Key.arabic]?.filled
      step.transliteration = item[Key.transliteration]?.filled
      step.translation = item[Key.translation]?.filled
      guide.steps.append(step)
    }
    let numbers = items.map { $0[Key.step]?.integer }
    if numbers.enumerated().contains(where: { index, number in number.map { $0 != index + 1 } ?? false }) {
      report.add(
        .understood, "\(guide.id): steps are renumbered from 1 to \(guide.steps.count)",
        at: Place(text, of: content))
    }
    let rakahNotes = (content[Key.rakahNotes]?.items ?? []).compactMap(\.filled)
    let areOneEach = rakahNotes.count == guide.rakaat ?? guide.prayer.rakaat
    guide.rakahNotes = rakahNotes.enumerated().map {
      .init($0.element, rakah: areOneEach ? $0.offset + 1 : nil)
    }
    guide.notes = (content[Key.notes]?.items ?? []).compactMap(\.filled).map { .init($0) }
  }

  private static func date(_ node: JSONNode?) -> Timestamp? {
    guard let text = node?.filled else { return nil }
    // PostgreSQL writes a blank for the T, and hours alone for the offset.
    let joined = text.replaced(" ", with: "T")
    return Timestamp(text) ?? Timestamp(joined) ?? Timestamp(joined + ":00")
  }

  private static func address(_ node: JSONNode?) -> String? {
    node?.filled.flatMap { GuideDraft.isAddress($0) ? $0 : nil }
  }

  // MARK: - Out

  /// Guides as a list of rows, and what of them has no place in one.
  package static func text(of guides: [GuideDraft]) -> (json: String, losses: [GuideLoss]) {
    var losses = GuideLosses()
    let rows = JSONValue(guides) { row(of: $0, &losses) }
    return (rows.documentText, losses.told)
  }

  private static func row(of guide: GuideDraft, _ losses: inout GuideLosses) -> JSONValue {
    losses.add(.hear, guide.steps.count { !$0.hear.isEmpty })
    let areOneEach = guide.rakahNotes.count == guide.rakahCount
    let numbered = guide.rakahNotes.enumerated()
    losses.add(
      .rakah,
      numbered.count { note in note.element.rakah.map { !areOneEach || $0 != note.offset + 1 } ?? false })
    losses.add(.own, guide.own.count { ![OwnKey.id, OwnKey.prayer, OwnKey.sect].contains($0.key) })
    let sect = guide.own(OwnKey.sect) ?? guide.school?.tradition?.rawValue ?? guide.school?.rawValue
    losses.add(.school, guide.school.map { $0.rawValue != sect && $0 != .other } ?? false ? 1 : 0)
    losses.add(
      .required, guide.created == nil || guide.changed == nil || guide.type == nil || sect == nil ? 1 : 0)
    return [
      Key.id: .string(guide.own(OwnKey.id) ?? guide.id), Key.contentID: .string(guide.id),
      Key.title: .string(guide.title),
      Key.prayer: .string(guide.own(OwnKey.prayer) ?? guide.prayer.rawValue),
      Key.sect: JSONValue(sect), Key.rakaat: JSONValue(guide.rakahCount),
      Key.type: JSONValue(guide.type), Key.content: content(of: guide),
      Key.video: JSONValue(guide.video), Key.image: JSONValue(guide.image),
      Key.offline: .bool(guide.offline ?? false), Key.edition: JSONValue(guide.edition ?? 1),
      Key.created: JSONValue(guide.created?.text), Key.changed: JSONValue(guide.changed?.text),
    ]
  }

  private static func content(of guide: GuideDraft) -> JSONValue {
    guard !(guide.steps.isEmpty && guide.rakahNotes.isEmpty && guide.notes.isEmpty) else { return .null }
    func list(_ notes: [GuideDraft.Remark]) -> JSONValue {
      notes.isEmpty ? .null : JSONValue(notes) { .string($0.text) }
    }
    return [
      Key.steps: JSONValue(guide.steps.enumerated()) { index, step in
        [
          Key.step: JSONValue(index + 1), Key.title: .string(step.title),
          // The app that reads it can't do without.
          Key.description: .string(step.description ?? ""),
          Key.arabic: JSONValue(step.arabic),
          Key.transliteration: JSONValue(step.transliteration),
          Key.translation: JSONValue(step.translation),
        ]
      },
      Key.rakahNotes: list(guide.rakahNotes), Key.notes: list(guide.notes),
    ]
  }
}
