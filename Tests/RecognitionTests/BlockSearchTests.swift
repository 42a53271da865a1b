import Testing

@testable import TilawaRecognition

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

  /// Returns running sums of scores for sounds that are read from `start` on, at random lengths. Vowels,
  /// silences and a basmalah are left out at random where that is allowed.
  private func sums(readingFrom start: Int, seed: UInt64) -> [[Int16]] {
    var random = Noise(state: seed)
    var sums = [[Int16]](repeating: [0], count: PhoneNetwork.classes)
    func add(_ phone: Int, _ frames: Int) {
      for _ in 0..<frames {
        for row in sums.indices {
          sums[row].append((sums[row].last ?? 0) - (row == phone ? 0 : 20 + Int16(random.next(below: 30))))
        }
      }
    }
    var sound = start
    while sound < sounds.count, sums[0].count < 150 {
      if let first = sounds.bypasses.first(where: { $0.value == sound - 1 })?.key { sound = first }
      let kind = sounds.kinds.all[Int(sounds.kinds.bySound[sound])]
      let isDropped = kind.mayBeDropped && random.next(below: 2) == 0
      let limits = search.limits[kind.length].wide
      if !isDropped { add(kind.phone, limits.lowerBound + random.next(below: min(12, limits.count))) }
      if kind.end != .nothing, isDropped || random.next(below: 2) == 0 {
        add(0, BlockSearch.shortestSilence + random.next(below: 4))
      }
      sound += 1
    }
    return sums
  }

  /// With a tolerance of 0, the search gives up every path below the best score, and no part of the best
  /// path.
  @Test(arguments: 0..<40) func theBestIsNeverGivenUp(_ seed: Int) {
    let start = (sounds.count * seed / 44 + seed) % sounds.count
    let sums = sums(readingFrom: start, seed: UInt64(seed))
    let before = sounds.heard.indices.map { Int16($0 == start - 1 ? 0 : -320) }
    let paths = sounds.heard.indices.map { sound in
      BlockPath(to: sound, in: search, sums) { Int(before[$0]) }?.score ?? Int(BlockSearch.never)
    }
    let best = paths.max() ?? 0
    let ends = search.ends(sums, from: before, tolerance: 0)
    #expect(ends.map(Int.init) == paths.map { $0 < best ? Int(BlockSearch.never) : $0 })
  }

  /// However much is given up on the way: what ends too badly to count, and nothing else.
  @Test(arguments: [(3, 7), (40, 1), (64, 2), (130, 3), (250, 4), (200, 5)], [40, 320, 480])
  func everyEndThatCountsScoresAsItsPath(_ block: (frames: Int, seed: Int), _ tolerance: Int) {
    let sums = sums(frames: block.frames, seed: UInt64(block.seed))
    var before = [Int16](repeating: -320, count: sounds.count)
    for sound in stride(from: 40, to: 60, by: 5) { before[sound] = -Int16(sound % 7) }
    let paths = sounds.heard.indices.map { sound in
      BlockPath(to: sound, in: search, sums) { Int(before[$0]) }?.score ?? Int(BlockSearch.never)
    }
    let best = paths.max() ?? 0
    for floor in [Int(BlockSearch.never), best - 20] {
      let ends = search.ends(sums, from: before, tolerance: tolerance, least: floor)
      let least = max(Int(BlockSearch.never), best - tolerance, floor)
      #expect(ends.map(Int.init) == paths.map { $0 < least ? Int(BlockSearch.never) : $0 }, "\(floor)")
    }
  }

  /// Every sound lists the sounds that may follow it, also where a basmalah is left out.
  @Test func kindsFollowEachOtherAsTheirSoundsDo() throws {
    let kinds = sounds.kinds
    #expect(kinds.bySound.count == sounds.count && kinds.rows.count == sounds.count)
    for sound in 0..<sounds.count - 1 {
      let (kind, next) = (Int(kinds.bySound[sound]), Int(kinds.bySound[sound + 1]))
      #expect(kinds.all[kind].phone == Int(sounds.heard[sound]))
      #expect(kinds.followers[kind].contains(next))
    }
    #expect(!sounds.bypasses.isEmpty)
    for (first, last) in sounds.bypasses {
      #expect(kinds.followers[Int(kinds.bySound[last])].contains(Int(kinds.bySound[first])))
      let open = ScoresAhead.Row.anything.number(Int(kinds.bySound[last]), of: kinds.all.count)
      #expect(Int(kinds.rows[last]) == open)
    }
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
