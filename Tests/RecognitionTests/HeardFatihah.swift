import Testing
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

/// Al-Fatihah as a synthesiser recites it and the stated passage is heard.
struct HeardFatihah {
  let utterance: Utterance
  let heard: Recitation

  init() throws {
    let ayat = AyahRange(Ayah(1, 1), Ayah(1, 7))
    utterance = Utterance(features: try SpokenRecitation(ayat).features())
    let stated = RecitedPassage([ayat], .kufi, opening: .no, anchors: [])
    heard = try #require(Pipeline.recitation(of: stated, in: utterance))
  }

  /// Returns `heard` with the start of the fifth ayah `frames` too early. Phones are scored for all ayat,
  /// except those that `known` covers.
  func moved(by frames: Int = 75, known: PhoneFit? = nil) -> Recitation {
    var result = heard
    let early = heard.found.heard[4].frames.lowerBound - frames
    result.found.heard[3].frames = heard.found.heard[3].frames.lowerBound..<early
    result.found.heard[4].frames = early..<heard.found.heard[4].frames.upperBound
    result.phones = PhoneFit(of: result, in: utterance, known: known)
    return result
  }
}
