/// The fit of some words with the whole of a short stretch, read at the best of several tempi, apart from
/// silence at its ends.
struct WholeFit: Sendable {
  /// The log-score of the sounds, of their durations, of the silences between them, and of what is passed by.
  var score: Double
  /// The mean emission score over the frames of sounds.
  var misfit: Double
  /// The part of the sounds that fit badly.
  var shareOfMisfits: Double
  /// The mean log-score of how long a sound lasts.
  var duration: Double
  /// From the first sound to the last, in steps of the scores.
  var sounds: Range<Int>
}

extension WholeFit {
  /// Computes the fit at the best of the tempi; nil if the words can't be aligned with the stretch. Scores
  /// and durations have the same steps.
  init?(
    of items: [StateChain.Item], in scores: EmissionScores, at tempi: [DurationScores]
  ) {
    guard let best = Self.best(through: StateChain(items), in: scores, at: tempi) else {
      return nil
    }
    self = best.fit
  }

  /// Returns the fit of a chain at the best of several tempi, and the places of its states in steps of the
  /// scores; nil if it can't be aligned.
  static func best(
    through chain: StateChain, in scores: EmissionScores, at tempi: [DurationScores]
  ) -> (fit: WholeFit, path: StatePath)? {
    var best: (fit: WholeFit, path: StatePath)?
    for durations in tempi {
      guard let path = SegmentalViterbi.whole(chain, scores, durations, stride: scores.stride) else {
        continue
      }
      var (score, misfit, count) = (path.bypasses(chain), 0.0, 0)
      var (duration, misfits, sounds) = (0.0, 0, 0)
      var (first, last) = (Int?.none, 0)
      for (state, frames) in zip(chain.states, path.frames) where !frames.isEmpty {
        let sum = scores.sum(state.emission, frames)
        score += sum
        guard state.isSound else { continue }
        misfit += sum
        count += frames.count
        if sum < badly * Double(frames.count) { misfits += 1 }
        let row = durations.rows[state.duration]
        let length = Double(row[min(frames.count, row.count) - 1])
        score += length
        duration += length
        sounds += 1
        (first, last) = (first ?? frames.lowerBound, frames.upperBound)
      }
      if score > best?.fit.score ?? -.infinity {
        let number = Double(max(1, sounds))
        let fit = WholeFit(
          score: score, misfit: misfit / Double(max(1, count)), shareOfMisfits: Double(misfits) / number,
          duration: duration / number, sounds: (first ?? 0)..<max(first ?? 0, last))
        best = (fit, path)
      }
    }
    return best
  }

  /// Returns the durations of sounds at each tempo at which words may be read, relative to the model, in
  /// steps of `stride` frames.
  static func tempi(_ model: AcousticModel, stride: Int) -> [DurationScores] {
    [0.6, 0.85, 1.2, 1.7, 2.4].map { DurationScores(model, tempo: $0).coarser(by: stride) }
  }

  /// Sounds that score worse than this on average fit badly.
  private static let badly = -1.5
}
