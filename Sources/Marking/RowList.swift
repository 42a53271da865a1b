public import Diagnostics
import TilawaFormat
import YAMLDocuments

/// The rows of a file of a bundle as they are to be, and the smallest change that makes them so.
///
/// Rows that stay keep their bytes and their comments.
public struct RowList: Sendable {
  /// One row: where it belongs in time, and what stands there.
  struct Entry: Sendable {
    var time: Int64
    var row: YAMLEditor.Row
  }

  /// What is to happen to the file.
  public enum Change: Sendable {
    /// It is as it should be.
    case none
    /// It doesn't exist, and shall hold this text.
    case create(String)
    /// Edits of its text.
    case edit([TextEdit])
    /// It says nothing any more.
    case remove
  }

  let kind: FileKind
  let document: YAMLDocument?
  var entries: [Entry] = []

  init(_ kind: FileKind, _ source: SourceText?) {
    self.kind = kind
    document = source.map { YAMLDocument(parsing: $0) }
  }

  /// The list of rows in the file.
  var sequence: YAMLNode? { document?.root?[kind.rawValue] }

  /// The row that the file has at `index`.
  func node(at index: Int) -> YAMLNode? {
    guard let items = sequence?.sequence, items.indices.contains(index) else { return nil }
    return items[index]
  }

  mutating func keep(_ index: Int, at time: Int64) { entries.append(Entry(time: time, row: .kept(index))) }
  mutating func add(_ value: YAMLValue, at time: Int64) {
    entries.append(Entry(time: time, row: .new(value)))
  }

  /// The change that gives the file its entries in order of time, and then what `more` does.
  ///
  /// A file that is left without rows goes, unless it holds keys or comments of the user's own besides.
  func change(_ more: (inout YAMLEditor) -> Void = { _ in }) -> Change {
    let rows = entries.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element.row)
    guard let document, let sequence else {
      if rows.isEmpty { return .none }
      let values = rows.compactMap { row in if case .new(let value) = row { value } else { nil } }
      return .create(
        YAMLValue.print(
          .block([(key: "tilawa", value: .plain("1")), (key: kind.rawValue, value: .rows(values))])))
    }
    if rows.isEmpty, !holdsMore(document, sequence) { return .remove }
    var editor = YAMLEditor(document)
    editor.replaceRows(of: sequence, with: rows)
    more(&editor)
    let edits = editor.edits.filter { document.source.text(in: $0.range) != $0.replacement }
    return edits.isEmpty ? .none : .edit(edits)
  }

  /// Whether the file says more than its version and its rows.
  private func holdsMore(_ document: YAMLDocument, _ sequence: YAMLNode) -> Bool {
    let own = document.root?.mapping?.contains {
      let key = $0.key.scalar?.value
      return key != "tilawa" && key != kind.rawValue
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

  /// What `tilawa new` writes for editors says nothing of a person's.
  private func isModeline(_ comment: String) -> Bool { comment.contains("yaml-language-server:") }
}

extension RowList {
  /// A row's value with what its old row says besides: keys of the user's own, and comments, which follow on
  /// its line.
  func carrying(_ value: YAMLValue, from index: Int, of other: RowList) -> YAMLValue {
    guard let node = other.node(at: index), let source = other.document?.source,
      case .flow(let pairs) = value
    else { return value }
    let own = (node.mapping ?? []).compactMap { pair -> (key: String, value: YAMLValue)? in
      guard let key = pair.key.scalar?.value, key.hasPrefix("x-") else { return nil }
      return (key: key, value: YAMLValue(pair.value, in: source))
    }
    let whole = YAMLValue.flow(pairs + own)
    let comments = (node.comments.above + [node.comments.after].compactMap { $0 }).map {
      source.text(in: $0).drop { $0 == "#" || $0 == " " }
    }
    guard !comments.isEmpty, !(sequence?.isFlow ?? false) else { return whole }
    var line = YAMLValue.print(whole)
    line.removeLast()
    return .plain("\(line)  # \(comments.joined(separator: "; "))")
  }
}

extension YAMLValue {
  /// What a node says, to be written on one line.
  fileprivate init(_ node: YAMLNode, in source: SourceText) {
    switch node.content {
    case .scalar(let scalar):
      self = scalar.style == .plain && scalar.kind != .text ? .plain(scalar.value) : .text(scalar.value)
    case .mapping(let pairs):
      self = .flow(
        pairs.map { (key: $0.key.scalar?.value ?? "", value: YAMLValue($0.value, in: source)) })
    case .sequence(let items):
      self = .flowList(items.map { YAMLValue($0, in: source) })
    }
  }
}
