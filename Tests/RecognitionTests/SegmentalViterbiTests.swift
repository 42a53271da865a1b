import Testing
import TilawaQuran

@testable import TilawaRecognition

/// The search against every way there is, on inputs that are small enough for that.
@Suite struct SegmentalViterbiTests {
  private struct Numbers {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }

    mutating func score() -> Float { -Float(next(1000)) / 100 }
  }

  private let classes = PhoneScores.rows

  private func scores(_ numbers: inout Numbers, frames: Int) -> EmissionScores {
    EmissionScores((0..<classes).map { _ in (0..<frames).map { _ in numbers.score() } })
  }

  private func lengths(_ numbers: inout Numbers) -> DurationScores {
    DurationScores(
      rows: AcousticModel.DurationClass.allCases.map { _ in
        (0...(2 + numbers.next(5))).map { _ in numbers.score() }
      })
  }

  private func whole(_ chain: StateChain, _ frames: Int) -> SegmentalViterbi.Band {
    var first = [Int](repeating: 0, count: chain.states.count)
    first[first.count - 1] = frames
    return .init(first: first, last: chain.states.map { _ in frames })
  }

  /// The best score of states `k...` when `t` frames are taken, by trying everything.
  private func best(
    _ chain: StateChain, _ scores: EmissionScores, _ lengths: DurationScores, k: Int = 0, t: Int = 0
  ) -> Double {
    if k == chain.states.count { return t == scores.count ? 0 : -.infinity }
    let state = chain.states[k]
    var result = -Double.infinity
    func consider(_ length: Int, _ score: Float) {
      guard t + length <= scores.count, state.pin ?? (t + length) == t + length else { return }
      let own = length > 0 ? scores.sum(state.emission, t..<(t + length)) : 0
      result = max(
        result, own + Double(score) + best(chain, scores, lengths, k: k + 1, t: t + length))
    }
    if state.kind != .sound { consider(0, state.absent) }
    switch state.kind {
    case .joint: break
    case .silence:
      for length in stride(from: state.isAnyLength ? 1 : 4, through: scores.count - t, by: 1) {
        consider(length, state.present + (state.isEnding ? lengths.pauses?.score(length) ?? 0 : 0))
      }
    case .filler:
      for length in stride(from: 25, through: scores.count - t, by: 1) { consider(length, state.present) }
    case .sound, .droppedVowel:
      for (index, score) in lengths.rows[state.duration].enumerated() { consider(index + 1, score) }
    }
    // From a joint the item that follows may be left out, or some of its first words.
    for end in chain.states.indices where state.kind == .joint && chain.states[end].bypassFrom == k {
      // Its own end has to be passed in any case.
      guard state.pin ?? t == t else { return -.infinity }
      result = max(
        result, Double(chain.states[end].bypass) + best(chain, scores, lengths, k: end, t: t))
    }
    return result
  }

  private func word(_ letters: String, mark: Bool = false) -> AyahSounds.Word {
    AyahSounds.Word(
      sounds: letters.utf8.compactMap(AyahSounds.Sound.init(rawValue:)), hasPauseMark: mark)
  }

  @Test func findsTheBestOfAllWays() throws {
    var numbers = Numbers(state: 1)
    for round in 0..<60 {
      var items = [
        StateChain.Item(words: [word("ta", mark: round % 2 == 0), word("bA")], isOptional: round % 3 != 0),
        StateChain.Item(words: [word("nAn")]),
      ]
      let frames = 12 + numbers.next(8)
      if round % 7 > 3 {
        items[round % 2].words.append(word("nA"))
        items[round % 2].laterStart = 2
      }
      if round % 4 == 3 { items[1].start = frames / 2 }
      let chain = StateChain(items)
      let scores = scores(&numbers, frames: frames)
      var lengths = lengths(&numbers)
      if round % 5 < 3 { lengths.pauses = PauseDurations(usual: round % 5 == 0 ? nil : 10) }
      var band = whole(chain, frames)
      for (index, state) in chain.states.enumerated() {
        guard let pin = state.pin else { continue }
        for before in 0...index { band.last[before] = min(band.last[before], pin) }
        for after in index..<band.first.count { band.first[after] = max(band.first[after], pin) }
      }
      let expected = best(chain, scores, lengths)
      let path = SegmentalViterbi(chain, scores, lengths, band: band).best()
      guard expected > -1e9 else {
        #expect(path == nil)
        continue
      }
      let found = try #require(path)
      #expect(abs(score(of: found, chain, scores, lengths) - expected) < 0.01, "round \(round)")
      #expect(found.frames.last?.upperBound == frames)
    }
  }

  /// Returns the score of a path, added up state by state.
  private func score(
    of path: StatePath, _ chain: StateChain, _ scores: EmissionScores, _ lengths: DurationScores
  ) -> Double {
    var total = 0.0
    var t = 0
    for (k, state) in chain.states.enumerated() {
      let frames = path.frames[k]
      guard path.isUsed[k] else { continue }
      if let source = state.bypassFrom, !path.isUsed[k - 1], path.isUsed[source] {
        total += Double(state.bypass)
      }
      #expect(frames.lowerBound == t)
      t = frames.upperBound
      guard !frames.isEmpty else {
        total += Double(state.absent)
        continue
      }
      total += scores.sum(state.emission, frames)
      let isSound = state.kind == .sound || state.kind == .droppedVowel
      total += Double(isSound ? lengths.rows[state.duration][frames.count - 1] : state.present)
      if state.isEnding, let pauses = lengths.pauses { total += Double(pauses.score(frames.count)) }
    }
    return total
  }

  @Test func expectsPausesToLastAboutAsLongAsOthers() {
    let usual = PauseDurations(after: [30, 52, 50, 48, 51])
    #expect([3, 4, 14].map(usual.score) == [0, -3, -3])
    #expect([15, 29].map(usual.score) == [-1.5, -1.5])
    #expect([30, 500].map(usual.score) == [0, 0])
    // Three pauses tell nothing: a breath is all that is expected.
    let unknown = PauseDurations(after: [50, 50, 50])
    #expect(unknown == PauseDurations(usual: nil))
    #expect([4, 7, 8].map(unknown.score) == [-3, -3, 0])
    let coarse = usual.coarser(by: 2)
    #expect([2, 7, 8, 14, 15].map(coarse.score) == [-3, -3, -1.5, -1.5, 0])
  }

  @Test func laysALongChainThroughManyKeptColumns() throws {
    // 300 sounds, each heard for exactly three frames: nothing else fits.
    let letters = Array("tAnasAhAzAbArA")
    let text = String((0..<300).map { letters[$0 % letters.count] })
    let chain = StateChain([StateChain.Item(words: [word(text)])])
    let sounds = chain.states.filter { $0.kind == .sound }
    let rows = (0..<classes).map { row in
      sounds.flatMap { [Float](repeating: $0.emission == row ? 0 : -9, count: 3) }
    }
    let lengths = DurationScores(
      rows: AcousticModel.DurationClass.allCases.map { _ in [-3, -2, -1, -2, -3] })
    let path = try #require(
      SegmentalViterbi(chain, EmissionScores(rows), lengths, band: whole(chain, 900)).best())
    for (number, index) in chain.states.indices.filter({ chain.states[$0].kind == .sound }).enumerated() {
      #expect(path.frames[index] == (3 * number)..<(3 * number + 3))
    }
  }

  @Test func noRoomIsNoPath() {
    var numbers = Numbers(state: 7)
    let chain = StateChain([StateChain.Item(words: [word("tAnAtAnA")])])
    let (scores, lengths) = (scores(&numbers, frames: 5), lengths(&numbers))
    #expect(SegmentalViterbi(chain, scores, lengths, band: whole(chain, 5)).best() == nil)
  }
}
