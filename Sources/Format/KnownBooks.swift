import TilawaBase

/// The books of a library, to hold one against the others, and what is said of reading them against the book.
public struct KnownBooks: Sendable {
  /// One of them.
  struct Entry: Sendable {
    let path: String
    let pages: Int?
    let place: Located<String>
  }

  /// By id; mostly one.
  private(set) var byID: [String: [Entry]] = [:]
  /// By their ISBN in thirteen digits.
  private(set) var byISBN: [ISBN: [Entry]] = [:]

  /// Those of `documents` that describe a book; nil where none does, so that nothing is known.
  public init?(_ documents: [ReadDocument]) {
    for file in documents.compactMap({ $0.values(Book.self) }) {
      guard let book = file.content else { continue }
      let path = file.source.path
      if let id = book.id {
        byID[id.value, default: []].append(Entry(path: path, pages: book.pages?.value, place: id))
      }
      if let text = book.isbn, let isbn = ISBN(ISBN.bare(text.value)) {
        byISBN[isbn, default: []].append(Entry(path: path, pages: book.pages?.value, place: text))
      }
    }
    if byID.isEmpty { return nil }
  }

  /// Returns the number of pages of a book, if it is known.
  func pages(of id: String?) -> Int? { id.flatMap { byID[$0]?.first?.pages } }
}

extension LibraryFiles {
  /// The known books of the library, given separately or read; nil if there are none.
  public var books: KnownBooks? { companion(KnownBooks.self) ?? KnownBooks(documents) }
}
