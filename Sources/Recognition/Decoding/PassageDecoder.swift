import Synchronization
import TilawaBase
import TilawaQuran
import TilawaSound

/// Finds what is heard of a passage: what is repeated, left out, or none of it.
struct PassageDecoder: Sendable {
  let utterance: Utterance

  /// What is heard of a passage; nil when there is no room for any of it.
  ///
  /// Noise and reverberation sound like other things until the model has heard the utterance: so the passage
  /// is `first` taken to be read straight through, which is near enough the truth to learn from unless much else is heard.
  func decode(_ stated: RecitedPassage, first costs: TransitionCosts = .straight) -> DecodedPassage? {
    guard utterance.features.count > 0, !stated.items.isEmpty, let straight = straight(stated, costs) else {
      return nil
    }
    utterance.giveBackMemory()
    let learnt = ForcedAligner(utterance: utterance).learn(
      from: straight.recited.chainItems, straight.recited.others, around: straight.guess)
    guard let learnt else { return straight }
    utterance.giveBackMemory()
    let heard = stated.keeping(Set(learnt.kept.map { straight.recited.origins[$0] }))
    let scores = utterance.scores(learnt.model)
    let free = decode(heard, learnt.model, scores, tempo: learnt.tempo * Self.withPauses, .free)
    // Where hardly anything is heard of it, somebody else has to judge whether it is the passage at all.
    guard let free, free.recited.share >= Self.leastShare else { return straight }
    return DeletionRepair(scores: scores, model: free.model, tempo: learnt.tempo).repaired(free, of: heard)
  }

  /// The same by phones, as a network tells them that has learnt nothing of this recording, and without it: where the mixtures have
  /// learnt from what is none of the passage, it still tells speech from recitation. Nil without a network, and for a recording that is very long, too.
  func decodeByPhones(_ stated: RecitedPassage) -> DecodedPassage? {
    guard utterance.model.network != nil, !stated.items.isEmpty,
      (1...Self.longest).contains(utterance.features.count)
    else { return nil }
    utterance.giveBackMemory()
    let scores = utterance.phoneScores(stride: WordGraph.framesPerStep)
    guard var heard = best(of: stated, scores, .byPhones, .phones) else { return nil }
    heard.hypothesis = RepetitionCheck(scores: scores, model: utterance.model).checked(
      heard.hypothesis, of: stated.chainItems)
    var found = decoded(heard, of: stated, utterance.model)
    utterance.giveBackMemory()
    found.recited = found.recited.staying(within: Self.slack, of: utterance.features.count)
    var rest = utterance
    rest.elsewhere = found.recited.heardOthers
    let learnt = ForcedAligner(utterance: rest).learn(
      from: found.recited.chainItems, found.recited.others, around: found.guess)
    if let learnt { found.model = learnt.model }
    return found
  }

  /// In frames: the scores of all phones in three hours take 70 MB. Where much is recited in so long a time, each passage is heard again by
  /// itself (`RecognisedPassage.judge`).
  private static let longest = 75 * 60 * SpeechFeatures.framesPerSecond
  /// How far the mixtures may find an ayah from where it was heard by phones, in frames: in a hall they would read a whole surah in half its
  /// time, and call the rest a pause.
  private static let slack = 3 * SpeechFeatures.framesPerSecond
  private static let leastShare = 0.34
  private static let tempi = [0.7, 1.0, 1.4]
  /// A graph's tempo has to leave room for pauses.
  private static let withPauses = 1.1

  /// By the model that has not heard the utterance.
  private func straight(_ stated: RecitedPassage, _ costs: TransitionCosts) -> DecodedPassage? {
    let scores = utterance.scores(utterance.model, stride: WordGraph.framesPerStep)
    return best(of: stated, scores, costs, .classes).map { decoded($0, of: stated, utterance.model) }
  }

  private func decode(
    _ stated: RecitedPassage, _ model: AcousticModel, _ scores: EmissionScores, tempo: Double,
    _ costs: TransitionCosts
  ) -> DecodedPassage? {
    search(stated, model, scores, tempo: tempo, costs, .classes).map { decoded($0, of: stated, model) }
  }

  /// What one search has heard.
  private struct Heard {
    var hypothesis: Hypothesis
    var score: Double
  }

  /// At the best of several tempi: how much of the recording is recited isn't known yet, so neither is the tempo.
  private func best(
    of stated: RecitedPassage, _ scores: EmissionScores, _ costs: TransitionCosts, _ rows: StateChain.Rows
  ) -> Heard? {
    let heard = Mutex([Int: Heard]())
    Processors.share(Self.tempi.count) { index in
      let best = search(stated, utterance.model, scores, tempo: Self.tempi[index], costs, rows)
      heard.withLock { $0[index] = best }
    }
    let found = heard.withLock { heard in Self.tempi.indices.compactMap { heard[$0] } }
    return found.max { $0.score < $1.score }
  }

  private func search(
    _ stated: RecitedPassage, _ model: AcousticModel, _ scores: EmissionScores, tempo: Double,
    _ costs: TransitionCosts, _ rows: StateChain.Rows
  ) -> Heard? {
    let graph = WordGraph(stated.chainItems, model, tempo: tempo, costs: costs, rows: rows)
    return BeamDecoder(graph, scores).best().map {
      Heard(hypothesis: Hypothesis($0, graph, frames: utterance.features.count), score: $0.score)
    }
  }

  private func decoded(_ heard: Heard, of stated: RecitedPassage, _ model: AcousticModel) -> DecodedPassage {
    var hypothesis = heard.hypothesis
    hypothesis.endWithSound(utterance.features.isLoud)
    let recited = stated.following(hypothesis)
    return DecodedPassage(
      recited: recited, guess: FirstGuess(recited.spans, tempo: recited.tempo(model)), model: model,
      score: heard.score)
  }
}

extension RecitedPassage {
  /// How slow the reading is, pauses included: the mean of its items, each by how many sounds it has.
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

  /// What an item counts for at most, should something else be heard in it.
  private static let tempi = 0.4...4.0
}
