public import Diagnostics

/// A YAML text, read without losing a byte: what it says, where it says it, and what is wrong with it.
public struct YAMLDocument: Sendable {
  /// The text.
  public let source: SourceText
  /// What the first document of the text holds.
  ///
  /// Nil when the text holds nothing but blanks and comments, and when its values can't be relied on: after
  /// Y001, Y002, Y003, Y008, Y010, Y014, and Y009 other than a lone CR. Any other fault leaves the nodes in
  /// place: an alias is an empty plain scalar, a tagged or anchored node is as if it had no tag or anchor,
  /// of a key given twice both pairs stay.
  public let root: YAMLNode?
  /// Every comment, in the order of the text: from `#` to the end of the line, line end not included.
  ///
  /// After Y003 and Y008 only those before the fault.
  public let comments: [Range<Int>]
  /// What breaks the plain-YAML profile, in the order of the text.
  public let diagnostics: [Diagnostic]

  /// Reads `source`. Never fails: what is wrong is in `diagnostics`.
  public init(parsing source: SourceText) {
    let reading = Reading(of: source)
    self.source = source
    root = reading.root
    comments = reading.comments
    diagnostics = reading.diagnostics.inOrder()
  }

  /// Whether any finding is an error.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

extension YAMLDocument {
  /// The comments that go where a row of `sequence` goes: above it, inside it, and behind it.
  public func comments(ofRow index: Int, in sequence: YAMLNode) -> [Range<Int>] {
    guard let items = sequence.sequence, items.indices.contains(index) else { return [] }
    let row = items[index]
    let layout = TextLayout(of: self)
    var inside = row.range
    if !sequence.isFlow {
      let dash = BlockRows.start(of: index, in: items, sequence.range, source.bytes)
      let below = layout.end(
        ofCommentsInside: layout.column(dash), from: layout.nextLine(row.range.upperBound))
      inside = dash..<below
    }
    let behind = row.comments.after.map { inside.contains($0.lowerBound) ? [] : [$0] } ?? []
    return row.comments.above + layout.comments(in: inside) + behind
  }
}

/// One pass from bytes to nodes.
private struct Reading {
  var root: YAMLNode?
  var comments: [Range<Int>] = []
  var diagnostics: [Diagnostic] = []

  init(of source: SourceText) {
    guard source.bytes.count <= YAMLRules.maximumBytes else {
      diagnostics.append(
        Diagnostic(
          YAMLRules.tooLarge,
          "the file has \(source.bytes.count) bytes; at most \(YAMLRules.maximumBytes) are read",
          at: Place(source, 0..<0)))
      return
    }
    let text = TextFaults(in: source)
    diagnostics = text.diagnostics
    guard !text.isForeign else { return }
    let conflicts = ConflictMarkers(in: source, start: text.markLength)
    // Where something had to be masked, a syntax error may come from the mask: it isn't told.
    let isAsWritten = text.isClean && conflicts.oneSide == nil
    let bytes = text.masked ?? conflicts.oneSide ?? source.bytes
    var reader = TreeReader(of: source, isASCII: text.isASCII, markLength: text.markLength)
    bytes.withUnsafeBufferPointer { reader.read($0, tellsSyntax: isAsWritten) }

    root = reader.isComplete && isAsWritten ? reader.root : nil
    if !reader.comments.isEmpty { root?.attach(reader.comments, of: source.bytes) }
    comments = reader.comments
    diagnostics += conflicts.diagnostics + reader.diagnostics
  }
}
