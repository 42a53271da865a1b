import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaLibrary

/// The parts of `spec/` that are generated from the declarations of published files. With `TILAWA_RECORD=1`
/// in the environment the files are rewritten, and the tests still fail once.
@Suite struct PublishedSpecTests {
  @Test func schemasAreThoseOfTheTypes() throws {
    for kind in PublishedSchemas.kinds {
      try expect(
        PublishedSchemas.schema(of: kind).documentText,
        in: "spec/schemas/\(PublishedSchemas.fileName(of: kind))")
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: "\(ConformanceSuite.repository)/spec/schemas")
    #expect(
      names.filter { $0.hasPrefix("published-") }.sorted()
        == PublishedSchemas.kinds.map { PublishedSchemas.fileName(of: $0) }.sorted())
  }

  @Test func tablesAreThoseOfTheTypes() throws {
    let page = "spec/companions/publish.md"
    var rest = try ConformanceSuite.text(of: page)[...]
    let place = /(<!-- published: ([\w.]+) -->\n)[^<]*(<!-- end published -->\n)/
    var result = ""
    var names: [String] = []
    while let match = rest.firstMatch(of: place) {
      let table = try #require(PublishedSchemas.tables.first { $0.name == String(match.2) })
      result += rest[..<match.range.lowerBound] + match.1 + table.text + match.3
      rest = rest[match.range.upperBound...]
      names.append(table.name)
    }
    #expect(names.sorted() == PublishedSchemas.tables.map(\.name).sorted())
    try expect(result + rest, in: page)
  }

  private func expect(_ text: String, in path: String) throws {
    let file = "\(ConformanceSuite.repository)/\(path)"
    let stored = try? String(contentsOfFile: file, encoding: .utf8)
    if stored != text, ProcessInfo.processInfo.environment["TILAWA_RECORD"] != nil {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
    }
    #expect(stored == text, "\(path) is not what the declarations say; run with TILAWA_RECORD=1")
  }
}
