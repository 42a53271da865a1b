package import TilawaBase
import TilawaFormat
import TilawaYAML

/// A book on its way off the shelf, and out of the journal.
///
/// Made without removing anything.
package struct ShelfRemoval: Sendable {
  /// What of a book goes.
  package enum Part: Sendable {
    /// What it is, and what somebody has to do with it.
    case everything
    /// What it is; the journal stays.
    case description
    /// What somebody has to do with it; the book stays on the shelf.
    case journal
  }

  /// What it is called.
  package let title: String
  /// The files that go, as the user would write them.
  package let files: [String]
  /// What somebody wrote of their reading that goes with them, such as "3 sessions".
  package let losses: [String]
  private let removed: [(file: DocumentFile, bytes: [UInt8])]

  /// Of the book that is named by its id or title. Throws a `Failure` when there is no such book, or nothing of that part.
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
          ? "your journal says nothing of \(shelved.id)" : "no file of shelf/ describes \(shelved.id)")
    }
    title = shelved.title
    self.removed = removed
    files = removed.map(\.file.shownPath)
    losses = part == .description ? [] : shelved.writings
  }

  /// Removes the files, all or none. Throws when somebody has changed one meanwhile.
  package func apply() throws {
    try DocumentFile.holdingFolders(of: removed.map(\.file)) {
      try AtomicFile.change(removed.map { AtomicFile.Change($0.file.path, from: $0.bytes, to: nil) })
    }
  }
}

extension ShelvedBook {
  /// What somebody wrote of their reading, counted.
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
