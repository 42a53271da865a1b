extension DiagnosticFormat {
  /// SARIF 2.1.0 (OASIS), with what code-scanning services need to show and to track findings.
  public static let sarif = DiagnosticFormat("sarif", "SARIF 2.1.0, for code scanning") { SARIFWriter($0) }

  private final class SARIFWriter: ReportWriter {
    private let context: ReportContext
    private var texts: [String: ReportContext.RuleText] = [:]
    private var results: [(code: String, members: [JSONValue.Member])] = []
    private var seen: [String: Int] = [:]

    init(_ context: ReportContext) {
      self.context = context
      for text in context.rules { texts[text.rule.code] = text }
    }

    func add(_ findings: [Diagnostic]) -> String {
      let positions = Positions()
      for finding in findings {
        let rule = finding.rule
        if texts[rule.code] == nil { texts[rule.code] = .init(rule, summary: rule.name, paragraph: "") }
        results.append((rule.code, members(of: finding, positions, &seen)))
      }
      return ""
    }

    func finish(_ count: DiagnosticCount) -> String {
      let codes = texts.keys.sorted()
      let indexes = Dictionary(uniqueKeysWithValues: zip(codes, codes.indices))
      var driver: JSONValue = ["name": .string(context.toolName)]
      if !context.toolVersion.isEmpty { driver = driver.adding("version", .string(context.toolVersion)) }
      driver = driver.adding("rules", .array(codes.compactMap { texts[$0].map(rule) }))
      let results = results.map { code, members in
        JSONValue.object(
          [.init("ruleId", .string(code)), .init("ruleIndex", JSONValue(indexes[code] ?? 0))] + members)
      }
      var run: JSONValue = [
        "tool": ["driver": driver],
        "columnKind": "unicodeCodePoints",
        "results": .array(results),
      ]
      if count.omitted > 0 { run = run.adding("properties", DiagnosticFormat.counts(count)) }
      let document: JSONValue = [
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
      ]
      return document.documentText
    }
  }

  private static func rule(_ text: ReportContext.RuleText) -> JSONValue {
    let level = level(text.rule.severity)
    var rule: JSONValue = [
      "id": .string(text.rule.code), "name": .string(text.rule.name),
      "shortDescription": ["text": .string(text.summary)],
    ]
    if !text.paragraph.isEmpty {
      rule = rule.adding("fullDescription", ["text": .string(text.paragraph)])
        .adding("help", ["text": .string(text.paragraph)])
    }
    return rule.adding("defaultConfiguration", ["level": .string(level)])
      .adding("properties", ["problem.severity": .string(level == "note" ? "recommendation" : level)])
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    }
  }

  private static func counts(_ count: DiagnosticCount) -> JSONValue {
    [
      "error_count": JSONValue(count.errors), "warning_count": JSONValue(count.warnings),
      "note_count": JSONValue(count.notes), "file_count": JSONValue(count.files),
      "omitted_count": JSONValue(count.omitted),
    ]
  }

  /// Returns the members of a finding besides its rule.
  private static func members(
    of finding: Diagnostic, _ positions: Positions, _ seen: inout [String: Int]
  ) -> [JSONValue.Member] {
    var message = finding.message
    var related: [JSONValue] = []
    for note in finding.notes {
      guard let place = note.place else {
        message += "; " + note.message
        continue
      }
      related.append([
        "id": JSONValue(related.count + 1), "message": ["text": .string(note.message)],
        "physicalLocation": location(place, positions),
      ])
    }
    let key = fingerprint(finding, positions)
    let occurrence = seen[key, default: 0]
    seen[key] = occurrence + 1
    let members: [JSONValue.Member] = [
      .init("level", .string(level(finding.severity))), .init("message", ["text": .string(message)]),
      .init("locations", [["physicalLocation": location(finding.place, positions)]]),
      .init("relatedLocations", .array(related)),
      .init("partialFingerprints", ["tilawaLine/v1": "\(key):\(occurrence)"]),
    ]
    guard let fix = finding.fix, let source = finding.place.source else { return members }
    let replacements = JSONValue(fix.edits) { edit in
      [
        "deletedRegion": region(positions.span(of: edit.range, in: source)),
        "insertedContent": ["text": .string(edit.replacement)],
      ]
    }
    let change: JSONValue = [
      "artifactLocation": artifact(finding.place.path), "replacements": replacements,
    ]
    return members + [
      .init("fixes", [["description": ["text": .string(fix.title)], "artifactChanges": [change]]])
    ]
  }

  private static func location(_ place: Place, _ positions: Positions) -> JSONValue {
    let location: JSONValue = ["artifactLocation": artifact(place.path)]
    return positions.span(of: place).map { location.adding("region", region($0)) } ?? location
  }

  private static func artifact(_ path: String) -> JSONValue {
    // Everything outside RFC 3986's unreserved characters and the slash is written by its bytes.
    var uri = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (byte < 16 ? "0" : "") + digits
      }
    }
    if path.begins(with: "/") { return ["uri": .string("file://" + uri)] }
    return ["uri": .string(uri), "uriBaseId": "%SRCROOT%"]
  }

  private static func region(_ span: (start: LineAndColumn, end: LineAndColumn)) -> JSONValue {
    [
      "startLine": JSONValue(span.start.line), "startColumn": JSONValue(span.start.column),
      "endLine": JSONValue(span.end.line), "endColumn": JSONValue(span.end.column),
    ]
  }

  /// Returns a hash by which a finding is recognised after lines were added above it.
  ///
  /// It is equal for the same rule on the same text of a line in the same file, wherever the line is.
  private static func fingerprint(_ finding: Diagnostic, _ positions: Positions) -> String {
    var text = finding.rule.code + "\n" + finding.place.path + "\n"
    if let source = finding.place.source, let span = positions.span(of: finding.place) {
      let line = positions.table(of: source).range(ofLine: span.start.line)
      text += source.text(in: line).words.joined(separator: " ")
    }
    return text.utf8.fnv1a.hexadecimal
  }
}
