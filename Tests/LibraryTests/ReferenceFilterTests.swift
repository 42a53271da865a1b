import Testing
import TilawaBase
import TilawaQuran
import TilawaTestSupport

@testable import TilawaLibrary

struct ReferenceFilterTests {
  private func filter(_ text: String, numbering: CountingSystem = .kufi) -> ReferenceFilter {
    let range = AyahRange(text) ?? AyahRange(Ayah(1, 1))
    let wanted = WantedAyat(numbering.ayat(in: range), counting: numbering)
    return ReferenceFilter(for: wanted, in: [numbering])
  }

  @Test func findsWhatIsInRanges() {
    for text in [
      "\"18:10\"", "ayah: 18:10,", "'18:10'", "18:10", "\"018:010\"", "\"18:1-10\"", "\"18:10-11\"",
      "\"17:110-18:10\"",
      "\"17:110-19:1\"", "\"18:9-18:11\"", "\"1:1-114:6\"", "\"18:11-9\"", "\"\\x318:10\"",
      "{a: 1:1, b: 18:10}",
    ] {
      #expect(filter("18:10").mayHold(Array(text.utf8)), "\(text)")
    }
  }

  @Test func passesOverTheRest() {
    for text in [
      "", ":", "18:", ":10", "18:1", "\"18:100\"", "\"8:10\"", "18: 10", "start: 18.10", "\"18:1-9\"",
      "\"18:11-20\"", "\"17:110-18:9\"", "\"18:11-19:3\"", "id: a:b",
    ] {
      #expect(!filter("18:10").mayHold(Array(text.utf8)), "\(text)")
    }
  }

  @Test func everyRangeOfAPassageCounts() {
    #expect(filter("8:75-9:1").mayHold(Array("\"9:1\"".utf8)))
    #expect(!filter("8:75-9:1").mayHold(Array("\"9:2\"".utf8)))
    #expect(!filter("8:75-9:1").mayHold(Array("\"8:74\"".utf8)))
  }

  /// The filter must not change any answer, whatever the rows look like.
  @Test func changesNoAnswer() throws {
    var numbers = SeededNumbers(seed: 7)
    let surahs = [1, 2, 8, 9, 10, 17, 18, 19, 55, 78, 113, 114]
    for seed in [UInt64(1), 3, 4] {
      let library = try GeneratedLibrary(bundles: 70, seed: seed)
      let folder = try LibraryFolder(at: library.folder.path, shownFrom: library.folder.path)
      #expect(folder.bundles.count == 70)
      let counting = seed == 1 ? .kufi : CountingSystem.allCases.randomElement(using: &numbers) ?? .kufi
      let session = Session(
        riwayah: seed == 4 ? .warsh : .hafs, reciters: seed == 3 ? ["dosari", "husary"] : [],
        counting: counting)
      let all = surahs.flatMap { surah in
        (0...40).map { Ayah(surah, $0) }.filter { counting.contains($0) }
      }
      // Every file read as YAML and asked for everything, once.
      let wanted = WantedAyat(all, counting: counting).prepared(for: CountingSystem.allCases)
      let full = folder.resolve(wanted, session, filter: nil, true)
      var answered = 0
      var leftOut = 0
      for _ in 0..<12 {
        let start = Int.random(in: 0..<all.count, using: &numbers)
        let ayat = Array(
          all[start...].prefix(numbers.chance(0.7) ? 1 : Int.random(in: 2...12, using: &numbers)))
        let quick = folder.resolve(ayat, in: session, explaining: true)
        let brief = folder.resolve(ayat, in: session)
        for ayah in ayat {
          let expected = try #require(full.answers[ayah])
          #expect(quick.answers[ayah].map(described) == described(expected), "\(ayah) of \(ayat) \(session)")
          #expect(brief.answers[ayah]?.best.map(described) == expected.best.map(described))
          answered += expected.best == nil ? 0 : 1
        }
        leftOut += full.faults.count - quick.faults.count
      }
      // The generator must make what there is to lose, and the filter must leave something out.
      #expect(answered > 5)
      #expect(leftOut > 0)
    }
  }

  private func described(_ answer: Answer) -> String {
    "\(answer.best.map(described) ?? "-") \(answer.others.map(described)) "
      + answer.refusedRows.map { "\($0.refusal) \($0.row.path) \($0.row.range ?? 0..<0)" }.joined(
        separator: ", ")
  }

  private func described(_ hearing: Hearing) -> String {
    "\(hearing.bundle) \(hearing.span) \(hearing.isShared) \(hearing.rows.map(\.range)) \(hearing.isVerified)"
  }
}
