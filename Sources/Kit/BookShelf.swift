package import TilawaBase
package import TilawaFormat
import TilawaQuran
import TilawaYAML

/// A book of a library's shelf, or one that somebody reads, with that person's journal of it.
package struct ShelvedBook: Sendable {
  /// The id in the names of its files.
  package let id: String
  /// The book, or nil if only the journal mentions it.
  package let book: BundleFile<Book>?
  /// The journal of the book, or nil if there is none.
  package let journal: BundleFile<BookJournal>?
  /// The roots of both files, parsed once.
  let (bookRoot, journalRoot): (YAMLNode?, YAMLNode?)

  init(id: String, book: BundleFile<Book>?, journal: BundleFile<BookJournal>?) {
    (self.id, self.book, self.journal) = (id, book, journal)
    bookRoot = book.flatMap { YAMLDocument(parsing: $0.source).root }
    journalRoot = journal.flatMap { YAMLDocument(parsing: $0.source).root }
  }

  /// All values of both files, by their keys, without the version of the format.
  package var facts: (book: JSONValue, journal: JSONValue) {
    (DocumentKind.book.keys.json(of: bookRoot), DocumentKind.bookJournal.keys.json(of: journalRoot))
  }

  /// The title, or else the id.
  package var title: String { book?.content?.title?.value ?? id }

  /// The reading status; a journal without one means `toRead`. Nil if there is no journal.
  package var status: BookStatus? { journal.map { $0.content?.status?.value ?? .toRead } }

  /// Returns the texts at a key of either file; a number as it is written.
  package func texts(of key: String) -> [String] {
    guard let node = journalRoot?[key] ?? bookRoot?[key] else { return [] }
    return node.sequence?.compactMap(\.scalar?.value) ?? node.scalar.map { [$0.value] } ?? []
  }
}

/// Facts that are computed from a book and its sessions, and never stored.
package struct ReadingFacts: Sendable {
  /// The fraction that was read, from 0 to 1, or nil if the book's number of pages isn't known.
  package let progress: Double?
  /// The total reading time in minutes.
  package let minutes: Int
  /// The reading speed, or nil if no session has both pages and minutes.
  package let pagesPerHour: Double?
  /// The expected date of finishing a book that is being read, or nil if it can't be computed.
  package let expectedEnd: Timestamp?

  /// Computes the facts about a book for today's date.
  package init(of shelved: ShelvedBook, today: Timestamp) {
    let journal = shelved.journal?.content
    let pages = shelved.book?.content?.pages?.value
    let page = journal?.page?.value ?? 0
    let status = shelved.status
    progress =
      status == .read ? 1 : journal == nil ? nil : pages.map { min(1, Double(page) / Double($0)) }
    let sessions = journal?.sessions ?? []
    minutes = sessions.reduce(0) { $0 + ($1.minutes?.value ?? 0) }
    let timed = sessions.compactMap { session -> (pages: Int, minutes: Int)? in
      guard let pages = session.pages?.value, let minutes = session.minutes?.value, minutes > 0 else {
        return nil
      }
      return (pages, minutes)
    }
    let length = timed.reduce(0) { $0 + $1.minutes }
    pagesPerHour = length > 0 ? Double(timed.reduce(0) { $0 + $1.pages }) * 60 / Double(length) : nil
    guard status == .reading, let goal = journal?.goal?.value, let pages, pages >= page else {
      expectedEnd = nil
      return
    }
    let days = (pages - page + goal - 1) / goal
    expectedEnd = today.addingDays(days)
  }
}

/// The shelf of a library, with somebody's journal.
package struct BookShelf: Sendable {
  /// The books, ordered by id.
  package let books: [ShelvedBook]
  /// The faults in the files' content.
  package let faults: [Diagnostic]
  /// The files that can't be read at all, and the folders that can't be listed.
  package let unreadable: [Diagnostic]
  /// The absolute path of the library.
  let library: String
  let journal: String
  /// The folder of an existing journal, which isn't created again.
  private let journalRoot: String?
  /// The files of the library that rules need.
  let known: LibraryFiles
  private let workplace: Workplace
  private let places: [ExactText: Int]

  /// Reads the shelf of the library that the user named, and the journals of its books and of others.
  package init(ofLibrary root: String, _ journal: JournalFolder, in workplace: Workplace) {
    library = workplace.path(root)
    self.journal = journal.path
    journalRoot = journal.root
    self.workplace = workplace
    var (books, journals) = (LibraryFiles(), LibraryFiles())
    var faults: [FileError] = []
    let files = DocumentKind.book.paths(inLibrary: library) { faults.append($0) }
    for fault in faults { books.add(unreadable: fault, in: library, workplace.shown(library)) }
    for file in files {
      let path = PathText.joined(library, file)
      books.read(.book, at: path, shownAs: workplace.shown(path), in: library)
    }
    let own = PathText.joined(journal.path, Self.folderName)
    // The files in the shelf of a journal may have other names than those in a library.
    faults = []
    let names = FileTree.visibleFiles(endingIn: ".yaml", in: own, takingLinks: true) { faults.append($0) }
    for fault in faults {
      journals.add(unreadable: fault, in: journal.path, workplace.shown(journal.path))
    }
    for file in names {
      let path = PathText.joined(own, file)
      journals.read(.bookJournal, at: path, shownAs: workplace.shown(path), in: journal.path)
    }
    var known = LibraryFiles()
    if let books = books.books { known.add(companion: books) }
    self.known = known
    unreadable = (books.unreadable + journals.unreadable).inOrder()
    self.faults = (books.diagnostics + journals.diagnostics).inOrder()
    var described: [String: BundleFile<Book>] = [:]
    for document in books.documents {
      guard let book = document.values(Book.self) else { continue }
      let id = book.content?.id?.value ?? PathText.stem(of: document.source.path)
      described[id] = described[id] ?? book
    }
    var read: [String: BundleFile<BookJournal>] = [:]
    for document in journals.documents {
      guard let own = document.values(BookJournal.self) else { continue }
      let id = own.content?.book?.value ?? PathText.stem(of: document.source.path)
      read[id] = read[id] ?? own
    }
    let ids = Set(described.keys).union(read.keys)
    self.books = ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
      ShelvedBook(id: $0, book: described[$0], journal: read[$0])
    }
    places = Dictionary(self.books.enumerated().map { (ExactText($0.element.id), $0.offset) }) { first, _ in
      first
    }
  }

  private static let folderName = "shelf"

  /// Returns the book with that id.
  func known(_ id: String) -> ShelvedBook? { places[ExactText(id)].map { books[$0] } }

  /// Returns the book with that id, or else the only one with that id or title when case and vowel signs
  /// are ignored, or whose id begins so.
  ///
  /// `wholly` is for actions that can't be undone: the beginning of an id isn't enough then.
  package func book(_ name: String, wholly: Bool = false) throws(Failure) -> ShelvedBook {
    if let exact = known(name) { return exact }
    let wanted = TextQuery.sortKey(of: name)
    let same = books.filter { [$0.id, $0.title].contains { TextQuery.sortKey(of: $0) == wanted } }
    let found = same.isEmpty && !name.isEmpty && !wholly ? books.filter { $0.id.begins(with: name) } : same
    if found.count == 1 { return found[0] }
    if found.count > 1 {
      throw Failure("several books match \"\(name)\": \(found.map(\.id).joined(separator: ", "))")
    }
    if books.isEmpty { throw Failure("the shelf is empty; add a book with `tilawa shelf add`") }
    throw Failure(noSuch("book", name, in: books.map(\.id), hint: "see `tilawa shelf list`"))
  }

  /// Returns the file that describes a book, whether or not it exists.
  func file(ofBook id: String) -> DocumentFile {
    file(
      .book, at: PathText.joined(PathText.joined(library, Self.folderName), "\(id).yaml"),
      known(id)?.book?.source)
  }

  /// Returns the file of the journal of a book, whether or not it exists.
  func file(ofJournalOf id: String) -> DocumentFile {
    file(
      .bookJournal, at: PathText.joined(PathText.joined(journal, Self.folderName), "\(id).yaml"),
      known(id)?.journal?.source)
  }

  /// Returns the file under its own name, even if that isn't the usual one.
  private func file(_ kind: DocumentKind, at usual: String, _ source: SourceText?) -> DocumentFile {
    let name = source.map { PathText.name(of: $0.path) } ?? PathText.name(of: usual)
    let path = PathText.joined(PathText.folder(of: usual), name)
    let root = kind.isPersonal ? journalRoot : library
    return DocumentFile(kind, at: path, shownAs: workplace.shown(path), below: root)
  }
}
