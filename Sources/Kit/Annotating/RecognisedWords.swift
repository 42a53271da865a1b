import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaRecognition
import TilawaSound

extension RecognisedPassage {
  /// Returns the words of the ayat that are heard, numbered from 1 in their ayah, with the agreement of
  /// searches about each.
  ///
  /// Items other than ayat have no words.
  func wordDrafts(around anchors: [Anchor]) -> [(draft: WordTiming, agreement: WordAgreement)] {
    // Confirmed and verified times are more precise than frames.
    let settled = anchors.flatMap { [$0.start] + ($0.end.map { [$0] } ?? []) }
    let frame = SpeechFeatures.time(ofFrame: 1)
    var drafts: [(draft: WordTiming, agreement: WordAgreement)] = []
    for part in parts {
      guard let ayah = part.item.ayah else { continue }
      for word in part.words {
        var draft = WordTiming(
          ayah: ayah, word: word.number, start: SpeechFeatures.time(ofFrame: word.frames.lowerBound),
          end: SpeechFeatures.time(ofFrame: word.frames.upperBound))
        for place in settled where draft.start < place && place < draft.end {
          if place - draft.start <= frame {
            draft.start = place
          } else if draft.end - place <= frame {
            draft.end = place
          }
        }
        draft.confidence = WordConfidence.shipped.probability(of: word.agreement)
        drafts.append((draft, word.agreement))
      }
    }
    return drafts
  }
}
