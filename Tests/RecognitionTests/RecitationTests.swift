import Audio
import QuranIndex
import TestSupport
import Testing
import Timing

@testable import Recognition

/// Which of two ways to hear a recording it is.
@Suite struct RecitationTests {
  private static let fatihah = AyahRange(Ayah(1, 1), Ayah(1, 7))
  /// What the one has to have of the other.
  private static let share = 0.8

  private func heard() throws -> (Recitation, Utterance) {
    let features = try withScratchDirectory { directory in
      try SpokenRecitation(Self.fatihah).write(to: directory + "/a.wav", encoding: .wav)
      return try SpeechFeatures(ofFileAt: directory + "/a.wav")
    }
    let utterance = Utterance(features: features)
    let stated = RecitedPassage([Self.fatihah], .kufi, opening: .no, anchors: [])
    return (try #require(Pipeline.recitation(of: stated, in: utterance)), utterance)
  }

  /// With a boundary a second and a half too early.
  private func moved(_ heard: Recitation, in utterance: Utterance) -> Recitation {
    var result = heard
    let early = heard.found.heard[4].frames.lowerBound - 75
    result.found.heard[3].frames = heard.found.heard[3].frames.lowerBound..<early
    result.found.heard[4].frames = early..<heard.found.heard[4].frames.upperBound
    result.phones = PhoneFit(of: result, in: utterance, known: heard.phones)
    return result
  }

  @Test func phonesTellWhichItWasWhateverTheMixturesSay() throws {
    let (heard, _) = try heard()
    var wrong = heard
    wrong.found.fit += 0.1
    wrong.phones?.own -= 0.04
    #expect(heard.isLikelier(than: wrong, keeping: Self.share))
    #expect(!wrong.isLikelier(than: heard, keeping: Self.share))
  }

  @Test func wherePhonesDoNotTellTheMixturesDo() throws {
    let (heard, _) = try heard()
    var other = heard
    other.found.fit += 0.004
    #expect(!other.isLikelier(than: heard, keeping: Self.share), "too little to tell")
    other.found.fit += 0.004
    #expect(other.isLikelier(than: heard, keeping: Self.share))
  }

  @Test func whereSomethingIsLeftOutTheMixturesHaveToAgree() throws {
    let (heard, _) = try heard()
    let recited = heard.recited
    let kept = recited.chainItems.indices.dropFirst().map { RecitedPassage.Entry($0, recited.chainItems[$0]) }
    var less = heard
    less.recited = recited.entered(kept, share: 0.85 * recited.share, othersBefore: [])
    less.phones?.own += 0.1
    less.found.fit -= 0.001
    #expect(!less.isLikelier(than: heard, keeping: Self.share))
    less.found.fit += 0.002
    #expect(less.isLikelier(than: heard, keeping: Self.share))
    #expect(!less.isLikelier(than: heard, keeping: 0.9))
  }

  @Test func whatIsKnownOfItemsThatStayIsNotAskedAgain() throws {
    let (heard, utterance) = try heard()
    let known = moved(heard, in: utterance)
    let anew = try #require(PhoneFit(of: known, in: utterance))
    #expect(known.phones?.misfits == anew.misfits)
    #expect(known.phones?.own == anew.own && known.phones?.reverse == anew.reverse)
    // Of a silence nothing fits, but only the two that have moved are asked there.
    let silence = SpeechFeatures(
      values: [Float](repeating: -3, count: utterance.features.values.count),
      isLoud: utterance.features.isLoud, power: utterance.features.power,
      duration: utterance.features.duration)
    let there = try #require(
      PhoneFit(of: known, in: Utterance(features: silence), known: heard.phones))
    for place in anew.misfits.indices {
      #expect((there.misfits[place] == anew.misfits[place]) == (place != 3 && place != 4))
    }
  }
}
