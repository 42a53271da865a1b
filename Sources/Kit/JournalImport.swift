package import TilawaBase
import TilawaExchange
package import TilawaFormat
import TilawaLibrary
import TilawaQuran
import TilawaYAML

/// A journal that comes from another program, held against the one that is here.
///
/// Made without writing anything; `apply()` compares once more under the lock.
package struct JournalImport: Sendable {
  /// What becomes of the rows of one list.
  package struct Part: Sendable {
    /// The list.
    package let list: JournalList
    /// What it is called in reports, of rows that are new.
    package var added: [String] = []
    /// The same of rows that are here, and get what they lack or what was written later.
    package var changed: [String] = []
    /// The same of rows that are here and say as much.
    package var known: [String] = []
  }

  /// In the order of the kinds; lists for which nothing came are left out.
  package let parts: [Part]
  /// What can't be read, has no place, or was understood in a way that the user should know of.
  package let findings: [Diagnostic]
  /// What the journal is to say of the person, such as `school`: keys of `guides.yaml` that aren't there.
  package let settings: [(key: String, text: String)]
  private let rows: [(list: JournalList, rows: [JournalRow])]
  private let folder: JournalFolder
  private let guides: DocumentFile

  /// Reads the file that the user named. What the library's texts say as well isn't kept with a row.
  ///
  /// Throws a `Failure` for a file without anything of a journal, and an `ExchangeFailure` for one that can't be read.
  package init(_ file: String, into folder: JournalFolder, library: String, in workplace: Workplace) throws {
    let report = ExchangeReport()
    let source = try ForeignSource(readingAt: workplace.path(file), shownAs: file)
    let (files, given, left) = try Self.read(source, file, report)
    let shelf = workplace.texts(ofLibrary: library)
    rows = JournalList.all.compactMap { list in
      guard let text = files[list.kind] else { return nil }
      let rows = JournalRow.all(of: list, inFile: text).map { row in
        shelf.map { CopiedTexts.removed(from: row, $0) } ?? row
      }
      return rows.isEmpty ? nil : (list, rows)
    }
    guard !rows.isEmpty || !given.isEmpty else {
      throw Failure("\(file) holds nothing that a journal keeps")
    }
    let path = PathText.joined(folder.path, DocumentKind.guides.fileName)
    guides = DocumentFile(.guides, at: path, shownAs: workplace.shown(path), below: folder.root)
    let root = given.isEmpty ? nil : guides.document.flatMap { YAMLDocument(parsing: $0.source).root }
    settings = given.filter { root?[$0.key] == nil }
    let staying = given.compactMap { key, text -> Diagnostic? in
      guard let own = root?[key]?.scalar?.value, !own.isExactly(text) else { return nil }
      return Diagnostic(
        .understood, "\(key) stays \(own) here, and is \(text) there", at: Place(path: file))
    }
    findings = report.diagnostics.inOrder() + left + staying
    self.folder = folder
    let own = folder.allRows().rows
    parts = rows.map { list, rows in
      Part(list, Self.steps(of: list, rows, own.first { $0.list == list }?.rows ?? []).map(\.change))
    }
  }

  /// The files of a journal that a file of another program makes, what it says of the person, and what of it goes elsewhere.
  private static func read(
    _ source: ForeignSource, _ file: String, _ report: ExchangeReport
  ) throws -> (files: [DocumentKind: String], settings: [(key: String, text: String)], left: [Diagnostic]) {
    if AppUser.isOne(source) {
      let user = try AppUser(source, report)
      return ([.guides: user.rows], user.settings, [])
    }
    guard let format = ForeignFormat.named("cloudkit"), format.recognises(source) else {
      throw Failure(
        "\(file) has neither records of CloudKit nor the User of an app of guides, from which a journal can be read"
      )
    }
    let collection = try RecordingCollection(reading: source, as: format, ReadingOptions(), report)
    return (collection.library.files, [], rest(of: collection, file))
  }

  /// What of the file belongs to other places than lists of a journal.
  private static func rest(of collection: RecordingCollection, _ file: String) -> [Diagnostic] {
    var names = collection.library.reciters.map { "reciter \($0.id)" }
    if !collection.recordings.isEmpty { names.append("\(collection.recordings.count) recordings") }
    names += [DocumentKind.playback, .listening].filter { collection.library.files[$0] != nil }.map(
      \.fileName)
    guard !names.isEmpty else { return [] }
    return [
      Diagnostic(
        .unplaced,
        "\(names.joined(separator: ", ")) left out; tilawa convert brings them into a library",
        at: Place(path: file))
    ]
  }

  /// Writes what is new, and gives what became of it and what the rules warn of. Throws a `Failure` when a file would break a
  /// rule; its list then stays as it is.
  package func apply() throws -> (parts: [Part], remarks: [String]) {
    var remarks: [String] = []
    let parts = try rows.map { list, rows in
      let plan = JournalPlan(changing: list, of: folder) { Self.steps(of: list, rows, $0) }
      let result = try plan.apply()
      remarks += result.remarks
      return Part(list, result.changes)
    }
    let settings = settings
    if !settings.isEmpty {
      try DocumentFile.holdingFolders(of: [guides]) {
        let change = try guides.replacement { _ in
        } _: { root in
          settings.filter { root?[$0.key] == nil }.map { key, text in
            .set(key: key, DocumentKind.guides.written(key, text))
          }
        }
        if let change { try AtomicFile.change([change]) }
      }
    }
    return (parts, remarks)
  }

  /// What becomes of each row, beside those that are here.
  private static func steps(
    of list: JournalList, _ rows: [JournalRow], _ own: [JournalRow]
  ) -> [(change: JournalPlan.Change, edits: [JournalEdit])] {
    rows.map { row in
      let name = list.name(of: row.values)
      guard let old = own.first(where: { row.isSame(as: $0, in: list) }) else {
        // An app lists each ayah of what is one row here.
        if own.contains(where: { row.isWithin($0, in: list) }) { return (.unchanged(name), []) }
        return (.added(name), [.add(row.values.map { ($0.key, list.written($0.key, $0.text)) })])
      }
      // What was written later is what is meant; else what is here stays, and gets what it lacks.
      let isLater = row.date(in: list) > old.date(in: list)
      let news = row.values.filter { key, text in old[key].map { isLater && !$0.isExactly(text) } ?? true }
      return (
        news.isEmpty ? .unchanged(name) : .changed(name),
        news.map { .set(row: old.number, key: $0.key, list.written($0.key, $0.text)) }
      )
    }
  }
}

extension JournalImport.Part {
  fileprivate init(_ list: JournalList, _ changes: [JournalPlan.Change]) {
    self.list = list
    for change in changes {
      switch change {
      case .added(let name): added.append(name)
      case .changed(let name): changed.append(name)
      case .unchanged(let name): known.append(name)
      case .removed: break
      }
    }
  }
}

extension JournalRow {
  /// Whether both are one row of what two programs keep: by the id that it has there, else by what rows are known by.
  fileprivate func isSame(as other: JournalRow, in list: JournalList) -> Bool {
    for key in ["x-cloud-id", "id"] {
      guard let own = self[key], let theirs = other[key] else { continue }
      if own.isExactly(theirs) { return true }
      // There may be several notes on an ayah, each with its id.
      if list.kind == .notes { return false }
    }
    guard case .keys(let keys) = list.list.identity else { return false }
    return keys.allSatisfy { key in key == "id" || (self[key] ?? "").isExactly(other[key] ?? "") }
  }

  /// Whether it says no more of an ayah than a row about more of them.
  fileprivate func isWithin(_ other: JournalRow, in list: JournalList) -> Bool {
    guard [.favourites, .memorised, .reading].contains(list.kind), let own = ayat, let theirs = other.ayat
    else { return false }
    return theirs.first <= own.first && own.last <= theirs.last
  }

  /// When it was last changed, in seconds since 1970; long ago where that isn't known.
  fileprivate func date(in list: JournalList) -> Int64 {
    [list.list.dates.changed, list.list.dates.made].compactMap { $0 }.compactMap { self[$0] }
      .compactMap { Timestamp($0)?.seconds }.max() ?? .min
  }
}

extension DocumentKind {
  fileprivate func written(_ key: String, _ text: String) -> YAMLValue {
    if case .success(let value) = keys.value(of: key, from: text) { return value }
    return .text(text)
  }
}

extension JournalList {
  fileprivate func written(_ key: String, _ text: String) -> YAMLValue {
    if key == "ayat" || key == RowKey.ayah { return .quoted(text) }
    if case .success(let value) = value(of: key, from: text) { return value }
    return .text(text)
  }
}

// MARK: - Texts beside rows

/// What an app keeps with a row although it is in a text.
enum CopiedTexts {
  private static let keys: [(key: String, kind: TextKind)] = [
    ("x-cloud-arabic", .text), ("x-cloud-english", .translation),
  ]

  /// The row without what a text of the library says as well.
  static func removed(from row: JournalRow, _ shelf: TextShelf) -> JournalRow {
    guard let ayat = row.ayat else { return row }
    let known = keys.filter { key, kind in
      row[key].map { own in
        shelf.entries(of: kind, for: nil).contains { entry in
          shelf.text(of: ayat, in: entry).map { TextQuery.sortKey(of: $0) == TextQuery.sortKey(of: own) }
            ?? false
        }
      } ?? false
    }
    return row.without(known.map(\.key))
  }

  /// What an app wants to be told with a row, as the first text of a kind has it.
  static func added(to row: JournalRow, _ shelf: TextShelf) -> [(key: String, text: String)] {
    guard let ayat = row.ayat else { return [] }
    return keys.compactMap { key, kind in
      guard row[key] == nil, let entry = shelf.entries(of: kind, for: nil).first else { return nil }
      return shelf.text(of: AyahRange(ayat.first), in: entry).map { (key, $0) }
    }
  }
}
