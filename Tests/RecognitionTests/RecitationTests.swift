import Audio
import QuranIndex
import TestSupport
import Testing
import Timing

@testable import Recognition

/// Which of two ways to hear a recording it is.
@Suite struct RecitationTests {
  /// What the one has to have of the other.
  private static let share = 0.8

  private let fatihah: HeardFatihah
  private var heard: Recitation { fatihah.heard }

  init() throws { fatihah = try HeardFatihah() }

  @Test func phonesTellWhichItWasWhateverTheMixturesSay() {
    var wrong = heard
    wrong.found.fit += 0.1
    wrong.phones?.own -= 0.04
    #expect(heard.isLikelier(than: wrong, keeping: Self.share))
    #expect(!wrong.isLikelier(than: heard, keeping: Self.share))
  }

  @Test func wherePhonesDoNotTellTheMixturesDo() {
    var other = heard
    other.found.fit += 0.004
    #expect(!other.isLikelier(than: heard, keeping: Self.share), "too little to tell")
    other.found.fit += 0.004
    #expect(other.isLikelier(than: heard, keeping: Self.share))
  }

  @Test func whereSomethingIsLeftOutTheMixturesHaveToAgree() {
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

  @Test func whatIsKnownOfOtherItemsIsNotTaken() throws {
    var less = heard
    less.found.heard.removeLast()
    let anew = try #require(PhoneFit(of: less, in: fatihah.utterance))
    let known = try #require(PhoneFit(of: less, in: fatihah.utterance, known: heard.phones))
    #expect(known.misfits == anew.misfits && known.reverse == anew.reverse)
    let all = try #require(PhoneFit(of: heard, in: fatihah.utterance, known: anew))
    #expect(all.misfits == heard.phones?.misfits && all.reverse == heard.phones?.reverse)
  }

  @Test func whatIsKnownOfItemsThatStayIsNotAskedAgain() throws {
    let utterance = fatihah.utterance
    let known = fatihah.moved(known: heard.phones)
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
