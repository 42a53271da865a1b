import Testing
import TilawaTestSupport

/// Judges the suite with `spec/conformance/structure.py`, which is independent of our code. It must agree
/// with the expectations.
@Suite struct ThirdReaderTests {
  @Test(.enabled(if: Python.canRun("import yaml, jsonschema"), "needs python3 with PyYAML and jsonschema"))
  func agreesWithTheStructuralCases() throws {
    let result = try Python.run([ConformanceSuite.folder + "/structure.py"])
    #expect(result.status == 0, "\(result.output)")
    let judged = try #require(result.output.firstMatch(of: /(\d+) files judged, 0 disagreements/))
    #expect((Int(judged.1) ?? 0) > 500)
  }
}
