import TilawaQuran
import TilawaSound

/// Recognises a short stretch of a recording as one of the known phrases, if it is one.
///
/// It is a test by log-likelihood ratio against cohort models. (Rose: Keyword detection in conversational
/// speech utterances using hidden Markov model based continuous speech recognition, Computer Speech and
/// Language 9, 1995.) Broad classes of sounds fit much that is said, so the fit of a phrase alone shows
/// little. It has to fit better than every one of many stretches of the Quran with about as many sounds,
/// which are as likely to be said as anything else.
///
/// It was measured on the ends of 254 ayat of real recitations. With the phrases that it searches for, none
/// of them was mistaken for a takbir, an amin or a tahmid. With its own words instead of a phrase, three of
/// four were recognised.
struct PhraseRecognition: Sendable {
  /// The model, adapted to the recording.
  let model: AcousticModel
  /// The slowness of the reading.
  let tempo: Double
  /// The scores of the stretches that may be looked up.
  private var stretches: [Range<Int>: EmissionScores] = [:]

  init(model: AcousticModel, tempo: Double) {
    self.model = model
    self.tempo = tempo
  }

  /// Keeps the scores of a stretch of a recording, if its length allows a phrase in it.
  mutating func keep(_ frames: Range<Int>, of scores: EmissionScores) {
    guard Self.durations.contains(frames.count) else { return }
    stretches[frames] = scores.slice(frames).coarser(by: Self.stride)
  }

  /// Returns the phrase that is recognised in a stretch whose scores were kept, and its probability; nil if
  /// none is clearly recognised.
  func phrase(_ frames: Range<Int>, followsFatihah: Bool) -> (phrase: KnownPhrase, confidence: Double)? {
    guard let part = stretches[frames] else { return nil }
    let durations = Self.tempi.map { DurationScores(model, tempo: $0 * tempo).coarser(by: Self.stride) }
    var best: (phrase: KnownPhrase, surplus: Double)?
    for phrase in KnownPhrase.all where followsFatihah || !phrase.followsFatihah {
      let least =
        switch (followsFatihah, phrase.followsFatihah) {
        case (true, true): Self.leastExpectedMargin
        case (true, false): Self.leastUnexpectedMargin
        case (false, _): Self.leastMargin
        }
      guard let margin = margin(phrase, part, durations), margin - least > best?.surplus ?? 0 else {
        continue
      }
      best = (phrase, margin - least)
    }
    return best.map { best in
      let confidence = Self.leastConfidence + Self.confidenceOfSurplus * best.surplus
      return (best.phrase, min(Self.mostConfidence, confidence))
    }
  }

  /// In frames: nothing that is looked for is shorter or longer.
  private static let durations = Durations.shortestFiller...10 * SpeechFeatures.framesPerSecond
  /// Better than everything else by this, a sound.
  private static let leastMargin = 0.4
  /// After Al-Fatihah, where everybody says amin, that needs less, and all else more.
  private static let leastExpectedMargin = 0.0
  private static let leastUnexpectedMargin = 1.0
  /// The least mean score of a frame, relative to its best phone.
  private static let leastFit = -1.0
  /// No more is stated: how these phrases sound to real microphones isn't known as well as how ayat do.
  private static let mostConfidence = 0.9
  private static let leastConfidence = 0.7
  /// The increase in confidence for each unit by which the margin exceeds the least one.
  private static let confidenceOfSurplus = 0.2
  private static let stride = 2
  /// Against the reading's.
  private static let tempi = [0.7, 1.1, 1.7]

  /// By how much a phrase fits the whole of a stretch better than the best of the other things, a sound; nil when it
  /// fits badly as such.
  private func margin(_ phrase: KnownPhrase, _ part: EmissionScores, _ durations: [DurationScores]) -> Double?
  {
    func fit(_ words: [AyahSounds.Word]) -> WholeFit? {
      WholeFit(of: [StateChain.Item(words: words)], in: part, at: durations)
    }
    var best: WholeFit?
    var count = 0
    for way in phrase.ways {
      guard let fit = fit(way), fit.score > best?.score ?? -.infinity else { continue }
      best = fit
      count = way.reduce(0) { $0 + $1.sounds.count }
    }
    guard let best, best.misfit >= Self.leastFit else { return nil }
    var other = -Double.infinity
    for words in Self.others(sounds: count) where !phrase.ways.contains(words) {
      if let fit = fit(words) { other = max(other, fit.score) }
    }
    return (best.score - other) / Double(count)
  }

  private static let most = 120
  /// The maximum number of ayat that are tried for comparison, and the distance from one to the next.
  private static let mostTried = 3000
  private static let farApart = 2579

  /// Returns stretches of about `sounds` sounds from all over the Quran.
  private static func others(sounds: Int) -> [[AyahSounds.Word]] {
    var result: [[AyahSounds.Word]] = []
    let all = CountingSystem.kufi
    var number = 0
    while result.count < most, number < mostTried {
      // Never in the same order of surahs.
      let index = number * farApart % all.total
      number += 1
      guard let ayah = all.ayah(at: index), let words = AyahSounds.words(of: ayah) else { continue }
      for start in words.indices {
        var taken: [AyahSounds.Word] = []
        var count = 0
        for word in words[start...] where count < sounds {
          taken.append(word)
          count += word.sounds.count
        }
        if abs(count - sounds) <= 1 {
          result.append(taken)
          break
        }
      }
    }
    return result
  }
}
