import Testing
import TilawaQuran

@testable import TilawaRecognition

/// The beam search's treatment of sounds other than the passage.
@Suite struct BeamDecoderTests {
  /// In frames, as is `sentence`.
  private static let pause = 60
  private static let sentence = 40

  /// Two ayat, and a number of sentences of talk between them, in unambiguous scores.
  private struct Drawn {
    let items = (1...2).map { StateChain.Item(words: AyahSounds.words(of: Ayah(108, $0), in: .kufi) ?? []) }
    private(set) var rows = [[Float]](repeating: [], count: PhoneScores.rows)
    /// The frame at which the second ayah begins.
    private(set) var second = 0

    init(sentences: Int) {
      say(items[0])
      for _ in 0..<sentences { add(nil, BeamDecoderTests.sentence, thenSilence: BeamDecoderTests.pause) }
      second = rows[0].count
      say(items[1])
    }

    private mutating func say(_ item: StateChain.Item) {
      for word in item.words {
        for (sound, phone) in zip(word.sounds, word.phones) {
          add(Int(phone.rawValue), sound.duration == .short ? 4 : 8)
        }
      }
      add(PhoneScores.silence, BeamDecoderTests.pause)
    }

    /// A phone, or what is none.
    private mutating func add(_ phone: Int?, _ frames: Int, thenSilence silence: Int = 0) {
      for row in rows.indices {
        let isOther = row == PhoneScores.filler
        rows[row] += Array(
          repeating: isOther ? -Costs.fillerFrame : row == phone ? 0 : -3, count: frames)
      }
      if silence > 0 { add(PhoneScores.silence, silence) }
    }

    var graph: WordGraph { WordGraph(items, .shipped, tempo: 1, costs: .stated) }
    var best: BeamDecoder.Best? { BeamDecoder(graph, EmissionScores(rows)).best() }
  }

  /// Otherwise it would be cheaper to recognise some words of the passage in the talk, or to take the ayah
  /// before it for talk as well.
  @Test func talkDoesNotCostMoreTheMoreOftenTheTalkerBreathes() throws {
    let (one, eight) = (Drawn(sentences: 1), Drawn(sentences: 8))
    let best = try #require(eight.best)
    let talk = Double(7 * Self.sentence) * Double(Costs.fillerFrame)
    let more = try #require(one.best).score - best.score - talk
    #expect(more < 7 * Double(TransitionCosts.stated.fillerBetween) / 2)
    let hypothesis = Hypothesis(best, eight.graph, frames: eight.rows[0].count)
    #expect(hypothesis.pieces.map(\.item) == [0, 1])
    #expect(hypothesis.pieces.first?.others.values.map(\.count) == [8])
    #expect(hypothesis.pieces.last?.frames.lowerBound == eight.second)
  }
}
