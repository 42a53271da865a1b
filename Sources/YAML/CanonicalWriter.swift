import TilawaBase

/// Writes a document anew in canonical form, line by line, each with the line of the source it comes from.
struct CanonicalWriter {
  let document: YAMLDocument
  let style: CanonicalStyle
  let layout: TextLayout
  let scalars: CanonicalScalars
  var lines: [CanonicalLine] = []

  /// The next comment that hasn't been written.
  private var nextComment = 0
  /// The end of what was written last, in the source: token or comment.
  private var done: Int
  /// True if a comment may be added to the last line.
  private var isOpen = false
  /// The block collections around what was written last, outermost first.
  private var levels: [Level] = []

  private struct Level {
    let source: Int
    let column: Int
  }

  init(_ document: YAMLDocument, _ style: CanonicalStyle) {
    self.document = document
    self.style = style
    layout = TextLayout(of: document)
    scalars = CanonicalScalars(style: style, source: document.source.bytes)
    done = layout.start
  }

  mutating func edits() -> [TextEdit] {
    if let root = document.root {
      writeRoot(root)
      done = max(done, root.range.upperBound)
    }
    writeGap(upTo: layout.bytes.count, depth: 0, source: 0, keepsBlank: false)
    return CanonicalLine.edits(of: layout.bytes, to: lines)
  }

  private mutating func writeRoot(_ root: YAMLNode) {
    switch form(root, []) {
    case .inline(let text):
      writeGap(upTo: root.range.lowerBound, depth: 0, source: 0)
      let inner = takeComments(before: root.range.upperBound)
      writeComments(inner, column: 0)
      write(text, from: root.range.lowerBound, to: root.range.upperBound)
    case .blockScalar(let scalar):
      writeGap(upTo: root.range.lowerBound, depth: 0, source: 0)
      writeBlockScalar(head: "", root, scalar, entryColumn: -1, column: 2, from: root.range.lowerBound)
    case .mapping(let pairs):
      writeMapping(pairs, of: root, depth: 0, column: 0, firstHead: nil, path: [])
    case .sequence(let items):
      writeSequence(items, of: root, depth: 0, column: 0, firstHead: nil, path: [])
    }
  }

  // MARK: What a node becomes

  private enum Form {
    case inline(String)
    case blockScalar(YAMLScalar)
    case mapping([YAMLPair])
    case sequence([YAMLNode])
  }

  private func form(_ node: YAMLNode, _ path: [String]) -> Form {
    switch node.content {
    case .scalar(let scalar):
      if scalar.style == .literal || scalar.style == .folded { return .blockScalar(scalar) }
      return .inline(scalars.text(node, scalar, inFlow: false, path: path))
    case .mapping(let pairs):
      if pairs.isEmpty { return .inline("{}") }
      let isRow = path.last == "[]" && style.rowKeys(Array(path.dropLast())) != nil
      return (node.isFlow || isRow) && fitsOneLine(node) ? .inline(inline(node, path)) : .mapping(pairs)
    case .sequence(let items):
      if items.isEmpty { return .inline("[]") }
      let isList = style.isFlowList(path) || (node.isFlow && style.rowKeys(path) == nil)
      return isList && fitsOneLine(node) ? .inline(inline(node, path)) : .sequence(items)
    }
  }

  /// Neither comments nor block scalars lie in it.
  private func fitsOneLine(_ node: YAMLNode) -> Bool {
    layout.comments(in: node.range).isEmpty && (node.isFlow || !hasBlockScalar(node))
  }

  private func hasBlockScalar(_ node: YAMLNode) -> Bool {
    switch node.content {
    case .scalar(let scalar): scalar.style == .literal || scalar.style == .folded
    case .mapping(let pairs): pairs.contains { hasBlockScalar($0.value) }
    case .sequence(let items): items.contains { hasBlockScalar($0) }
    }
  }

  private func inline(_ node: YAMLNode, _ path: [String]) -> String {
    switch node.content {
    case .scalar(let scalar):
      return scalars.text(node, scalar, inFlow: true, path: path)
    case .mapping(var pairs):
      if pairs.isEmpty { return "{}" }
      if path.last == "[]", let keys = style.rowKeys(Array(path.dropLast())) { pairs = ordered(pairs, keys) }
      let texts = pairs.map { pair in
        let value = inline(pair.value, path + [pair.key.scalar?.value ?? ""])
        return scalars.key(pair.key, inFlow: true) + (value.isEmpty ? ":" : ": " + value)
      }
      return "{ " + texts.joined(separator: ", ") + " }"
    case .sequence(let items):
      return "[" + items.map { inline($0, path + ["[]"]) }.joined(separator: ", ") + "]"
    }
  }

  private func ordered(_ pairs: [YAMLPair], _ keys: [String]) -> [YAMLPair] {
    let rank = { (pair: YAMLPair) in keys.firstIndex(of: pair.key.scalar?.value ?? "") ?? keys.count }
    return pairs.enumerated().map { ($0.offset, rank($0.element), $0.element) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.2)
  }

  // MARK: Entries

  private mutating func writeMapping(
    _ pairs: [YAMLPair], of node: YAMLNode, depth: Int, column: Int, firstHead: String?, path: [String]
  ) {
    let source = open(node, at: node.range.lowerBound, depth, column)
    for (index, pair) in pairs.enumerated() {
      if index > 0 || firstHead == nil {
        writeGap(upTo: pair.key.range.lowerBound, depth: depth, source: source)
      }
      let head = (index == 0 ? firstHead : nil) ?? String(repeating: " ", count: column)
      done = max(done, pair.key.range.upperBound)
      writeValue(
        head: head + scalars.key(pair.key, inFlow: false) + ":", pair.value, isRow: false, depth: depth,
        column: column, path: path + [pair.key.scalar?.value ?? ""], from: pair.key.range.lowerBound)
    }
  }

  private mutating func writeSequence(
    _ items: [YAMLNode], of node: YAMLNode, depth: Int, column: Int, firstHead: String?, path: [String]
  ) {
    let source = open(node, at: node.range.lowerBound, depth, column)
    let path = path + ["[]"]
    for (index, item) in items.enumerated() {
      let start =
        node.isFlow
        ? item.range.lowerBound : BlockRows.start(of: index, in: items, node.range, layout.bytes)
      if index > 0 || firstHead == nil { writeGap(upTo: start, depth: depth, source: source) }
      let head = (index == 0 ? firstHead : nil) ?? String(repeating: " ", count: column)
      writeValue(
        head: head + "-", item, isRow: true, depth: depth, column: column, path: path, from: start)
    }
  }

  /// Opens a level for the comments inside; a flow collection that is written as a block has none of its
  /// own unless its entries stand on lines of their own.
  private mutating func open(_ node: YAMLNode, at start: Int, _ depth: Int, _ column: Int) -> Int {
    let first =
      node.isFlow
      ? node.mapping?[0].key.range.lowerBound ?? node.sequence?[0].range.lowerBound ?? start : start
    let source = node.isFlow && !layout.isFirstOnLine(first) ? Int.max : layout.column(first)
    levels.removeSubrange(min(depth, levels.count)...)
    levels.append(Level(source: source, column: column))
    return source
  }

  private mutating func writeValue(
    head: String, _ node: YAMLNode, isRow: Bool, depth: Int, column: Int, path: [String], from start: Int
  ) {
    // Of rows in rows, `- - a`, the comments stand above the outermost.
    let above = head.utf8.prefix { $0 == 0x20 }.count
    switch form(node, path) {
    case .inline(let text):
      let inner = takeComments(before: node.range.upperBound)
      let isTrailing = inner.count == 1 && !hasCommentAfter(node.range.upperBound)
      if !isTrailing { writeComments(inner, column: above) }
      write(text.isEmpty ? head : head + " " + text, from: start, to: node.range.upperBound)
      if isTrailing { for comment in inner { addComment(comment) } }
    case .blockScalar(let scalar):
      writeComments(takeComments(before: node.range.lowerBound), column: above)
      writeBlockScalar(
        head: head + " ", node, scalar, entryColumn: layout.column(start), column: column + 2, from: start)
    case .mapping(let pairs):
      if isRow {
        let first = pairs.first?.key.range.lowerBound ?? node.range.lowerBound
        writeComments(takeComments(before: first), column: above)
      } else {
        write(head, from: start, to: done)
      }
      writeMapping(
        pairs, of: node, depth: depth + 1, column: column + 2, firstHead: isRow ? head + " " : nil, path: path
      )
    case .sequence(let items):
      if isRow {
        let first = node.isFlow ? items.first?.range.lowerBound : nil
        writeComments(takeComments(before: first ?? node.range.lowerBound), column: above)
      } else {
        write(head, from: start, to: done)
      }
      writeSequence(
        items, of: node, depth: depth + 1, column: column + 2, firstHead: isRow ? head + " " : nil, path: path
      )
    }
    done = max(done, node.range.upperBound)
  }

  private mutating func writeBlockScalar(
    head: String, _ node: YAMLNode, _ scalar: YAMLScalar, entryColumn: Int, column: Int, from start: Int
  ) {
    let block = scalars.block(node, scalar, entryColumn: entryColumn, column: column)
    write(head + block.header, from: start, to: node.range.upperBound)
    for comment in takeComments(before: node.range.upperBound) { addComment(comment) }
    for line in block.lines { lines.append(CanonicalLine(text: line, start: nil)) }
    if !block.lines.isEmpty { isOpen = false }
    done = node.range.upperBound
  }

  // MARK: Lines and comments

  private mutating func write(_ text: String, from start: Int, to end: Int) {
    lines.append(CanonicalLine(text: text, start: start))
    isOpen = true
    done = max(done, end)
  }

  private mutating func takeComments(before offset: Int) -> [Range<Int>] {
    var taken: [Range<Int>] = []
    while nextComment < document.comments.count, document.comments[nextComment].lowerBound < offset {
      taken.append(document.comments[nextComment])
      nextComment += 1
    }
    return taken
  }

  private func hasCommentAfter(_ offset: Int) -> Bool {
    guard nextComment < document.comments.count else { return false }
    return !layout.bytes[offset..<document.comments[nextComment].lowerBound].contains {
      $0 == 0x0A || $0 == 0x0D
    }
  }

  private mutating func writeComments(_ comments: [Range<Int>], column: Int) {
    for comment in comments { writeComment(comment, column: column) }
  }

  private mutating func writeComment(_ comment: Range<Int>, column: Int) {
    lines.append(
      CanonicalLine(
        text: String(repeating: " ", count: column) + commentText(comment), start: comment.lowerBound))
    isOpen = false
    done = max(done, comment.upperBound)
  }

  /// Two spaces, then the comment.
  private mutating func addComment(_ comment: Range<Int>) {
    lines[lines.count - 1].text += "  " + commentText(comment)
    isOpen = false
    done = max(done, comment.upperBound)
  }

  private func commentText(_ comment: Range<Int>) -> String {
    var range = comment
    while range.count > 1,
      layout.bytes[range.upperBound - 1] == 0x20 || layout.bytes[range.upperBound - 1] == 0x09
    {
      range = range.lowerBound..<range.upperBound - 1
    }
    return document.source.text(in: range)
  }

  /// Writes the comments and blank lines before an entry of the level `depth`, whose column in the source
  /// is `source`.
  private mutating func writeGap(upTo end: Int, depth: Int, source: Int, keepsBlank: Bool = true) {
    for comment in takeComments(before: end) {
      let isAlone = layout.isFirstOnLine(comment.lowerBound)
      if !isAlone, isOpen {
        addComment(comment)
        continue
      }
      if isAlone { writeBlank(upTo: comment.lowerBound) }
      let column = levels.indices.contains(depth) ? levels[depth].column : 0
      let own = isAlone ? layout.column(comment.lowerBound) : 0
      let deeper = levels.dropFirst(depth + 1).last { $0.source <= own }
      writeComment(comment, column: own > source ? deeper?.column ?? column : column)
    }
    if keepsBlank { writeBlank(upTo: end) }
    if levels.count > depth + 1 { levels.removeSubrange((depth + 1)...) }
  }

  /// One blank line, if there is any between what was written last and `end`; none at the top.
  private mutating func writeBlank(upTo end: Int) {
    guard !lines.isEmpty, done < end else { return }
    var isBlank = false
    for byte in layout.bytes[done..<end] {
      if byte == 0x0A {
        if isBlank {
          lines.append(CanonicalLine(text: "", start: nil))
          isOpen = false
          return
        }
        isBlank = true
      } else if byte != 0x20, byte != 0x09, byte != 0x0D {
        isBlank = false
      }
    }
  }
}
