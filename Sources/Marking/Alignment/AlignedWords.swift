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
  /// The words of the ayat that are heard, numbered from 1 in their ayah; of what is no ayah, there are none.
  func words(of items: [PassageItem], anchors: [Anchor]) -> [WordDraft] {
    // What a person has settled is finer than frames.
    let settled = anchors.flatMap { [$0.start] + ($0.end.map { [$0] } ?? []) }
    var drafts: [WordDraft] = []
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
        word.confidence = confidence(heard, index)
        drafts.append(word)
      }
    }
    return drafts
  }

  private static func time(_ frame: Int) -> Milliseconds {
    Milliseconds(Int64(frame) * 1000 / Int64(SpeechFeatures.framesPerSecond))
  }

  /// How often words are right to a fifth of a second for which searches agree as well as for this one.
  private func confidence(_ heard: SoundAligner.Heard, _ word: Int) -> Double {
    let distances = alternatives.map { other -> Int in
      guard let same = other?.first(where: { $0.item == heard.item }), same.words.indices.contains(word)
      else { return .max }
      return abs(same.words[word].lowerBound - heard.words[word].lowerBound)
    }
    switch distances.max() ?? .max {
    case ...2: return 0.9
    case ...5: return 0.8
    default: return 0.5
    }
  }
}
