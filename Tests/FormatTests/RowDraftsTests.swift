import Testing
import TilawaBase
import TilawaTestSupport
import TilawaYAML

@testable import TilawaFormat

/// A key that a draft forgets would be lost by whatever makes a row of another: split, join, segment, merge.
@Suite struct RowDraftsTests {
  private static func bundle() throws -> TilawaBundle {
    TilawaBundle(readingAt: "\(ConformanceSuite.repository)/Examples/every-field.tilawa", shownAs: "example")
  }

  private static func keys(of rows: [YAMLValue]) -> Set<String> {
    rows.reduce(into: []) { keys, row in
      if case .flow(let pairs) = row { keys.formUnion(pairs.map(\.key)) }
    }
  }

  @Test func draftsSayEveryDeclaredKeyOfARow() throws {
    let bundle = try Self.bundle()
    let segments = try #require(bundle.segments?.content).rows.map { SegmentDraft($0).yaml }
    #expect(Self.keys(of: segments) == Set(Segment.declaration.fields.map(\.key)))
    let markers = try #require(bundle.markers?.content).rows.map { MarkerDraft($0).yaml }
    #expect(Self.keys(of: markers) == Set(Marker.declaration.fields.map(\.key)))
    let words = try #require(bundle.words?.content).rows.map { WordDraft($0).yaml }
    #expect(Self.keys(of: words) == Set(WordTiming.declaration.fields.map(\.key)))
  }
}
