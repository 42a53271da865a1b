import Audio
import QuranIndex
import TilawaFormat
import Timing

extension SoundAligner.Heard {
  /// Takes up a sound of a word.
  mutating func hear(_ frames: Range<Int>, inWord word: Int) {
    guard word >= 0 else { return }
    while words.count <= word { words.append(frames.lowerBound..<frames.lowerBound) }
    let start = words[word].isEmpty ? frames.lowerBound : words[word].lowerBound
    words[word] = start..<max(start, frames.upperBound)
  }
}

extension SoundAligner.Alignment {
  /// The words of the ayat that are heard, numbered from 1 in their ayah, and how well searches agree about each; of what is
  /// no ayah, there are none.
  func words(of items: [PassageItem], anchors: [Anchor]) -> [(draft: WordDraft, agreement: WordAgreement)] {
    // What a person has settled is finer than frames.
    let settled = anchors.flatMap { [$0.start] + ($0.end.map { [$0] } ?? []) }
    var drafts: [(draft: WordDraft, agreement: WordAgreement)] = []
    for heard in heard {
      guard let ayah = items[heard.item].ayah else { continue }
      for (index, frames) in heard.words.enumerated() where !frames.isEmpty {
        var word = WordDraft(
          ayah: ayah, word: index + 1, start: Self.time(frames.lowerBound),
          end: Self.time(frames.upperBound))
        for place in settled where word.start < place && place < word.end {
          if place - word.start <= Self.time(1) {
            word.start = place
          } else if word.end - place <= Self.time(1) {
            word.end = place
          }
        }
        let agreement = agreement(heard, index)
        word.confidence = WordConfidence.shipped.probability(of: agreement)
        drafts.append((word, agreement))
      }
    }
    return drafts
  }

  private static func time(_ frame: Int) -> Milliseconds {
    Milliseconds(Int64(frame) * 1000 / Int64(SpeechFeatures.framesPerSecond))
  }

  private func agreement(_ heard: SoundAligner.Heard, _ word: Int) -> WordAgreement {
    let distances = alternatives.map { other -> Int in
      guard let same = other?.first(where: { $0.item == heard.item }), same.words.indices.contains(word)
      else { return .max }
      return abs(same.words[word].lowerBound - heard.words[word].lowerBound)
    }
    return WordAgreement(distances.max())
  }
}
