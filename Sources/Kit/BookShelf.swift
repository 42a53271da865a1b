package import TilawaBase
package import TilawaFormat
import TilawaQuran
import TilawaYAML

/// A book of a library's shelf, or one that somebody reads, with what they have to do with it.
package struct ShelvedBook: Sendable {
  /// By which its files name it.
  package let id: String
  /// What it is; nil where only the journal knows of it.
  package let book: BundleFile<Book>?
  /// What somebody has to do with it; nil where nobody has.
  package let journal: BundleFile<BookJournal>?
  /// What their files say, read once.
  let (bookRoot, journalRoot): (YAMLNode?, YAMLNode?)

  init(id: String, book: BundleFile<Book>?, journal: BundleFile<BookJournal>?) {
    (self.id, self.book, self.journal) = (id, book, journal)
    bookRoot = book.flatMap { YAMLDocument(parsing: $0.source).root }
    journalRoot = journal.flatMap { YAMLDocument(parsing: $0.source).root }
  }

  /// All that both files say, by their keys, without the version of the format.
  package var facts: (book: JSONValue, journal: JSONValue) {
    (DocumentKind.book.keys.json(of: bookRoot), DocumentKind.bookJournal.keys.json(of: journalRoot))
  }

  /// What it is called.
  package var title: String { book?.content?.title?.value ?? id }

  /// How far the reading has come, also where nothing says so.
  package var status: BookStatus? { journal.map { $0.content?.status?.value ?? .toRead } }

  /// The texts behind a key of either file; a number as it is written.
  package func texts(of key: String) -> [String] {
    guard let node = journalRoot?[key] ?? bookRoot?[key] else { return [] }
    return node.sequence?.compactMap(\.scalar?.value) ?? node.scalar.map { [$0.value] } ?? []
  }
}

/// What follows from a book and its sessions, and is never stored.
package struct ReadingFacts: Sendable {
  /// How much was read, from 0 to 1; nil where the book's pages are not known.
  package let progress: Double?
  /// How long was read in all.
  package let minutes: Int
  /// Nil where no session has both pages and minutes.
  package let pagesPerHour: Double?
  /// When a book that is being read will be at its end; nil where nothing tells.
  package let expectedEnd: Timestamp?

  /// Of a book, on the day that it is.
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
  /// In the order of their ids.
  package let books: [ShelvedBook]
  /// What is wrong with the shape of the files.
  package let faults: [Diagnostic]
  /// Those that can't be read at all, or folders of them that can't be listed.
  package let unreadable: [Diagnostic]
  /// Absolute.
  let library: String
  let journal: String
  /// Of a journal that is there its folder, which isn't made again.
  private let journalRoot: String?
  /// What rules ask of the library.
  let known: LibraryFiles
  private let workplace: Workplace
  private let places: [ExactText: Int]

  /// Reads the shelf of the library that the user named, and what `journal` says of its books and others.
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
    // Those in the shelf of a journal may be called otherwise than they are in a library.
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

  /// The book of that id.
  func known(_ id: String) -> ShelvedBook? { places[ExactText(id)].map { books[$0] } }

  /// The book of that id, else the only one whose id or title is read so, capitals and vowel signs aside, or whose id begins so.
  ///
  /// `wholly` is for what can't be undone: the beginning of an id isn't enough then.
  package func book(_ name: String, wholly: Bool = false) throws(Failure) -> ShelvedBook {
    if let exact = known(name) { return exact }
    let wanted = TextQuery.sortKey(of: name)
    let same = books.filter { [$0.id, $0.title].contains { TextQuery.sortKey(of: $0) == wanted } }
    let found = same.isEmpty && !name.isEmpty && !wholly ? books.filter { $0.id.begins(with: name) } : same
    if found.count == 1 { return found[0] }
    if found.count > 1 {
      throw Failure("several books are called \"\(name)\": \(found.map(\.id).joined(separator: ", "))")
    }
    if books.isEmpty { throw Failure("there are no books on the shelf; tilawa shelf add puts one there") }
    let meant = nearestName(to: name, in: books.map(\.id)).map { "did you mean \($0)?" }
    throw Failure("no book is called \"\(name)\"; \(meant ?? "tilawa shelf list shows them")")
  }

  /// The file of what a book is, there or not.
  func file(ofBook id: String) -> DocumentFile {
    file(
      .book, at: PathText.joined(PathText.joined(library, Self.folderName), "\(id).yaml"),
      known(id)?.book?.source)
  }

  /// The file of what somebody has to do with it, there or not.
  func file(ofJournalOf id: String) -> DocumentFile {
    file(
      .bookJournal, at: PathText.joined(PathText.joined(journal, Self.folderName), "\(id).yaml"),
      known(id)?.journal?.source)
  }

  /// Where a file is called otherwise than it should be, it is that one all the same.
  private func file(_ kind: DocumentKind, at usual: String, _ source: SourceText?) -> DocumentFile {
    let name = source.map { PathText.name(of: $0.path) } ?? PathText.name(of: usual)
    let path = PathText.joined(PathText.folder(of: usual), name)
    let root = kind.isPersonal ? journalRoot : library
    return DocumentFile(kind, at: path, shownAs: workplace.shown(path), below: root)
  }
}
