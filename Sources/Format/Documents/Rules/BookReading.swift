import TilawaBase
import TilawaYAML

extension DocumentRule {
  /// A book is being read or was, and nothing says since when.
  static let undatedReading = DocumentRule("B909", "undated-reading", .note) {
    (file: BundleFile<BookJournal>, report) in
    guard let journal = file.content, let status = journal.status else { return }
    let dates = journal.sessions.compactMap { $0.date?.value }.sorted { $0.seconds < $1.seconds }
    if status.value == .reading, journal.started == nil {
      report.add(
        "the book is being read, but \"started\" is missing", at: file.place(status),
        fix: dates.first.flatMap {
          file.fix(BookJournal.keys[\.started], $0.text, "from the first session")
        })
    }
    if status.value == .read, journal.finished == nil {
      report.add(
        "the book was read, but \"finished\" is missing", at: file.place(status),
        fix: dates.last.flatMap {
          file.fix(BookJournal.keys[\.finished], $0.text, "from the last session")
        })
    }
  }

  /// The dates of a book contradict each other, or its status.
  static let datesDisagree = DocumentRule("B910", "dates-disagree", .warning) {
    (file: BundleFile<BookJournal>, report) in
    guard let journal = file.content else { return }
    if let started = journal.started, let finished = journal.finished, finished.value.isBefore(started.value)
    {
      report.add(
        "the book was finished before it was started", at: file.place(finished),
        notes: [.init("it was started here", at: file.place(started))])
    }
    guard journal.status == nil || journal.status?.value == .toRead,
      let date = journal.started ?? journal.finished
    else { return }
    report.add(
      "the book is still to be read, but has a date of reading", at: file.place(date),
      notes: journal.status.map { [.init("the status is here", at: file.place($0))] } ?? [])
  }

  /// Somebody is further than the book goes.
  static let pageBeyondEnd = DocumentRule("B911", "page-beyond-end", .warning) {
    (file: BundleFile<BookJournal>, library, report) in
    guard let page = file.content?.page,
      let pages = library.books?.pages(of: file.content?.book?.value), page.value > pages
    else { return }
    report.add("page \(page.value) is past the end of the book, page \(pages)", at: file.place(page))
  }

  /// A book was read, and not to its end.
  static let pageBeforeEnd = DocumentRule("B912", "page-before-end", .warning) {
    (file: BundleFile<BookJournal>, library, report) in
    guard file.content?.status?.value == .read, let page = file.content?.page,
      let pages = library.books?.pages(of: file.content?.book?.value), page.value < pages
    else { return }
    report.add(
      "the book was read, but its last page is \(pages)", at: file.place(page),
      fix: .init("write \(pages)", [TextEdit(page.range, "\(pages)")]))
  }
}

extension Timestamp {
  /// Returns true if this time is earlier. If either lacks a time of day, only the days are compared.
  func isBefore(_ other: Timestamp) -> Bool {
    guard hasTime, other.hasTime else {
      return text.utf8.prefix(10).lexicographicallyPrecedes(other.text.utf8.prefix(10))
    }
    return seconds < other.seconds
  }
}

extension BundleFile<BookJournal> {
  /// The mend that writes a key which isn't there yet, at its place.
  fileprivate func fix(_ key: String, _ text: String, _ reason: String) -> Diagnostic.Fix? {
    let document = YAMLDocument(parsing: source)
    guard let root = document.root else { return nil }
    var editor = YAMLEditor(document)
    let before = DocumentKind.bookJournal.fieldNames.prefix { $0 != key }
    editor.set(key, to: .plain(text), in: root, after: Array(before))
    return .init("write \(key), \(reason)", editor.edits)
  }
}
