extension DiagnosticFormat {
  /// One line a finding, `file:line:column: severity: CODE message`, as editors read the output of compilers.
  public static let concise = DiagnosticFormat("concise", "one line per finding, for editors and grep") {
    ConciseWriter($0)
  }

  private final class ConciseWriter: ReportWriter {
    private let palette: Palette

    init(_ context: ReportContext) { palette = context.palette }

    func add(_ findings: [Diagnostic]) -> String {
      let positions = Positions()
      return findings.map { finding in
        let place = palette.paint(location(of: finding.place, orLine: 1, positions) + ":", .strong)
        let severity = palette.paint("\(finding.severity.rawValue):", of: finding.severity)
        return "\(place) \(severity) \(finding.rule.code) \(TerminalText.onOneLine(finding.message))\n"
      }.joined()
    }

    func finish(_ count: DiagnosticCount) -> String { "" }
  }
}

/// Returns `path:line:column`; for a file as a whole the beginning of `line`, because editors skip lines
/// without a number.
private func location(of place: Place, orLine line: Int, _ positions: Positions) -> String {
  place.range == nil
    ? "\(TerminalText.onOneLine(place.path)):\(line):1" : location(of: place, positions)
}
