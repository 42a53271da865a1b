import Diagnostics

extension EditComposer {
  /// The whole lines of each entry: from its first comment above to the end of its last line. An entry that doesn't
  /// begin its line, such as `a: 1` in `- a: 1`, begins where it stands.
  private func extents(_ collection: ChangedCollection, _ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.enumerated().map { index, range in
      let tail = layout.nextLine(range.upperBound)
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
    func flush(_ composer: inout EditComposer, before next: Int?) {
      guard !pending.isEmpty else { return }
      let offset = last.map { extents[$0].upperBound } ?? extents[next ?? 0].lowerBound
      composer.insertLines(String(pending.dropLast(1)), at: offset)
      pending = ""
    }
    for entry in collection.entries {
      switch entry {
      case .kept(let index) where staying.contains(index) && last ?? -1 < index:
        flush(&self, before: index)
        last = index
      case .kept(let index):
        pending += closed(text(of: extents[index], with: taken[index]))
      case .new(let key, let value):
        pending += indentation(column) + entryText(key, value, column) + layout.lineEnd
      }
    }
    flush(&self, before: nil)
    for index in extents.indices where !staying.contains(index) {
      edits.append(TextEdit(extents[index], ""))
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

  /// For a collection that begins behind a dash and gets another first entry: written anew from its old entries' text.
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
    let end = layout.lineContentEnd(collection.node.range.upperBound)
    var text = lines.utf8.dropFirst(column)
    while let last = text.last, last == 0x0A || last == 0x0D { text = text.dropLast() }
    edits.append(TextEdit(extents[0].lowerBound..<end, String(Substring(text))))
  }
}
