import Foundation
import Testing
import TilawaQuran
import TilawaTestSupport

private let folder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "shared/quran")

/// Compares what is compiled in with the tables it was copied from, where those lie in `shared/quran` beside
/// the checkout; elsewhere there is nothing to compare.
@Suite(.enabled(if: (try? folder.checkResourceIsReachable()) ?? false, "needs the source tables"))
struct SourceTablesTests {
  /// The rows under the heading.
  private func rows(_ name: String) throws -> [[String]] {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func ayah(_ row: [String], _ column: Int = 0) -> Ayah {
    Ayah(Int(row[column]) ?? -1, Int(row[column + 1]) ?? -1)
  }

  @Test func surahs() throws {
    for row in try rows("surahs.tsv") {
      let surah = Int(row[0]).flatMap(Surah.numbered)
      let basmalah = ["ayah1": Surah.Basmalah.isAyahOne, "no": .none, "yes": .precedes][row[10]]
      #expect(surah?.arabicName == row[1])
      #expect(surah?.name == row[2])
      #expect(surah?.slug == row[3])
      #expect(surah?.meaning == row[4])
      #expect(surah?.revelationPlace.rawValue == row[5].lowercased())
      #expect(
        surah.map { [$0.revelationOrder, $0.ayahCount, $0.rukuCount, $0.startPage] }
          == row[6...9].map { Int($0) ?? -1 })
      #expect(surah?.basmalah == basmalah)
    }
  }

  @Test func lengths() throws {
    var wrong: [Ayah] = []
    for row in try rows("ayah-lengths.tsv") {
      let length = AyahLength.of(ayah(row))
      let found = length.map { [$0.words, $0.letters, $0.pauseMarks, $0.phonemes, $0.units] }
      if found != [2, 4, 13, 14, 15].map({ Int(row[$0]) ?? -1 }) { wrong.append(ayah(row)) }
    }
    #expect(wrong.isEmpty)
  }

  /// That table has lost the first vowel of kalla, which is 33 times in the text.
  @Test func sounds() throws {
    var wrong: [Ayah] = []
    for row in try rows("ayah-sounds.tsv") where row[0] != "0" {
      let words = AyahSounds.words(of: ayah(row)) ?? []
      let found = words.enumerated().map { index, word in
        String(decoding: word.sounds.map(\.rawValue), as: UTF8.self)
          + (index + 1 == words.count ? "" : word.hasPauseMark ? "," : ".")
      }
      let table = [".", ","].reduce(".\(row[2])") { $0.replacing("\($1)trr", with: "\($1)tarr") }.dropFirst()
      if found.joined() != table { wrong.append(ayah(row)) }
    }
    #expect(wrong.isEmpty)
  }

  @Test func divisions() throws {
    let files: [(Division, String, Int)] = [
      (.page, "pages-madani-604.tsv", 1), (.juz, "juz.tsv", 1), (.hizb, "hizb.tsv", 2), (.rub, "rub.tsv", 4),
      (.manzil, "manzil.tsv", 1), (.ruku, "ruku.tsv", 1),
    ]
    for (division, name, column) in files {
      for row in try rows(name) { #expect(Int(row[0]).flatMap(division.start) == ayah(row, column)) }
    }
    for row in try rows("sajdah.tsv") {
      let sajdah = Sajdah.at(ayah(row, 1))
      #expect(sajdah?.isAzimah == (row[3] == "obligatory"))
      #expect(sajdah?.isMarkedInWarshAndQaloon == (row[5] == "1"))
    }
    for row in try rows("pages-kfgqpc.tsv") {
      let page = Int(row[1]) ?? 0
      let pages = Riwayah(row[0]).flatMap(PrintedPages.of)
      #expect(pages?.start(of: page) == ayah(row, 2))
      #expect(pages?.opensInsideAyah(page) == (row[4] == "1"))
    }
  }

  @Test func counts() throws {
    for row in try rows("counting-systems.tsv") {
      let counts = CountingSystem.allCases.map { $0.ayahCount(ofSurah: Int(row[0]) ?? 0) }
      #expect(counts == row.dropFirst().map { Int($0) })
    }
    for row in try rows("riwayah-counting.tsv") {
      let riwayah = Riwayah(row[0])
      #expect(riwayah?.counting.rawValue == row[2])
      #expect(riwayah?.qiraah.rawValue == row[1])
      #expect(riwayah?.isCountPrinted == (row[4] == "printed"))
    }
    for row in try rows("count-boundaries.tsv") where row[2] == "inside" {
      for counting in CountingSystem.allCases {
        let mapping = AyahMap.map(ayah(row), from: .kufi, to: counting)
        let flag = row[7 + counting.column]
        #expect(flag == "0" || mapping?.first != mapping?.last, "\(row)")
      }
    }
  }

  @Test(.enabled(if: Python.canRun("import csv"), "needs python3"))
  func theTablesAreWhatTheGeneratorMakes() throws {
    let script = "\(ConformanceSuite.repository)/Tests/Trials/data/quran-tables"
    let made = try Python.run([script, "--check", folder.path(percentEncoded: false)])
    #expect(made.status == 0, "\(made.output)")
  }

  @Test func maps() throws {
    let files: [(CountingSystem, String)] = [
      (.madaniLast, "madani-last"), (.madaniFirst, "madani-first"), (.makkiKFGQPC, "makki-kfgqpc"),
      (.basri, "basri"), (.shami, "shami"),
    ]
    for (counting, name) in files {
      var wrong: [Ayah] = []
      for row in try rows("ayah-map-\(name).tsv") {
        let mapping = AyahMap.map(ayah(row), from: .kufi, to: counting)
        let found = mapping.map { "\($0.first.number) \($0.last.number) \($0.relation)" }
        if found != row[2...4].joined(separator: " ") { wrong.append(ayah(row)) }
      }
      #expect(wrong.isEmpty, "\(name)")
    }
  }
}

extension CountingSystem {
  fileprivate var column: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
