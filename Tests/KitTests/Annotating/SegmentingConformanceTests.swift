import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaTestSupport

/// Markers become segments, by the cases of the spec.
@Suite struct SegmentingConformanceTests {
  @Test func everyCaseIsAsTheSuiteSays() throws {
    let root = "\(ConformanceSuite.folder)/segmenting"
    let cases = try FileTree.entries(ofFolder: root)
    #expect(cases.count >= 6)
    for name in cases {
      let bundle = TilawaBundle(readingAt: "\(root)/\(name)/before", shownAs: name)
      let plan = try Segmenting(bundle, end: bundle.audioEnd)
      for (kind, change) in [(FileKind.segments, plan.segments), (.markers, plan.markers)] {
        let old = bundle.source(of: kind)?.bytes
        let bytes: [UInt8]? =
          switch change {
          case .none: old
          case .create(let text): Array(text.utf8)
          case .edit(let edits): edits.applied(to: old ?? [])
          case .remove: nil
          }
        let path = "\(root)/\(name)/after/\(kind.fileName)"
        guard let bytes else {
          #expect((try? FileStatus.ifAny(path)) == nil, "\(name)")
          continue
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(try Golden.text(of: path, recording: text) == text, "\(name)")
      }
    }
  }
}
