extension DiagnosticFormat {
  /// One document: `{"version": 1, "diagnostics": [...], "error_count": 0, ...}`, as `spec/output` has it.
  ///
  /// Lines and columns count from 1, columns in Unicode scalars; the end is the place after the last scalar.
  /// Keys are only ever added within a version.
  public static let json = DiagnosticFormat("json", "one JSON document") { _ in JSONWriter() }

  private final class JSONWriter: ReportWriter {
    private var findings: [JSONValue] = []

    func add(_ findings: [Diagnostic]) -> String {
      var positions = Positions()
      self.findings += findings.map { .object(members(of: $0, &positions)) }
      return ""
    }

    func finish(_ count: DiagnosticCount) -> String {
      let document = [JSONValue.Member("version", 1), .init("diagnostics", .array(findings))]
      return JSONValue.object(document + members(of: count)).documentText
    }
  }

  /// Every finding as an object on a line of its own, each with the version; a last one has the counts.
  public static let jsonLines = DiagnosticFormat("jsonl", "a JSON object a line") { _ in JSONLinesWriter() }

  private final class JSONLinesWriter: ReportWriter {
    func add(_ findings: [Diagnostic]) -> String {
      var positions = Positions()
      return findings.map {
        line("diagnostic", members(of: $0, &positions))
      }.joined()
    }

    func finish(_ count: DiagnosticCount) -> String {
      line("counts", members(of: count))
    }
  }

  private static func line(_ type: String, _ members: [JSONValue.Member]) -> String {
    JSONValue.object([.init("version", 1), .init("type", .string(type))] + members).compactText + "\n"
  }

  static func members(of count: DiagnosticCount) -> [JSONValue.Member] {
    let counts = [
      ("error_count", count.errors), ("warning_count", count.warnings), ("note_count", count.notes),
      ("file_count", count.files), ("omitted_count", count.omitted),
    ]
    return counts.map { .init($0.0, JSONValue($0.1)) }
  }

  /// The findings as `json` lists them, to stand in a document of another kind.
  public static func list(_ findings: [Diagnostic]) -> JSONValue {
    var positions = Positions()
    return JSONValue(findings) { .object(members(of: $0, &positions)) }
  }

  private static func members(of finding: Diagnostic, _ positions: inout Positions) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("code", .string(finding.rule.code)), .init("name", .string(finding.rule.name)),
      .init("severity", .string(finding.severity.rawValue)), .init("message", .string(finding.message)),
    ]
    members += self.members(of: finding.place, &positions)
    let notes = finding.notes.map { note in
      JSONValue.object([.init("message", .string(note.message))] + self.members(of: note.place, &positions))
    }
    members.append(.init("related", .array(notes)))
    members.append(.init("fix", fix(of: finding, &positions)))
    return members
  }

  private static func members(of place: Place?, _ positions: inout Positions) -> [JSONValue.Member] {
    let span = place.flatMap { positions.span(of: $0) }
    return [
      .init("path", JSONValue(place?.path)), .init("line", JSONValue(span?.start.line)),
      .init("column", JSONValue(span?.start.column)), .init("end_line", JSONValue(span?.end.line)),
      .init("end_column", JSONValue(span?.end.column)),
    ]
  }

  private static func fix(of finding: Diagnostic, _ positions: inout Positions) -> JSONValue {
    guard let fix = finding.fix, let source = finding.place.source else { return .null }
    return [
      "title": .string(fix.title), "safe": .bool(fix.isSafe),
      "edits": JSONValue(fix.edits) { edit in
        let (start, end) = positions.span(of: edit.range, in: source)
        return [
          "line": JSONValue(start.line), "column": JSONValue(start.column), "end_line": JSONValue(end.line),
          "end_column": JSONValue(end.column), "replacement": .string(edit.replacement),
        ]
      },
    ]
  }
}
