extension DiagnosticFormat {
  /// One line that stands alone, then the source line with the place marked and the notes on theirs.
  public static let text = DiagnosticFormat("text", "for people, with the lines in question") {
    findings, context in
    var positions = Positions()
    var text = ""
    for finding in findings {
      text += headline(of: finding, context.palette, &positions)
      var marks = MarkedLines(context)
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
        let start = note.place.map { location(of: $0, &positions) + ": " } ?? ""
        text += "\(start)\(context.palette.paint("note:", .note)) \(onOneLine(note.message))\n"
      }
    }
    return text
  }

  private static func headline(
    of finding: Diagnostic, _ palette: Palette, _ positions: inout Positions
  ) -> String {
    let place = palette.paint(location(of: finding.place, &positions) + ":", .strong)
    let severity = palette.paint("\(finding.severity.rawValue):", of: finding.severity)
    let rule = palette.paint("[\(finding.rule.code) \(finding.rule.name)]", .faint)
    return "\(place) \(severity) \(onOneLine(finding.message)) \(rule)\n"
  }
}

/// `path:line:column`, or the path alone.
func location(of place: Place, _ positions: inout Positions) -> String {
  guard let (start, _) = positions.span(of: place) else { return onOneLine(place.path) }
  return "\(onOneLine(place.path)):\(start.line):\(start.column)"
}

/// Control characters written out: what a user's file holds must not end a line or steer a terminal.
func onOneLine(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where isControl(scalar):
      result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
}
