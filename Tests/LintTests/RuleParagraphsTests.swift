import Testing
import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaTestSupport

/// `Sources/Lint/RuleParagraphs.swift` is a copy of the paragraphs in `spec/`, for the installed program,
/// which doesn't have these pages.
///
/// `TILAWA_RECORD=1 swift test --filter RuleParagraphsTests` writes it again and fails once.
@Suite struct RuleParagraphsTests {
  private struct Paragraph {
    var code: String
    var name: String
    var severity: String
    var page: String
    var text: String
  }

  @Test func holdsWhatTheSpecSays() throws {
    let rows = try paragraphs().map { "\($0.code)\t\($0.page)\t\($0.text)\n" }.joined()
    let source = """
      /// The paragraphs of `spec/` on rules: code, page and text, separated by tabs. Written by `RuleParagraphsTests`.
      let ruleParagraphs = #\"\"\"
      \(rows.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
        \"\"\"#

      """
    let path = "\(ConformanceSuite.repository)/Sources/Lint/RuleParagraphs.swift"
    #expect(try source == Golden.text(of: path, recording: source), "run with TILAWA_RECORD=1")
  }

  @Test func everyRuleHasItsParagraphAndEveryParagraphItsRule() throws {
    let paragraphs = try paragraphs()
    let inSpec = paragraphs.map { "\($0.code) \($0.name) \($0.severity)" }.sorted()
    let rules = RuleID.all
    let inProgram = rules.map { "\($0.code) \($0.name) \($0.severity.rawValue)" }.sorted()
    #expect(inSpec == inProgram)
    for rule in rules { #expect(RuleText.of(rule)?.summary.isEmpty == false, "\(rule.code)") }
  }

  @Test func everyRuleHasItsFileAndItsLineInTheList() throws {
    let folder = "\(ConformanceSuite.repository)/Sources/Lint/Rules"
    var files: [String] = []
    for family in try FileTree.entries(ofFolder: folder) {
      files += try FileTree.entries(ofFolder: "\(folder)/\(family)").map {
        PathText.stem(of: $0).lowercased()
      }
    }
    // Rules of documents stand with their kinds.
    let ofDocuments = Set(DocumentKind.all.flatMap(\.rules).map(\.id.code))
    let names = Rule.all.filter { !ofDocuments.contains($0.id.code) }
      .map { $0.id.name.filter { $0 != "-" } }
    #expect(names.sorted() == files.sorted())
    #expect(Set(RuleID.all.map(\.code)).count == RuleID.all.count)
  }

  /// Paragraphs that begin with a code and a name in bold and the severity in brackets.
  private func paragraphs() throws -> [Paragraph] {
    let heading = /^\*\*([A-Z]\d{3}) ([a-z0-9-]+)\*\* \((error|warning|note)\)\. (.*)$/
    return try ConformanceSuite.pages.flatMap { page in
      try ConformanceSuite.text(of: "spec/\(page)").split(separator: "\n\n").compactMap { block in
        let line = block.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let match = line.firstMatch(of: heading) else { return nil }
        return Paragraph(
          code: String(match.1), name: String(match.2), severity: String(match.3), page: page,
          text: String(match.4))
      }
    }.sorted { $0.code < $1.code }
  }
}
