import Testing
import TilawaQuran
import TilawaTestSupport

struct RecitedAyatTests {
  @Test func holdsRunsWithinSurahs() throws {
    func runs(_ ranges: String...) throws -> String {
      let set = AyahSet(try ranges.map { try #require(AyahRange($0)) }, in: .kufi)
      return set.runs.map(\.description).joined(separator: " ")
    }
    #expect(try runs("2:4", "1:7-2:1", "2:2-3", "2:9-11", "2:10") == "1:7 2:1-4 2:9-11")
    #expect(try runs("112:0", "1:7-2:0", "9:0", "2:5-3", "115:1", "1:0") == "1:7")
    #expect(try runs("112:3-114:2") == "112:3-4 113:1-5 114:1-2")
    let all = AyahSet([try #require(AyahRange("1:1-114:6"))], in: .kufi)
    #expect(all.count == 6236 && all.runs.count == 114 && all.surahs == Array(1...114))
    #expect(all.runs(ofSurah: 112).map(\.description) == ["112:1-4"])
  }

  @Test func theReasonsToCompareNoFurther() {
    let first = RecitedAyat.Step.ayat(AyahRange(Ayah(2, 1)))
    let third = RecitedAyat.Step.ayat(AyahRange(Ayah(2, 3)))
    func jumps(_ between: RecitedAyat.Step...) -> [String] {
      RecitedAyat([first] + between + [third], in: .kufi).jumps.map { "\($0.from) \($0.to) \($0.missing)" }
    }
    #expect(jumps() == ["0 1 2:2"] && jumps(.nothing) == ["0 2 2:2"])
    #expect(jumps(.ayat(AyahRange(Ayah(1, 1)))) == ["0 2 2:2"])
    #expect(jumps(.unknown) == [] && jumps(.ayat(AyahRange(Ayah(2, 287)))) == [])
  }

  /// Against sets of ayat and a walk through all rows before each.
  @Test(arguments: [CountingSystem.kufi, .madaniLast])
  func agreesWithTheSentencesOfTheSpec(_ counting: CountingSystem) {
    var random = SplitMix64(state: 13)
    for _ in 0..<400 {
      let steps: [RecitedAyat.Step] = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        let a = Ayah(Int.random(in: 108...113, using: &random), Int.random(in: 0...7, using: &random))
        let b = Ayah(
          a.surah + max(0, Int.random(in: -2...2, using: &random)), Int.random(in: 0...6, using: &random))
        switch Int.random(in: 0..<20, using: &random) {
        case 0: return .unknown
        case 1: return .nothing
        case 2...8: return .ayat(AyahRange(min(a, b), max(a, b)))
        default: return .ayat(AyahRange(a))
        }
      }
      check(steps, counting)
    }
  }

  private func check(_ steps: [RecitedAyat.Step], _ counting: CountingSystem) {
    let held = Set(steps.compactMap(named).flatMap(counting.ayat).filter { $0.number > 0 })
    let recited = RecitedAyat(steps, in: counting)
    #expect(recited.held.count == held.count && held.allSatisfy(recited.held.contains))
    let everything = AyahSet((1...114).compactMap(counting.range(ofSurah:)), in: counting)
    let rest = everything.subtracting(recited.held)
    #expect(rest.count == counting.total - held.count && !held.contains(where: rest.contains))
    var jumps: [String] = []
    for (to, step) in steps.enumerated() {
      guard let range = named(step), counting.contains(range) else { continue }
      let surah = range.first.surah
      let ends = steps[..<to].lastIndex { isUnknown($0, counting) } ?? -1
      guard
        let from = (ends + 1..<to).last(where: { row in
          named(steps[row]).map { $0.first.surah <= surah && surah <= $0.last.surah } ?? false
        }), let before = named(steps[from])
      else { continue }
      let last = before.last.surah == surah ? before.last.number : counting.ayahCount(ofSurah: surah) ?? 0
      let missing = (0..<max(0, range.first.number - last - 1)).map { Ayah(surah, last + 1 + $0) }
        .filter { !held.contains($0) }
      if let first = missing.first, let last = missing.last {
        jumps.append("\(from) \(to) \(AyahRange(first, last))")
      }
    }
    #expect(recited.jumps.map { "\($0.from) \($0.to) \($0.missing)" } == jumps)
  }

  private func isUnknown(_ step: RecitedAyat.Step, _ counting: CountingSystem) -> Bool {
    guard case .ayat(let range) = step else { return step == .unknown }
    return !counting.contains(range)
  }
}

private func named(_ step: RecitedAyat.Step) -> AyahRange? {
  if case .ayat(let range) = step { range } else { nil }
}
