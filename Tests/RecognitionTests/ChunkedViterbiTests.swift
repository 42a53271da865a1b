import Testing
import TilawaQuran
import TilawaSound

@testable import TilawaRecognition

@Suite struct ChunkedViterbiTests {
  private struct Numbers {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
  }

  /// Items of one word each, every sound of which is heard for three frames, with noise upon the scores.
  private struct LongRecording {
    let chain: StateChain
    let scores: EmissionScores
    let guess: [Int]
    let band: SegmentalViterbi.Band
    let lengths = DurationScores(
      rows: AcousticModel.DurationClass.allCases.map { _ in [-3, -2, -1, -2, -3] })

    init(items: Int, off: Int, noise: Int) {
      let word = AyahSounds.Word(
        sounds: "tAnasAhA".utf8.compactMap(AyahSounds.Sound.init(rawValue:)), hasPauseMark: false)
      chain = StateChain((0..<items).map { _ in StateChain.Item(words: [word]) })
      let sounds = chain.states.filter { $0.kind == .sound }
      let frames = 3 * sounds.count
      var numbers = Numbers(state: 5)
      scores = EmissionScores(
        (0...PhoneScores.filler).map { row in
          sounds.flatMap { sound in
            (0..<3).map { _ in (sound.emission == row ? 0 : -1) - Float(numbers.next(noise + 1)) / 8 }
          }
        })
      var (first, last, guess) = ([Int](), [Int](), [Int]())
      var passed = 0
      for state in chain.states {
        if state.kind == .sound { passed += 3 }
        guess.append(min(frames, max(0, passed + off)))
        first.append(max(0, min(frames, passed + off - 40)))
        last.append(max(0, min(frames, passed + off + 40)))
      }
      first[0] = 0
      let end = first.count - 1
      (first[end], last[end], last[end - 1]) = (frames, frames, frames)
      band = SegmentalViterbi.Band(first: first, last: last)
      self.guess = guess
    }

    var search: SegmentalViterbi { SegmentalViterbi(chain, scores, lengths, band: band) }
    func inPieces() -> StatePath? {
      ChunkedViterbi(search, around: guess, stepsPerSecond: 1).best()
    }
  }

  @Test func findsWhatOneSearchFinds() throws {
    for (off, noise) in [(0, 2), (7, 4), (-9, 6), (20, 8)] {
      let recording = LongRecording(items: 60, off: off, noise: noise)
      let whole = try #require(recording.search.best())
      let pieces = try #require(recording.inPieces())
      #expect(recording.scores.count > 4 * 240)
      #expect(pieces == whole, "off by \(off), noise \(noise)")
    }
  }

  @Test func piecesThatDisagreeAreSearchedAsOne() throws {
    // Nothing tells the sounds apart, so that every piece lies where its ends are.
    let recording = LongRecording(items: 60, off: 15, noise: 0)
    let flat = EmissionScores(
      (0...PhoneScores.filler).map { _ in [Float](repeating: 0, count: recording.scores.count) })
    let search = SegmentalViterbi(recording.chain, flat, recording.lengths, band: recording.band)
    let pieces = ChunkedViterbi(search, around: recording.guess, stepsPerSecond: 1).best()
    #expect(pieces == search.best())
  }

  @Test func noWayInAnyPieceIsNoPath() {
    let recording = LongRecording(items: 60, off: 0, noise: 2)
    var band = recording.band
    let middle = band.first.count / 2
    // A state that must be over before it can begin.
    for index in middle..<middle + 9 {
      (band.first[index], band.last[index]) = (band.first[middle], band.first[middle])
    }
    let search = SegmentalViterbi(recording.chain, recording.scores, recording.lengths, band: band)
    #expect(search.best() == nil)
    #expect(ChunkedViterbi(search, around: recording.guess, stepsPerSecond: 1).best() == nil)
  }
}
