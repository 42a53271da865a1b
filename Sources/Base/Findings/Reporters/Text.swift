extension DiagnosticFormat {
  /// One line that stands alone, then the source line with the place marked and the notes on theirs.
  public static let text = DiagnosticFormat("text", "for reading, with the affected lines") {
    TextWriter($0)
  }

  private final class TextWriter: ReportWriter {
    private let context: ReportContext

    init(_ context: ReportContext) { self.context = context }

    func add(_ findings: [Diagnostic]) -> String { text(of: findings, context) }

    func finish(_ count: DiagnosticCount) -> String {
      count.omitted > 0 ? "and \(count.omitted) more, counted but not shown\n" : ""
    }
  }

  private static func text(of findings: [Diagnostic], _ context: ReportContext) -> String {
    let positions = Positions()
    var text = ""
    for finding in findings {
      text += headline(of: finding, context.palette, positions)
      var marks = MarkedLines(context, of: finding.severity)
      var elsewhere: [Diagnostic.Note] = []
      if let source = finding.place.source, let range = finding.place.range {
        let table = positions.table(of: source)
        let line = table.position(at: range.lowerBound).line
        // A line of a megabyte is no excerpt, and a thousand findings on it would take minutes.
        if table.range(ofLine: line).count <= 65_536 { marks.add(.place, range, in: table) }
        for note in finding.notes {
          if let place = note.place, place.source === source, let range = place.range,
            abs(table.position(at: range.lowerBound).line - line) <= 5,
            marks.add(.note(note.message), range, in: table)
          {
            continue
          }
          elsewhere.append(note)
        }
        text += marks.text(from: table)
      } else {
        elsewhere = finding.notes
      }
      for note in elsewhere {
        let start = note.place.map { location(of: $0, positions) + ": " } ?? ""
        text += "\(start)\(context.palette.paint("note:", .note)) \(TerminalText.onOneLine(note.message))\n"
      }
    }
    return text
  }

  private static func headline(
    of finding: Diagnostic, _ palette: Palette, _ positions: Positions
  ) -> String {
    let place = palette.paint(location(of: finding.place, positions) + ":", .strong)
    let severity = palette.paint("\(finding.severity.rawValue):", of: finding.severity)
    let rule = palette.paint("[\(finding.rule.code) \(finding.rule.name)]", .faint)
    return "\(place) \(severity) \(TerminalText.onOneLine(finding.message)) \(rule)\n"
  }
}

/// `path:line:column`, or the path alone.
func location(of place: Place, _ positions: Positions) -> String {
  guard let (start, _) = positions.span(of: place) else { return TerminalText.onOneLine(place.path) }
  return "\(TerminalText.onOneLine(place.path)):\(start.line):\(start.column)"
}
