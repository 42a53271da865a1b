import Audio
import QuranIndex

/// What was heard as some of a passage, though another passage is recited there.
struct AstraySounds {
  /// What searches of the Quran were sure of.
  let certain: [PassageClaim]
  let features: SpeechFeatures
  let counting: CountingSystem
  let model: AcousticModel

  /// Where another passage is heard as some of this one: ayat that are stray, and what others took up.
  func frames(in heard: [ListenedPassages.Item]) -> [Range<Int>] {
    let swallowed = SwallowedSounds(features: features, model: model)
    return stray(heard).map(\.frames)
      + heard.compactMap { item in
        item.ayah.flatMap { AyahSounds.words(of: $0, in: counting) }.flatMap { words in
          swallowed.swallowed(in: item.frames, heardAs: item.words, of: words)
        }
      }
  }

  /// An ayah or two of a passage out of their order where no search was sure of anything: another passage is recited there, and some of it sounds like
  /// them.
  private func stray(_ heard: [ListenedPassages.Item]) -> [ListenedPassages.Item] {
    let runs = heard.runs
    func isUnsure(_ run: [ListenedPassages.Item]) -> Bool {
      guard run.count < ListenedPassages.fewestOfRun, let first = run.first, let last = run.last else {
        return false
      }
      let frames = first.frames.lowerBound..<last.frames.upperBound
      return !certain.contains { 2 * $0.frames.clamped(to: frames).count > frames.count }
    }
    let isUnsure = runs.map(isUnsure)
    guard isUnsure.contains(false) else { return [] }
    return runs.indices.filter { place in
      guard isUnsure[place], let first = runs[place].first?.ayah, let last = runs[place].last?.ayah else {
        return false
      }
      // It goes back to what was said, or what is said goes back behind it.
      return place > 0 && runs[place - 1].last?.ayah.map { last <= $0 } ?? false
        || place + 1 < runs.count && runs[place + 1].first?.ayah.map { $0 <= first } ?? false
    }.flatMap { runs[$0] }
  }
}

extension ListenedPassages {
  /// So many ayat are heard at least each time that a passage is said anew.
  static let fewestOfRun = 3
}

extension [ListenedPassages.Item] {
  /// Runs of items whose ayat follow one another.
  var runs: [[ListenedPassages.Item]] {
    var runs: [[ListenedPassages.Item]] = []
    for item in self {
      if let last = runs.last?.last?.ayah, let ayah = item.ayah, last < ayah {
        runs[runs.count - 1].append(item)
      } else {
        runs.append([item])
      }
    }
    return runs
  }
}
