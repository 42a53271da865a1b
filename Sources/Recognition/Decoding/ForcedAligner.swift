import Audio

/// Finds where the items of a passage are heard in a recording.
///
/// A first guess lays the passage out in proportion to what its sounds usually take. Around it the best path is searched, the
/// model learns from that path how this reciter and this room sound, and the search is repeated.
struct ForcedAligner: Sendable {
  let features: SpeechFeatures
  /// What is known of sounds before this recording is heard.
  var model = AcousticModel.shipped
  /// Frames of which a person has said that nothing of the passage is heard there.
  var silent: [Range<Int>] = []
  /// How much worse than the best sound a frame of other things is.
  var otherCost = EmissionScores.otherCost

  /// Where an item is heard.
  struct Heard: Hashable, Sendable {
    /// Its place in the list of items.
    var item: Int
    /// From its first sound to the end of its last.
    var frames: Range<Int>
    /// How long that is, against what its sounds take at tempo 1.
    var rate: Double
    /// Other things that are heard after it.
    var others: [Range<Int>] = []
    /// From the first sound of each word to the end of its last.
    var words: [Range<Int>] = []
  }

  /// What was found.
  struct Alignment: Sendable {
    /// What is heard, in order. Items that may be left out are missing where they were.
    var heard: [Heard]
    /// Other things that are heard before the first item.
    var othersBefore: [Range<Int>] = []
    /// All that is heard besides the items, inside of them too.
    var others: [Range<Int>] = []
    /// How slow the reading is, against the model's.
    var tempo: Double
    /// How much worse than the best class of a frame the assigned one is, on average over the sounds; 0 or less.
    var fit: Double
    /// What searches with other weights of the scores found; nil where they found nothing.
    var alternatives: [[Heard]?] = []
    /// How well the ends of each item fit.
    var edges: [Edges] = []
    /// Tells what other things are.
    var recognition: PhraseRecognition?
  }

  /// Aligns the items; nil when there is no way to.
  ///
  /// `layout` is the first guess, when there is a better one than the plain one, and `adapted` the model as earlier
  /// searches left it.
  func align(
    _ items: [StateChain.Item], _ others: StateChain.Others = .none, around layout: FirstGuess? = nil,
    adapted: AcousticModel? = nil, stages: [AlignmentPass] = AlignmentPass.all
  ) -> Alignment? {
    guard let last = refine(items, others, around: layout, adapted, stages) else {
      return nil
    }
    var result = alignment(last.path, last.chain, last.scores, kept: last.kept, tempo: last.tempo)
    result.recognition = PhraseRecognition(scores: last.scores, model: last.model, tempo: last.tempo)
    result.alternatives = alternatives(to: last)
    result.edges = edges(last.path, last.chain, last.scores, last.lengths)
    return result
  }

  /// What a few searches tell: what the sounds are like in this recording, how slow the reading is, and which items are
  /// heard.
  func learn(
    from items: [StateChain.Item], _ others: StateChain.Others, around layout: FirstGuess
  ) -> (model: AcousticModel, tempo: Double, kept: [Int])? {
    var best = refine(items, others, around: layout, nil, AlignmentPass.learning)
    // A guess that reads pauses as slowness may end up where too little is heard, all of it drawn out.
    if layout.tempo > Self.slow {
      let quicker = FirstGuess(layout.spans, tempo: layout.tempo * Self.withoutPauses)
      let other = refine(items, others, around: quicker, nil, AlignmentPass.learning)
      if let other, other.score > best?.score ?? -.infinity { best = other }
    }
    return best.map {
      ($0.model.adapted(model, to: $0.path, of: $0.chain, features), $0.tempo, $0.kept)
    }
  }

  /// How well items agree with all of the recording, once the model has learnt from them how it sounds: the score of the best
  /// path, and its fit as `Alignment` has it; nil when there is no way to align them.
  func agreement(with items: [StateChain.Item]) -> (score: Double, fit: Double)? {
    refine(items, .none, around: nil, nil, AlignmentPass.all).map { last in
      (last.score, fit(last.path, last.chain, last.scores))
    }
  }

  /// A tempo that may be slow because of long pauses, and what is left of it without them.
  private static let slow = 1.6
  private static let withoutPauses = 0.65

  /// A search after which there are no more.
  private struct LastSearch {
    var path: SegmentalViterbi.Path
    var chain: StateChain
    var model: AcousticModel
    var scores: EmissionScores
    var lengths: DurationScores
    /// Which items are left.
    var kept: [Int]
    var tempo: Double

    /// That of the path.
    var score: Double { path.score(chain, scores, lengths) }
  }

  /// Searches, learns from what was found, and searches again.
  private func refine(
    _ items: [StateChain.Item], _ others: StateChain.Others, around known: FirstGuess?,
    _ adapted: AcousticModel?, _ stages: [AlignmentPass]
  ) -> LastSearch? {
    guard features.count > 0, !items.isEmpty else { return nil }
    var kept = Array(items.indices)
    var chain = StateChain(items, others)
    let original = model
    var model = adapted ?? original
    let layout = known ?? FirstGuess(items, features, model)
    var guess = layout.guess(chain, model)
    var tempo = layout.tempo
    var pauses = PauseDurations(usual: nil)
    for (round, stage) in stages.enumerated() {
      let scores = EmissionScores(model, features, silent: silent, otherCost: otherCost)
      var lengths = DurationScores(model, tempo: tempo)
      lengths.pauses = pauses
      guard let path = path(chain, scores, lengths, around: guess, stage) else { return nil }
      tempo = model.tempo(of: path, chain)
      guess = path.frames.map(\.upperBound)
      pauses = PauseDurations(
        after: zip(chain.states, path.frames).compactMap { $0.isEnding && !$1.isEmpty ? $1.count : nil })
      if round == stages.count - 1 {
        return LastSearch(
          path: path, chain: chain, model: model, scores: scores, lengths: lengths, kept: kept, tempo: tempo)
      }
      model = model.adapted(original, to: path, of: chain, features)
      // What precedes a passage, or doesn't, is decided once: after adaptation the two are harder to tell apart.
      if chain.items.contains(where: \.isOptional) {
        // Its joint is passed in any case.
        let used = Set(
          zip(chain.states, path.isUsed).filter { $0.1 && $0.0.kind == .sound }.map(\.0.item))
        kept = kept.indices.filter(used.contains).map { kept[$0] }
        let old = chain
        chain = StateChain(
          kept.map { index in
            var item = items[index]
            item.isOptional = false
            return item
          }, others)
        // The states that stay are the same ones in the same order.
        guess = zip(old.states, guess).filter { $0.0.item < 0 || used.contains($0.0.item) }.map(\.1)
      }
    }
    return nil
  }

  /// The best path near the guess.
  private func path(
    _ chain: StateChain, _ scores: EmissionScores, _ lengths: DurationScores, around guess: [Int],
    _ stage: AlignmentPass
  ) -> SegmentalViterbi.Path? {
    if let path = stage.path(chain, scores, lengths, around: guess) { return path }
    // Where there is little room, only the finest steps may fit.
    return stage.stride == 1
      ? nil : AlignmentPass(stride: 1, reach: stage.reach).path(chain, scores, lengths, around: guess)
  }

  // MARK: What was found

  private func alignment(
    _ path: SegmentalViterbi.Path, _ chain: StateChain, _ scores: EmissionScores, kept: [Int], tempo: Double
  ) -> Alignment {
    var result = Alignment(
      heard: heard(path, chain, kept), tempo: tempo, fit: fit(path, chain, scores))
    var gaps: Set<Int> = []
    for (state, frames) in zip(chain.states, path.frames) where state.kind == .other && !frames.isEmpty {
      result.others.append(frames)
      if state.word < 0 { gaps.insert(state.item < 0 ? -1 : kept[state.item]) }
    }
    // The search takes what lies in a gap in one piece.
    for place in -1..<result.heard.count
    where gaps.contains(place < 0 ? -1 : result.heard[place].item) {
      let start = place < 0 ? 0 : result.heard[place].frames.upperBound
      let end = place + 1 < result.heard.count ? result.heard[place + 1].frames.lowerBound : scores.count
      let sounds = Filler.sounds(in: start..<max(start, end), scores)
      if place < 0 { result.othersBefore = sounds } else { result.heard[place].others = sounds }
    }
    return result
  }

  /// What searches find that know this recording's sounds no better than any other's and take the reading for quicker, and
  /// that trust its sounds more.
  private func alternatives(to last: LastSearch) -> [[Heard]?] {
    let guess = last.path.frames.map(\.upperBound)
    let stage = AlignmentPass.alternative
    // One after the other, as each needs much room; a search uses all cores by itself.
    let paths = [
      stage.path(
        last.chain, coarse: coarseScores(by: stage.stride),
        DurationScores(model, tempo: last.tempo * Self.quicker), around: guess),
      stage.path(last.chain, last.scores, last.lengths, around: guess, scale: 2),
    ]
    return paths.map { path in path.map { heard($0, last.chain, last.kept) } }
  }

  private static let quicker = 0.75

  /// The scores of what is known before this recording is heard; the finer ones, which need much room, are let go.
  private func coarseScores(by stride: Int) -> EmissionScores {
    EmissionScores(model, features, silent: silent, otherCost: otherCost).coarser(by: stride)
  }

  private func heard(_ path: SegmentalViterbi.Path, _ chain: StateChain, _ kept: [Int]) -> [Heard] {
    var result: [Heard] = []
    var expected = 0.0
    for (state, frames) in zip(chain.states, path.frames) where state.item >= 0 {
      switch state.kind {
      case .sound, .droppedVowel:
        if result.last?.item != kept[state.item] {
          expected = 0
          result.append(Heard(item: kept[state.item], frames: frames, rate: 1))
        }
        let last = result.count - 1
        result[last].hear(frames, inWord: state.word)
        expected += model.medians[state.length]
        result[last].frames = result[last].frames.lowerBound..<frames.upperBound
        result[last].rate =
          Double(result[last].frames.count) / Double(SpeechFeatures.framesPerSecond) / expected
      default: break
      }
    }
    return result
  }

  private func fit(_ path: SegmentalViterbi.Path, _ chain: StateChain, _ scores: EmissionScores) -> Double {
    var sum = 0.0
    var count = 0
    for (state, frames) in zip(chain.states, path.frames)
    where state.kind == .sound || state.kind == .droppedVowel {
      sum += scores.sum(state.heard, frames)
      count += frames.count
    }
    return sum / Double(max(1, count))
  }
}

extension ForcedAligner.Heard {
  /// Takes up a sound of a word.
  fileprivate mutating func hear(_ frames: Range<Int>, inWord word: Int) {
    guard word >= 0 else { return }
    while words.count <= word { words.append(frames.lowerBound..<frames.lowerBound) }
    let start = words[word].isEmpty ? frames.lowerBound : words[word].lowerBound
    words[word] = start..<max(start, frames.upperBound)
  }
}
