import Synchronization
import TilawaBase
import TilawaQuran
import TilawaSound

/// Decodes a recitation of a passage: repetitions, omissions, and sounds that don't belong to it.
struct PassageDecoder: Sendable {
  let utterance: Utterance

  /// Decodes a passage; nil if the utterance is too short for any of it.
  func decode(_ stated: RecitedPassage) -> DecodedPassage? {
    guard utterance.features.count > 0, !stated.items.isEmpty else { return nil }
    utterance.giveBackMemory()
    let scores = utterance.scores(stride: WordGraph.framesPerStep)
    guard var heard = best(of: stated, scores) else { return nil }
    heard.hypothesis = RepetitionCheck(scores: scores, model: utterance.model).checked(
      heard.hypothesis, of: stated.chainItems)
    var found = decoded(heard, of: stated)
    found.recited = found.recited.staying(within: Self.slack, of: utterance.features.count)
    return found
  }

  /// The maximum distance of an ayah found by forced alignment from its decoded place, in frames.
  private static let slack = 3 * SpeechFeatures.framesPerSecond
  private static let tempi = [0.7, 1.0, 1.4]
  /// The result of one search.
  private struct Heard {
    var hypothesis: Hypothesis
    var score: Double
  }

  /// At the best of several tempi: how much of the recording is recited isn't known yet, so neither is the tempo.
  private func best(
    of stated: RecitedPassage, _ scores: EmissionScores
  ) -> Heard? {
    let heard = Mutex([Int: Heard]())
    Processors.share(Self.tempi.count) { index in
      let best = search(stated, scores, tempo: Self.tempi[index])
      heard.withLock { $0[index] = best }
    }
    let found = heard.withLock { heard in Self.tempi.indices.compactMap { heard[$0] } }
    return found.max { $0.score < $1.score }
  }

  private func search(_ stated: RecitedPassage, _ scores: EmissionScores, tempo: Double) -> Heard? {
    let graph = WordGraph(stated.chainItems, utterance.model, tempo: tempo, costs: .stated)
    return BeamDecoder(graph, scores).best().map {
      Heard(hypothesis: Hypothesis($0, graph, frames: utterance.features.count), score: $0.score)
    }
  }

  private func decoded(_ heard: Heard, of stated: RecitedPassage) -> DecodedPassage {
    var hypothesis = heard.hypothesis
    hypothesis.endWithSound(utterance.features.isLoud)
    let recited = stated.following(hypothesis)
    return DecodedPassage(
      recited: recited, guess: FirstGuess(recited.spans, tempo: recited.tempo(utterance.model)))
  }
}

extension RecitedPassage {
  /// Returns the slowness of the reading, including pauses: the mean of its items, each weighted by its
  /// number of sounds.
  fileprivate func tempo(_ model: AcousticModel) -> Double {
    var (sum, count) = (0.0, 0.0)
    for (item, span) in zip(chainItems, spans) where !span.isEmpty {
      let sounds = item.words.flatMap(\.sounds)
      let expected = model.usualSeconds(of: sounds)
      let taken = Double(span.count) / Double(SpeechFeatures.framesPerSecond)
      let ratio = min(max(taken / max(expected, 1e-9), Self.tempi.lowerBound), Self.tempi.upperBound)
      sum += Double(sounds.count) * logarithm(ratio)
      count += Double(sounds.count)
    }
    return exponential(sum / max(1, count))
  }

  /// The range of ratios that an item counts for, in case something else was recognised in it.
  private static let tempi = 0.4...4.0
}
