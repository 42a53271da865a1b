import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// An ayah that was put too early.
@Suite struct BoundaryRescoringTests {
  private let fatihah: HeardFatihah
  private var heard: Recitation { fatihah.heard }
  private var utterance: Utterance { fatihah.utterance }

  init() throws { fatihah = try HeardFatihah() }

  /// With a boundary that another search has elsewhere.
  private var moved: Recitation {
    var result = fatihah.moved()
    result.found.edges[4].first.misfit = 0.5
    return result
  }

  @Test func aBoundaryInDoubtIsFoundByPhones() {
    let wrong = moved
    #expect(MarkConfidence.shipped.probability(of: wrong.signs(in: utterance.features)[4]) < 0.9)
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

  @Test func whatIsSureAndWherePhonesHaveItStaysAndIsSure() {
    #expect(
      heard.signs(in: utterance.features).allSatisfy {
        MarkConfidence.shipped.probability(of: $0) >= 0.9
      })
    let again = BoundaryRescoring(utterance: utterance).rescored(heard)
    #expect(again.found.heard == heard.found.heard && again.elsewhereByPhones.isEmpty)
  }

  /// Returns a recitation with the fifth ayah `frames` too early. All searches agree on it, and its signs are
  /// good.
  private func sure(by frames: Int) -> Recitation {
    var result = fatihah.moved(by: frames)
    result.found.alternatives.quicker = result.found.heard
    result.found.alternatives.soundsFirst = result.found.heard
    result.phones = heard.phones
    return result
  }

  @Test func whatIsSureIsInDoubtWherePhonesHaveItElsewhereAndStays() {
    let wrong = sure(by: 40)
    #expect(MarkConfidence.shipped.probability(of: wrong.signs(in: utterance.features)[4]) >= 0.9)
    #expect(MarkConfidence.shipped.probability(of: wrong.signs(in: utterance.features)[4]) >= 0.9)
    let again = BoundaryRescoring(utterance: utterance).rescored(wrong)
    #expect(again.found.heard == wrong.found.heard)
    for (place, signs) in again.signs(in: utterance.features).enumerated() {
      #expect(signs.isElsewhereByPhones == (place == 4))
      let confidence = MarkConfidence.shipped.probability(of: signs)
      #expect(place == 4 ? confidence == 0.6 : confidence >= 0.9)
    }
  }

  @Test func whatIsSettledIsNotInDoubt() {
    var settled = sure(by: 40)
    let start = SpeechFeatures.time(ofFrame: settled.found.heard[4].frames.lowerBound)
    settled.recited = RecitedPassage(
      [AyahRange(Ayah(1, 1), Ayah(1, 7))], .kufi, opening: .no,
      anchors: [Anchor(start: start, ayah: AyahRange(Ayah(1, 5)))])
    #expect(settled.recited.settled == [4])
    #expect(BoundaryRescoring(utterance: utterance).rescored(settled).elsewhereByPhones.isEmpty)
  }

  /// A soft sound that an ayah begins with may be taken for what rings on in the pause before it.
  @Test func afterAPauseItIsInDoubtAsWell() {
    var clear = sure(by: 40)
    let frames = clear.found.heard[3].frames
    clear.found.heard[3].frames = frames.lowerBound..<frames.upperBound - 20
    #expect(MarkConfidence.shipped.probability(of: clear.signs(in: utterance.features)[4]) >= 0.9)
    #expect(BoundaryRescoring(utterance: utterance).rescored(clear).elsewhereByPhones == [4])
  }

  /// Returns a recitation with the first ayah `frames` too late, on which all searches agree.
  private func late(by frames: Int) -> Recitation {
    var result = heard
    let first = heard.found.heard[0]
    let start = first.frames.lowerBound + frames
    result.found.heard[0].frames = start..<first.frames.upperBound
    result.found.heard[0].words = first.words.map { max(start, $0.lowerBound)..<max(start, $0.upperBound) }
    result.found.alternatives.quicker = result.found.heard
    result.found.alternatives.soundsFirst = result.found.heard
    return result
  }

  @Test func theFirstIsInDoubtWherePhonesHaveItElsewhere() {
    #expect(
      MarkConfidence.shipped.probability(of: late(by: 30).signs(in: utterance.features)[0]) >= 0.9)
    let again = BoundaryRescoring(utterance: utterance).rescored(late(by: 30))
    #expect(again.elsewhereByPhones == [0] && again.found.heard == late(by: 30).found.heard)
    #expect(BoundaryRescoring(utterance: utterance).rescored(late(by: 10)).elsewhereByPhones.isEmpty)
  }

  /// The first ayah keeps its start, because another sound just before it may resemble its beginning.
  @Test func theFirstIsNotAskedAgainBehindSomethingElse() {
    var wrong = late(by: 30)
    let start = wrong.found.heard[0].frames.lowerBound
    wrong.found.othersBefore = [0..<start - 20]
    #expect(BoundaryRescoring(utterance: utterance).rescored(wrong).elsewhereByPhones.isEmpty)
  }

  /// A mark that is less than half a second off isn't wrong.
  @Test func whatIsNearlyWherePhonesHaveItIsSure() {
    let near = sure(by: 15)
    #expect(MarkConfidence.shipped.probability(of: near.signs(in: utterance.features)[4]) >= 0.9)
    #expect(BoundaryRescoring(utterance: utterance).rescored(near).elsewhereByPhones.isEmpty)
  }

  /// Returns a recitation that begins in the middle of the fourth ayah. The search laid this whole ayah over
  /// its end and the beginning of the fifth.
  private func begunAmid(isSure: Bool) -> (heard: Recitation, utterance: Utterance, fifth: Int) {
    let (first, start) = (3, heard.found.heard[3].frames)
    let cut = (start.lowerBound + start.upperBound) / 2
    let late = 50
    var result = heard
    result.recited = RecitedPassage([AyahRange(Ayah(1, 4), Ayah(1, 7))], .kufi, opening: .no, anchors: [])
    // Isti'adha and the basmalah, which aren't heard, precede it.
    let before = result.recited.items.firstIndex { $0.ayah == Ayah(1, 4) } ?? 0
    result.found.edges = Array(heard.found.edges[first...])
    result.found.heard = heard.found.heard[first...].map { $0.shifted(by: -cut, item: before - first) }
    let fifth = result.found.heard[1].frames
    result.found.heard[0].frames = 0..<fifth.lowerBound + late
    result.found.heard[1].frames = fifth.lowerBound + late..<fifth.upperBound
    result.found.alternatives = .init()
    if isSure {
      result.found.alternatives = .init(quicker: result.found.heard, soundsFirst: result.found.heard)
    }
    let rest = Utterance(features: utterance.features.part(cut..<utterance.features.count))
    result.phones = isSure ? nil : PhoneFit(of: result, in: rest)
    return (result, rest, fifth.lowerBound)
  }

  @Test(arguments: [false, true]) func aRecordingMayBeginAmidAnAyah(_ isSure: Bool) {
    let (wrong, rest, fifth) = begunAmid(isSure: isSure)
    let confidence = MarkConfidence.shipped.probability(of: wrong.signs(in: rest.features)[1])
    #expect((confidence >= 0.9) == isSure)
    let again = BoundaryRescoring(utterance: rest).rescored(wrong)
    let found = again.found.heard
    #expect(abs(found[1].frames.lowerBound - fifth) <= 12)
    let words = found[0].words
    let first = words.firstIndex { !$0.isEmpty } ?? 0
    #expect(first > 0 && words[first].lowerBound == found[0].frames.lowerBound)
    #expect(again.recited.chainItems[found[0].item].numbers == Array(first..<words.count))
    #expect(found[2...] == wrong.found.heard[2...])
  }

  /// The recording breaks off in the middle of the last ayah, and the rest of the recitation places this ayah
  /// too early. It is laid out with all of its words, or with `count` of them.
  @Test(arguments: [nil, 6]) func aRecordingMayBreakOffAmidAnAyah(_ count: Int?) {
    let last = heard.found.heard[6]
    let end = last.words[2].upperBound
    var wrong = heard
    let early = last.frames.lowerBound - 60
    wrong.found.heard[5].frames = wrong.found.heard[5].frames.lowerBound..<early
    wrong.found.heard[6].frames = early..<end
    let rest = Utterance(features: utterance.features.part(0..<end))
    wrong.phones = PhoneFit(of: wrong, in: rest)
    if let count { wrong.recited = wrong.recited.hearing(0..<count, of: last.item) }
    #expect(MarkConfidence.shipped.probability(of: wrong.signs(in: rest.features)[6]) < 0.9)
    let again = BoundaryRescoring(utterance: rest).rescored(wrong)
    let found = again.found.heard
    #expect(abs(found[6].frames.lowerBound - last.frames.lowerBound) <= 12)
    #expect((2...4).contains(found[6].words.count))
    #expect(again.recited.chainItems[last.item].numbers == Array(found[6].words.indices))
    #expect(found[..<5] == heard.found.heard[..<5])
  }
}

extension AlignedItem {
  /// Returns the item moved by `count` frames and by a number of places among the items.
  fileprivate func shifted(by count: Int, item places: Int) -> AlignedItem {
    func later(_ frames: Range<Int>) -> Range<Int> {
      max(0, frames.lowerBound + count)..<max(0, frames.upperBound + count)
    }
    var result = self
    result.item += places
    result.frames = later(frames)
    result.words = words.map(later)
    return result
  }
}
