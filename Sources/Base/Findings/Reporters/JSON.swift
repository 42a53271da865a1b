extension DiagnosticFormat {
  /// One document: `{"version": 1, "diagnostics": [...], "error_count": 0, ...}`, as described in
  /// `Examples/guides/output.md`.
  ///
  /// Lines and columns count from 1, columns in Unicode scalars; the end is the place after the last scalar.
  /// Keys are only ever added within a version.
  public static let json = DiagnosticFormat("json", "one JSON document") { _ in JSONWriter() }

  private final class JSONWriter: ReportWriter {
    private var findings: [ReportedFinding] = []

    func add(_ findings: [Diagnostic]) -> String {
      self.findings += findings.reported()
      return ""
    }

    func finish(_ count: DiagnosticCount) -> String { ReportedFinding.shape.document(of: (findings, count)) }
  }

  /// Every finding as an object on a line of its own, each with the version; a last one has the counts.
  public static let jsonLines = DiagnosticFormat("jsonl", "one JSON object per line") { _ in JSONLinesWriter()
  }

  private final class JSONLinesWriter: ReportWriter {
    func add(_ findings: [Diagnostic]) -> String {
      findings.reported().map { ReportedFinding.line.text(of: $0) + "\n" }.joined()
    }

    func finish(_ count: DiagnosticCount) -> String { ReportedFinding.countLine.text(of: count) + "\n" }
  }
}

/// A finding with the lines and columns of its places, and without the texts that they lie in.
package struct ReportedFinding: Sendable {
  fileprivate struct Spot {
    let path: String?
    let start, end: LineAndColumn?
  }

  fileprivate struct Edit {
    let start, end: LineAndColumn
    let replacement: String
  }

  fileprivate let rule: RuleID
  fileprivate let message: String
  fileprivate let spot: Spot
  fileprivate let related: [(message: String, spot: Spot)]
  fileprivate let fix: (title: String, isSafe: Bool, edits: [Edit])?

  fileprivate init(_ finding: Diagnostic, _ positions: Positions) {
    (rule, message) = (finding.rule, finding.message)
    spot = Spot(finding.place, positions)
    related = finding.notes.map { ($0.message, Spot($0.place, positions)) }
    fix = finding.fix.flatMap { fix in
      finding.place.source.map { source in
        let edits = fix.edits.map { edit in
          let span = positions.span(of: edit.range, in: source)
          return Edit(start: span.start, end: span.end, replacement: edit.replacement)
        }
        return (fix.title, fix.isSafe, edits)
      }
    }
  }
}

extension ReportedFinding.Spot {
  init(_ place: Place?, _ positions: Positions) {
    let span = place.flatMap(positions.span)
    (path, start, end) = (place?.path, span?.start, span?.end)
  }
}

extension [Diagnostic] {
  /// Returns the findings as they are reported to programs.
  package func reported() -> [ReportedFinding] {
    let positions = Positions()
    return map { ReportedFinding($0, positions) }
  }
}

// MARK: - Keys

extension ReportedFinding {
  package static let shape = OutputShape<(findings: [ReportedFinding], count: DiagnosticCount)>(
    "lint", [.key(.diagnostics, { $0.findings })] + countKeys.of { $0.count },
    lines: [line.description, countLine.description])

  fileprivate static let line = OutputLine("diagnostic", keys)
  fileprivate static let countLine = OutputLine("counts", countKeys)

  fileprivate static let keys: [JSONKey<ReportedFinding>] =
    [
      .key(.code, \.rule.code), .key(.name, \.rule.name), .key(.severity, \.rule.severity),
      .key(.message, \.message),
    ] + Spot.keys.of { $0.spot } + [
      .key(
        "related", .list(of: .object(relatedKeys)), { $0.related }, "Other places that explain the finding."),
      .nullable("fix", .object(fixKeys), { $0.fix }, "The repair of the finding."),
    ]

  private static let relatedKeys: [JSONKey<(message: String, spot: Spot)>] =
    [.key(.message, { $0.message })] + Spot.keys.of { $0.spot }

  private static let fixKeys: [JSONKey<(title: String, isSafe: Bool, edits: [Edit])>] = [
    .key(.title, { $0.title }), .key("safe", .flag, { $0.isSafe }, "True if `lint --fix` makes the repair."),
    .key("edits", .list(of: .object(Edit.keys)), { $0.edits }, "Replacements of text, which do not overlap."),
  ]

  private static let countKeys: [JSONKey<DiagnosticCount>] = [
    .key(.errorCount, \.errors), .key(.warningCount, \.warnings),
    .key("note_count", .count, \.notes, "Number of notes."),
    .key("file_count", .count, \.files, "Number of files with findings."),
    .key("omitted_count", .count, \.omitted, "Number of findings that are counted but not listed."),
  ]
}

extension ReportedFinding.Spot {
  fileprivate static let keys: [JSONKey<Self>] = [
    .nullable(.path, \.path), .nullable(.line, \.start?.line), .nullable(.column, \.start?.column),
    .nullable(.endLine, \.end?.line), .nullable(.endColumn, \.end?.column),
  ]
}

extension ReportedFinding.Edit {
  fileprivate static let keys: [JSONKey<Self>] = [
    .key(.line, \.start.line), .key(.column, \.start.column), .key(.endLine, \.end.line),
    .key(.endColumn, \.end.column),
    .key(
      "replacement", .text, \.replacement,
      "Replacement for the text from line and column up to end_line and end_column."),
  ]
}

extension JSONTerm<[ReportedFinding]> {
  package static var diagnostics: Self {
    Self(
      "diagnostics", .list(of: .object(ReportedFinding.keys)),
      "Findings, in the order of path, line, column and code.")
  }
}
