import Audio
import QuranIndex
import TestSupport
import Testing

@testable import Recognition

/// An ayah that was put a second and a half too early, where no other search has it.
@Suite struct BoundaryRescoringTests {
  private func heard(settled: [Anchor] = []) throws -> (Recitation, Utterance) {
    let recitation = SpokenRecitation(AyahRange(Ayah(1, 1), Ayah(1, 7)))
    let features = try withScratchDirectory { directory in
      try recitation.write(to: directory + "/a.wav", encoding: .wav)
      return try SpeechFeatures(ofFileAt: directory + "/a.wav")
    }
    let utterance = Utterance(features: features)
    let stated = RecitedPassage([AyahRange(Ayah(1, 1), Ayah(1, 7))], .kufi, opening: .no, anchors: settled)
    return (try #require(Pipeline.recitation(of: stated, in: utterance)), utterance)
  }

  private func moved(_ heard: Recitation, in utterance: Utterance) -> Recitation {
    var result = heard
    let early = heard.found.heard[4].frames.lowerBound - 75
    result.found.heard[3].frames = heard.found.heard[3].frames.lowerBound..<early
    result.found.heard[4].frames = early..<heard.found.heard[4].frames.upperBound
    result.phones = PhoneFit(of: result, in: utterance)
    // As a search that ends there would have it.
    result.found.edges[4].first.misfit = 0.5
    return result
  }

  @Test func aBoundaryInDoubtIsFoundByPhones() throws {
    let (heard, utterance) = try heard()
    let wrong = moved(heard, in: utterance)
    #expect(MarkConfidence.ofFirstHearing.probability(of: wrong.signs[4]) < 0.9)
    let again = BoundaryRescoring(utterance: utterance).rescored(wrong)
    let (found, known) = (again.found.heard, heard.found.heard)
    #expect(abs(found[4].frames.lowerBound - known[4].frames.lowerBound) <= 12)
    #expect(abs(found[3].frames.upperBound - known[3].frames.upperBound) <= 12)
    // Their other edges stay, and each word lies in its ayah, one after the other.
    #expect(found[3].frames.lowerBound == known[3].frames.lowerBound)
    #expect(found[4].frames.upperBound == known[4].frames.upperBound)
    for item in found[3...4] {
      #expect(item.words.first?.lowerBound == item.frames.lowerBound)
      #expect(item.words.last?.upperBound == item.frames.upperBound)
      #expect(zip(item.words, item.words.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }
    #expect(found[..<3] == known[..<3] && found[5...] == known[5...])
  }

  @Test func whatIsSureIsNotAskedAgain() throws {
    let (heard, utterance) = try heard()
    #expect(heard.signs.allSatisfy { MarkConfidence.ofFirstHearing.probability(of: $0) >= 0.9 })
    #expect(BoundaryRescoring(utterance: utterance).rescored(heard).found.heard == heard.found.heard)
  }

  @Test func withoutANetworkNothingIsMoved() throws {
    let (heard, utterance) = try heard()
    let wrong = moved(heard, in: utterance)
    var model = AcousticModel.shipped
    model.network = nil
    let deaf = Utterance(features: utterance.features, model: model)
    #expect(BoundaryRescoring(utterance: deaf).rescored(wrong).found.heard == wrong.found.heard)
  }
}
