import TilawaBase

@testable import TilawaFormat

extension FuzzTarget {
  /// The fast ways through rows beside the full reader: what they take, it reads alike.
  static let rows = FuzzTarget("rows") { input in
    try compare(SegmentsFile.self, input)
    try compare(MarkersFile.self, input)
    try compare(WordsFile.self, input)
  }

  private static func compare<Row: BundleRow>(_ type: RowsFile<Row>.Type, _ input: [UInt8]) throws {
    let source = SourceText(path: "rows.yaml", bytes: input)
    let scanned = RowsFile<Row>.scanned(input)
    let short = AbridgedReading<Row>.read(source, least: 0)
    guard scanned != nil || short != nil else { return }
    let full = BundleFile<RowsFile<Row>>.readingFully(source)
    if let scanned {
      try demand(full.diagnostics.isEmpty, "only the full reader finds \(full.diagnostics.map(\.message))")
      try demand(
        String(describing: full.content) == String(describing: Optional(scanned)),
        "the fast way reads \(scanned)\nthe full one \(String(describing: full.content))")
    }
    guard let short else { return }
    try demand(
      String(describing: short.content) == String(describing: full.content)
        && String(describing: short.salvaged) == String(describing: full.salvaged),
      "the way between reads \(String(describing: short.content)) \(short.salvaged)\nthe full one "
        + "\(String(describing: full.content)) \(full.salvaged)")
    try demand(
      short.diagnostics.map(told) == full.diagnostics.map(told)
        && Set(short.errorStarts) == Set(full.errorStarts),
      "the way between finds \(short.diagnostics.map(told)) \(short.errorStarts)\nthe full one "
        + "\(full.diagnostics.map(told)) \(full.errorStarts)")
  }

  private static func told(_ finding: Diagnostic) -> String {
    let notes = finding.notes.map { "\($0.message) \($0.place?.range ?? 0..<0)" }
    let fix = finding.fix.map { "\($0.title) \($0.edits)" } ?? ""
    return "\(finding.rule.code) \(finding.message) \(finding.place.range ?? 0..<0) \(notes) \(fix)"
  }
}
