import TilawaBase

/// Turns changes of nodes into edits of the text, from the innermost node outwards.
struct EditComposer {
  let layout: TextLayout
  let writer: ValueWriter
  var edits: [TextEdit] = []
  /// For each edit, where the outermost node begins that it was made for.
  private var owners: [Int] = []
  /// The first edit made inside the node at hand. Nodes come after what lies in them and from left to
  /// right, so all such edits are at the end of the list.
  private var firstInside = 0

  init(_ layout: TextLayout) {
    self.layout = layout
    writer = ValueWriter(lineEnd: layout.lineEnd)
  }

  var bytes: [UInt8] { layout.bytes }

  /// Makes the edits for the node on `range`, after those for all nodes that end before it or lie in it.
  mutating func make(for range: Range<Int>, _ body: (inout EditComposer) -> Void) {
    firstInside = owners.count
    while firstInside > 0, owners[firstInside - 1] >= range.lowerBound { firstInside -= 1 }
    owners.removeSubrange(firstInside...)
    body(&self)
    owners += repeatElement(range.lowerBound, count: edits.count - firstInside)
  }

  // MARK: Replacing a node

  mutating func replace(_ range: Range<Int>, with value: YAMLValue) {
    guard let place = Surroundings(of: range, in: layout) else { return }
    let node = place.node
    let isBlockNode = node.scalar == nil && !node.isFlow
    dropEdits(in: range.lowerBound..<(isBlockNode ? layout.nextLine(range.upperBound) : range.upperBound))
    let standsOnOwnLines = isBlockNode && layout.isFirstOnLine(range.lowerBound)
    if value.isBlock, !place.isInFlow, !place.isKey {
      replaceByBlock(place, value, standsOnOwnLines: standsOnOwnLines)
      return
    }
    let text = place.isKey ? key(value) : writer.inline(value, inFlow: place.isInFlow)
    let end = layout.tokenEnd(before: range.lowerBound)
    if standsOnOwnLines, end > layout.start {
      edits.append(TextEdit(end..<end, " " + text))
      removeLines(of: node)
    } else if range.isEmpty {
      guard !text.isEmpty else { return }
      straightenKey(place)
      edits.append(TextEdit(range, (place.keyEnd == range.lowerBound ? ": " : " ") + text))
    } else {
      edits.append(TextEdit(range, text))
    }
  }

  /// A key without a colon may run over several lines between braces; one that has a colon stands on one.
  private mutating func straightenKey(_ place: Surroundings) {
    guard let key = place.key, place.keyEnd == place.node.range.lowerBound, let text = key.scalar?.value,
      layout.nextLine(key.range.lowerBound) < key.range.upperBound
    else { return }
    edits.append(TextEdit(key.range, writer.key(text)))
  }

  private func key(_ value: YAMLValue) -> String {
    if case .text(let text) = value { return writer.key(text) }
    return writer.inline(value, inFlow: true)
  }

  private mutating func replaceByBlock(_ place: Surroundings, _ value: YAMLValue, standsOnOwnLines: Bool) {
    let range = place.node.range
    guard place.isMappingValue, !standsOnOwnLines else {
      // A row, the root, or lines that are replaced by lines.
      let column = range.isEmpty ? place.column + 2 : layout.column(range.lowerBound)
      let text = writer.block(value, column: column)
      edits.append(TextEdit(range, range.isEmpty && range.lowerBound > layout.start ? " " + text : text))
      return
    }
    if place.keyEnd == range.lowerBound { edits.append(TextEdit(range, ":")) }
    if layout.isFirstOnLine(range.lowerBound), !range.isEmpty {
      edits.append(TextEdit(layout.lineStart(range.lowerBound)..<layout.nextLine(range.upperBound), ""))
    } else {
      var start = range.lowerBound
      while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
      if start < range.upperBound { edits.append(TextEdit(start..<range.upperBound, "")) }
    }
    let column = place.column + 2
    insertLines(
      indentation(column) + writer.block(value, column: column), at: layout.nextLine(range.upperBound))
  }

  private mutating func removeLines(of node: YAMLNode) {
    let comments = node.mapping?.first?.value.comments ?? node.sequence?.first?.comments
    let start = comments?.above.first?.lowerBound ?? node.range.lowerBound
    edits.append(TextEdit(layout.lineStart(start)..<layout.nextLine(node.range.upperBound), ""))
  }

  // MARK: Changing a collection

  mutating func change(_ collection: ChangedCollection) {
    let ranges = collection.ranges(bytes)
    guard !ranges.isEmpty else {
      fill(collection)
      return
    }
    if collection.node.isFlow {
      changeFlow(collection, ranges)
    } else if collection.entries.isEmpty {
      emptyBlock(collection, ranges)
    } else {
      changeBlock(collection, ranges)
    }
  }

  /// Gives its first entries to an empty collection, or to a value that isn't there yet.
  private mutating func fill(_ collection: ChangedCollection) {
    let node = collection.node
    guard !collection.entries.isEmpty else { return }
    let value = collection.value
    guard node.isFlow, !node.range.isEmpty else {
      replace(node.range, with: value)
      return
    }
    if !layout.comments(in: node.range).isEmpty {
      let place = node.range.lowerBound + 1
      edits.append(TextEdit(place..<place, writer.inline(value, inFlow: true).dropBrackets))
    } else if case .rows(let items) = value, items.contains(where: \.isCollection) {
      replace(node.range, with: value)
    } else {
      edits.append(TextEdit(node.range, writer.inline(value, inFlow: true)))
    }
  }

  // MARK: Help for all

  func indentation(_ column: Int) -> String { String(repeating: " ", count: max(0, column)) }

  /// Inserts whole lines (without the last line's end) where a line begins or the text ends.
  mutating func insertLines(_ lines: String, at offset: Int) {
    let isOpenEnd =
      offset == bytes.count && offset > layout.start && bytes[offset - 1] != 0x0A
      && bytes[offset - 1] != 0x0D
    if isOpenEnd { closeLastBlockScalar() }
    edits.append(TextEdit(offset..<offset, isOpenEnd ? layout.lineEnd + lines : lines + layout.lineEnd))
  }

  /// A block scalar that ends the text without a line end would gain one when something follows.
  private mutating func closeLastBlockScalar() {
    guard let edit = layout.closingOfLastBlockScalar, !edits.contains(edit) else { return }
    edits.append(edit)
  }

  private mutating func dropEdits(in range: Range<Int>) {
    // A slice would share the whole list, and make the next line copy it.
    let inside = Array(edits[firstInside...])
    edits.removeSubrange(firstInside...)
    edits += inside.filter {
      $0.range.lowerBound < range.lowerBound || $0.range.upperBound > range.upperBound
    }
  }

  /// Takes the edits that lie within each of the ascending `ranges` out of the list.
  ///
  /// An insertion between two ranges belongs to the one that ends there: lines are added at the end of what
  /// they belong to.
  mutating func takeEdits(within ranges: [Range<Int>]) -> [[TextEdit]] {
    var taken = [[TextEdit]](repeating: [], count: ranges.count)
    var others: [TextEdit] = []
    for edit in edits[firstInside...] {
      var low = -1
      var high = ranges.count
      while high - low > 1 {
        let middle = (low + high) / 2
        let isBefore =
          edit.range.isEmpty && middle > 0
          ? ranges[middle].lowerBound < edit.range.lowerBound
          : ranges[middle].lowerBound <= edit.range.lowerBound
        if isBefore { low = middle } else { high = middle }
      }
      if low >= 0, edit.range.upperBound <= ranges[low].upperBound {
        taken[low].append(edit)
      } else {
        others.append(edit)
      }
    }
    edits.removeSubrange(firstInside...)
    edits += others
    return taken
  }

  /// The text of `range` after `edits`, all of which lie in it.
  func text(of range: Range<Int>, with edits: [TextEdit]) -> String {
    let moved = edits.map {
      TextEdit(
        $0.range.lowerBound - range.lowerBound..<$0.range.upperBound - range.lowerBound, $0.replacement)
    }
    let slice = Array(bytes[range])
    return String(decoding: moved.applied(to: slice) ?? slice, as: UTF8.self)
  }
}

extension ChangedCollection {
  /// The new value of an empty collection.
  fileprivate var value: YAMLValue {
    var pairs: [(key: String, value: YAMLValue)] = []
    var items: [YAMLValue] = []
    for case .new(let key, let value) in entries {
      if let key { pairs.append((key, value)) } else { items.append(value) }
    }
    return isMapping ? .block(pairs) : .rows(items)
  }
}

extension YAMLValue {
  fileprivate var isCollection: Bool {
    switch self {
    case .plain, .text, .quoted: false
    case .flow, .flowList, .block, .rows: true
    }
  }
}

extension String {
  fileprivate var dropBrackets: String {
    Substring(utf8.dropFirst().dropLast()).trimmed(of: " ")
  }
}
