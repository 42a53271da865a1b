import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

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

  /// Al-Ikhlas as it is heard where the second ayah is said so often, with so long a pause behind it.
  private func ikhlas(second times: Int, pause: Int64) throws -> (heard: Recitation, utterance: Utterance) {
    let ikhlas = AyahRange(Ayah(112, 1), Ayah(112, 4))
    var spoken = SpokenRecitation(ikhlas).utterances
    spoken[1].pauseAfter = Milliseconds(pause)
    spoken.insert(contentsOf: repeatElement(spoken[1], count: times - 1), at: 2)
    let utterance = Utterance(features: try SpokenRecitation(spoken, seed: 3).features())
    let stated = RecitedPassage([ikhlas], .kufi, opening: .no, anchors: [])
    let heard = try #require(Pipeline.recitation(of: stated, in: utterance))
    try #require(heard.found.heard.count == 3 + times)
    return (heard, utterance)
  }

  @Test func whatIsSaidAgainFitsAboutAsWellAsTheRest() throws {
    #expect(try !ikhlas(second: 2, pause: 600).heard.saysOthersAgain)
  }

  @Test func whatFitsFarWorseIsNothingThatIsSaidAgain() throws {
    let (known, utterance) = try ikhlas(second: 1, pause: 4000)
    var heard = known
    #expect(!heard.saysOthersAgain)
    // The second ayah once more, in a pause.
    let items = heard.recited.chainItems + [heard.recited.chainItems[1]]
    let entries = zip([0, 1, 2, 3, 1], items).map { RecitedPassage.Entry($0, $1) }
    heard.recited = heard.recited.entered(entries, share: 1, othersBefore: [])
    var again = heard.found.heard[1]
    again.item = 4
    again.frames = again.frames.upperBound + 25..<heard.found.heard[2].frames.lowerBound - 25
    heard.found.heard.insert(again, at: 2)
    heard.phones = PhoneFit(of: heard, in: utterance)
    #expect(heard.saysOthersAgain)
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
