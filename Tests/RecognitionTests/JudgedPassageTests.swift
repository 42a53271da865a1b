import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// The first of two passages in one recording is recognised in part, and then listened to separately.
@Suite struct JudgedPassageTests {
  private static let ikhlas = AyahRange(Ayah(112, 1), Ayah(112, 4))
  private static let kawthar = AyahRange(Ayah(108, 1), Ayah(108, 3))

  private func features() throws -> SpeechFeatures {
    try SpokenRecitation(Self.ikhlas, Self.kawthar).features()
  }

  /// Returns the result of a search that recognised all but the first ayah.
  private func heardInPart(_ features: SpeechFeatures) throws -> RecognisedPassage {
    let utterance = Utterance(features: features)
    let stated = RecitedPassage([Self.ikhlas, Self.kawthar], .kufi, opening: .no, anchors: [])
    let entries = stated.items.indices.filter { stated.items[$0].ayah != Ayah(112, 1) }.map {
      RecitedPassage.Entry($0, stated.chainItems[$0])
    }
    let recited = stated.entered(entries, share: 0.9, othersBefore: [])
    let found = try #require(
      ForcedAligner(utterance: utterance).align(recited.chainItems, recited.others, around: nil))
    return RecognisedPassage(
      Recitation(recited: recited, found: found), of: stated, in: features,
      PassageVerification.Belief())
  }

  private func ayat(_ passage: RecognisedPassage) -> [Ayah?] { passage.parts.map(\.item.ayah) }

  @Test func whatIsHeardByItselfIsTakenOver() throws {
    let features = try features()
    var heard = try heardInPart(features)
    #expect(heard.unheard.map(\.description) == ["112:1"])
    let following = heard.parts.filter { $0.item.ayah?.surah == 108 }.map(\.frames)
    var frames: Range<Int>?
    heard.judge(passage: 0, of: features.count) { own throws(PassageMisfit) in
      frames = own
      return try RecognisedPassage(of: [Self.ikhlas], in: features.part(own), opening: .no)
    }
    #expect(frames?.lowerBound == 0, "an ayah that isn't heard at the edge may be beyond it")
    #expect(ayat(heard) == (1...4).map { Ayah(112, $0) } + (1...3).map { Ayah(108, $0) })
    #expect(heard.unheard.isEmpty)
    #expect(heard.parts.filter { $0.item.ayah?.surah == 108 }.map(\.frames) == following)
    for (part, hearing) in zip(heard.parts, SpokenRecitation(Self.ikhlas, Self.kawthar).hearings) {
      #expect(abs(part.frames.lowerBound - SpeechFeatures.frame(at: hearing.span.start)) <= 12)
    }
  }

  @Test func whatHearsNoMoreIsNot() throws {
    let features = try features()
    var heard = try heardInPart(features)
    let before = heard
    heard.judge(passage: 0, of: features.count) { own throws(PassageMisfit) in
      try RecognisedPassage(
        of: [AyahRange(Ayah(112, 3), Ayah(112, 4))], in: features.part(own), opening: .no)
    }
    #expect(ayat(heard) == ayat(before) && heard.unheard == before.unheard)
    #expect(heard.parts.map(\.frames) == before.parts.map(\.frames))
  }

  /// Listened to separately, the third ayah seems to begin three seconds later.
  @Test func anAyahThatIsElsewhereByItselfIsNotSure() throws {
    let features = try features()
    var heard = try RecognisedPassage(of: [Self.ikhlas, Self.kawthar], in: features, opening: .no)
    let before = heard
    var later = SpokenRecitation(Self.ikhlas).utterances
    later[1].pauseAfter = Milliseconds(3600)
    let other = try SpokenRecitation(later).features()
    heard.judge(passage: 0, of: features.count) { _ throws(PassageMisfit) in
      try RecognisedPassage(of: [Self.ikhlas], in: other, opening: .no)
    }
    #expect(heard.parts.map(\.signs.isElsewhereAlone) == [false, false, true, true, false, false, false])
    #expect(heard.parts.map(\.item) == before.parts.map(\.item))
    for (part, same) in zip(heard.parts, before.parts) where part.signs.isElsewhereAlone {
      #expect(part.frames == same.frames)
      #expect(MarkConfidence.shipped.probability(of: part.signs) <= 0.89)
    }
  }

  /// A passage that is listened to separately begins at its start, so the sound before it isn't heard.
  @Test func onlyTheFirstIsElsewhereByWhatPrecedesThePassage() throws {
    let features = try features()
    let utterance = Utterance(features: features)
    let stated = RecitedPassage([Self.ikhlas, Self.kawthar], .kufi, opening: .no, anchors: [])
    var recitation = try #require(Pipeline.recitation(of: stated, in: utterance))
    recitation.elsewhereByPhones = Set(recitation.found.heard.suffix(3).map(\.item))
    var heard = RecognisedPassage(
      recitation, of: stated, in: features, PassageVerification.Belief())
    #expect(heard.parts.map(\.signs.isElsewhereByPhones) == (1...7).map { $0 > 4 })
    heard.judge(passage: 1, of: features.count) { own throws(PassageMisfit) in
      try RecognisedPassage(of: [Self.kawthar], in: features.part(own), opening: .no)
    }
    #expect(heard.parts.map(\.signs.isElsewhereByPhones) == (1...7).map { $0 == 5 })
  }

  @Test func aPassageThatIsNotThereByItselfMayBeAnother() throws {
    let features = try features()
    var heard = try heardInPart(features)
    heard.judge(passage: 0, of: features.count) { _ throws(PassageMisfit) in throw .silent }
    for part in heard.parts { #expect(part.signs.mayBeAnother == (part.item.ayah?.surah == 112)) }
  }
}
