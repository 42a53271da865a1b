import Testing
import TilawaBase
import TilawaFormat
import TilawaTestSupport

/// The values that readers must read from the files of `spec/conformance/values`.
///
/// With `TILAWA_RECORD=1` in the environment the values are rewritten, and the test still fails once. Check
/// them against the pages of `spec/` before you keep them.
@Suite struct ValueConformanceTests {
  @Test func everyFileSaysWhatItMust() throws {
    let folder = "\(ConformanceSuite.folder)/values"
    let names = try FileTree.entries(ofFolder: folder)
    #expect(names.count >= 12)
    for name in names {
      let bundle = TilawaBundle(readingAt: "\(folder)/\(name)", shownAs: name)
      var values = ReadValues.of(bundle)
      var library = LibraryFiles()
      for kind in DocumentKind.ofLibraries {
        library.read(kind, at: "\(folder)/\(name)/\(kind.fileName)", shownAs: kind.fileName)
      }
      values.merge(ReadValues.of(library)) { one, _ in one }
      let yaml = try FileTree.entries(ofFolder: "\(folder)/\(name)").filter { $0.hasSuffix(".yaml") }
      #expect(!yaml.isEmpty && Set(values.keys).isSubset(of: yaml), "\(name)")
      // A file that isn't read at all has no values.
      let found = JSONValue.object(yaml.sorted().map { .init($0, values[$0] ?? .null) }).documentText
      let stored = try Golden.text(of: "\(folder)/\(name)/values.json", recording: found)
      #expect(found == stored, "\(name)")
    }
  }
}
