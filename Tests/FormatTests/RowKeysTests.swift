import Testing
import TilawaBase
import TilawaTestSupport
import TilawaYAML

@testable import TilawaFormat

/// A key that isn't written would be lost by whatever makes a row of another: split, join, segment, merge. One that the fast way
/// doesn't know would make each file that has it slow.
@Suite struct RowKeysTests {
  @Test func everyKeyOfARowIsReadByTheFastWayAndWritten() throws {
    let bundle = TilawaBundle(
      readingAt: "\(ConformanceSuite.repository)/Examples/every-field.tilawa", shownAs: "example")
    try check(bundle.segments, .segments)
    try check(bundle.markers, .markers)
    try check(bundle.words, .words)
  }

  private func check<Row>(_ file: BundleFile<RowsFile<Row>>?, _ kind: FileKind) throws {
    let rows = try #require(file?.content).rows.map(\.value)
    #expect(Set(rows.flatMap { $0.pairs.map(\.key) }) == Set(kind.rowKeys))
    let text = kind.text(ofRows: rows.map(\.yaml))
    let scanned = try #require(RowsFile<Row>.scanned(Array(text.utf8)), "\(text)")
    #expect(scanned.rows.map(\.value) == rows)
  }
}
