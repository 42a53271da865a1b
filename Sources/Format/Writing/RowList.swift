public import TilawaBase
package import TilawaYAML

/// The rows of a file of a bundle as they are to be, and the smallest change that makes them so.
///
/// Rows that stay keep their bytes and their comments.
public struct RowList: Sendable {
  /// One row: where it belongs in time, and what stands there.
  package struct Entry: Sendable {
    package var time: Int64
    package var row: YAMLEditor.Row
  }

  /// A change of the file.
  public enum Change: Sendable {
    /// It is as it should be.
    case none
    /// It shall hold this text, and nothing of what it holds.
    case create(String)
    /// Edits of its text.
    case edit([TextEdit])
    /// The file has nothing left and is removed.
    case remove
  }

  package let kind: FileKind
  package let document: YAMLDocument?
  package var entries: [Entry] = []
  /// Comments of rows that can have none, because all of them stand in one pair of brackets.
  private var looseComments: [String] = []

  package init(_ kind: FileKind, _ source: SourceText?) {
    self.kind = kind
    document = source.map { YAMLDocument(parsing: $0) }
  }

  /// The list of rows in the file.
  package var sequence: YAMLNode? { document?.root?[kind.rawValue] }

  /// True if the list has neither rows, nor comments between its brackets.
  private var isEmpty: Bool {
    guard let document, let sequence, sequence.sequence?.isEmpty ?? true else { return false }
    return !document.comments.contains { sequence.range.contains($0.lowerBound) }
  }

  /// The row that the file has at `index`.
  package func node(at index: Int) -> YAMLNode? {
    guard let items = sequence?.sequence, items.indices.contains(index) else { return nil }
    return items[index]
  }

  package mutating func keep(_ index: Int, at time: Int64) {
    entries.append(Entry(time: time, row: .kept(index)))
  }
  package mutating func add(_ value: YAMLValue, at time: Int64) {
    entries.append(Entry(time: time, row: .new(value)))
  }

  /// The change that gives the file its entries in order of time, and then what `more` does.
  ///
  /// A file that is left without rows goes, unless it holds keys or comments of the user's own besides.
  package func change(_ more: (inout YAMLEditor) -> Void = { _ in }) -> Change {
    let rows = entries.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element.row)
    guard let document, let sequence else {
      if rows.isEmpty { return .none }
      let values = rows.compactMap { row in if case .new(let value) = row { value } else { nil } }
      return .create(kind.text(ofRows: values))
    }
    if rows.isEmpty, !holdsMore(document, sequence) { return .remove }
    var editor = YAMLEditor(document)
    if isEmpty, !rows.isEmpty {
      editor.replace(
        sequence, with: .rows(rows.compactMap { row in if case .new(let value) = row { value } else { nil } })
      )
    } else if !isEmpty {
      editor.replaceRows(of: sequence, with: rows)
    }
    more(&editor)
    var edits = editor.edits.filter { document.source.text(in: $0.range) != $0.replacement }
    if !looseComments.isEmpty {
      let text = document.source.bytes
      let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      let lineEnd = text.firstIndex(of: 0x0A).map { $0 > 0 && text[$0 - 1] == 0x0D } ?? false ? "\r\n" : "\n"
      edits.insert(
        TextEdit(start..<start, looseComments.map { "# \($0)\(lineEnd)" }.joined()), at: 0)
    }
    return edits.isEmpty ? .none : .edit(edits)
  }

  /// Returns true if the file contains more than its version, its rows, and the comments on them.
  private func holdsMore(_ document: YAMLDocument, _ sequence: YAMLNode) -> Bool {
    let own = document.root?.mapping?.contains {
      let key = $0.key.scalar?.value
      return key != FileKey.version && key != kind.rawValue
    }
    var rowComments: Set<Range<Int>> = []
    for row in sequence.sequence ?? [] {
      rowComments.formUnion(row.comments.above)
      if let after = row.comments.after { rowComments.insert(after) }
    }
    return own ?? false
      || document.comments.contains { comment in
        !rowComments.contains(comment) && !isModeline(document.source.text(in: comment))
      }
  }

  /// Returns true for the comment that `tilawa new` writes for editors, which isn't the user's own.
  private func isModeline(_ comment: String) -> Bool { comment.holds("yaml-language-server:") }
}

extension RowList {
  /// A row of a file as it was read.
  package struct OldRow {
    package let list: RowList
    package let index: Int

    package init(list: RowList, index: Int) {
      self.list = list
      self.index = index
    }
  }

  /// Adds a row with further content of the old rows that it replaces: keys that the format doesn't have, and
  /// comments. Values that the old rows have already keep their digits and quotes.
  package mutating func add(_ value: YAMLValue, at time: Int64, carrying old: [OldRow]) {
    guard case .flow(var pairs) = value else { return add(value, at: time) }
    for index in pairs.indices {
      let (key, value) = pairs[index]
      if let written = old.lazy.compactMap({ $0.writing(of: key, saying: value) }).first {
        pairs[index].value = .plain(written)
      }
    }
    var comments: [String] = []
    for row in old {
      for (key, value) in row.ownPairs where !pairs.contains(where: { $0.key == key }) {
        // What meant nothing where it stood must not mean something here.
        if kind.rowKeys.contains(key) {
          comments.append(YAMLValue.print(.block([(key: key, value: value)])).trimmed)
        } else {
          pairs.append((key: key, value: value))
        }
      }
      for comment in row.comments where !comments.contains(where: { $0.holds(comment) }) {
        comments.append(comment)
      }
    }
    guard !comments.isEmpty else { return add(.flow(pairs), at: time) }
    if sequence?.isFlow ?? false, !isEmpty {
      looseComments += comments
      return add(.flow(pairs), at: time)
    }
    let line = YAMLValue.print(.flow(pairs)).trimmed
    add(.plain("\(line)  # \(comments.joined(separator: "; "))"), at: time)
  }
}

extension RowList.OldRow {
  /// The keys that the format doesn't have, with their values.
  package var ownPairs: [(key: String, value: YAMLValue)] {
    guard let node = list.node(at: index) else { return [] }
    return (node.mapping ?? []).compactMap { pair in
      guard let key = pair.key.scalar?.value, !list.kind.rowKeys.contains(key) else { return nil }
      return (
        key: key, value: writing(of: pair.value, in: node).map(YAMLValue.plain) ?? YAMLValue(pair.value)
      )
    }
  }

  /// A value as the row has it written; nil when it says something else, has one canonical form, or stands so that it
  /// wouldn't be the same on a row's one line.
  fileprivate func writing(of key: String, saying value: YAMLValue) -> String? {
    guard let row = list.node(at: index), let node = row[key], let scalar = node.scalar,
      list.kind.document.canonicalText(of: scalar, at: [list.kind.rawValue, "[]", key]) == nil
    else { return nil }
    let isSame =
      switch value {
      case .plain(let text): scalar.hasSameValue(as: YAMLScalar(text, style: .plain))
      case .text(let text), .quoted(let text): scalar.kind == .text && scalar.value.isExactly(text)
      default: false
      }
    return isSame ? writing(of: node, in: row) : nil
  }

  /// Returns any value as the row has it written; nil if it wouldn't be the same on a row's one line.
  private func writing(of node: YAMLNode, in row: YAMLNode) -> String? {
    guard let document = list.document, row.isFlow || node.isInOneForm, !node.range.isEmpty else {
      return nil
    }
    let text = document.source.text(in: node.range)
    return text.utf8.contains(UInt8(ascii: "\n")) ? nil : text
  }

  /// Its comments, without their marks.
  package var comments: [String] {
    guard let document = list.document, let sequence = list.sequence else { return [] }
    return document.comments(ofRow: index, in: sequence).map {
      document.source.text(in: $0).trimmed(of: "# \t\r\n")
    }.filter { !$0.isEmpty }
  }
}

extension YAMLNode {
  /// True if the value is written alike in a row of one line and of several. Plain text isn't, because other
  /// characters are allowed in each.
  fileprivate var isInOneForm: Bool {
    scalar.map { $0.kind != .text || $0.style == .doubleQuoted || $0.style == .singleQuoted } ?? isFlow
  }
}

extension YAMLValue {
  /// Creates the value of a node, to be written on one line.
  fileprivate init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar):
      let isText = scalar.style != .plain || scalar.kind == .text
      self = isText ? .text(scalar.value) : .plain(scalar.value.isEmpty ? "null" : scalar.value)
    case .mapping(let pairs):
      self = .flow(pairs.map { (key: $0.key.scalar?.value ?? "", value: YAMLValue($0.value)) })
    case .sequence(let items):
      self = .flowList(items.map { YAMLValue($0) })
    }
  }
}
