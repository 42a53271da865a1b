import Synchronization
import TilawaBase
import TilawaQuran
import TilawaSound

/// Finds the whole ayat in a short recording, if it contains these and nothing else, read once from the first
/// sound to the last.
///
/// `QuranSearch` allows a beginning and an end anywhere, and at a price a stop, a return and other speech. A
/// few seconds of an amateur's voice leave it too many ways. Most people record an ayah or a few of them,
/// which is isolated-utterance recognition: each hypothesis is aligned with the whole utterance. (Rabiner,
/// Levinson: Isolated and connected word recognition, IEEE Trans. Communications 29, 1981.) Here that is done
/// phone by phone (`WholeFit`, `PhoneScores`).
///
/// The vocabulary is all runs of ayat that may take as long. All are compared coarsely at one tempo, and the
/// best of them in full.
struct WholeAyatSearch {
  /// Some ayat, and how they fit.
  struct Hypothesis: Sendable {
    var ayat: AyahRange
    /// True if a basmalah precedes them that isn't one of the ayat.
    var opens: Bool
    /// The log-score by `WholeFit`.
    var score: Double
    /// The mean log-score of how long one of its sounds lasts.
    var duration = 0.0

    /// The recited items, including the basmalah.
    var items: [StateChain.Item] {
      (opens ? [StateChain.Item(words: AyahSounds.basmalah)] : [])
        + CountingSystem.kufi.ayat(in: ayat).map { StateChain.Item(words: AyahSounds.words(of: $0) ?? []) }
    }
  }

  /// The length of the longest recording that is searched, in frames.
  static let longest = 20 * SpeechFeatures.framesPerSecond
  /// The fewest loud frames.
  private static let shortest = SpeechFeatures.framesPerSecond / 2
  /// The slowness of readings that are tried, relative to the model, and the allowed range around each.
  private static let tempi = [0.5, 0.7, 1, 1.4, 2, 2.8]
  private static let nearTempo = 0.45...1.8
  private static let mostAyat = 8
  private static let coarseStride = 4
  private static let stride = 2
  /// The number of the best at one tempo that are compared in full.
  private static let kept = 250

  /// The best, none that sounds the same as a better one, the best first.
  let hypotheses: [Hypothesis]
  /// Others that sound the same as the best.
  let same: [AyahRange]

  /// Searches a recording, in all of the Quran or without a surah. Nothing is found in one that is long or
  /// has hardly any sound.
  init(_ features: SpeechFeatures, model: AcousticModel = .shipped, besides surah: Int? = nil) {
    let loud = features.isLoud.count { $0 }
    guard features.count <= Self.longest, loud >= Self.shortest else {
      (hypotheses, same) = ([], [])
      return
    }
    let seconds = Double(loud) / Double(SpeechFeatures.framesPerSecond)
    let scores = EmissionScores(
      PhoneScores(model, features, scale: .isolated), frames: features.count, stride: Self.stride)
    func durations(_ stride: Int) -> [(tempo: Double, scores: DurationScores)] {
      Self.tempi.map { ($0, DurationScores(model, tempo: $0).coarser(by: stride)) }
    }
    let candidates = Self.candidates(seconds, model, besides: surah)
    let rough = durations(Self.coarseStride)
    let coarse = Self.compared(candidates, in: scores.coarser(by: Self.coarseStride / Self.stride)) { usual in
      let tempo = seconds / usual
      return rough.min { abs(logarithm($0.tempo / tempo)) < abs(logarithm($1.tempo / tempo)) }.map {
        [$0.scores]
      } ?? []
    }
    let fine = durations(Self.stride)
    let best = Self.compared(Array(coarse.prefix(Self.kept)), in: scores) { usual in
      fine.filter { Self.nearTempo.contains($0.tempo * usual / seconds) }.map(\.scores)
    }.map(\.hypothesis)
    var different: [Hypothesis] = []
    var same: [AyahRange] = []
    var heard: [[AyahSounds.Word]] = []
    for hypothesis in best {
      let words = hypothesis.items.flatMap(\.words)
      guard let index = heard.firstIndex(where: { $0.soundSame(as: words) }) else {
        heard.append(words)
        different.append(hypothesis)
        continue
      }
      if index == 0 { same.append(hypothesis.ayat) }
    }
    (hypotheses, self.same) = (different, same)
  }
}

extension WholeAyatSearch {
  /// A hypothesis that isn't compared yet, and the seconds that it usually takes at tempo 1.
  private typealias Candidate = (hypothesis: Hypothesis, usual: Double)

  /// Returns all runs of ayat of a surah that may take `seconds`, with the basmalah before a surah and
  /// without it.
  private static func candidates(
    _ seconds: Double, _ model: AcousticModel, besides omitted: Int?
  ) -> [Candidate] {
    let limits = seconds / (tempi[tempi.count - 1] * 1.2)...seconds / (tempi[0] * 0.8)
    let counting = CountingSystem.kufi
    func usual(_ words: [AyahSounds.Word]) -> Double { model.usualSeconds(of: words.lazy.flatMap(\.sounds)) }
    let opening = usual(AyahSounds.basmalah)
    var result: [Candidate] = []
    for surah in 1...114 where surah != omitted {
      let lengths = (1...max(1, counting.ayahCount(ofSurah: surah) ?? 1)).map {
        usual(AyahSounds.words(of: Ayah(surah, $0)) ?? [])
      }
      for first in lengths.indices {
        var length = 0.0
        for last in first..<min(lengths.count, first + mostAyat) {
          length += lengths[last]
          guard length <= limits.upperBound else { break }
          let ayat = AyahRange(Ayah(surah, first + 1), Ayah(surah, last + 1))
          if length >= limits.lowerBound {
            result.append((Hypothesis(ayat: ayat, opens: false, score: 0), length))
          }
          if first == 0, limits.contains(length + opening), counting.contains(Ayah(surah, 0)) {
            result.append((Hypothesis(ayat: ayat, opens: true, score: 0), length + opening))
          }
        }
      }
    }
    return result
  }

  /// Returns the candidates that can be aligned with the recording, the best first, each at the best of its
  /// tempi.
  ///
  /// `durations` returns the tempi for a candidate's usual seconds.
  private static func compared(
    _ candidates: [Candidate], in scores: EmissionScores, at durations: (Double) -> [DurationScores]
  ) -> [Candidate] {
    let tempi = candidates.map { durations($0.usual) }
    let found = Mutex([WholeFit?](repeating: nil, count: candidates.count))
    Processors.share(candidates.count) { index in
      let fit = WholeFit(of: candidates[index].hypothesis.items, in: scores, at: tempi[index])
      found.withLock { $0[index] = fit }
    }
    let all = found.withLock { $0 }
    let heard = candidates.indices.compactMap { index in
      all[index].map { fit in
        var candidate = candidates[index]
        (candidate.hypothesis.score, candidate.hypothesis.duration) = (fit.score, fit.duration)
        return candidate
      }
    }
    // Of equals the one that comes first in the Quran.
    return heard.enumerated().sorted {
      ($1.element.hypothesis.score, $0.offset) < ($0.element.hypothesis.score, $1.offset)
    }.map(\.element)
  }
}

extension [AyahSounds.Word] {
  /// Returns true if both consist of the same sounds.
  func soundSame(as other: Self) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.sounds == $1.sounds && $0.phones == $1.phones }
  }
}
