import TilawaBase

extension DocumentRule {
  /// Two files describe one book.
  static let bookListedTwice = DocumentRule("B901", "book-listed-twice", .warning) {
    (file: BundleFile<Book>, library, report) in
    guard let id = file.content?.id, let first = library.books?.byID[id.value]?.first(before: file) else {
      return
    }
    report.add("the book \"\(id.value)\" is already described in \(first.path)", at: file.place(id))
  }

  /// Two books have one ISBN.
  static let isbnListedTwice = DocumentRule("B902", "isbn-listed-twice", .warning) {
    (file: BundleFile<Book>, library, report) in
    guard let text = file.content?.isbn, let isbn = ISBN(ISBN.bare(text.value)),
      let first = library.books?.byISBN[isbn]?.first(before: file)
    else { return }
    report.add("the book with this ISBN is already described in \(first.path)", at: file.place(text))
  }

  /// A book's file is called otherwise than the book.
  static let misnamedBook = misnamed { (book: Book) in book.id }

  /// The file of what somebody has to do with a book is called otherwise than the book.
  static let misnamedBookJournal = misnamed { (journal: BookJournal) in journal.book }

  private static func misnamed<Content: Sendable>(
    _ id: @escaping @Sendable (Content) -> Located<String>?
  ) -> DocumentRule {
    DocumentRule("B907", "misnamed-book", .warning) { (file: BundleFile<Content>, report) in
      let path = file.source.path
      guard let id = file.content.flatMap(id),
        PathText.name(of: PathText.folder(of: path)).isExactly("shelf"),
        !PathText.stem(of: path).isExactly(id.value)
      else { return }
      report.add("the file is about \"\(id.value)\" and should be named \(id.value).yaml", at: file.place(id))
    }
  }

  /// Nothing in the library describes the book that somebody reads.
  static let unknownBook = DocumentRule("B908", "unknown-book", .warning) {
    (file: BundleFile<BookJournal>, library, report) in
    guard let id = file.content?.book, let books = library.books, books.byID[id.value] == nil else { return }
    let meant = nearestName(to: id.value, in: books.byID.keys.sorted())
    report.add(
      "no such book in shelf/: \"\(id.value)\"" + (meant.map { "; did you mean \"\($0)\"?" } ?? ""),
      at: file.place(id))
  }
}

extension [KnownBooks.Entry] {
  /// The first of another file that comes before this one.
  fileprivate func first(before file: BundleFile<Book>) -> KnownBooks.Entry? {
    filter { $0.path.utf8.lexicographicallyPrecedes(file.source.path.utf8) }
      .min { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }
}
