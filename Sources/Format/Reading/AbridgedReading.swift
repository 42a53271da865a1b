import TilawaBase
import TilawaYAML

/// A reader of long files in which a few lines are not as `fmt` writes them, such as the one that is being
/// typed.
///
/// Rows that the fast reader understands are left out, except for some beside each other line. The rest, with
/// an empty line in the place of each row, goes to the full reader. If it reads the rows on both sides of a
/// gap as neighbours in the list, the rows in the gap are those of the fast reader. Otherwise the whole text
/// is read fully. Findings get the places that they have in the whole text. A differential test compares this
/// reader with the full one.
struct AbridgedReading<Row: BundleRow> {
  private typealias Content = RowsFile<Row>

  /// Rows that stand beside each other in the text and are left out, and those before and after them, which aren't.
  private struct Gap {
    let rows: Range<Int>
    let before: Int
    let after: Int
  }

  private let source: SourceText
  private var lines: [Int] = [0]
  /// For each line the number of its row among `rows`; -1 for any other line.
  private var rowOfLine: [Int32] = []
  private var rows: [Placed<Row>] = []
  private var gaps: [Gap] = []
  private var shortStarts: [Int] = []
  private var short: [UInt8] = []

  /// So many rows stay on both sides of each other line.
  private static var margin: Int { 2 }

  /// Reads a text; nil if it has to be read fully. Texts of fewer than `least` bytes aren't worth it.
  static func read(_ source: SourceText, least: Int = 1 << 14) -> BundleFile<RowsFile<Row>>? {
    guard source.bytes.count >= least, source.bytes.count <= YAMLRules.maximumBytes,
      var reading = AbridgedReading(of: source)
    else { return nil }
    reading.leaveOut()
    guard reading.gaps.reduce(0, { $0 + $1.rows.count }) * 2 > reading.rowOfLine.count else { return nil }
    return reading.file()
  }

  // MARK: Lines

  /// Nil for texts with conflicts, with brackets that end on another line, and with line ends of other systems.
  private init?(of source: SourceText) {
    self.source = source
    let isPlain = isPlainText(source.bytes)
    let scanner = Row.keys.scanner
    let bytes = source.bytes
    let text = bytes.span
    var cursor = 0
    while cursor < text.count {
      let start = cursor
      let first = text[start]
      if first == UInt8(ascii: "<") || first == UInt8(ascii: "=") || first == UInt8(ascii: ">") { return nil }
      var end = start + spaces(text, start)
      if let row = scanner.row(at: 0, text, &end), end > start, text[end - 1] == 10,
        isPlain || Self.isPrintable(text, start..<end - 1), !Self.holds(39, text, start..<end)
      {
        rowOfLine.append(Int32(rows.count))
        rows.append(row)
        cursor = end
      } else {
        rowOfLine.append(-1)
        var open = 0
        while cursor < text.count, text[cursor] != 10 {
          switch text[cursor] {
          case 13: return nil
          case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
          case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
          default: break
          }
          cursor += 1
        }
        // Where that begins lines above decides what can be read, and nothing there may be left out.
        if open < 0 { return nil }
        cursor += 1
      }
      if cursor <= text.count { lines.append(cursor) }
    }
    if lines.count > rowOfLine.count { rowOfLine.append(-1) }
  }

  private static func holds(_ byte: UInt8, _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where text[index] == byte { return true }
    return false
  }

  private static func isPrintable(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for index in range where !(32...126).contains(text[index]) { return false }
    return true
  }

  // MARK: What is left out

  /// Makes the short text.
  private mutating func leaveOut() {
    var line = 0
    while line < rowOfLine.count {
      guard rowOfLine[line] >= 0 else {
        keep(line)
        line += 1
        continue
      }
      var end = line
      while end < rowOfLine.count, rowOfLine[end] >= 0, column(end) == column(line) { end += 1 }
      let last = end - Self.margin
      var first = line + Self.margin
      // A quote that is open above is closed by the next one, and rows with the other quotes are never left out.
      while first < last, !source.bytes[lines[line]..<lines[first - 1]].contains(UInt8(ascii: "\"")) {
        first += 1
      }
      if last > first {
        for line in line..<first { keep(line) }
        gaps.append(
          Gap(rows: Int(rowOfLine[first])..<Int(rowOfLine[last]), before: first - 1, after: last))
        for _ in first..<last {
          shortStarts.append(short.count)
          short.append(10)
        }
        for line in last..<end { keep(line) }
      } else {
        for line in line..<end { keep(line) }
      }
      line = end
    }
  }

  private func column(_ line: Int) -> Int { source.bytes[lines[line]...].prefix { $0 == 32 }.count }

  private mutating func keep(_ line: Int) {
    shortStarts.append(short.count)
    let end = line + 1 < lines.count ? lines[line + 1] : source.bytes.count
    short += source.bytes[lines[line]..<min(end, source.bytes.count)]
  }

  // MARK: Putting together

  /// The byte of the whole text that stands at `offset` of the short one.
  private func place(_ offset: Int) -> Int {
    var low = 0
    var high = shortStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if shortStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return min(lines[low] + offset - shortStarts[low], source.bytes.count)
  }

  private func range(_ range: Range<Int>) -> Range<Int> {
    let start = place(range.lowerBound)
    return start..<max(start, place(range.upperBound))
  }

  private func file() -> BundleFile<RowsFile<Row>>? {
    let text = SourceText(path: source.path, bytes: short)
    let read = BundleFile<Content>.readingFully(text)
    guard read.salvaged.count <= 1, let some = read.content ?? read.salvaged.first, let all = whole(some)
    else {
      return nil
    }
    var findings: [Diagnostic] = []
    for finding in read.diagnostics {
      // Findings that are only counted can't be distinguished.
      guard finding.omitted == 0 else { return nil }
      findings.append(moved(finding, from: text))
    }
    return BundleFile(
      source: source, content: read.content.map { _ in all }, salvaged: read.salvaged.map { _ in all },
      diagnostics: findings, errorStarts: read.errorStarts.map { UInt32(clamping: place(Int($0))) })
  }

  /// The rows that were read and those that were left out, each at its place; nil when these may be no rows.
  private func whole(_ read: Content) -> Content? {
    var known: [Int: Placed<Row>] = [:]
    for row in read.rows { known[place(row.bytes.range.lowerBound)] = row }
    var found: [Placed<Row>] = []
    var rest = read.rows[...]
    var leftOut = 0
    func take(before end: Int) -> Bool {
      while let row = rest.first, place(row.bytes.range.lowerBound) < end {
        guard let moved = moved(row, leftOut) else { return false }
        found.append(moved)
        rest.removeFirst()
      }
      return true
    }
    for gap in gaps {
      let (before, after) = (rows[Int(rowOfLine[gap.before])], rows[Int(rowOfLine[gap.after])])
      guard let first = known[before.bytes.range.lowerBound], let next = known[after.bytes.range.lowerBound],
        next.index == first.index + 1, range(first.bytes.range) == before.bytes.range,
        range(next.bytes.range) == after.bytes.range, take(before: after.bytes.range.lowerBound)
      else { return nil }
      for number in gap.rows {
        var row = rows[number]
        row.index = first.index + leftOut + 1 + number - gap.rows.lowerBound
        found.append(row)
      }
      leftOut += gap.rows.count
    }
    guard take(before: .max) else { return nil }
    return Content(rows: found, faultyRows: read.faultyRows.compactMap { moved($0, nil) })
  }

  /// A row at its place in the whole; nil when its lines don't stay together.
  private func moved(_ row: Placed<Row>, _ leftOut: Int?) -> Placed<Row>? {
    let bytes = row.bytes.range
    let start = place(bytes.lowerBound)
    let shift = start - bytes.lowerBound
    guard place(max(bytes.lowerBound, bytes.upperBound - 1)) == max(start, bytes.upperBound - 1 + shift)
    else {
      return nil
    }
    var moved = row
    moved.bytes = ByteRange(start..<bytes.upperBound + shift)
    // Rows that aren't used don't come in turn: what is left out before them is counted.
    let before =
      leftOut
      ?? gaps.reduce(0) { sum, gap in
        rows[Int(rowOfLine[gap.after])].bytes.range.lowerBound <= start ? sum + gap.rows.count : sum
      }
    moved.index += before
    return moved
  }

  private func moved(_ finding: Diagnostic, from text: SourceText) -> Diagnostic {
    func moved(_ place: Place) -> Place {
      guard place.source === text, let range = place.range else { return place }
      return Place(source, self.range(range))
    }
    return Diagnostic(
      finding.rule, finding.message, at: moved(finding.place),
      notes: finding.notes.map { note in .init(note.message, at: note.place.map(moved)) },
      fix: finding.fix.map { fix in
        .init(fix.title, fix.edits.map { TextEdit(range($0.range), $0.replacement) }, isSafe: fix.isSafe)
      })
  }
}
