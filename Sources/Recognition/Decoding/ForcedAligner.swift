import TilawaSound

/// Finds where the items of a passage are heard in an utterance, one after the other: forced alignment.
///
/// A first guess lays the passage out in proportion to what its sounds usually take. Around it the best path is searched, the
/// model learns from that path how this reciter and this room sound, and the search is repeated: unsupervised adaptation, as in
/// multi-pass decoding with MAP or MLLR (Leggetter, Woodland: Maximum likelihood linear regression for speaker adaptation,
/// Computer Speech and Language 9, 1995, for the setting).
struct ForcedAligner: Sendable {
  let utterance: Utterance

  /// Aligns the items; nil when there is no way to.
  ///
  /// `guess` is the first guess, when there is a better one than the plain one, and `adapted` the model as earlier
  /// searches left it.
  func align(
    _ items: [StateChain.Item], _ others: StateChain.Others = .none, around guess: FirstGuess? = nil,
    adapted: AcousticModel? = nil, passes: [AlignmentPass] = AlignmentPass.all
  ) -> Alignment? {
    guard var found = refine(items, others, around: guess, adapted, passes) else { return nil }
    utterance.giveBackMemory()
    var result =
      utterance.elsewhere.isEmpty
      ? found.alignment(utterance.model)
      : found.alignment(
        utterance.model, elsewhere: utterance.elsewhere,
        by: utterance.hearingEverywhere.scores(found.model, stride: found.scores.stride))
    // The finer ones, which of a long recording are large, aren't asked any more.
    found.scores.coarsen(by: AlignmentPass.alternative.stride / found.scores.stride)
    result.alternatives = alternatives(to: &found)
    return result
  }

  /// What a few searches tell: what the sounds are like in this utterance, how slow the reading is, and which items are
  /// heard.
  func learn(
    from items: [StateChain.Item], _ others: StateChain.Others, around guess: FirstGuess
  ) -> (model: AcousticModel, tempo: Double, kept: [Int])? {
    var best = refine(items, others, around: guess, nil, AlignmentPass.learning)
    // A guess that reads pauses as slowness may end up where too little is heard, all of it drawn out.
    if guess.tempo > Self.slow {
      let score = best?.score ?? -.infinity
      // Scores of a long recording are large, and not needed any more.
      best?.scores = EmissionScores([])
      let quicker = FirstGuess(guess.spans, tempo: guess.tempo * Self.withoutPauses)
      let other = refine(items, others, around: quicker, nil, AlignmentPass.learning)
      if let other, other.score > score { best = other }
    }
    best?.scores = EmissionScores([])
    return best.map {
      ($0.model.adapted(utterance.model, to: $0.path, of: $0.chain, utterance.features), $0.tempo, $0.kept)
    }
  }

  /// How well items agree with all of the utterance, once the model has learnt from them how it sounds: the score of the best
  /// path, and its fit; nil when there is no way to align them.
  func agreement(with items: [StateChain.Item]) -> (score: Double, fit: Double)? {
    refine(items, .none, around: nil, nil, AlignmentPass.all).map { ($0.score, $0.fit) }
  }

  /// A tempo that may be slow because of long pauses, and what is left of it without them.
  private static let slow = 1.6
  private static let withoutPauses = 0.65

  /// Searches, learns from what was found, and searches again.
  private func refine(
    _ items: [StateChain.Item], _ others: StateChain.Others, around known: FirstGuess?,
    _ adapted: AcousticModel?, _ passes: [AlignmentPass]
  ) -> RefinedPath? {
    guard utterance.features.count > 0, !items.isEmpty, let last = passes.last else { return nil }
    var kept = Array(items.indices)
    var chain = StateChain(items, others)
    var model = adapted ?? utterance.model
    let first = known ?? FirstGuess(items, utterance.features, model)
    var guess = first.ends(chain, model)
    var tempo = first.tempo
    var pauses = PauseDurations(usual: nil)
    /// The best path of a pass, from which the next one starts.
    func search(_ pass: AlignmentPass) -> RefinedPath? {
      utterance.giveBackMemory()
      let scores = utterance.scores(model, stride: pass.stride)
      var durations = DurationScores(model, tempo: tempo)
      durations.pauses = pauses
      guard let path = pass.path(chain, scores, durations, around: guess) else {
        return pass.stride > 1 ? search(pass.finest) : nil
      }
      tempo = path.tempo(chain, model)
      guess = path.frames.map(\.upperBound)
      pauses = PauseDurations(after: path.pauses(chain))
      return RefinedPath(
        path: path, chain: chain, model: model, scores: scores, durations: durations, kept: kept, tempo: tempo
      )
    }
    for pass in passes.dropLast() {
      guard let path = search(pass)?.path else { return nil }
      model = model.adapted(utterance.model, to: path, of: chain, utterance.features)
      // What precedes a passage, or doesn't, is decided once: after adaptation the two are harder to tell apart.
      guard chain.items.contains(where: \.isOptional) else { continue }
      // The joint of an item is passed in any case.
      let used = Set(
        zip(chain.states, path.isUsed).filter { $0.1 && $0.0.kind == .sound }.compactMap(\.0.item))
      kept = kept.indices.filter(used.contains).map { kept[$0] }
      // The states that stay are the same ones in the same order.
      guess = zip(chain.states, guess).filter { $0.0.item.map(used.contains) ?? true }.map(\.1)
      chain = StateChain(
        kept.map { index in
          var item = items[index]
          item.isOptional = false
          return item
        }, others)
    }
    return search(last)
  }

  /// What searches find that know this recording's sounds no better than any other's and take the reading for quicker, and
  /// that trust its sounds more. Takes the scores of `found`.
  private func alternatives(to found: inout RefinedPath) -> Alignment.Alternatives {
    // Where earlier searches heard them says nothing of whether these agree.
    let chain = found.chain.anywhere
    utterance.giveBackMemory()
    let guess = found.path.frames.map(\.upperBound)
    let pass = AlignmentPass.alternative
    // One after the other, as each needs much room; a search uses all cores by itself.
    let soundsFirst = pass.path(
      chain, found.scores, found.durations, around: guess, scale: Self.soundsFirst)
    found.scores = EmissionScores([])
    utterance.giveBackMemory()
    let unadapted = pass.path(
      chain, utterance.scores(utterance.model, stride: pass.stride),
      DurationScores(utterance.model, tempo: found.tempo * Self.quicker), around: guess)
    return Alignment.Alternatives(
      unadapted: unadapted.map { found.items(by: $0, utterance.model) },
      soundsFirst: soundsFirst.map { found.items(by: $0, utterance.model) })
  }

  private static let quicker = 0.75
  private static let soundsFirst = 2.0
}
