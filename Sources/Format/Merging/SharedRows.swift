import TilawaBase

/// Several versions of a file without the rows that they have in common and that lie too far from all differences to
/// matter for them.
///
/// A row is left out when its line is the same in all versions, the row before it is the same, too, and nothing that
/// differs lies in its time. So it can only be paired with itself, overlaps nothing new, and shares no boundary that
/// moves: comparing or merging the short versions is comparing or merging the long ones. The first row behind each
/// difference stays, for the comments above it and to keep the differences apart.
struct SharedRows {
  /// Rows that a version was shortened by.
  struct Cut {
    /// The place in the short version from which they were cut.
    let place: Int
    /// Their place in the long version.
    let hidden: Range<Int>
  }

  /// The short versions.
  let versions: [SourceText]
  /// For each version what it was shortened by, in the order of the file.
  let cuts: [[Cut]]

  /// Nil if the versions share little, or aren't plain enough to be compared this way.
  init?(of versions: [SourceText], _ kind: DocumentKind) {
    guard let kind = kind.ofBundle, let common = CommonRows(of: versions.map(\.bytes), kind) else {
      return nil
    }
    let hidden = Self.rowsApart(in: common)
    // With fewer all rows might have moved together, and these are the ones that tell.
    guard hidden.reduce(0, { $0 + $1.count }) * 10 > common.count * 3 else { return nil }
    self.cuts = versions.indices.map { index in
      var removed = 0
      return hidden.map { rows in
        let shift = common.gaps[rows.gap].shifts[index]
        let range = rows.lines.lowerBound + shift..<rows.lines.upperBound + shift
        defer { removed += range.count }
        return Cut(place: range.lowerBound - removed, hidden: range)
      }
    }
    self.versions = zip(versions, cuts).map { source, cuts in
      var bytes: [UInt8] = []
      var from = 0
      for cut in cuts {
        bytes += source.bytes[from..<cut.hidden.lowerBound]
        from = cut.hidden.upperBound
      }
      return SourceText(path: source.path, bytes: bytes + source.bytes[from...])
    }
  }

  /// Rows one behind the other, and the gap that they follow.
  private struct Stretch {
    var lines: Range<Int>
    var count: Int
    let gap: Int
  }

  /// Returns the stretches of common rows that the merge doesn't need.
  private static func rowsApart(in common: CommonRows) -> [Stretch] {
    // Common rows that lie clear of the gaps between them, and how far all up to each reach. A row that isn't clear
    // becomes part of the gap.
    var clear: [(row: Int, reach: Milliseconds)] = []
    clear.reserveCapacity(common.rows.count)
    /// The gaps that are left, and the rows behind them.
    var gaps: [(row: Int, gap: CommonRows.Gap)] = []
    var gap: CommonRows.Gap?
    func widen(by other: CommonRows.Gap) {
      if gap == nil { gap = other } else { gap?.add(other) }
    }
    func widen(by row: CommonRows.Row) {
      if gap == nil { gap = CommonRows.Gap() }
      gap?.add(row.start, row.end)
    }
    func pushBack() {
      while let now = gap, let last = clear.popLast() {
        guard now.start < last.reach || now.start <= common.rows[last.row].start else {
          return clear.append(last)
        }
        widen(by: common.rows[last.row])
        if let before = gaps.last, before.row == last.row {
          widen(by: before.gap)
          gaps.removeLast()
        }
      }
    }
    for (index, row) in common.rows.enumerated() {
      if let before = row.gap {
        widen(by: common.gaps[before])
        pushBack()
      }
      let isRising = clear.last.map { common.rows[$0.row].start < row.start } ?? true
      let isBehind = gap.map { $0.end <= row.start && $0.lastStart < row.start } ?? true
      guard row.start <= row.end, isRising, isBehind else {
        widen(by: row)
        pushBack()
        continue
      }
      clear.append((index, max(clear.last?.reach ?? row.end, row.end)))
      if let before = gap { gaps.append((index, before)) }
      gap = nil
    }
    if common.endsInGap, let last = common.gaps.last { widen(by: last) }
    pushBack()
    let behindGaps = Set(gaps.map(\.row))
    return stretches(of: clear.lazy.map(\.row).filter { !behindGaps.contains($0) }, in: common)
  }

  private static func stretches(of rows: some Sequence<Int>, in common: CommonRows) -> [Stretch] {
    var stretches: [Stretch] = []
    var gap = 0
    var seen = 0
    for index in rows {
      let line = common.rows[index].line.range
      while seen <= index {
        gap = common.rows[seen].gap ?? gap
        seen += 1
      }
      if let last = stretches.last, last.gap == gap, last.lines.upperBound == line.lowerBound {
        stretches[stretches.count - 1].lines = last.lines.lowerBound..<line.upperBound
        stretches[stretches.count - 1].count += 1
      } else {
        stretches.append(Stretch(lines: line, count: 1, gap: gap))
      }
    }
    return stretches
  }

  /// Returns the place in the long version of a range of the short version `index`.
  func long(_ range: Range<Int>, in index: Int) -> Range<Int> {
    let before = cuts[index].prefix { $0.place <= range.lowerBound }
    let shift = before.reduce(0) { $0 + $1.hidden.count }
    return range.lowerBound + shift..<range.upperBound + shift
  }
}
