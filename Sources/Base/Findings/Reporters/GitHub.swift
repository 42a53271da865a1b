extension DiagnosticFormat {
  /// Workflow commands that GitHub Actions shows at the lines they name, and a line with the count.
  ///
  /// Errors come first, because only ten of a kind are shown for a step.
  public static let github = DiagnosticFormat("github", "annotations for GitHub Actions") { GitHubWriter($0) }

  private final class GitHubWriter: ReportWriter {
    private let context: ReportContext
    private var texts: [Severity: String] = [:]

    init(_ context: ReportContext) { self.context = context }

    func add(_ findings: [Diagnostic]) -> String {
      let positions = Positions()
      for finding in findings {
        texts[finding.severity, default: ""] += annotation(finding, context, positions)
      }
      return ""
    }

    func finish(_ count: DiagnosticCount) -> String {
      Severity.allCases.compactMap { texts[$0] }.joined() + count.text + "\n"
    }
  }

  private static func annotation(
    _ finding: Diagnostic, _ context: ReportContext, _ positions: Positions
  ) -> String {
    let kind =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties = [
      "title=" + property("\(context.toolName) (\(finding.rule.code))"),
      "file=" + property(finding.place.path),
    ]
    if let (start, end) = positions.span(of: finding.place) {
      properties += ["line=\(start.line)", "endLine=\(end.line)"]
      // GitHub takes columns only for places within one line.
      if start.line == end.line { properties += ["col=\(start.column)", "endColumn=\(end.column)"] }
    }
    let place = location(of: finding.place, positions)
    let message = data("\(place): \(finding.rule.code) \(finding.message)")
    return "::\(kind) \(properties.joined(separator: ","))::\(message)\n"
  }

  private static func data(_ text: String) -> String { escaped(text, also: []) }

  private static func property(_ text: String) -> String { escaped(text, also: [":", ","]) }

  private static func escaped(_ text: String, also others: Set<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "\r" || scalar == "\n" || others.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (scalar.value < 16 ? "0" : "") + digits
      } else {
        result += TerminalText.shown(String(scalar))
      }
    }
    return result
  }
}
