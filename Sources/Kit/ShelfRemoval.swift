package import TilawaBase
import TilawaFormat
import TilawaYAML

/// Removes a book from the shelf, and from the journal.
///
/// It is planned without removing anything.
package struct ShelfRemoval: Sendable {
  /// The part of a book that is removed.
  package enum Part: Sendable {
    /// The description and the journal.
    case everything
    /// The description; the journal stays.
    case description
    /// The journal; the book stays on the shelf.
    case journal
  }

  /// The title.
  package let title: String
  /// The files to remove, as the user would write them.
  package let files: [String]
  /// The person's writings that are removed with them, such as "3 sessions".
  package let losses: [String]
  private let removed: [(file: DocumentFile, bytes: [UInt8])]

  /// Plans to remove the book with this id or title. Throws a `Failure` if there is no such book, or
  /// nothing of that part.
  package init(of name: String, _ part: Part = .everything, from shelf: BookShelf) throws(Failure) {
    let shelved = try shelf.book(name, wholly: true)
    var removed: [(file: DocumentFile, bytes: [UInt8])] = []
    if part != .journal, let book = shelved.book {
      removed.append((shelf.file(ofBook: shelved.id), book.source.bytes))
    }
    if part != .description, let journal = shelved.journal {
      removed.append((shelf.file(ofJournalOf: shelved.id), journal.source.bytes))
    }
    guard !removed.isEmpty else {
      throw Failure(
        part == .journal
          ? "your journal has no entry for \(shelved.id)" : "no file in shelf/ describes \(shelved.id)")
    }
    title = shelved.title
    self.removed = removed
    files = removed.map(\.file.shownPath)
    losses = part == .description ? [] : shelved.writings
  }

  /// Removes the files, all or none. Throws if another program has changed one meanwhile.
  package func apply() throws {
    try DocumentFile.holdingFolders(of: removed.map(\.file)) {
      try AtomicFile.change(removed.map { AtomicFile.Change($0.file.path, from: $0.bytes, to: nil) })
    }
  }
}

extension ShelvedBook {
  /// The person's writings about the book, with their numbers.
  fileprivate var writings: [String] {
    let rows = [("sessions", "session"), ("quotes", "quote")].compactMap { list, noun in
      (journalRoot?[list]?.sequence?.count).flatMap { $0 > 0 ? counted($0, noun) : nil }
    }
    return rows
      + [("notes", "notes"), ("discussion", "notes to discuss"), ("review", "a review")].compactMap {
        journalRoot?[$0] == nil ? nil : $1
      }
  }
}
