import Diagnostics

/// Reads on after a fault of syntax: what can't be read is found entry by entry, and a stand-in takes its place.
///
/// An entry is a row or a key with all that is indented more. A line that is indented like an entry begins one, whatever
/// quote or bracket is open above it: YAML 1.2 allows nothing else there. So one that isn't closed takes only its own
/// entry along. Halves of the text are tried before quarters, which keeps the work in proportion to its length.
struct SyntaxRecovery {
  /// The text with `-` or `?` and blanks in the place of each entry that can't be read.
  private(set) var bytes: [UInt8]
  /// Where those entries stand, in order.
  private(set) var losses: [Range<Int>] = []
  private(set) var findings = CappedFindings()

  private let source: SourceText
  private let isASCII: Bool
  private let start: Int
  /// What the text as a whole stopped at, which says more than what a part of it stops at.
  private var first: (stop: TreeReader.Stop, place: Int)?
  private var told = 0
  /// How many bytes may still be read; each try costs some more than its length.
  private var budget: Int
  private static let costOfTry = 256
  /// How often the whole text is tried: more entries that don't fit take all that follows along.
  private static let mostAttempts = 16

  /// `bytes` are the source's, maybe with stand-ins, and reading them stopped at `stop`.
  init(of source: SourceText, _ bytes: [UInt8], isASCII: Bool, start: Int, stop: TreeReader.Stop?) {
    self.source = source
    self.bytes = bytes
    self.isASCII = isASCII
    self.start = start
    budget = 16 * bytes.count + 64_000_000
    first = stop.map { ($0, $0.diagnostic(in: source).place.range?.lowerBound ?? 0) }
    mend(start..<bytes.count, depth: 0)
    mendWhole()
    if let first, losses.isEmpty { tell(first.stop) }
    losses.sort { $0.lowerBound < $1.lowerBound }
  }

  private struct Entry {
    /// Whole lines, without the line end of the last.
    var range: Range<Int>
    let column: Int
  }

  // MARK: Trying

  private enum Trial {
    case readable
    /// With what stopped it, if anything did.
    case unreadable(TreeReader.Stop?)
  }

  private mutating func tries(_ range: Range<Int>, depth: Int) -> Trial {
    budget -= range.count + Self.costOfTry
    var reader = TreeReader(
      of: source, isASCII: isASCII, start: range.lowerBound, depth: depth, isTrial: true)
    bytes.withUnsafeBufferPointer { reader.read(UnsafeBufferPointer(rebasing: $0[..<range.upperBound])) }
    guard reader.isComplete, !reader.isSwallowing else { return .unreadable(reader.stop) }
    guard let root = reader.root, root.isFlow || root.scalar != nil else { return .readable }
    // A value without a key or dash.
    let place = root.range.lowerBound
    return .unreadable(
      .syntax(
        SyntaxFault(
          problem: "could not find expected ':'", context: "", at: place, from: place, openBracket: nil,
          in: source)))
  }

  private mutating func mend(_ range: Range<Int>, depth: Int) {
    mend(entries(in: range)[...], depth: depth)
  }

  private mutating func mend(_ entries: ArraySlice<Entry>, depth: Int) {
    guard let from = entries.first?.range.lowerBound, let to = entries.last?.range.upperBound else { return }
    guard budget > 0 else {
      let place = Place(source, from..<from)
      findings.add(
        Diagnostic(YAMLRules.syntax, "too much can't be read; reading goes on further down", at: place))
      replace(Entry(range: from..<to, column: entries.first?.column ?? 0))
      return
    }
    guard case .unreadable(let stop) = tries(from..<to, depth: depth) else { return }
    if entries.count > 1 {
      let middle = (entries.startIndex + entries.endIndex) / 2
      mend(entries[..<middle], depth: depth)
      mend(entries[middle...], depth: depth)
    } else if let entry = entries.first {
      mend(entry, stop, depth: depth)
    }
  }

  private mutating func mend(_ entry: Entry, _ stop: TreeReader.Stop?, depth: Int) {
    let head = lineEnd(entry.range.lowerBound)
    if depth < 3, head < entry.range.upperBound,
      case .readable = tries(entry.range.lowerBound..<head, depth: depth)
    {
      let count = losses.count
      mend(head + 1..<entry.range.upperBound, depth: depth + 1)
      if losses.count > count {
        guard case .unreadable = tries(entry.range, depth: depth) else { return }
        losses.removeSubrange(count...)
        return replace(entry)
      }
    }
    lose(entry, stop)
  }

  /// Entries that can each be read may not fit together.
  private mutating func mendWhole() {
    // Of lost ones that got a stand-in of the other kind.
    var turned: Set<Int> = []
    for attempt in 0..<Self.mostAttempts {
      var reader = TreeReader(of: source, isASCII: isASCII, start: start, isTrial: true)
      bytes.withUnsafeBufferPointer { reader.read($0) }
      guard !reader.isComplete, let stop = reader.stop else { return }
      let place = stop.diagnostic(in: source).place.range?.lowerBound ?? start
      let all = entries(in: start..<bytes.count)
      guard let index = all.lastIndex(where: { $0.range.lowerBound <= place }) ?? all.indices.first else {
        return
      }
      let isLost = losses.contains { $0.overlaps(all[index].range) }
      if attempt == Self.mostAttempts - 1 || isLost && turned.contains(all[index].range.lowerBound) {
        let range = all[index].range.lowerBound..<bytes.count
        losses.removeAll { $0.overlaps(range) }
        let rest = Entry(range: range, column: all.map(\.column).min() ?? 0)
        // What is lost has been told.
        if isLost { replace(rest) } else { lose(rest, stop) }
      } else if isLost {
        // A row among keys with the rows that follow, or a key among rows.
        var lost = all[index]
        let isRow = Self.isRow(bytes[lost.range])
        for next in all[(index + 1)...].prefix(while: { isRow && Self.isRow(bytes[$0.range]) }) {
          lost.range = lost.range.lowerBound..<next.range.upperBound
        }
        turned.insert(lost.range.lowerBound)
        losses.removeAll { $0.overlaps(lost.range) }
        losses.append(lost.range)
        putStandIn(for: lost, isRow: !isRow)
      } else {
        lose(all[index], stop)
      }
    }
  }

  // MARK: Losing

  private mutating func lose(_ entry: Entry, _ stop: TreeReader.Stop?) {
    // What a stand-in makes unreadable has been told, and what has no form of an entry belongs to the one above.
    let hasStandIn = entry.range.contains { bytes[$0] != source.bytes[$0] && bytes[$0] != 0x20 }
    let isNext = losses.last.map { (0...2).contains(entry.range.lowerBound - $0.upperBound) } ?? false
    let isRest = isNext && !looksLikeEntry(entry)
    if !hasStandIn, !isRest {
      if let first, entry.range.contains(first.place) {
        tell(first.stop)
      } else if let stop {
        tell(stop)
      }
    }
    replace(entry)
  }

  /// Whether its first line begins with a dash or may have a key.
  private func looksLikeEntry(_ entry: Entry) -> Bool {
    let line = bytes[entry.range.lowerBound..<min(lineEnd(entry.range.lowerBound), entry.range.upperBound)]
    if Self.isRow(line) { return true }
    let begins = line.first { $0 != 0x20 && $0 != 0x09 } ?? 0
    guard !",]}[{".utf8.contains(begins) else { return false }
    return zip(line, line.dropFirst() + [0x20]).contains { $0 == UInt8(ascii: ":") && $1 <= 0x20 }
  }

  private mutating func replace(_ entry: Entry) {
    putStandIn(for: entry, isRow: Self.isRow(bytes[entry.range]))
    losses.append(entry.range)
  }

  private mutating func putStandIn(for entry: Entry, isRow: Bool) {
    for index in entry.range where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
    let mark = min(entry.range.lowerBound + entry.column, entry.range.upperBound - 1)
    if bytes.indices.contains(mark) { bytes[mark] = UInt8(ascii: isRow ? "-" : "?") }
  }

  /// Which rule a stop breaks is only known when its finding is made, and making it costs.
  private mutating func tell(_ stop: TreeReader.Stop) {
    told += 1
    if told <= CappedFindings.limit {
      findings.add(stop.diagnostic(in: source))
    } else {
      findings.omit(YAMLRules.syntax)
    }
  }

  // MARK: Lines

  private func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  /// What stands in `range`, cut where lines are indented least. Blank lines and comments go with the entry above.
  private func entries(in range: Range<Int>) -> [Entry] {
    var lines: [(start: Int, end: Int, column: Int)] = []
    var least = Int.max
    var line = range.lowerBound
    while line < range.upperBound {
      let end = min(lineEnd(line), range.upperBound)
      let column = bytes[line..<end].prefix { $0 == 0x20 }.count
      let next = line + column < end ? bytes[line + column] : 0
      if next == 0x09 || next == 0 || next == UInt8(ascii: "#") || Self.isMarker(bytes[line..<end]) {
        lines.append((line, end, Int.max))
      } else {
        lines.append((line, end, column))
        least = min(least, column)
      }
      line = end + 1
    }
    guard least < Int.max else { return lines.isEmpty ? [] : [Entry(range: range, column: 0)] }
    var entries: [Entry] = []
    for line in lines {
      if line.column == least || entries.isEmpty {
        entries.append(
          Entry(range: line.start..<line.end, column: line.column == Int.max ? least : line.column))
      } else {
        entries[entries.count - 1].range = entries[entries.count - 1].range.lowerBound..<line.end
      }
    }
    return entries
  }

  private static func isRow(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    return text.first == UInt8(ascii: "-") && (text.dropFirst().first.map { $0 <= 0x20 } ?? true)
  }

  /// `---` or `...`.
  private static func isMarker(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "---".utf8) || line.starts(with: "...".utf8)
  }
}

extension TreeReader.Stop {
  func diagnostic(in source: SourceText) -> Diagnostic {
    switch self {
    case .syntax(let fault): fault.diagnostic
    case .tooDeep(let range):
      Diagnostic(
        YAMLRules.tooDeep,
        "this is nested \(YAMLRules.maximumDepth + 1) deep; at most \(YAMLRules.maximumDepth) are read",
        at: Place(source, range))
    }
  }
}
