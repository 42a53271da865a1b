import TilawaBase

extension EditComposer {
  /// The whole lines of each entry: from its first comment above to the end of its last line and of the
  /// comments below that are indented more. An entry that doesn't begin its line, such as `a: 1` in `- a:
  /// 1`, begins where it stands.
  private func extents(_ collection: ChangedCollection, _ ranges: [Range<Int>]) -> [Range<Int>] {
    let column = layout.column(ranges[0].lowerBound)
    return ranges.enumerated().map { index, range in
      let tail = layout.end(ofCommentsInside: column, from: layout.nextLine(range.upperBound))
      guard layout.isFirstOnLine(range.lowerBound) else { return range.lowerBound..<tail }
      let head = collection.comments(index).above.first?.lowerBound ?? range.lowerBound
      return layout.lineStart(min(head, range.lowerBound))..<tail
    }
  }

  /// Removes all entries; `[]` or `{}` stays.
  mutating func emptyBlock(_ collection: ChangedCollection, _ ranges: [Range<Int>]) {
    let range = collection.node.range
    let extents = extents(collection, ranges)
    _ = takeEdits(within: extents)
    let text = collection.isMapping ? "{}" : "[]"
    let end = layout.tokenEnd(before: range.lowerBound)
    guard layout.isFirstOnLine(range.lowerBound) else {
      edits.append(TextEdit(range, text))
      return
    }
    if end > layout.start {
      edits.append(TextEdit(end..<end, " " + text))
    } else {
      insertLines(text, at: extents[0].lowerBound)
    }
    edits += extents.map { TextEdit($0, "") }
  }

  /// Removes, moves and inserts entries by whole lines.
  mutating func changeBlock(_ collection: ChangedCollection, _ ranges: [Range<Int>]) {
    let extents = extents(collection, ranges)
    let column = layout.column(ranges[0].lowerBound)
    if !layout.isFirstOnLine(ranges[0].lowerBound) {
      guard case .kept(0) = collection.entries[0] else {
        rewriteBlock(collection, extents, column)
        return
      }
    }
    let staying = collection.staying
    var taken: [[TextEdit]] = []
    if staying.count < extents.count || collection.entries.count > staying.count {
      taken = takeEdits(within: extents)
      // What changes inside rows that stay is kept, and comes before what is inserted after them.
      for index in extents.indices where staying.contains(index) { edits += taken[index] }
    }
    var pending = ""
    var last: Int?
    // What stands before the place where entries are removed, and the ends of what is removed there.
    var before: Int?
    func flush(_ composer: inout EditComposer, before next: Int?) {
      guard !pending.isEmpty else { return }
      let offset = last.map { extents[$0].upperBound } ?? extents[next ?? 0].lowerBound
      composer.insertLines(pending.withoutLineEnd, at: offset)
      pending = ""
    }
    for entry in collection.entries {
      switch entry {
      case .kept(let index) where staying.contains(index) && last ?? -1 < index:
        flush(&self, before: index)
        if let before, let last { protect(before, from: last, to: index, collection, extents) }
        last = index
        before = index
      case .kept(let index):
        before = index
        pending += closed(text(of: extents[index], with: taken[index]))
      case .new(let key, let value):
        before = nil
        pending += indentation(column) + entryText(key, value, column) + layout.lineEnd
      }
    }
    flush(&self, before: nil)
    if let before, let last { protect(before, from: last, to: extents.count, collection, extents) }
    for index in extents.indices where !staying.contains(index) {
      edits.append(TextEdit(extents[index], ""))
    }
  }

  /// Keeps blank lines from becoming part of a block scalar at the end of entry `index`. They would follow it
  /// because the entries between `first` and `next` are removed, or because it is new there.
  private mutating func protect(
    _ index: Int, from first: Int, to next: Int, _ collection: ChangedCollection, _ extents: [Range<Int>]
  ) {
    guard index != first || next > first + 1, let scalar = collection.lastBlockScalar(of: index),
      layout.nextLine(scalar.range.upperBound) == extents[index].upperBound
    else { return }
    let keepsBlankLines =
      scalar.scalar?.value.ends(with: "\n\n") == true
      || bytes[scalar.range].prefix(3).contains(UInt8(ascii: "+"))
    for gap in first..<next {
      let lines = layout.blankLines(from: extents[gap].upperBound)
      for line in lines {
        let content = line.lowerBound..<layout.lineContentEnd(line.lowerBound)
        let edit = TextEdit(keepsBlankLines ? line : content, "")
        if !edit.range.isEmpty, !edits.contains(edit) { edits.append(edit) }
      }
      // A comment ends the scalar.
      let end = lines.last?.upperBound ?? extents[gap].upperBound
      if gap + 1 < next, gap + 1 < extents.count, end < extents[gap + 1].lowerBound { return }
    }
  }

  private func entryText(_ key: String?, _ value: YAMLValue, _ column: Int) -> String {
    key.map { writer.entry($0, value, column: column) } ?? writer.row(value, column: column)
  }

  /// Lines that end with a line end, even if they were the last of a text that doesn't.
  private func closed(_ lines: String) -> String {
    guard let last = lines.utf8.last, last != 0x0A, last != 0x0D else { return lines }
    return lines + layout.lineEnd
  }

  /// For a collection that begins behind a dash and gets another first entry: written anew from its old
  /// entries' text.
  private mutating func rewriteBlock(
    _ collection: ChangedCollection, _ extents: [Range<Int>], _ column: Int
  ) {
    // With what lies between the entries, so that no comment is lost.
    let pieces = extents.indices.map { index in
      extents[index]
        .lowerBound..<(index + 1 < extents.count ? extents[index + 1].lowerBound : extents[index].upperBound)
    }
    let taken = takeEdits(within: pieces)
    var lines = ""
    for entry in collection.entries {
      switch entry {
      case .kept(let index):
        lines += (index == 0 ? indentation(column) : "") + closed(text(of: pieces[index], with: taken[index]))
      case .new(let key, let value):
        lines += indentation(column) + entryText(key, value, column) + layout.lineEnd
      }
    }
    let range = extents[0].lowerBound..<extents[extents.count - 1].upperBound
    var text = Substring(lines.utf8.dropFirst(min(column, lines.utf8.prefix { $0 == 0x20 }.count)))
    if let last = bytes[range].last, last != 0x0A, last != 0x0D { text = text.withoutLineEnd[...] }
    edits.append(TextEdit(range, String(text)))
    if case .kept(let last) = collection.entries[collection.entries.count - 1], last < extents.count - 1 {
      protect(last, from: extents.count - 1, to: extents.count, collection, extents)
    }
  }
}

extension ChangedCollection {
  /// The block scalar that an entry ends with.
  fileprivate func lastBlockScalar(of index: Int) -> YAMLNode? {
    var next = node.mapping?[index].value ?? node.sequence?[index]
    while let current = next, current.scalar == nil, !current.isFlow {
      next = current.mapping?.last?.value ?? current.sequence?.last
    }
    guard let style = next?.scalar?.style, style == .literal || style == .folded else { return nil }
    return next
  }
}

extension StringProtocol where SubSequence == Substring {
  /// Without the LF or CR LF that it ends in.
  fileprivate var withoutLineEnd: String { String(before("\r\n") ?? before("\n") ?? self[...]) }
}
