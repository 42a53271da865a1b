import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

/// The parts of `spec/` that are generated from the declarations: the schemas, the tables of keys, the
/// riwayat.
///
/// With `TILAWA_RECORD=1` in the environment the files are rewritten, and the tests still fail once.
@Suite struct SpecPagesTests {
  @Test func schemasAreThoseOfTheDeclarations() throws {
    for kind in DocumentKind.builtIn {
      try expect(
        SchemaFiles.schema(of: kind).documentText, in: "spec/schemas/\(SchemaFiles.fileName(of: kind))")
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: "\(ConformanceSuite.repository)/spec/schemas")
    let expected = DocumentKind.builtIn.map { SchemaFiles.fileName(of: $0) }
    // PublishedSpecTests compares the schemas of published libraries with their types.
    #expect(names.filter { !$0.hasPrefix("published-") }.sorted() == expected.sorted())
  }

  @Test func tablesOfKeysAreThoseOfTheDeclarations() throws {
    var tables = 0
    for page in try ConformanceSuite.pages.map({ "spec/\($0)" }) {
      let text = try ConformanceSuite.text(of: page)
      let place = /(<!-- keys: ([\w-]+)(?: (\w+))? -->\n)[^<]*(<!-- end keys -->\n)/
      var result = ""
      var rest = text[...]
      while let match = rest.firstMatch(of: place) {
        let table = try #require(SchemaFiles.table(of: String(match.2), keysOf: String(match.3 ?? "")))
        result += rest[..<match.range.lowerBound] + match.1 + table + match.4
        rest = rest[match.range.upperBound...]
        tables += 1
      }
      try expect(result + rest, in: page)
    }
    let own = DocumentKind.builtIn.count { SchemaFiles.table(of: $0.name) != nil }
    #expect(
      tables >= own + DocumentKind.builtIn.reduce(0) { $0 + $1.lists.count }, "a table of keys is missing")
    #expect(SchemaFiles.table(of: "words", keysOf: "nothing") == nil)
  }

  @Test func kindsAreThoseOfTheRegistry() throws {
    func line(_ kind: DocumentKind) -> String {
      let places = kind.places.map { place in
        switch place {
        case .bundle: "`*.tilawa/\(kind.fileName)`"
        case .file(let path): "`\(path)`"
        case .folder(let path): "`\(path)/NAME.yaml`"
        }
      }
      let lists = kind.lists.map { list in
        let identity =
          switch list.identity {
          case .recitation: "what is heard, and when"
          case .keys(let keys): keys.map { "`\($0)`" }.joined(separator: ", ")
          case .wholeRow: "all that they say"
          }
        return "`\(list.key)` by \(identity)"
      }
      return "| `\(kind.name)` | \(places.joined(separator: ", ")) | \(kind.meaning) | "
        + "\(kind.isPersonal ? "personal" : "shared") | \(lists.joined(separator: "; ")) |"
    }
    let head = "| kind | place | what it is | whose | rows are known |\n| --- | --- | --- | --- | --- |\n"
    for (page, isInBundle) in [("spec/core/merge.md", true), ("spec/companions/README.md", false)] {
      let kinds = DocumentKind.builtIn.filter { kind in
        isInBundle == kind.places.contains { if case .bundle = $0 { true } else { false } }
      }
      let table = head + kinds.map { line($0) + "\n" }.joined()
      let text = try ConformanceSuite.text(of: page)
      let match = try #require(
        text.firstMatch(of: /(<!-- documents[^>]*-->\n)[^<]*(<!-- end documents -->\n)/), "\(page)")
      try expect(
        text[..<match.range.lowerBound] + match.1 + table + match.2 + text[match.range.upperBound...],
        in: page)
    }
  }

  @Test func riwayatAreThoseOfTheIndex() throws {
    let lines = Riwayah.allCases.map { riwayah in
      let spellings = [riwayah.displayName] + riwayah.aliases + [riwayah.arabicName]
      return "| `\(riwayah.rawValue)` | \(spellings.joined(separator: ", ")) | \(riwayah.qiraah.displayName) "
        + "| `\(riwayah.counting.rawValue)` |"
    }
    let table =
      "| id | also read as | imam | usual count |\n| --- | --- | --- | --- |\n"
      + lines.joined(separator: "\n") + "\n"
    let text = try ConformanceSuite.text(of: "spec/core/quran.md")
    let place = /(<!-- riwayat -->\n)[^<]*(<!-- end riwayat -->\n)/
    let match = try #require(text.firstMatch(of: place))
    try expect(
      text[..<match.range.lowerBound] + match.1 + table + match.2 + text[match.range.upperBound...],
      in: "spec/core/quran.md")
    for riwayah in Riwayah.allCases {
      for spelling in riwayah.aliases { #expect(Riwayah(spelling) == riwayah) }
    }
  }

  @Test func namesOfTransmittersAndImamsAreThoseOfTheIndex() throws {
    let transmitters = Riwayah.allCases.map {
      "| `\($0.rawValue)` | \($0.transmitterSpellings.joined(separator: ", ")) |\n"
    }
    let imams = Qiraah.allCases.map { "| \($0.displayName) | \($0.spellings.joined(separator: ", ")) |\n" }
    for (name, title, lines) in [("transmitters", "riwayah", transmitters), ("imams", "imam", imams)] {
      let text = try ConformanceSuite.text(of: "spec/core/quran.md")
      let table = "| \(title) | spellings |\n| --- | --- |\n" + lines.joined()
      let start = try #require(text.firstRange(of: "<!-- \(name) -->\n"))
      let end = try #require(text.firstRange(of: "<!-- end \(name) -->"))
      try expect(text[..<start.upperBound] + table + text[end.lowerBound...], in: "spec/core/quran.md")
    }
    for riwayah in Riwayah.allCases {
      for transmitter in riwayah.transmitterSpellings {
        for imam in riwayah.qiraah.spellings {
          for text in ["\(transmitter) an \(imam)", "\(transmitter) A'n \(imam)", "\(transmitter) \(imam)"] {
            #expect(Riwayah(text) == riwayah, "\(text)")
          }
        }
      }
    }
    for name in ["khalaf", "doori", "ad-Doori", "Khalaf an", "an Asim"] {
      #expect(Riwayah(name) == nil, "\(name)")
    }
  }

  @Test func countsOfTheCountingSystemsAreThoseOfTheIndex() throws {
    let text = try ConformanceSuite.text(of: "spec/core/quran.md")
    for counting in CountingSystem.allCases {
      let total = "\(counting.total / 1000),\(String(counting.total % 1000 + 1000).dropFirst())"
      #expect(text.contains("| `\(counting.rawValue)` | \(total) |"), "\(counting.rawValue)")
    }
  }

  private func expect(_ text: String, in path: String) throws {
    let file = "\(ConformanceSuite.repository)/\(path)"
    let isRecording = ProcessInfo.processInfo.environment["TILAWA_RECORD"] == "1"
    let stored = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    if isRecording, stored != text { try text.write(toFile: file, atomically: true, encoding: .utf8) }
    #expect(stored == text, "\(path) differs from the declarations; TILAWA_RECORD=1 rewrites it")
  }
}
