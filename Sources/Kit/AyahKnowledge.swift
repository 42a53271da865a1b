package import TilawaBase
package import TilawaFormat
package import TilawaLibrary
package import TilawaQuran

/// All information about one ayah in a library, its texts and a journal.
///
/// The recordings are found by the single search that `resolve` makes; no file is read twice.
package struct AyahKnowledge: Sendable {
  /// A text of the ayah.
  package struct Said: Sendable {
    package let entry: TextEntry
    package let text: String
  }

  /// Rows of a list of the journal that are about the ayah, possibly among others.
  package struct Kept: Sendable {
    package let list: JournalList
    package let rows: [JournalRow]
  }

  /// A session in which somebody read about the ayah in a book.
  package struct Read: Sendable {
    /// The id of the book.
    package let book: String
    /// The title of the book, if it is on the shelf.
    package let title: String?
    package let session: BookSession
  }

  /// The ayah in the count of the session.
  package let ayah: Ayah
  /// The ayah in the Kufi count, which the journal uses; nil if it can't be converted.
  package let kufi: AyahRange?
  /// The texts of the ayah, in the order of their list. Tafsir and word-by-word texts are left out.
  package let texts: [Said]
  /// The library's answer, with every candidate.
  package let resolution: Resolution
  /// The rows in which it can be heard, the best first; rows without audio here come last.
  package let hearings: [Hearing]
  /// The rows of the journal, in the order of the kinds. Lists without rows about the ayah are left out.
  package let journal: [Kept]
  /// The progress of listening, if the passage contains the ayah.
  package let listening: TilawaFormat.Listening?
  /// The sessions of reading about it in books, in the order of their dates.
  package let readings: [Read]
  /// The faults of the journal's files.
  package let faults: [Diagnostic]

  /// Searches all of them. `library` is the absolute path of the library, whose shelf contains the titles
  /// of books.
  package init(
    _ ayah: Ayah, in session: Session, of folder: LibraryFolder, _ shelf: TextShelf?,
    _ journal: JournalFolder?, library: String
  ) {
    self.ayah = ayah
    let kufi = AyahMap.map(AyahRange(ayah), from: session.counting, to: .kufi)
    self.kufi = kufi
    texts = (shelf?.entries ?? []).compactMap { entry in
      guard entry.kind?.value != .tafsir, entry.kind?.value != .wordByWord else { return nil }
      return shelf?.text(of: AyahRange(ayah), counting: session.counting, in: entry)
        .map { Said(entry: entry, text: $0) }
    }
    resolution = folder.resolve([ayah], in: session, explaining: true)
    let answer = resolution.answers[ayah]
    hearings = (answer?.best.map { [$0] } ?? []) + (answer?.others ?? [])
    let kept = journal?.allRows()
    self.journal = (kept?.rows ?? []).compactMap { list, rows in
      let own = rows.filter { row in kufi.map { row.isAbout($0, in: list) } ?? false }
      return own.isEmpty ? nil : Kept(list: list, rows: own)
    }
    listening = kept?.listening.flatMap { heard in
      guard let kufi, let ayat = heard.ayat?.value ?? heard.ayah.map({ AyahRange($0.value) }),
        ayat.first <= kufi.last, kufi.first <= ayat.last
      else { return nil }
      return heard
    }
    let books =
      kufi == nil ? nil : journal?.bookJournals { String(decoding: $0, as: UTF8.self).holds("ayat") }
    readings = kufi.map { Self.readings(about: $0, in: books, library) } ?? []
    faults = ((kept?.faults ?? []) + (books?.diagnostics ?? [])).filter { $0.severity == .error }.inOrder()
  }

  private static func readings(about ayat: AyahRange, in books: LibraryFiles?, _ library: String) -> [Read] {
    var readings: [Read] = []
    for journal in (books?.documents ?? []).compactMap({ $0.values(BookJournal.self)?.content }) {
      let sessions = journal.sessions.filter { session in
        session.ayat.map { $0.value.overlaps(ayat) } ?? false
      }
      guard let id = journal.book?.value, !sessions.isEmpty else { continue }
      var files = LibraryFiles()
      let path = PathText.joined(library, "shelf/\(id).yaml")
      files.read(.book, at: path, shownAs: path, in: library)
      let title = files.document(.book)?.values(Book.self)?.content?.title?.value
      readings += sessions.map { Read(book: id, title: title, session: $0) }
    }
    return readings.sorted { ($0.session.date?.value.seconds ?? 0) < ($1.session.date?.value.seconds ?? 0) }
  }
}

extension JournalRow {
  /// Returns true if the row is about one of `ayat`. A bookmark on a page is about the ayat that begin on
  /// it.
  fileprivate func isAbout(_ ayat: AyahRange, in list: JournalList) -> Bool {
    let page = list.kind == .bookmarks ? self["page"].flatMap { Int($0) } : nil
    guard let own = self.ayat ?? page.flatMap({ Division.page.range(of: $0) }) else { return false }
    return own.overlaps(ayat)
  }
}
