import Testing
import TilawaBase
import TilawaTestSupport
import TilawaYAML

@testable import TilawaFormat

/// Checks that every key of a row is written, and is read by the fast scanner.
///
/// A key that isn't written would be lost by every command that makes a row of another: split, join, segment,
/// merge. A key that the scanner doesn't read would slow down each file that has it.
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
