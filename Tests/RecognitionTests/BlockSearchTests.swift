import Testing

@testable import Recognition

/// The search of a block against `BlockPath`, which computes the columns of a few sounds plainly.
@Suite struct BlockSearchTests {
  private let sounds = QuranSounds(surahs: 113...114)
  private var search: BlockSearch { BlockSearch(sounds, .shipped) }

  /// Sums of scores of which one phone is the likely one for some frames, then another.
  private func sums(frames: Int, seed: UInt64) -> [[Int16]] {
    var random = Noise(state: seed)
    let classes = PhoneNetwork.classes
    var sums = [[Int16]](repeating: [0], count: classes)
    var likely = 0
    for frame in 0..<frames {
      if frame % 3 == 0 { likely = random.next(below: classes) }
      for row in 0..<classes {
        let score = row == likely ? 0 : -Int16(random.next(below: 30))
        sums[row].append((sums[row].last ?? 0) + score)
      }
    }
    return sums
  }

  @Test(arguments: [(3, 7), (40, 1), (64, 2), (130, 3)])
  func everyEndThatCountsScoresAsItsPath(_ frames: Int, _ seed: Int) {
    let sums = sums(frames: frames, seed: UInt64(seed))
    var before = [Int16](repeating: -320, count: sounds.count)
    for sound in stride(from: 40, to: 60, by: 5) { before[sound] = -Int16(sound % 7) }
    let ends = search.ends(sums, from: before)
    let paths = sounds.heard.indices.map { sound in
      BlockPath(to: sound, in: search, sums) { Int(before[$0]) }?.score ?? Int(BlockSearch.never)
    }
    let least = max(Int(BlockSearch.never), (paths.max() ?? 0) - Int(BlockSearch.tolerance))
    #expect(ends.map(Int.init) == paths.map { $0 < least ? Int(BlockSearch.never) : $0 })
  }
}

/// Numbers that look random and are always the same.
private struct Noise {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
