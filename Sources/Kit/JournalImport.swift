package import TilawaBase
import TilawaExchange
package import TilawaFormat
import TilawaLibrary
import TilawaQuran
import TilawaYAML

/// Imports a journal from another program, and merges it with the existing one.
///
/// It is planned without writing anything; `apply()` compares once more under the lock.
package struct JournalImport: Sendable {
  /// The changes to the rows of one list.
  package struct Part: Sendable {
    /// The list.
    package let list: JournalList
    /// The names, as in reports, of rows that are new.
    package var added: [String] = []
    /// The names of existing rows that gain missing values, or newer ones.
    package var changed: [String] = []
    /// The names of existing rows that stay unchanged.
    package var known: [String] = []
  }

  /// The parts, in the order of the kinds; lists without imported rows are left out.
  package let parts: [Part]
  /// Findings about values that can't be read, have no place, or were interpreted in a way that the user
  /// should know of.
  package let findings: [Diagnostic]
  /// Settings of the person, such as `school`: keys that are missing in `guides.yaml`.
  package let settings: [(key: String, text: String)]
  private let rows: [(list: JournalList, rows: [JournalRow])]
  private let folder: JournalFolder
  private let guides: DocumentFile

  /// Reads the file that the user named. Texts that are also in the library aren't kept with a row.
  ///
  /// Throws a `Failure` for a file that contains nothing of a journal, and an `ExchangeFailure` for one
  /// that can't be read.
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
      throw Failure("\(file) contains nothing for a journal")
    }
    let path = PathText.joined(folder.path, DocumentKind.guides.fileName)
    guides = DocumentFile(.guides, at: path, shownAs: workplace.shown(path), below: folder.root)
    let root = given.isEmpty ? nil : guides.document.flatMap { YAMLDocument(parsing: $0.source).root }
    settings = given.filter { root?[$0.key] == nil }
    let staying = given.compactMap { key, text -> Diagnostic? in
      guard let own = root?[key]?.scalar?.value, !own.isExactly(text) else { return nil }
      return Diagnostic(
        .understood, "\(key) stays \(own), although the file has \(text)", at: Place(path: file))
    }
    findings = report.diagnostics.inOrder() + left + staying
    self.folder = folder
    let own = folder.allRows().rows
    parts = rows.map { list, rows in
      Part(list, Self.steps(of: list, rows, own.first { $0.list == list }?.rows ?? []).map(\.change))
    }
  }

  /// Returns the files of a journal that follow from another program's file, the settings of the person,
  /// and findings about the rest.
  private static func read(
    _ source: ForeignSource, _ file: String, _ report: ExchangeReport
  ) throws -> (files: [DocumentKind: String], settings: [(key: String, text: String)], left: [Diagnostic]) {
    if AppUser.isOne(source) {
      let user = try AppUser(source, report)
      return ([.guides: user.rows], user.settings, [])
    }
    guard let format = ForeignFormat.named("cloudkit"), format.recognises(source) else {
      throw Failure(
        "\(file) contains no journal: neither CloudKit records nor the User of a guides app"
      )
    }
    let collection = try RecordingCollection(reading: source, as: format, ReadingOptions(), report)
    return (collection.library.files, [], rest(of: collection, file))
  }

  /// Returns findings about the parts of the file that don't belong to lists of a journal.
  private static func rest(of collection: RecordingCollection, _ file: String) -> [Diagnostic] {
    var names = collection.library.reciters.map { "reciter \($0.id)" }
    if !collection.recordings.isEmpty { names.append("\(collection.recordings.count) recordings") }
    names += [DocumentKind.playback, .listening].filter { collection.library.files[$0] != nil }.map(
      \.fileName)
    guard !names.isEmpty else { return [] }
    return [
      Diagnostic(
        .unplaced,
        "left out: \(names.joined(separator: ", ")); import them into a library with `tilawa convert`",
        at: Place(path: file))
    ]
  }

  /// Writes the new values. Returns the changes, and the warnings of rules. Throws a `Failure` if a file
  /// would violate a rule; its list then stays unchanged.
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

  /// Returns the change for each row, compared with the existing ones.
  private static func steps(
    of list: JournalList, _ rows: [JournalRow], _ own: [JournalRow]
  ) -> [(change: JournalPlan.Change, edits: [JournalEdit])] {
    rows.map { row in
      let name = list.name(of: row.values)
      guard let old = own.first(where: { row.isSame(as: $0, in: list) }) else {
        // Apps list each ayah of what is one row here.
        if own.contains(where: { row.isWithin($0, in: list) }) { return (.unchanged(name), []) }
        return (.added(name), [.add(row.values.map { ($0.key, list.written($0.key, $0.text)) })])
      }
      // Later values take precedence. Otherwise existing values stay, and only missing ones are added.
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
  /// Returns true if both are the same row in two programs: by its id there, or else by the keys that
  /// identify rows.
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

  /// Returns true if a row about more ayat includes this one.
  fileprivate func isWithin(_ other: JournalRow, in list: JournalList) -> Bool {
    guard [.favourites, .memorised, .reading].contains(list.kind), let own = ayat, let theirs = other.ayat
    else { return false }
    return theirs.first <= own.first && own.last <= theirs.last
  }

  /// Returns the time of the last change, in seconds since 1970, or `Int64.min` if it isn't known.
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

/// The texts that an app keeps with a row although a library's text contains them.
enum CopiedTexts {
  private static let keys: [(key: String, kind: TextKind)] = [
    ("x-cloud-arabic", .text), ("x-cloud-english", .translation),
  ]

  /// Returns the row without texts that the library also contains.
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

  /// Returns the texts that an app expects with a row, from the first text of each kind.
  static func added(to row: JournalRow, _ shelf: TextShelf) -> [(key: String, text: String)] {
    guard let ayat = row.ayat else { return [] }
    return keys.compactMap { key, kind in
      guard row[key] == nil, let entry = shelf.entries(of: kind, for: nil).first else { return nil }
      return shelf.text(of: AyahRange(ayat.first), in: entry).map { (key, $0) }
    }
  }
}
