import Foundation
import Testing
import TilawaBase
import TilawaLint
import TilawaTestSupport

@Suite struct RuleCommandTests {
  @Test func listsRules() throws {
    let folder = try TemporaryFolder()
    let lines = transcript("explain", in: folder.path).split(separator: "\n")
    #expect(lines.count == RuleID.all.count)
    #expect(
      lines.contains {
        $0.hasPrefix("S203  error    segments-overlap") && $0.hasSuffix("Two segments MUST NOT share audio.")
      })
    let json = transcript("explain", "--json", in: folder.path)
    let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect((document?["rules"] as? [Any])?.count == RuleID.all.count)
  }

  @Test func explainsByCodeOrName() throws {
    let folder = try TemporaryFolder()
    let text = transcript("explain", "s203", in: folder.path)
    #expect(text == transcript("explain", "segments-overlap", in: folder.path))
    #expect(text.hasPrefix("S203 segments-overlap (error)\n\nTwo segments MUST NOT share audio. "))
    #expect(text.contains("Place: "))
    #expect(
      text.contains(
        "\n\nspec/core/segments.md\n\nFor example:\n\n  ends-late.tilawa/segments.yaml:4:29: error:"))
    #expect(
      transcript("explain", "S230", in: folder.path)
        == "[stderr]\ntilawa: no such rule: \"S230\"; did you mean S203?\n[exit 2]\n")
    for rule in RuleID.all { #expect(!transcript("explain", rule.code, in: folder.path).contains("[exit")) }
  }
}
