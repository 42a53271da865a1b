import TilawaBase

extension YAMLNode {
  /// Gives each of the document's comments, which are in order, to the entry it belongs to.
  mutating func attach(_ comments: [Range<Int>], of bytes: [UInt8]) {
    let attachment = CommentAttachment(bytes: bytes)
    attachment.attach(attachment.blocks(of: comments)[...], to: &self)
  }
}

/// The assignment of comments to entries, which are rows of a sequence or pairs of a mapping.
private struct CommentAttachment {
  let bytes: [UInt8]

  /// Comments that stay together: one behind an entry, or those on lines of their own, one below the other.
  struct Block {
    var comments: [Range<Int>]
    let standsAlone: Bool
    let columns: [Int]
    /// For lines of their own: the first token of the line below, if it follows at once.
    let below: Int?
    var start: Int { comments[0].lowerBound }
  }

  func blocks(of comments: [Range<Int>]) -> [Block] {
    var blocks: [Block] = []
    var index = 0
    while index < comments.count {
      let first = comments[index]
      guard let column = column(ofFirstOnLine: first.lowerBound) else {
        blocks.append(Block(comments: [first], standsAlone: false, columns: [0], below: nil))
        index += 1
        continue
      }
      var columns = [column]
      var last = index
      while last + 1 < comments.count,
        firstOnNextLine(after: comments[last].upperBound)
          == comments[last + 1].lowerBound
      {
        last += 1
        columns.append(self.column(ofFirstOnLine: comments[last].lowerBound) ?? 0)
      }
      blocks.append(
        Block(
          comments: Array(comments[index...last]), standsAlone: true, columns: columns,
          below: firstOnNextLine(after: comments[last].upperBound)))
      index = last + 1
    }
    return blocks
  }

  /// Its column when only blanks stand before it.
  func column(ofFirstOnLine offset: Int) -> Int? {
    var index = offset
    while index > 0, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 { index -= 1 }
    let isMark = index == 3 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    guard index == 0 || isMark || isLineEnd(bytes[index - 1]) else { return nil }
    return offset - index
  }

  /// The first byte that isn't blank on the line after the one that ends at `end`; nil when that line is
  /// blank.
  private func firstOnNextLine(after end: Int) -> Int? {
    var index = end
    if index < bytes.count, bytes[index] == 0x0D { index += 1 }
    if index < bytes.count, bytes[index] == 0x0A { index += 1 }
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index < bytes.count && !isLineEnd(bytes[index]) ? index : nil
  }

  func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Each block goes to the innermost entry that it can belong to.
  func attach(_ blocks: ArraySlice<Block>, to node: inout YAMLNode) {
    guard !blocks.isEmpty else { return }
    let isFlow = node.isFlow
    switch node.content {
    case .scalar:
      return
    case .mapping(var pairs):
      node.content = .mapping([])
      distribute(blocks, over: pairs.count, isFlow: isFlow) { index in
        pairs[index].key.range.lowerBound
      } attach: { index, body in
        var value = pairs[index].value
        pairs[index].value = YAMLNode(.sequence([]), range: 0..<0)
        body(&value)
        pairs[index].value = value
      }
      node.content = .mapping(pairs)
    case .sequence(var items):
      node.content = .sequence([])
      let starts = isFlow ? items.map(\.range.lowerBound) : BlockRows.starts(of: items, node.range, bytes)
      distribute(blocks, over: items.count, isFlow: isFlow) { index in
        starts[index]
      } attach: { index, body in
        var item = items[index]
        items[index] = YAMLNode(.sequence([]), range: 0..<0)
        body(&item)
        items[index] = item
      }
      node.content = .sequence(items)
    }
  }

  private func distribute(
    _ blocks: ArraySlice<Block>, over count: Int, isFlow: Bool, start: (Int) -> Int,
    attach give: (Int, (inout YAMLNode) -> Void) -> Void
  ) {
    guard count > 0 else { return }
    var rest = blocks
    while let block = rest.first {
      // The last entry that begins before the block, and the one behind it.
      var low = -1
      var high = count
      while high - low > 1 {
        let middle = (low + high) / 2
        if start(middle) < block.start { low = middle } else { high = middle }
      }
      if block.standsAlone, high < count, start(high) == block.below {
        let above = self.above(block, column(ofFirstOnLine: start(high)) ?? 0)
        give(high) { $0.comments.above = above }
        rest = rest.dropFirst()
        continue
      }
      guard low >= 0 else {
        rest = rest.dropFirst()
        continue
      }
      // All that lie between the same two entries are looked at together.
      let limit = high < count ? start(high) : Int.max
      var same = rest.prefix { $0.start < limit }
      if high < count, let last = same.last, last.standsAlone, last.below == limit { same.removeLast() }
      rest = rest.dropFirst(same.count)
      give(low) { value in
        for block in same where !block.standsAlone && endsBefore(value, block.start) {
          value.comments.after = block.comments[0]
        }
        let inner = same.filter { !endsBefore(value, $0.start) || $0.standsAlone }
        attach(inner[...], to: &value)
      }
    }
  }

  /// Returns true if a comment at `offset` belongs to the node as a whole. It follows on the same line, and
  /// no entry inside the node is closer.
  private func endsBefore(_ node: YAMLNode, _ offset: Int) -> Bool {
    guard node.isFlow || node.scalar != nil else { return false }
    let end = node.range.upperBound
    return end <= offset && !bytes[end..<offset].contains(where: isLineEnd)
  }

  /// Those of the block that stand no further right than the entry below, from below upwards.
  private func above(_ block: Block, _ column: Int) -> [Range<Int>] {
    var first = block.comments.count
    while first > 0, block.columns[first - 1] <= column { first -= 1 }
    return Array(block.comments[first...])
  }
}
