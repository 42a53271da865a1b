import Testing
import TilawaBase
import TilawaFormat
import TilawaTestSupport

/// The reader's part of the conformance suite: families Y and F, which are found before any rule is applied.
/// Comments (F121) are read by Lint.
@Suite struct ShapeConformanceTests {
  @Test func reportsWhatTheSuiteExpectsOfShape() throws {
    let cases = try ConformanceSuite.cases()
    #expect(cases.count > 300)
    for one in cases where !one.isLibrary {
      let bundle = TilawaBundle(readingAt: one.path, shownAs: "case")
      let found = Set(bundle.diagnostics.map { finding($0) })
      let expected = one.expected.filter { "YF".contains($0.code.prefix(1)) && $0.code != "F121" }
      #expect(found.subtracting(expected).sorted() == [], "\(one.name) reports too much")
      #expect(expected.subtracting(found).sorted() == [], "\(one.name) reports too little")
    }
  }

  private func finding(_ diagnostic: Diagnostic) -> ConformanceCase.Finding {
    let place = diagnostic.place
    let line = place.source.flatMap { source in
      place.range.map { LineTable(of: source).position(at: $0.lowerBound).line }
    }
    let file = place.path == "case" ? "." : String(place.path.dropFirst("case/".count))
    return .init(code: diagnostic.rule.code, file: file, line: line)
  }
}
