import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaLint
import TilawaTestSupport

/// Checks the column on the count in `spec/tables/rules.tsv`, with cases of `spec/conformance` whose count is
/// in doubt.
///
/// Each rule that needs the count reports nothing. Each rule that needs neither the count nor whole files
/// reports what it reported before.
@Suite struct CountNeedTests {
  @Test(.enabled(if: (try? RuleTableTests.rows()) != nil, "needs spec/tables"))
  func rulesThatNeedTheCountAreSilentWithoutIt() throws {
    let rows = try RuleTableTests.rows()
    let needing = Set(rows.filter { $0.needs.contains("count") }.map(\.code))
    let free = Set(rows.filter { $0.needs.isDisjoint(with: ["count", "whole"]) }.map(\.code))
    var seen: Set<String> = []
    for one in try ConformanceSuite.cases() where one.name.hasSuffix(".tilawa") {
      let told = Set(one.expected.map(\.code))
      // Where the recording has a fault itself, the doubt would be another.
      guard !told.isDisjoint(with: needing),
        !one.expected.contains(where: { $0.file == "recording.yaml" && "YF".contains($0.code.prefix(1)) })
      else { continue }
      let found = Set(try findings(ofDoubted: one))
      #expect(found.intersection(needing).sorted() == [], "\(one.name)")
      // Where nothing names ayat, nobody need know how they are counted.
      let rest = free.subtracting(["R510"])
      #expect(found.intersection(rest) == told.intersection(rest).union(["F109"]), "\(one.name)")
      #expect(found.contains("R510") || told == ["R503"], "\(one.name)")
      seen.formUnion(told.intersection(needing))
    }
    #expect(needing.subtracting(seen).sorted() == [], "no case was tried")
    #expect(needing.count > 10)
  }

  /// Returns the codes for a copy of a case whose count is an unknown word.
  private func findings(ofDoubted one: ConformanceCase) throws -> [String] {
    let folder = try TemporaryFolder()
    let copy = folder.path(of: "case.tilawa")
    try FileManager.default.copyItem(atPath: one.path, toPath: copy)
    let recording = try String(contentsOfFile: "\(copy)/recording.yaml", encoding: .utf8)
    let lines =
      recording.split(separator: "\n").filter { !$0.hasPrefix("numbering:") } + ["numbering: doubtful"]
    try folder.write(lines.map { "\($0)\n" }.joined(), to: "case.tilawa/recording.yaml")
    return Linter(.hearing).lint(TilawaBundle(readingAt: copy, shownAs: "case")).map(\.rule.code)
  }
}
