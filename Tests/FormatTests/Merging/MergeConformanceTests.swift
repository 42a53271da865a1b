import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaTestSupport

@Suite struct MergeConformanceTests {
  private static let folder = ConformanceSuite.folder + "/merge"

  private func source(_ path: String) throws -> SourceText {
    SourceText(path: path, bytes: try FileContents.read(path))
  }

  @Test func everyCaseMergesAsTheSuiteSays() throws {
    let cases = try FileTree.entries(ofFolder: Self.folder)
    #expect(cases.count >= 20)
    for name in cases {
      let path = "\(Self.folder)/\(name)"
      let file = try #require(try FileTree.entries(ofFolder: path + "/base").first)
      let kind = try #require(DocumentKind(ofFileAt: file))
      let base = try source("\(path)/base/\(file)")
      let ours = try source("\(path)/ours/\(file)")
      let theirs = try source("\(path)/theirs/\(file)")
      let merge = try FileMerge(base: base, ours: ours, theirs: theirs, kind: kind)
      let text = String(decoding: merge.bytes, as: UTF8.self)
      #expect(try Golden.text(of: "\(path)/merged/\(file)", recording: text) == text, "\(name)")
      let expected = try source("\(path)/merged/\(file)")
      let hasMarkers = expected.bytes.split(separator: 0x0A).contains {
        $0.starts(with: Array("<<<<<<<".utf8))
      }
      #expect(merge.conflicts.isEmpty != hasMarkers, "\(name)")

      // The other way round the values are the same.
      let swapped = try FileMerge(base: base, ours: theirs, theirs: ours, kind: kind)
      #expect(swapped.conflicts.count == merge.conflicts.count, "\(name)")
      if !hasMarkers {
        let one = SourceText(path: "one", bytes: merge.bytes)
        let other = SourceText(path: "other", bytes: swapped.bytes)
        #expect(try FileDiff(one, other, kind: kind).isEmpty, "\(name)")
      }
    }
  }
}
