import TilawaBase

extension EditComposer {
  /// Removes, moves and inserts entries between braces or brackets.
  mutating func changeFlow(_ collection: ChangedCollection, _ ranges: [Range<Int>]) {
    let range = collection.node.range
    let taken = takeEdits(within: ranges)
    let staying = collection.staying
    for index in ranges.indices where staying.contains(index) { edits += taken[index] }
    let isBare = collection.isMapping && bytes[range.lowerBound] != UInt8(ascii: "{")
    if isBare, !collection.entries.isEmpty {
      edits.append(TextEdit(range.lowerBound..<range.lowerBound, "{ "))
    }
    if collection.entries.isEmpty {
      emptyFlow(collection, ranges, isBare: isBare)
    } else if let lines = lineExtents(collection, ranges) {
      changeFlowLines(collection, ranges, lines, taken)
    } else {
      changeFlowInline(collection, ranges, taken)
    }
    if isBare, !collection.entries.isEmpty {
      edits.append(TextEdit(range.upperBound..<range.upperBound, " }"))
    }
  }

  private mutating func emptyFlow(
    _ collection: ChangedCollection, _ ranges: [Range<Int>], isBare: Bool
  ) {
    let range = collection.node.range
    if isBare {
      edits.append(TextEdit(range, "{}"))
    } else if layout.comments(in: range).isEmpty {
      edits.append(TextEdit(range.lowerBound + 1..<range.upperBound - 1, ""))
    } else {
      for index in ranges.indices {
        edits.append(TextEdit(ranges[index], ""))
        removeComma(after: index, ranges, range.upperBound)
      }
    }
  }

  private mutating func removeComma(after index: Int, _ ranges: [Range<Int>], _ end: Int) {
    let next = index + 1 < ranges.count ? ranges[index + 1].lowerBound : end
    guard let comma = layout.comma(in: ranges[index].upperBound..<next) else { return }
    edits.append(TextEdit(comma..<comma + 1, ""))
  }

  private func text(_ entry: ChangedCollection.Entry, _ ranges: [Range<Int>], _ taken: [[TextEdit]]) -> String
  {
    switch entry {
    case .kept(let index):
      text(of: ranges[index], with: taken[index]) + spaceAfterColon(ranges[index].upperBound)
    case .new(let key?, let value): writer.pair(key, value, inFlow: true)
    case .new(nil, let value): writer.inline(value, inFlow: true)
    }
  }

  /// Returns a space if a key without a value ends at `offset`, to separate it from the comma or bracket
  /// behind it. libyaml rejects `key:,`.
  private func spaceAfterColon(_ offset: Int) -> String {
    offset > 0 && bytes[offset - 1] == UInt8(ascii: ":") ? " " : ""
  }

  // MARK: One entry a line

  /// The lines of each entry, when each has lines of its own and the closing bracket, too.
  private func lineExtents(_ collection: ChangedCollection, _ ranges: [Range<Int>]) -> [Range<Int>]? {
    let end = collection.node.range.upperBound - 1
    guard ranges.allSatisfy({ layout.isFirstOnLine($0.lowerBound) }), layout.isFirstOnLine(end) else {
      return nil
    }
    return ranges.indices.map { index in
      let next = index + 1 < ranges.count ? ranges[index + 1].lowerBound : end
      let comma = layout.comma(in: ranges[index].upperBound..<next)
      let head = collection.comments(index).above.first?.lowerBound ?? ranges[index].lowerBound
      return layout.lineStart(head)..<layout.nextLine(comma ?? ranges[index].upperBound)
    }
  }

  private mutating func changeFlowLines(
    _ collection: ChangedCollection, _ ranges: [Range<Int>], _ extents: [Range<Int>], _ taken: [[TextEdit]]
  ) {
    let end = collection.node.range.upperBound - 1
    let column = layout.column(ranges[0].lowerBound)
    let endsWithComma = layout.comma(in: ranges[ranges.count - 1].upperBound..<end) != nil
    let staying = collection.staying
    var pending = ""
    var last: Int?
    func flush(_ composer: inout EditComposer, before next: Int?) {
      guard !pending.isEmpty else { return }
      let offset = last.map { extents[$0].upperBound } ?? extents[next ?? 0].lowerBound
      composer.edits.append(TextEdit(offset..<offset, pending))
      pending = ""
    }
    for (position, entry) in collection.entries.enumerated() {
      let isLast = position == collection.entries.count - 1
      switch entry {
      case .kept(let index):
        let needsComma = !isLast && index == ranges.count - 1 && !endsWithComma
        let place = ranges[index].upperBound
        let comma = TextEdit(place..<place, spaceAfterColon(place) + ",")
        if staying.contains(index), last ?? -1 < index {
          flush(&self, before: index)
          last = index
          if needsComma { edits.append(comma) }
        } else {
          pending += text(of: extents[index], with: taken[index] + (needsComma ? [comma] : []))
        }
      case .new:
        pending +=
          indentation(column) + text(entry, ranges, taken) + (isLast && !endsWithComma ? "" : ",")
          + layout.lineEnd
      }
    }
    flush(&self, before: nil)
    for index in extents.indices where !staying.contains(index) {
      edits.append(TextEdit(extents[index], ""))
    }
  }

  // MARK: Several entries a line

  private mutating func changeFlowInline(
    _ collection: ChangedCollection, _ ranges: [Range<Int>], _ taken: [[TextEdit]]
  ) {
    let staying = collection.staying
    var last: Int?
    var pending: [String] = []
    for entry in collection.entries {
      if case .kept(let index) = entry, staying.contains(index), last ?? -1 < index {
        if last == nil, !pending.isEmpty {
          let place = ranges[index].lowerBound
          edits.append(TextEdit(place..<place, pending.joined(separator: ", ") + ", "))
        } else if let last, !pending.isEmpty {
          insert(pending, after: ranges[last].upperBound)
        }
        pending = []
        last = index
      } else {
        pending.append(text(entry, ranges, taken))
      }
    }
    if let last {
      if !pending.isEmpty { insert(pending, after: ranges[last].upperBound) }
    } else {
      // Nothing stays: the first entry's place takes all that is new.
      edits.append(TextEdit(ranges[0], pending.joined(separator: ", ")))
    }
    let first = staying.min() ?? 0
    for index in ranges.indices where !staying.contains(index) && (last != nil || index > 0) {
      remove(index, ranges, hasBefore: index > first)
    }
  }

  private mutating func insert(_ texts: [String], after offset: Int) {
    edits.append(TextEdit(offset..<offset, spaceAfterColon(offset) + texts.map { ", " + $0 }.joined()))
  }

  private mutating func remove(_ index: Int, _ ranges: [Range<Int>], hasBefore: Bool) {
    let gap =
      hasBefore
      ? ranges[index - 1].upperBound..<ranges[index].lowerBound
      : ranges[index].upperBound..<ranges[index + 1].lowerBound
    if layout.comments(in: gap).isEmpty {
      edits.append(
        TextEdit(
          hasBefore ? gap.lowerBound..<ranges[index].upperBound : ranges[index].lowerBound..<gap.upperBound,
          hasBefore ? spaceAfterColon(gap.lowerBound) : ""))
      return
    }
    edits.append(TextEdit(ranges[index], ""))
    if let comma = layout.comma(in: gap) { edits.append(TextEdit(comma..<comma + 1, "")) }
  }
}
