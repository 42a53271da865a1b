import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// The fit of a recitation to its sound.
@Suite struct RecitationTests {
  private let fatihah: HeardFatihah
  private var heard: Recitation { fatihah.heard }

  init() throws { fatihah = try HeardFatihah() }

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
