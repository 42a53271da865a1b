package import TilawaBase

/// The rows and top-level keys of a document, as messages call them and where they stand.
package struct DocumentParts: Sendable {
  /// A row, or a top-level key with its value.
  package struct Part: Sendable {
    /// Its name: the values by which its list identifies rows, or the key.
    package let label: String
    /// The key of the list whose row it is; nil for a top-level key.
    package let list: String?
    /// From the start of its first line to the end of its value.
    package let range: Range<Int>
  }

  /// In the order of the text.
  package let parts: [Part]

  /// Throws when the text can't be read surely enough.
  package init(of source: SourceText, _ kind: DocumentKind) throws(FileMerge.Unmergeable) {
    let text = try AnnotationText(source, kind)
    let rows = kind.lists.flatMap { list in
      text.rows(of: list).map { Part(label: $0.name.text, list: list.key, range: $0.piece.body) }
    }
    let keys = text.keys.map { Part(label: $0.key, list: nil, range: $0.piece.body) }
    parts = (keys + rows).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Those that are called `name`, or have it among the values that they are known by.
  package func named(_ name: String) -> [Part] {
    parts.filter { part in
      part.label.isExactly(name) || part.label.words(by: " ").contains { String($0).isExactly(name) }
    }
  }
}
