import TilawaBase

/// The rows that several versions of a file have in common, found in one walk through all of them.
///
/// The walk leans on rows being in the order of time: where the versions differ it goes on in the one that lags
/// behind. In a file of another order it finds fewer rows, but none that isn't common.
struct CommonRows {
  /// A row whose line is the same in all versions.
  struct Row {
    /// Its line in the first version.
    let line: ByteRange
    let start: Milliseconds
    let end: Milliseconds
    /// The index in `gaps` of the gap before it; nil if there is none.
    let gap: Int?
  }

  /// Lines between two common rows: what the versions don't share, comments and empty lines.
  struct Gap {
    /// The number of bytes by which the row after it lies further behind in each version than in the first.
    var shifts: [Int] = []
    /// The stretch of all rows in it, and the start of the last.
    var start = Milliseconds(.max)
    var lastStart = Milliseconds(.min)
    var end = Milliseconds(.min)

    mutating func add(_ rowStart: Milliseconds, _ rowEnd: Milliseconds) {
      start = min(start, rowStart)
      lastStart = max(lastStart, rowStart)
      end = max(end, rowEnd, rowStart)
    }

    mutating func add(_ other: Gap) {
      start = min(start, other.start)
      lastStart = max(lastStart, other.lastStart)
      end = max(end, other.end)
    }
  }

  private(set) var rows: [Row] = []
  /// In the order of the file; the first lies before the first row, and some may hold nothing.
  private(set) var gaps: [Gap] = [Gap()]
  /// True if the last of the gaps is still open: no row follows it.
  private(set) var endsInGap = true
  /// The number of rows in the first version.
  private(set) var count = 0

  private let versions: [[UInt8]]
  private let lines: [RowLines]
  private var offsets: [Int]
  private var columns: [Int?]

  /// Nil when a version has anything but rows on lines of their own behind its other keys.
  init?(of versions: [[UInt8]], _ kind: FileKind) {
    self.versions = versions
    // What all have is looked at in the first, and all else is read once more.
    lines = versions.enumerated().compactMap {
      RowLines(of: kind, in: $0.element, checkingComments: $0.offset == 0)
    }
    offsets = versions.compactMap { Self.firstRow($0, kind) }
    columns = versions.map { _ in nil }
    rows.reserveCapacity((versions.first?.count ?? 0) / 48)
    guard lines.count == versions.count, offsets.count == versions.count, walk() else { return nil }
  }

  /// Returns the start of the line of the first row; nil unless the line above is the key of the rows.
  private static func firstRow(_ bytes: [UInt8], _ kind: FileKind) -> Int? {
    guard let key = kind.rowsKey else { return nil }
    var offset = 0
    var isBehindKey = false
    while offset < bytes.count {
      let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
      let line = bytes[offset..<end]
      let content = line.drop { $0 == 0x20 }
      if content.first == UInt8(ascii: "-") { return isBehindKey ? offset : nil }
      if let first = content.first, first != UInt8(ascii: "#") {
        isBehindKey = line.elementsEqual("\(key):".utf8)
      }
      offset = end + 1
    }
    return nil
  }

  // MARK: Walking

  /// Goes through all versions; false when one has a line that is neither a row nor empty.
  private mutating func walk() -> Bool {
    var common = commonLength()
    while let lag = versions.indices.first(where: { offsets[$0] < versions[$0].count }) {
      var next = offsets[lag]
      guard let line = lines[lag].next(&next) else { return false }
      let length = next - offsets[lag]
      if lag == 0, length <= common {
        guard take(line, length) else { return false }
        common -= length
        continue
      }
      guard skip() else { return false }
      common = commonLength()
    }
    return true
  }

  /// Takes a line that all versions have.
  private mutating func take(_ line: RowLines.Line, _ length: Int) -> Bool {
    if case .row(let column, let start, let end) = line {
      for index in columns.indices where !isIn(column, index) { return false }
      let first = offsets[0]
      if endsInGap { gaps[gaps.count - 1].shifts = offsets.map { $0 - first } }
      rows.append(
        Row(
          line: ByteRange(first..<first + length), start: start, end: end,
          gap: endsInGap ? gaps.count - 1 : nil))
      endsInGap = false
      count += 1
    } else {
      openGap()
    }
    for index in offsets.indices { offsets[index] += length }
    return true
  }

  /// Goes past the next line of the versions that lag behind.
  private mutating func skip() -> Bool {
    var nexts = offsets
    var starts = [Milliseconds?](repeating: nil, count: offsets.count)
    var ends = [Milliseconds](repeating: .zero, count: offsets.count)
    for index in offsets.indices where offsets[index] < versions[index].count {
      switch lines[index].next(&nexts[index]) {
      case .row(let column, let start, let end)?:
        guard isIn(column, index) else { return false }
        (starts[index], ends[index]) = (start, end)
      case .empty?:
        openGap()
        offsets[index] = nexts[index]
        return true
      case nil: return false
      }
    }
    guard let earliest = starts.compactMap({ $0 }).min() else { return false }
    openGap()
    for index in offsets.indices where starts[index] == earliest {
      gaps[gaps.count - 1].add(earliest, ends[index])
      offsets[index] = nexts[index]
      if index == 0 { count += 1 }
    }
    return true
  }

  private mutating func openGap() {
    if !endsInGap { gaps.append(Gap()) }
    endsInGap = true
  }

  private mutating func isIn(_ column: Int, _ version: Int) -> Bool {
    if columns[version] == nil { columns[version] = column }
    return columns[version] == column
  }

  /// Returns the number of bytes that all versions share from the current place of the walk.
  private func commonLength() -> Int {
    let limit = zip(versions, offsets).map { $0.count - $1 }.min() ?? 0
    let others = versions.indices.dropFirst()
    return versions[0].withUnsafeBytes { first in
      var length = limit
      var known = 0
      // Block by block, so that a version that is like the first for long costs nothing when another isn't.
      while known < length {
        let end = min(known + 4096, length)
        for index in others {
          length = min(
            length,
            versions[index].withUnsafeBytes { other in
              var at = known
              while at + 8 <= end,
                first.loadUnaligned(fromByteOffset: offsets[0] + at, as: UInt64.self)
                  == other.loadUnaligned(fromByteOffset: offsets[index] + at, as: UInt64.self)
              { at += 8 }
              while at < end, first[offsets[0] + at] == other[offsets[index] + at] { at += 1 }
              return at < end ? at : length
            })
        }
        known = min(end, length)
      }
      return length
    }
  }
}
