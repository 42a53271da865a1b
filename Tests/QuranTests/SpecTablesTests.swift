import Testing
import TilawaTestSupport

@testable import TilawaQuran

/// The tables of `spec/tables`, which another implementation needs, are those of the program.
///
/// With `TILAWA_RECORD=1` in the environment they are rewritten, and the tests still fail once.
@Suite struct SpecTablesTests {
  private func expect(_ lines: [String], in name: String) throws {
    let text = lines.joined(separator: "\n") + "\n"
    let stored = try Golden.text(of: "\(ConformanceSuite.repository)/spec/tables/\(name)", recording: text)
    #expect(stored == text, "\(name) differs from the index")
  }

  @Test func ayat() throws {
    var lines = ["surah\tayah\twords\tunits"]
    for surah in Surah.all {
      for number in 1...surah.ayahCount {
        let length = try #require(AyahLength.of(Ayah(surah.number, number)))
        lines.append("\(surah.number)\t\(number)\t\(length.words)\t\(length.units)")
      }
    }
    #expect(lines.count == 6237)
    try expect(lines, in: "ayat.tsv")
  }

  @Test func counts() throws {
    let systems = CountingSystem.allCases
    var lines = [(["surah"] + systems.map(\.rawValue)).joined(separator: "\t")]
    for surah in 1...114 {
      let counts = try systems.map { try "\(#require($0.ayahCount(ofSurah: surah)))" }
      lines.append((["\(surah)"] + counts).joined(separator: "\t"))
    }
    try expect(lines, in: "counts.tsv")
  }

  @Test func boundaries() throws {
    let systems = CountingSystem.allCases
    var lines = [(["surah", "kufi_ayah", "word"] + systems.map(\.rawValue)).joined(separator: "\t")]
    for boundary in AyahBoundary.all {
      let flags = systems.map { boundary.isCounted(in: $0) ? "1" : "0" }
      let place = ["\(boundary.ayah.surah)", "\(boundary.ayah.number)", "\(boundary.word)"]
      lines.append((place + flags).joined(separator: "\t"))
    }
    #expect(lines.count == 247)
    try expect(lines, in: "boundaries.tsv")
  }

  /// The first ayah that begins on each page of the 604-page Madani layout, in the Kufi count.
  @Test func pages() throws {
    var lines = ["page\tsurah\tayah"]
    for page in 1...Division.page.count {
      let start = try #require(Division.page.start(of: page))
      lines.append("\(page)\t\(start.surah)\t\(start.number)")
    }
    #expect(lines.count == 605)
    try expect(lines, in: "pages.tsv")
  }

  @Test func surahs() throws {
    var lines = ["surah\tname\tarabic\tslug\tmeaning\tspellings"]
    for surah in Surah.all {
      let spellings = SurahNames.exact.filter { $0.value == surah.number }.keys.sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      let names = [surah.name, surah.arabicName, surah.slug, surah.meaning]
      lines.append((["\(surah.number)"] + names + [spellings.joined(separator: " ")]).joined(separator: "\t"))
      for spelling in spellings {
        #expect(Spelling.plain(spelling) == spelling && !spelling.contains(" "))
        #expect(Surah.named(spelling) == surah)
      }
    }
    try expect(lines, in: "surahs.tsv")
  }

  @Test func riwayat() throws {
    var lines = ["id\tfolded"]
    for riwayah in Riwayah.allCases {
      let spellings = Riwayah.spellings.filter { $0.value == riwayah }.keys.sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      for spelling in spellings {
        #expect(Riwayah(spelling) == riwayah)
        lines.append("\(riwayah.rawValue)\t\(spelling)")
      }
    }
    try expect(lines, in: "riwayat.tsv")
  }
}
