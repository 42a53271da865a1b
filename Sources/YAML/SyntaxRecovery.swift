import TilawaBase

/// A recovery from faults of syntax: what can't be read is found entry by entry, and a stand-in takes its
/// place.
///
/// An entry is a row or a key with all that is indented more. The columns of lines alone determine where
/// entries begin (``BlockEntries``). So a quote or bracket that isn't closed affects only its own entry.
/// Halves of the text are tried before quarters, which keeps the work in proportion to its length.
struct SyntaxRecovery {
  /// The text with `-` or `?` and blanks in the place of each entry that can't be read.
  private(set) var bytes: [UInt8]
  /// The ranges of those entries, in order.
  private(set) var losses: [Range<Int>] = []
  private(set) var findings = CappedFindings()

  private typealias Entry = BlockEntries.Entry

  private let source: SourceText
  private let isASCII: Bool
  /// The document.
  private let range: Range<Int>
  /// The point at which reading the whole text stopped. It says more than the points at which parts of the
  /// text stop.
  private var first: (stop: TreeReader.Stop, place: Int)?
  private var told = 0
  /// The places of stand-ins for keys that are missing in braces or brackets.
  private var emptyKeys: Set<Int> = []
  /// The number of bytes that may still be read. Each try costs `costOfTry` bytes in addition to its length.
  private var budget: Int
  private static let costOfTry = 256
  /// The number of times that the whole text is tried. The last try gives up everything that follows.
  private static let mostAttempts = 16
  /// The number of missing keys for which one try may insert a stand-in. Further ones are found in its
  /// halves.
  private static let mostEmptyKeys = 4

  /// `bytes` are the source's, maybe with stand-ins, and reading the document in `range` stopped at `stop`.
  init(
    of source: SourceText, _ bytes: [UInt8], isASCII: Bool, _ range: Range<Int>, stop: TreeReader.Stop?
  ) {
    self.source = source
    self.bytes = bytes
    self.isASCII = isASCII
    self.range = range
    budget = 16 * range.count + 64_000_000
    first = stop.map { ($0, $0.diagnostic(in: source).place.range?.lowerBound ?? 0) }
    mend(range, depth: 0)
    mendWhole()
    if let first, losses.isEmpty, emptyKeys.isEmpty { tell(first.stop) }
    losses.sort { $0.lowerBound < $1.lowerBound }
  }

  /// True if all of the text could be read after all.
  var isWhole: Bool { losses.isEmpty && told == 0 }

  // MARK: Trying

  private enum Trial {
    case readable(YAMLNode?)
    /// With what stopped it, if anything did.
    case unreadable(TreeReader.Stop?)
  }

  private mutating func tries(_ range: Range<Int>, depth: Int) -> Trial {
    var reader = read(range, depth: depth)
    for _ in 0..<Self.mostEmptyKeys {
      guard budget > 0, case .syntax(let fault) = reader.stop, let colon = fault.colonWithoutKey else {
        break
      }
      giveKey(to: colon.place, isInBraces: colon.isInBraces)
      reader = read(range, depth: depth)
    }
    guard reader.isComplete, !reader.isSwallowing else { return .unreadable(reader.stop) }
    guard let root = reader.root, root.isFlow || root.scalar != nil else { return .readable(reader.root) }
    // A value without a key or dash.
    return .unreadable(fault("could not find expected ':'", at: root.range.lowerBound))
  }

  private mutating func read(_ range: Range<Int>, depth: Int) -> TreeReader {
    budget -= range.count + Self.costOfTry
    var reader = TreeReader(
      of: source, isASCII: isASCII, start: range.lowerBound, depth: depth, isTrial: true)
    bytes.withUnsafeBufferPointer { reader.read(UnsafeBufferPointer(rebasing: $0[..<range.upperBound])) }
    return reader
  }

  /// Inserts a question mark before a colon, because libyaml accepts an empty key only after one. It replaces
  /// the blank before the colon in braces, or else the colon. In brackets it always replaces the colon,
  /// because libyaml rejects `[ ?: 1 ]`.
  private mutating func giveKey(to colon: Int, isInBraces: Bool) {
    let mark = isInBraces && bytes[colon - 1] == 0x20 ? colon - 1 : colon
    bytes[mark] = UInt8(ascii: "?")
    emptyKeys.insert(mark)
  }

  private func fault(_ problem: String, in context: String = "", at place: Int, from start: Int? = nil)
    -> TreeReader.Stop
  {
    .syntax(
      SyntaxFault(
        problem: problem, context: context, at: place, from: start ?? place, openBracket: nil, in: source))
  }

  // MARK: Mending

  /// Makes a collection readable.
  private mutating func mend(_ range: Range<Int>, depth: Int) {
    let block = BlockEntries(in: range, of: bytes)
    let entries = block.entries
    if !entries.allSatisfy(\.fits), case .readable = tries(range, depth: depth) { return }
    var index = 0
    while index < entries.count {
      if entries[index].fits {
        let end = entries[index...].firstIndex { !$0.fits } ?? entries.count
        mend(entries[index..<end], of: block, depth: depth)
        index = end
      } else {
        let entry = entries[index]
        // What stands too far right ends where the collection goes on.
        let isTooFarRight = index == 0 && entry.place - entry.range.lowerBound > block.column
        let place = isTooFarRight && entries.count > 1 ? entries[1].place : entry.place
        lose(
          entry.range,
          fault(
            block.isList ? "did not find expected '-' indicator" : "did not find expected key",
            in: "while parsing a block", at: place, from: entries[0].place), isMisplaced: true)
        putStandIn(for: entry.range, at: block.column, isRow: block.isList)
        index += 1
      }
    }
  }

  private mutating func mend(_ entries: ArraySlice<Entry>, of block: BlockEntries, depth: Int) {
    guard let from = entries.first?.range.lowerBound, let to = entries.last?.range.upperBound else { return }
    guard budget > 0 else {
      findings.add(
        Diagnostic(
          YAMLRules.syntax, "too many lines cannot be read; reading continues further down",
          at: Place(source, from..<from)))
      losses.append(from..<to)
      putStandIn(for: from..<to, at: block.column, isRow: block.isList)
      return
    }
    guard case .unreadable(let stop) = tries(from..<to, depth: depth) else { return }
    if entries.count > 1 {
      let middle = (entries.startIndex + entries.endIndex) / 2
      mend(entries[..<middle], of: block, depth: depth)
      mend(entries[middle...], of: block, depth: depth)
    } else if let entry = entries.first {
      mend(entry, of: block, stop, depth: depth)
    }
  }

  private mutating func mend(_ entry: Entry, of block: BlockEntries, _ stop: TreeReader.Stop?, depth: Int) {
    var lost = entry.range
    if depth < YAMLRules.maximumDepth, let inner = collection(in: entry, depth: depth) {
      // Losses are counted and not copied: a long file may have many.
      let count = losses.count
      let before = (findings: findings, told: told, bytes: Array(bytes[entry.range]))
      let dash = inner.lowerBound == entry.range.lowerBound ? entry.place : nil
      if let dash { bytes[dash] = 0x20 }
      mend(inner, depth: depth + 1)
      if let dash { bytes[dash] = UInt8(ascii: "-") }
      if losses.count > count, case .readable = tries(entry.range, depth: depth) { return }
      losses.removeSubrange(count...)
      (findings, told) = (before.findings, before.told)
      bytes.replaceSubrange(entry.range, with: before.bytes)
      // Rows in the column of a key that has a value already.
      let rows = BlockLine.lines(in: inner, of: bytes).first { $0.isRow && $0.column == block.column }
      if !block.isList, !entry.isRow, let start = rows?.range.lowerBound,
        case .readable = tries(entry.range.lowerBound..<start - 1, depth: depth)
      {
        lost = start..<entry.range.upperBound
      }
    }
    lose(lost, stop)
    putStandIn(for: lost, at: block.column, isRow: lost == entry.range && (block.isList || entry.isRow))
  }

  /// Returns the collection in an entry: after its dash, or else in the lines below the first, if that line
  /// can be read and opens no block scalar.
  private mutating func collection(in entry: Entry, depth: Int) -> Range<Int>? {
    let head = lineEnd(entry.range.lowerBound)
    if entry.isRow {
      let line = BlockLine(entry.range.lowerBound..<head, of: bytes)
      let start = line.range.lowerBound + line.text
      if start < head, BlockLine(start..<head, of: bytes).looksLikeEntry { return entry.range }
    }
    guard head < entry.range.upperBound,
      case .readable(let root) = tries(entry.range.lowerBound..<head, depth: depth),
      !(root?.opensText ?? false)
    else { return nil }
    let below = head + 1..<entry.range.upperBound
    return BlockLine.lines(in: below, of: bytes).contains(where: \.looksLikeEntry) ? below : nil
  }

  /// Entries that can each be read may not fit together.
  private mutating func mendWhole() {
    for attempt in 0..<Self.mostAttempts {
      let reader = read(range, depth: 0)
      guard !reader.isComplete, let stop = reader.stop else { return }
      let place = stop.diagnostic(in: source).place.range?.lowerBound ?? range.lowerBound
      let block = BlockEntries(in: range, of: bytes)
      guard var lost = block.entries.last(where: { $0.range.lowerBound <= place }) ?? block.entries.first
      else {
        return
      }
      let isLost = losses.contains { $0.overlaps(lost.range) }
      // All that follows goes along.
      if isLost || attempt == Self.mostAttempts - 1 {
        lost.range = lost.range.lowerBound..<range.upperBound
      }
      losses.removeAll { $0.overlaps(lost.range) }
      if isLost { losses.append(lost.range) } else { lose(lost.range, stop) }
      putStandIn(for: lost.range, at: block.column, isRow: block.isList)
    }
  }

  // MARK: Losing

  private mutating func lose(_ range: Range<Int>, _ stop: TreeReader.Stop?, isMisplaced: Bool = false) {
    // What a stand-in makes unreadable has been told, and what has no form of an entry belongs to the one above.
    let hasStandIn = range.contains {
      bytes[$0] != source.bytes[$0] && bytes[$0] != 0x20 && !emptyKeys.contains($0)
    }
    let isNext = losses.last.map { (0...2).contains(range.lowerBound - $0.upperBound) } ?? false
    let isRest = isNext && !BlockLine(range.lowerBound..<lineEnd(range.lowerBound), of: bytes).looksLikeEntry
    losses.append(range)
    if hasStandIn || isRest { return }
    if !isMisplaced, let first, range.contains(first.place) {
      tell(first.stop)
    } else if let stop {
      tell(stop)
    }
  }

  private mutating func putStandIn(for range: Range<Int>, at column: Int, isRow: Bool) {
    for index in range where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
    // A misplaced line may end before the column; in another one a stand-in would not fit, either.
    let mark = range.lowerBound + column
    if mark < range.upperBound { bytes[mark] = UInt8(ascii: isRow ? "-" : "?") }
  }

  /// Reports a stop. Its rule is only known after making its finding, which is costly, so further ones count
  /// as Y003.
  private mutating func tell(_ stop: TreeReader.Stop) {
    told += 1
    if told <= CappedFindings.limit {
      findings.add(stop.diagnostic(in: source))
    } else {
      findings.omit(YAMLRules.syntax)
    }
  }

  private func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < range.upperBound, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }
}

extension YAMLNode {
  /// True if the node ends with a block scalar (`|`, `>`), whatever may follow.
  fileprivate var opensText: Bool {
    switch content {
    case .scalar(let scalar): scalar.style == .literal || scalar.style == .folded
    case .mapping(let pairs): pairs.last?.value.opensText ?? false
    case .sequence(let items): items.last?.opensText ?? false
    }
  }
}

extension TreeReader.Stop {
  func diagnostic(in source: SourceText) -> Diagnostic {
    switch self {
    case .syntax(let fault): fault.diagnostic
    case .tooDeep(let range):
      Diagnostic(
        YAMLRules.tooDeep,
        "nested \(YAMLRules.maximumDepth + 1) levels deep; at most \(YAMLRules.maximumDepth) are allowed",
        at: Place(source, range))
    }
  }
}
