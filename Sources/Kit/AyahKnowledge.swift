package import TilawaBase
package import TilawaFormat
package import TilawaLibrary
package import TilawaQuran

/// Everything that a library, its texts and a journal know of one ayah.
///
/// The recordings are found by the one search that `resolve` makes; nothing is read twice.
package struct AyahKnowledge: Sendable {
  /// A text, and what it says.
  package struct Said: Sendable {
    package let entry: TextEntry
    package let text: String
  }

  /// Rows of a list of the journal that are about the ayah, also among others.
  package struct Kept: Sendable {
    package let list: JournalList
    package let rows: [JournalRow]
  }

  /// Once that somebody read in a book about the ayah.
  package struct Read: Sendable {
    /// The id of the book.
    package let book: String
    /// What the book is called, where the shelf says so.
    package let title: String?
    package let session: BookSession
  }

  /// As the session counts it.
  package let ayah: Ayah
  /// The same in the Kufi count, which the journal uses; nil where that can't be said.
  package let kufi: AyahRange?
  /// What texts say, in the order of their list; tafsir and words by themselves are left out.
  package let texts: [Said]
  /// The library's answer, with every candidate.
  package let resolution: Resolution
  /// Where it can be heard, the best first; last what isn't here.
  package let hearings: [Hearing]
  /// In the order of the kinds; lists that say nothing of it are left out.
  package let journal: [Kept]
  /// How far somebody has listened, where that was a passage with the ayah in it.
  package let listening: TilawaFormat.Listening?
  /// When somebody read in books about it, in the order of the dates.
  package let readings: [Read]
  /// What is wrong with files of the journal.
  package let faults: [Diagnostic]

  /// Asks all of them; `library` is the absolute path of the library, whose shelf says what books are called.
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
  /// Whether it is about one of `ayat`; a bookmark on a page is about those that begin on it.
  fileprivate func isAbout(_ ayat: AyahRange, in list: JournalList) -> Bool {
    let page = list.kind == .bookmarks ? self["page"].flatMap { Int($0) } : nil
    guard let own = self.ayat ?? page.flatMap({ Division.page.range(of: $0) }) else { return false }
    return own.overlaps(ayat)
  }
}
