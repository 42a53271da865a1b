import TilawaBase
package import TilawaFormat
import TilawaQuran
import TilawaYAML

/// A query for books of a shelf, with their order.
package struct ShelfQuery: Sendable {
  /// Selects books with one of these; all books if empty.
  package var statuses: Set<BookStatus> = []
  /// True if only books are selected that are wished for.
  package var wished = false
  /// True if only favourites are selected.
  package var favourite = false
  /// Selects books that contain this text in either file. Case, vowel signs and letter shapes are ignored,
  /// as in searches of texts.
  package var search: String?
  /// The key by which the books are sorted, or nil for the order of their ids.
  package var order: String?
  /// True if the order is reversed.
  package var isReversed = false

  /// Creates a query for all books.
  package init() {}

  /// Returns the books that match.
  package func books(of shelf: BookShelf) -> [ShelvedBook] {
    let words = search.flatMap { TextQuery($0) }
    var found = shelf.books.filter { book in
      (statuses.isEmpty || book.status.map(statuses.contains) ?? false)
        && (!wished || book.texts(of: "wished") == ["true"])
        && (!favourite || book.texts(of: "favourite") == ["true"])
        && (search.map { text in book.words.contains { words?.isIn($0) ?? $0.holds(text) } } ?? true)
    }
    if let order {
      found = found.enumerated().sorted { Self.comes($0, before: $1, by: order) }.map(\.element)
    }
    return isReversed ? found.reversed() : found
  }

  /// Returns the books with each value of a key, the most frequent value first; the value is nil for books
  /// without the key.
  package static func groups(of books: [ShelvedBook], by key: String) -> [(
    value: String?, books: [ShelvedBook]
  )] {
    var groups: [String?: [ShelvedBook]] = [:]
    for book in books {
      let values = key == "status" ? [book.status?.rawValue].compactMap { $0 } : book.texts(of: key)
      for value in values.isEmpty ? [nil] : values.map(Optional.some) {
        groups[value, default: []].append(book)
      }
    }
    return groups.map { (value: $0.key, books: $0.value) }.sorted { a, b in
      if (a.value == nil) != (b.value == nil) { return b.value == nil }
      if a.books.count != b.books.count { return a.books.count > b.books.count }
      return (a.value ?? "").utf8.lexicographicallyPrecedes((b.value ?? "").utf8)
    }
  }

  private static func comes(
    _ a: (offset: Int, element: ShelvedBook), before b: (offset: Int, element: ShelvedBook), by key: String
  ) -> Bool {
    let (left, right) = (a.element.texts(of: key).first, b.element.texts(of: key).first)
    guard let left, let right else { return left != nil || (right == nil && a.offset < b.offset) }
    if left.isExactly(right) { return a.offset < b.offset }
    if let left = Double(left), let right = Double(right) { return left < right }
    if let left = Timestamp(left), let right = Timestamp(right) { return left.seconds < right.seconds }
    return TextQuery.sortKey(of: left).lexicographicallyPrecedes(TextQuery.sortKey(of: right))
  }
}

extension ShelvedBook {
  /// All texts in both files.
  fileprivate var words: [String] { [id] + (bookRoot?.texts ?? []) + (journalRoot?.texts ?? []) }
}

extension YAMLNode {
  /// All texts in the node.
  fileprivate var texts: [String] {
    scalar.map { [$0.value] } ?? sequence?.flatMap(\.texts) ?? mapping?.flatMap(\.value.texts) ?? []
  }
}
