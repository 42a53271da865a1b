import Synchronization
public import TilawaBase
public import TilawaQuran
public import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Learns the sound of a few people's phones, and their durations, from recitations with known ayah
/// boundaries.
///
/// Each ayah is laid out over its stretch by the model that ships. Durations, and the last layer of the
/// network, are estimated from the frames of each sound. With these it is laid out again. (Viterbi training,
/// or segmental k-means: Juang, Rabiner: The segmental k-means algorithm for estimating parameters of hidden
/// Markov models, IEEE Trans. ASSP 38, 1990.)
///
/// The last layer is a logistic regression on the outputs of the other layers, which starts from the weights
/// that ship. Our own addition is that durations are drawn to the rules of tajwid. The same recitations in
/// the same order give the same model on any number of threads.
public struct AcousticTraining: Sendable {
  /// A stretch of a recording that contains just these ayat.
  public struct Stretch: Hashable, Sendable {
    /// From the beginning of the first ayah to the end of the last.
    public var span: TimeSpan
    /// The ayat that are recited; one, or a few that run on.
    public var ayat: [Ayah]

    /// Creates a stretch that contains these ayat and nothing else.
    public init(_ span: TimeSpan, _ ayat: [Ayah]) {
      self.span = span
      self.ayat = ayat
    }
  }

  /// Rounds of laying out, and learning from it.
  private static let rounds = 2
  private var recordings: [SpeechFeatures] = []
  private var pieces: [Piece] = []

  /// No reading is quicker or slower.
  private static let tempos = 0.2...5.0
  /// Lengths and tempos are estimated by turns so often.
  private static let turns = 3

  /// No shorter stretch is of use.
  package static let shortest = Milliseconds(400)

  /// No recordings yet.
  public init() {}

  /// Adds a recording; says how many of its stretches are of use.
  ///
  /// Stretches of less than 0.4 s, and ayat that the counting doesn't have, are passed over.
  @discardableResult
  public mutating func add(
    _ features: SpeechFeatures, _ stretches: [Stretch], counting: CountingSystem = .kufi
  ) -> Int {
    var used = 0
    for stretch in stretches {
      let frames =
        SpeechFeatures.frame(
          at: stretch.span.start)..<min(
          features.count, SpeechFeatures.frame(at: stretch.span.end))
      let words = stretch.ayat.compactMap { AyahSounds.words(of: $0, in: counting) }
      guard SpeechFeatures.time(ofFrame: frames.count) >= Self.shortest, words.count == stretch.ayat.count,
        !words.isEmpty
      else { continue }
      used += 1
      pieces.append(Piece(recording: recordings.count, frames: frames, words: words))
    }
    recordings.append(features)
    return used
  }
}

extension AcousticTraining {
  /// A stretch that is laid out as one.
  private struct Piece: Sendable {
    let recording: Int
    let frames: Range<Int>
    let chain: StateChain
    init(recording: Int, frames: Range<Int>, words: [[AyahSounds.Word]]) {
      self.recording = recording
      self.frames = frames
      var chain = StateChain(words.map { StateChain.Item(words: $0) })
      // Here nothing has to be found between ayat, so that silence weighs what its likelihood says.
      for index in chain.states.indices {
        chain.states[index].present /= Float(Costs.silenceWeight)
        chain.states[index].absent /= Float(Costs.silenceWeight)
      }
      self.chain = chain
    }

    /// The maximum distance that states may move from one round to the next, in frames.
    private static let reach = 100

    /// All of it when nothing is known of where its states lie.
    func band(around layout: [Range<Int>]) -> SegmentalViterbi.Band {
      let count = frames.count
      guard layout.count == chain.states.count else {
        return SegmentalViterbi.Band(
          first: chain.states.map { _ in 0 }, last: chain.states.map { _ in count })
      }
      var ends = layout.map { $0.upperBound - frames.lowerBound }
      // The rest is silence, of any length.
      if let last = ends.indices.last { ends[last] = count }
      return SegmentalViterbi.Band(
        first: ends.map { max(0, $0 - Self.reach) }, last: ends.map { min(count, $0 + Self.reach) })
    }
  }

  /// The number of passes of the network over all training data.
  private static let passes = 10
  /// Spreads of lengths stay within these: else lengths degenerate, until long vowels are as short as short ones.
  private static let spreads = 0.3...0.5
  /// The number of sounds as which the durations by rule count. What a few reciters have in common is not a
  /// rule, and the next one doesn't follow it.
  private static let ruleWeight = 4000.0

  /// Returns the model learnt from what was added; nil if there is nothing to learn from. `progress` is
  /// called after each round.
  public func model(progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) -> AcousticModel? {
    guard pieces.contains(where: { recordings[$0.recording].isLoud[$0.frames].contains(true) }) else {
      return nil
    }
    var model = AcousticModel.shipped
    var tempos = firstTempos(model)
    var layouts = pieces.map { _ in [Range<Int>]() }
    for round in 1...Self.rounds {
      layouts = self.layouts(model, tempos, after: layouts)
      estimateLengths(&model, &tempos, layouts)
      progress(round, Self.rounds)
    }
    model.network = network(layouts)
    return model
  }

  /// The network that ships with another last layer.
  private func network(_ layouts: [[Range<Int>]]) -> PhoneNetwork {
    var learner = PhoneNetwork.Learner(AcousticModel.shipped.network)
    for (piece, layout) in Array(repeating: zip(pieces, layouts), count: Self.passes).joined() {
      var classes = [Int](repeating: 0, count: piece.frames.count)
      for (state, range) in zip(piece.chain.states, layout) {
        for frame in range { classes[frame - piece.frames.lowerBound] = state.emission }
      }
      guard !layout.isEmpty else { continue }
      learner.learn(classes, from: recordings[piece.recording], piece.frames)
    }
    return learner.network
  }

  /// Returns the slowness of each reading: its loud frames relative to the durations of its sounds.
  private func firstTempos(_ model: AcousticModel) -> [Double] {
    var loud = recordings.map { _ in 0.0 }
    var expected = loud
    for piece in pieces {
      loud[piece.recording] += Double(recordings[piece.recording].isLoud[piece.frames].count { $0 })
      for state in piece.chain.states where state.isSound {
        expected[piece.recording] += model.medians[state.duration] * Double(SpeechFeatures.framesPerSecond)
      }
    }
    return zip(loud, expected).map {
      min(max($0 / max($1, 1), Self.tempos.lowerBound), Self.tempos.upperBound)
    }
  }

  /// Returns the places of each state of each piece, in frames of the recording, near where it was before;
  /// empty where none is possible.
  private func layouts(
    _ model: AcousticModel, _ tempos: [Double], after before: [[Range<Int>]]
  ) -> [[Range<Int>]] {
    let scores = recordings.map { Utterance(features: $0, model: model).scores(stride: 1) }
    let durations = tempos.map { DurationScores(model, tempo: $0) }
    let found = Mutex([[Range<Int>]](repeating: [], count: pieces.count))
    Processors.share(pieces.count) { index in
      let piece = pieces[index]
      let first = piece.frames.lowerBound
      let search = SegmentalViterbi(
        piece.chain, scores[piece.recording].slice(piece.frames), durations[piece.recording],
        band: piece.band(around: before[index]))
      guard let path = search.best() else { return }
      let frames = path.frames.map { $0.lowerBound + first..<$0.upperBound + first }
      found.withLock { $0[index] = frames }
    }
    return found.withLock { $0 }
  }

  /// Medians, spreads and tempos from the lengths found: by turns, as each depends on the others.
  private func estimateLengths(
    _ model: inout AcousticModel, _ tempos: inout [Double], _ layouts: [[Range<Int>]]
  ) {
    let rules = Self.rules
    var found = model.medians.map { _ in [(recording: Int, length: Double)]() }
    for (piece, layout) in zip(pieces, layouts) {
      for (state, range) in zip(piece.chain.states, layout)
      where !range.isEmpty && state.isSound {
        found[state.duration].append(
          (piece.recording, log(Double(range.count) / Double(SpeechFeatures.framesPerSecond))))
      }
    }
    for _ in 0..<Self.turns {
      for (index, lengths) in found.enumerated() {
        let at = lengths.map { $0.length - log(tempos[$0.recording]) }
        let count = Double(at.count)
        let mean = at.reduce(0, +) / max(count, 1)
        model.medians[index] = exp(
          (count * mean + Self.ruleWeight * log(rules[index].median)) / (count + Self.ruleWeight))
        let square = at.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let spread = sqrt(
          (square + Self.ruleWeight * rules[index].spread * rules[index].spread)
            / (count + Self.ruleWeight))
        model.spreads[index] = min(max(spread, Self.spreads.lowerBound), Self.spreads.upperBound)
      }
      var sums = tempos.map { _ in (sum: 0.0, count: 0.0) }
      for (index, lengths) in found.enumerated() {
        for (recording, length) in lengths {
          sums[recording].sum += length - log(model.medians[index])
          sums[recording].count += 1
        }
      }
      for (index, sum) in sums.enumerated() where sum.count > 0 { tempos[index] = exp(sum.sum / sum.count) }
    }
    // The usual tempo is 1.
    let usual = exp(tempos.reduce(0) { $0 + log($1) } / Double(max(tempos.count, 1)))
    model.medians = model.medians.map { $0 * usual }
    tempos = tempos.map { $0 / usual }
  }

  /// The approximate durations by the rules of recitation, before any training: by class of duration, in
  /// seconds at tempo 1.
  private static let rules = {
    let lengths: [AcousticModel.DurationClass: (median: Double, spread: Double)] = [
      .short: (0.17, 0.45), .long: (0.36, 0.5), .prolonged: (1, 0.45), .prolongedSix: (1.9, 0.35),
      .final: (0.8, 0.6),
      .nasal: (0.11, 0.5), .nasalHold: (0.28, 0.6), .sibilant: (0.13, 0.4), .voicelessFricative: (0.11, 0.5),
      .voicedFricative: (0.1, 0.5), .voicelessStop: (0.11, 0.5), .voicedStop: (0.11, 0.5),
      .liquid: (0.1, 0.5),
    ]
    return AcousticModel.DurationClass.allCases.map { lengths[$0] ?? (0.1, 0.5) }
  }()
}
