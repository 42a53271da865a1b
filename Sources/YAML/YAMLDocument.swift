public import TilawaBase

/// A YAML text, read without losing a byte: what it says, where it says it, and what is wrong with it.
public struct YAMLDocument: Sendable {
  /// The text.
  public let source: SourceText
  /// The root node of the first document.
  ///
  /// Nil if the text has only blanks and comments, or if its values aren't reliable: after Y001, Y002, Y003,
  /// Y008, Y010, Y014, and Y009 other than a lone CR. Any other fault leaves the nodes in place. An alias is
  /// unreadable, a tagged or anchored node is read as if it had no tag or anchor, and both pairs of a
  /// repeated key are kept.
  public let root: YAMLNode?
  /// The roots that can still be read when `root` is nil because of faults: one reading, or one for each side
  /// of its merge conflicts. Use them only to look for further faults.
  public let salvaged: [YAMLNode]
  /// Every comment, in the order of the text: from `#` to the end of the line, line end not included.
  ///
  /// After Y003 and Y008 without those in what can't be read.
  public let comments: [Range<Int>]
  /// The violations of the plain-YAML profile, in the order of the text.
  public let diagnostics: [Diagnostic]
  /// The starts of its errors, including those that `diagnostics` only counts.
  public let errorStarts: [UInt32]

  /// Reads `source`. Never fails: what is wrong is in `diagnostics`.
  public init(parsing source: SourceText) {
    let reading = Reading(of: source)
    self.source = source
    root = reading.isReliable ? reading.roots.first : nil
    salvaged = reading.isReliable ? [] : reading.roots
    comments = reading.comments
    diagnostics = reading.findings.diagnostics.inOrder()
    errorStarts = reading.findings.errorStarts
  }

  /// True if any finding is an error.
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

/// From bytes to nodes.
private struct Reading {
  var roots: [YAMLNode] = []
  var isReliable = true
  var comments: [Range<Int>] = []
  var findings = CappedFindings()

  init(of source: SourceText) {
    guard source.bytes.count <= YAMLRules.maximumBytes else {
      findings.add(
        Diagnostic(
          YAMLRules.tooLarge,
          "the file has \(source.bytes.count) bytes; at most \(YAMLRules.maximumBytes) are allowed",
          at: Place(source, 0..<0)))
      return
    }
    let text = TextFaults(in: source)
    findings = text.findings
    isReliable = text.isClean && !text.isForeign
    guard !text.isForeign else { return }
    let bytes = text.masked ?? source.bytes
    let conflicts = ConflictMarkers(in: source, of: bytes, start: text.markLength)
    findings.add(conflicts.findings)
    guard !conflicts.sides.isEmpty else {
      read(bytes, of: source, text, isAltered: !text.isClean)
      return
    }
    isReliable = false
    var all = findings
    for side in conflicts.sides {
      findings = CappedFindings()
      read(side, of: source, text, isAltered: true)
      // What stands outside of the conflicts is read twice.
      all.addNew(of: findings)
    }
    findings = all
    comments = Set(comments).sorted { $0.lowerBound < $1.lowerBound }
  }

  private mutating func read(_ bytes: [UInt8], of source: SourceText, _ text: TextFaults, isAltered: Bool) {
    let start = text.markLength
    let bytes = withoutDirectives(bytes, of: source, start: start)
    var reader = TreeReader(of: source, isASCII: text.isASCII, start: start, isAltered: isAltered)
    bytes.withUnsafeBufferPointer { reader.read($0) }
    if reader.isComplete, !reader.isSwallowing, reader.documents < 2 { return take(reader) }

    let rest = withoutDirectives(bytes, of: source, start: start, all: true)
    let documents = DocumentMarkers(in: rest, start: start)
    guard let second = documents.second else {
      return readOn(documents.bytes, of: source, text, start..<bytes.count)
    }
    findings.add(
      Diagnostic(
        YAMLRules.severalDocuments,
        "a second document starts here; move it to a file of its own",
        at: Place(source, second)))
    readOn(documents.bytes, of: source, text, start..<second.lowerBound)
    let count = roots.count
    guard documents.firstHasText else { return }
    // From the start of its line: the columns count.
    let line = documents.bytes[..<second.lowerBound].lastIndex { $0 != 0x20 && $0 != 0x09 } ?? -1
    readOn(documents.bytes, of: source, text, line + 1..<bytes.count)
    // The others are only looked through for faults.
    roots.removeSubrange(count...)
  }

  private mutating func withoutDirectives(
    _ bytes: [UInt8], of source: SourceText, start: Int, all: Bool = false
  ) -> [UInt8] {
    let blanks = BlanksAndDirectives(in: bytes, start: start, takesAllDirectives: all)
    for line in blanks.directives {
      findings.add(
        Diagnostic(
          YAMLRules.directive, "\"\(source.text(in: line))\" is a directive; delete the line",
          at: Place(source, line)))
    }
    return blanks.replaced ?? bytes
  }

  /// Reads a document in which something may be unreadable.
  private mutating func readOn(
    _ bytes: [UInt8], of source: SourceText, _ text: TextFaults, _ range: Range<Int>
  ) {
    func read(_ bytes: [UInt8], losses: [Range<Int>] = []) -> TreeReader {
      var reader = TreeReader(
        of: source, isASCII: text.isASCII, start: range.lowerBound, isAltered: true, losses: losses)
      bytes.withUnsafeBufferPointer { reader.read(UnsafeBufferPointer(rebasing: $0[..<range.upperBound])) }
      return reader
    }
    let reader = read(bytes)
    if reader.isComplete, !reader.isSwallowing { return take(reader) }
    let recovery = SyntaxRecovery(of: source, bytes, isASCII: text.isASCII, range, stop: reader.stop)
    findings.add(recovery.findings)
    isReliable = isReliable && recovery.isWhole
    take(read(recovery.bytes, losses: recovery.losses))
  }

  private mutating func take(_ reader: TreeReader) {
    isReliable = isReliable && !reader.isIllegal
    findings.add(reader.findings)
    comments += reader.comments
    guard reader.isComplete, var root = reader.root else { return }
    if !reader.comments.isEmpty { root.attach(reader.comments, of: reader.source.bytes) }
    roots.append(root)
  }
}
