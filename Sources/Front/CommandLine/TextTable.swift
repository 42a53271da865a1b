import TilawaBase

/// Rows of text in columns that fit a width.
struct TextTable {
  /// One column.
  struct Column {
    let title: String
    /// Numbers stand at the right.
    var isAtRight = false
    /// The width it keeps where there is little room; nil if it is never cut.
    var leastWidth: Int?
    /// The order in which columns are left out where they don't fit even when cut; nil if it never is.
    var leaves: Int?
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// Text of users, as many as there are columns.
  mutating func add(_ cells: [String]) { rows.append(cells.map(withoutControls)) }

  /// The title line, then the rows; none is wider than `width` as long as columns can be cut.
  func lines(width: Int?, palette: Palette) -> [String] {
    let widths = widths(fitting: width)
    let shownColumns = columns.indices.filter { widths[$0] > 0 }
    func line(_ cells: [String]) -> String {
      var text = ""
      for index in shownColumns {
        let cell = cells[index]
        let shown = cut(cell, to: widths[index])
        let blank = String(repeating: " ", count: widths[index] - min(widths[index], columnCount(of: shown)))
        let isLast = index == shownColumns.last
        text +=
          columns[index].isAtRight
          ? blank + isolatedIfNeeded(shown) : isolatedIfNeeded(shown) + (isLast ? "" : blank)
        if !isLast { text += "  " }
      }
      return text
    }
    return [palette.paint(line(columns.map(\.title)), .strong)] + rows.map(line)
  }

  /// The widest columns give first. A column that is left out has no width.
  private func widths(fitting width: Int?) -> [Int] {
    var widths = columns.enumerated().map { index, column in
      max(columnCount(of: column.title), rows.map { columnCount(of: $0[index]) }.max() ?? 0)
    }
    guard let width else { return widths }
    func needed(_ widths: [Int]) -> Int {
      let shown = widths.filter { $0 > 0 }
      return shown.reduce(0, +) + 2 * (shown.count - 1)
    }
    func isTooNarrow() -> Bool {
      needed(zip(columns, widths).map { min($1, $0.leastWidth ?? $1) }) > width
    }
    let leaving = columns.indices.filter { columns[$0].leaves != nil }
    for index in leaving.sorted(by: { (columns[$0].leaves ?? 0) < (columns[$1].leaves ?? 0) })
    where isTooNarrow() {
      widths[index] = 0
    }
    while needed(widths) > width {
      let cuttable = widths.indices.filter { index in
        columns[index].leastWidth.map { widths[index] > $0 } ?? false
      }
      guard let widest = cuttable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }
}

/// As much of a line as `width` columns take, with an ellipsis where something is left out.
func cut(_ text: String, to width: Int) -> String {
  guard columnCount(of: text) > width else { return text }
  var result = ""
  var count = 1
  for letter in text {
    count += columnCount(of: String(letter))
    if count > width { break }
    result.append(letter)
  }
  return result + "…"
}

/// The words of a text in lines of at most `width` columns; a longer word has a line of its own.
func wrapped(_ text: String, to width: Int) -> [String] {
  var lines = [""]
  for word in text.words(by: " ") {
    let line = lines[lines.count - 1]
    if line.isEmpty {
      lines[lines.count - 1] = String(word)
    } else if columnCount(of: line) + 1 + columnCount(of: String(word)) <= max(width, 20) {
      lines[lines.count - 1] += " \(word)"
    } else {
      lines.append(String(word))
    }
  }
  return lines
}

/// The meanings of signs, in as few lines of at most `width` columns as they take.
func legend(_ entries: [(meaning: String, sign: String)], width: Int) -> [String] {
  var lines: [(text: String, width: Int)] = []
  for entry in entries {
    let taken = columnCount(of: entry.meaning) + 2
    let text = "\(entry.sign) \(entry.meaning)"
    if let last = lines.last, last.width + 2 + taken <= width {
      lines[lines.count - 1] = ("\(last.text)  \(text)", last.width + 2 + taken)
    } else {
      lines.append((text, taken))
    }
  }
  return lines.map(\.text)
}

/// The columns that a line of text takes on a terminal, as far as is known without its font.
func columnCount(of text: String) -> Int {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
  return text.unicodeScalars.reduce(0) { count, scalar in
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: count
    default: count + (isWide(scalar) ? 2 : 1)
    }
  }
}

/// East Asian letters and pictures.
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
    true
  default: false
  }
}
