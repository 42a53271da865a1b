import TilawaSound

/// Finds the items of a passage in an utterance, one after the other: forced alignment.
///
/// A first guess lays the passage out in proportion to the usual durations of its sounds. Around it the best
/// path is searched. The tempo and the pauses are taken from that path, and the search is repeated, from
/// coarse to fine.
struct ForcedAligner: Sendable {
  let utterance: Utterance

  /// Aligns the items; nil if that is impossible.
  ///
  /// `guess` is the first guess, if there is a better one than the plain one.
  func align(
    _ items: [StateChain.Item], _ others: StateChain.Others = .none, around guess: FirstGuess? = nil,
    passes: [AlignmentPass] = AlignmentPass.all
  ) -> Alignment? {
    guard var found = refine(items, others, around: guess, passes) else { return nil }
    utterance.giveBackMemory()
    var result =
      utterance.elsewhere.isEmpty
      ? found.alignment(utterance.model)
      : found.alignment(
        utterance.model, elsewhere: utterance.elsewhere,
        by: utterance.hearingEverywhere.scores(stride: found.scores.stride))
    // The finer scores, which are large for a long recording, aren't needed any more.
    found.scores.coarsen(by: AlignmentPass.alternative.stride / found.scores.stride)
    result.alternatives = alternatives(to: found)
    return result
  }

  /// Returns the slowness of the reading, near a guess of where the items are; nil if they can't be aligned.
  func tempo(of items: [StateChain.Item], around guess: FirstGuess) -> Double? {
    refine(items, .none, around: guess, AlignmentPass.learning)?.tempo
  }

  /// Returns the fit of items with all of the utterance, that of the best path; nil if they can't be aligned.
  func fit(of items: [StateChain.Item]) -> Double? {
    refine(items, .none, around: nil, AlignmentPass.all)?.fit
  }

  /// Searches, learns the tempo from what was found, and searches again.
  private func refine(
    _ items: [StateChain.Item], _ others: StateChain.Others, around known: FirstGuess?,
    _ passes: [AlignmentPass]
  ) -> RefinedPath? {
    guard utterance.features.count > 0, !items.isEmpty, let last = passes.last else { return nil }
    var kept = Array(items.indices)
    var chain = StateChain(items, others)
    let model = utterance.model
    let first = known ?? FirstGuess(items, utterance.features, model)
    var guess = first.ends(chain, model)
    var tempo = first.tempo
    var pauses = PauseDurations(usual: nil)
    var scores = EmissionScores([])
    /// The best path of a pass, from which the next one starts.
    func search(_ pass: AlignmentPass) -> RefinedPath? {
      utterance.giveBackMemory()
      if scores.stride != pass.stride || scores.count == 0 { scores = utterance.scores(stride: pass.stride) }
      var durations = DurationScores(model, tempo: tempo)
      durations.pauses = pauses
      guard let path = pass.path(chain, scores, durations, around: guess) else {
        return pass.stride > 1 ? search(pass.finest) : nil
      }
      tempo = path.tempo(chain, model)
      guess = path.frames.map(\.upperBound)
      pauses = PauseDurations(after: path.pauses(chain))
      return RefinedPath(
        path: path, chain: chain, scores: scores, durations: durations, kept: kept, tempo: tempo)
    }
    for pass in passes.dropLast() {
      guard let path = search(pass)?.path else { return nil }
      // What precedes a passage, or doesn't, is decided once.
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

  /// Returns the results of a search that assumes a quicker reading, and of one that gives the sounds more
  /// weight.
  private func alternatives(to found: RefinedPath) -> Alignment.Alternatives {
    // Where earlier searches heard them says nothing of whether these agree.
    let chain = found.chain.anywhere
    utterance.giveBackMemory()
    let guess = found.path.frames.map(\.upperBound)
    let pass = AlignmentPass.alternative
    // One after the other, as each needs much room; a search uses all cores by itself.
    let soundsFirst = pass.path(
      chain, found.scores, found.durations, around: guess, scale: Self.soundsFirst)
    let quicker = pass.path(
      chain, found.scores, DurationScores(utterance.model, tempo: found.tempo * Self.quicker), around: guess)
    return Alignment.Alternatives(
      quicker: quicker.map { found.items(by: $0, utterance.model) },
      soundsFirst: soundsFirst.map { found.items(by: $0, utterance.model) })
  }

  private static let quicker = 0.75
  private static let soundsFirst = 2.0
}
