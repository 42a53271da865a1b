/// Lines of a source, each with what is marked on it.
struct MarkedLines {
  enum Mark: Equatable {
    /// The place of a finding.
    case place
    /// The place of a note, with its words.
    case note(String)
  }

  /// Scalars of one line, from 0.
  private struct Marked {
    let mark: Mark
    let columns: Range<Int>
  }

  private let context: ReportContext
  private let severity: Severity
  private var lines: [Int: [Marked]] = [:]

  /// No line yet; the place of the finding gets the colour of its severity.
  init(_ context: ReportContext, of severity: Severity) {
    self.context = context
    self.severity = severity
  }

  /// Marks the first line of `range`. False when that line is too long to show this place and those
  /// already marked together.
  @discardableResult
  mutating func add(_ mark: Mark, _ range: Range<Int>, in table: LineTable) -> Bool {
    let start = table.position(at: range.lowerBound)
    let lineEnd = table.range(ofLine: start.line).upperBound
    let end = table.position(at: min(range.upperBound, max(lineEnd, range.lowerBound)))
    let columns = (start.column - 1)..<max(end.column - 1, start.column)
    let marked = lines[start.line, default: []]
    if let first = marked.first, mark != .place {
      let window = window(around: first.columns, length: scalars(ofLine: start.line, in: table).count)
      guard window.lowerBound <= columns.lowerBound, columns.upperBound <= window.upperBound + 1 else {
        return false
      }
    }
    lines[start.line] = marked + [Marked(mark: mark, columns: columns)]
    return true
  }

  func text(from table: LineTable) -> String {
    let numbers = lines.keys.sorted()
    let gutter = numbers.last.map { String($0).count } ?? 0
    var text = ""
    var previous: Int?
    for number in numbers {
      if let previous, number > previous + 1 { text += "\(faint("..."))\n" }
      previous = number
      let scalars = scalars(ofLine: number, in: table)
      let marked = lines[number, default: []]
      let window = window(around: marked.first?.columns ?? 0..<0, length: scalars.count)
      let before = window.lowerBound > 0 ? "..." : ""
      let after = window.upperBound < scalars.count ? "..." : ""
      let shown = scalars[window].map { $0.steersTerminals && $0 != "\t" ? "\u{FFFD}" : $0 }
      let label = String(number)
      let margin = String(repeating: " ", count: gutter - label.count)
      let line = before + string(shown) + after
      text += trimmed("\(faint("\(margin)\(label) |")) \(line)")
      for mark in marked.sorted(by: { rank($0.mark) < rank($1.mark) }) {
        let start = min(max(mark.columns.lowerBound - window.lowerBound, 0), shown.count)
        let end = min(max(mark.columns.upperBound - window.lowerBound, start), shown.count)
        // A tab is as wide in the line above as it is here.
        let indentation =
          String(repeating: " ", count: before.count)
          + shown[..<start].map { $0 == "\t" ? "\t" : String(repeating: " ", count: columns(of: $0)) }
          .joined()
        let width = max(1, shown[start..<end].reduce(0) { $0 + ($1 == "\t" ? 1 : columns(of: $1)) })
        let pointer =
          switch mark.mark {
          case .place: context.palette.paint(String(repeating: "^", count: width), of: severity)
          case .note(let words):
            context.palette.paint(
              String(repeating: "-", count: width) + " " + TerminalText.onOneLine(words), .note)
          }
        text += trimmed("\(faint(String(repeating: " ", count: gutter) + " |")) \(indentation)\(pointer)")
      }
    }
    return text
  }

  private func rank(_ mark: Mark) -> Int { mark == .place ? 0 : 1 }

  private func faint(_ text: String) -> String { context.palette.paint(text, .faint) }

  private func trimmed(_ line: String) -> String {
    var line = Substring(line)
    while let shorter = line.before(" ") { line = shorter }
    return line + "\n"
  }

  /// The scalars of a line that are shown: all, or as many as fit around the first place on it.
  private func window(around columns: Range<Int>, length: Int) -> Range<Int> {
    guard length > context.width else { return 0..<length }
    // Rather more of what stands before the place: it says what the value belongs to.
    let room = max(context.width - columns.count, 0)
    var start = max(0, min(columns.lowerBound, length) - room * 2 / 3)
    let end = min(length, start + context.width)
    start = max(0, end - context.width)
    return start..<end
  }

  private func scalars(ofLine line: Int, in table: LineTable) -> [Unicode.Scalar] {
    let scalars = Array(table.source.text(in: table.range(ofLine: line)).unicodeScalars)
    return line == 1 && scalars.first == "\u{FEFF}" ? Array(scalars.dropFirst()) : scalars
  }

  private func string(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// Returns the approximate number of terminal columns that a scalar takes.
  ///
  /// Marks take none, East Asian wide characters and pictures two (the blocks of Unicode's EastAsianWidth.txt
  /// that are wide throughout).
  private func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
