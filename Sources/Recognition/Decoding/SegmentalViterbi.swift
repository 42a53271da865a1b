internal import TilawaCVectors

/// The best path of a left-to-right hidden semi-Markov model through an utterance, exactly, within a band:
/// forced alignment.
///
/// It is the Viterbi recursion with explicit durations, one state after the other. (Rabiner: A tutorial on
/// hidden Markov models, Proc. IEEE 77, 1989, section IV.D; Yu: Hidden semi-Markov models, Artificial
/// Intelligence 174, 2010.) The best score of ending state `k` at frame `t` is the maximum over its durations
/// `d` of a sum. It adds up the score of ending state `k - 1` at `t - d`, that of the duration, and those of
/// the emissions over these frames. Sums of emissions are prepared.
///
/// Our own addition is the order, state by state instead of frame by frame, so that the inner loop runs over
/// whole columns. Only some columns are kept if all would need much memory; those in between are computed
/// again on the way back.
///
/// It has to be exact, as boundaries are read from it, and so it handles one order of states only.
/// `BeamDecoder` finds that order.
struct SegmentalViterbi {
  /// The frames at which each state may end, first and last; neither ever falls from one state to the next.
  struct Band: Hashable, Sendable {
    var first: [Int]
    var last: [Int]
  }

  let chain: StateChain
  let scores: EmissionScores
  let band: Band
  private let durations: DurationScores
  /// The states that are searched, and the frames at which the one before them ends and the last of them.
  private let states: Range<Int>
  private let start: Int
  let end: Int
  private let scale: Double
  private let stride: Int
  private let jumpSources: Set<Int>
  /// The sums of the scores of what is searched, while it is.
  private var sums = EmissionSums.none

  /// The distance between columns that are kept: 1 if all columns need no more than 16 MB.
  private let step: Int
  private static let mostValues = 1 << 22
  private static let sparseStep = 64

  /// Creates a search. Scores, durations and band are in steps of `stride` frames of `SpeechFeatures`.
  init(
    _ chain: StateChain, _ scores: EmissionScores, _ durations: DurationScores, band: Band, scale: Double = 1,
    stride: Int = 1
  ) {
    self.chain = chain
    self.scores = scores
    self.durations = durations
    self.band = band
    self.scale = scale
    self.stride = stride
    states = chain.states.indices
    start = 0
    end = band.last.last ?? 0
    jumpSources = Set(chain.states.compactMap(\.bypassFrom))
    step = Self.step(band, states)
  }

  /// Creates a search for some of the states, given where they begin and end.
  init(_ whole: SegmentalViterbi, states: Range<Int>, from start: Int, to end: Int) {
    chain = whole.chain
    scores = whole.scores
    durations = whole.durations
    band = whole.band
    scale = whole.scale
    stride = whole.stride
    jumpSources = whole.jumpSources
    self.states = states
    self.start = start
    self.end = end
    step = Self.step(band, states)
  }

  private static func step(_ band: Band, _ states: Range<Int>) -> Int {
    states.reduce(0) { $0 + band.last[$1] - band.first[$1] } < mostValues ? 1 : sparseStep
  }

  /// The scores of ending one state at each frame of its band, from `first` on, with `offset` to be added.
  private struct Column {
    var first: Int
    var values: [Float]
    var offset: Double

    func value(_ frame: Int) -> Float {
      let index = frame - first
      return values.indices.contains(index) ? values[index] : Costs.never
    }
  }

  /// The best path of the states that are searched, from the first frame to the last; nil when there is none.
  func best() -> StatePath? {
    guard let first = states.first, let last = states.last else { return nil }
    var search = self
    search.sums = scores.summed(min(start, band.first[first])...max(end, band.last[last]))
    return search.found()
  }

  private func found() -> StatePath? {
    var kept: [Column] = []
    var sources: [Int: Column] = [:]
    var column = Column(first: start, values: [0], offset: 0)
    for k in states {
      if (k - states.lowerBound) % step == 0 { kept.append(column) }
      guard let next = self.column(k, after: column, sources) else { return nil }
      column = next
      if jumpSources.contains(k) { sources[k] = column }
    }
    guard !Costs.isNever(column.value(end)) else { return nil }
    return trace(kept, sources)
  }

  // MARK: Forward

  /// The column of state `k`, up to frame `limit`.
  private func column(
    _ k: Int, after previous: Column, _ sources: [Int: Column], limit: Int = .max
  ) -> Column? {
    let state = chain.states[k]
    var before = previous
    if let source = state.bypassFrom.flatMap({ sources[$0] }) {
      let shift = Float(source.offset - previous.offset) + state.bypass
      for index in before.values.indices {
        before.values[index] = max(before.values[index], source.value(before.first + index) + shift)
      }
    }
    let first = band.first[k]
    let count = min(band.last[k], limit) - first + 1
    guard count > 0 else { return nil }
    var values: [Float]
    switch state.kind {
    case .joint: values = [Float](repeating: Costs.never, count: count)
    case .silence, .filler: values = open(state, before, first, count)
    case .sound, .droppedVowel: values = closed(state, before, first, count)
    }
    var top = Costs.never
    values.withUnsafeMutableBufferPointer { values in
      if state.kind != .sound {
        ViterbiKernels.pass(before.values, state.absent, into: values, shift: first - before.first)
      }
      top = ViterbiKernels.greatest(values)
      // Before the limit, and where time is too short for it, an optional item may be out of reach.
      if Costs.isNever(top), limit < .max || isOptional(state) { top = 0 }
      // Kept near zero, where floats are fine.
      for index in 0..<values.count { values[index] -= top }
    }
    guard !Costs.isNever(top) else { return nil }
    return Column(first: first, values: values, offset: before.offset + Double(top))
  }

  private func isOptional(_ state: StateChain.State) -> Bool {
    state.item.map { chain.items[$0].isOptional } ?? false
  }

  /// Returns the least lengths of a state without a longest length, and the score from each length on.
  private func steps(_ state: StateChain.State) -> [PauseDurations.Step] {
    if state.isEnding, let pauses = durations.pauses { return pauses.steps }
    if state.isAnyLength { return [.init(shortest: 1, score: 0)] }
    let shortest = state.kind == .silence ? Durations.shortestSilence : Durations.shortestFiller
    return [.init(shortest: (shortest + stride - 1) / stride, score: 0)]
  }

  /// A state without a longest length.
  private func open(_ state: StateChain.State, _ before: Column, _ first: Int, _ count: Int) -> [Float] {
    var values = [Float](repeating: Costs.never, count: count)
    sums(state.emission) { sum, origin in
      let base = sum[before.first - origin]
      var entry = before.values
      vectors_without_sums(&entry, before.values, sum + (before.first - origin), base, scale, entry.count)
      // Longer ones score no less, so the best of all steps is that of the length.
      for step in steps(state) {
        // Of what is entered so early.
        var scores = [Float](repeating: Costs.never, count: count)
        ViterbiKernels.greatestSoFar(entry, into: &scores, shift: first - step.shortest - before.first)
        vectors_add_sums(&scores, sum + (first - origin), base, scale, count)
        ViterbiKernels.raise(&values, scores, state.present, step.score)
      }
    }
    return values
  }

  /// A state of a class of durations.
  private func closed(_ state: StateChain.State, _ before: Column, _ first: Int, _ count: Int) -> [Float] {
    let durations = durations.rows[state.duration]
    let longest = durations.count
    var values = [Float](repeating: Costs.never, count: count)
    sums(state.emission) { sum, origin in
      let base = sum[before.first - origin]
      // What can be come from, less the sums up to there, so that `entry[index + longest - d]` is `d` frames before `index`.
      let entry = [Float](unsafeUninitializedCapacity: longest + count) { entry, filled in
        filled = longest + count
        let shift = first - longest - before.first
        let low = min(filled, max(0, -shift))
        let high = max(low, min(filled, before.values.count - shift))
        entry[..<low].initialize(repeating: Costs.never)
        entry[high...].initialize(repeating: Costs.never)
        before.values.withUnsafeBufferPointer { before in
          guard low < high, let before = before.baseAddress, let entry = entry.baseAddress else { return }
          vectors_without_sums(
            entry + low, before + (low + shift), sum + (first - longest + low - origin), base, scale,
            high - low)
        }
      }
      vectors_maximize(&values, entry, durations, count, longest)
      vectors_add_sums(&values, sum + (first - origin), base, scale, count)
    }
    return values
  }

  /// The summed scores of a class before each frame of what is searched, and the first of these frames.
  @inline(__always)
  private func sums(_ sound: Int, _ use: (UnsafePointer<Double>, Int) -> Void) {
    sums.sums.withUnsafeBufferPointer { all in
      if let all = all.baseAddress { use(all + sound * sums.width, sums.first) }
    }
  }

  // MARK: Back

  private func trace(_ kept: [Column], _ sources: [Int: Column]) -> StatePath? {
    var path = StatePath(
      frames: [Range<Int>](repeating: 0..<0, count: states.count),
      isUsed: [Bool](repeating: false, count: states.count))
    var frame = end
    var k = states.upperBound - 1
    var block = -1
    var columns: [Column] = []
    while k >= states.lowerBound {
      let place = k - states.lowerBound
      if place / step != block {
        block = place / step
        columns = [kept[block]]
        for index in states.lowerBound + block * step..<k {
          // What ends later than the path does is of no use any more.
          guard let next = column(index, after: columns[columns.count - 1], sources, limit: frame)
          else { return nil }
          columns.append(next)
        }
      }
      let state = chain.states[k]
      let before = columns[place - block * step]
      path.isUsed[place] = true
      let length = length(of: state, endingAt: frame, after: before)
      path.frames[place] = (frame - length)..<frame
      frame -= length
      if let source = state.bypassFrom, let column = sources[source],
        column.value(frame) + Float(column.offset - before.offset) + state.bypass > before.value(frame)
      {
        for skipped in place - (k - source) + 1..<place { path.frames[skipped] = frame..<frame }
        k = source
      } else {
        k -= 1
      }
    }
    return frame == start ? path : nil
  }

  /// Returns the length of a state on the best path to a frame.
  private func length(of state: StateChain.State, endingAt frame: Int, after before: Column) -> Int {
    var best = Costs.never
    var result = 0
    if state.kind != .sound {
      best = before.value(frame) + state.absent
      if state.kind == .joint { return 0 }
    }
    func consider(_ length: Int, _ score: Float) {
      guard frame - length >= before.first else { return }
      let sum = Float(sums.sum(state.emission, (frame - length)..<frame) * scale)
      let total = before.value(frame - length) + sum + score
      if total > best {
        best = total
        result = length
      }
    }
    switch state.kind {
    case .joint: break
    case .silence, .filler:
      let steps = steps(state)
      var length = steps.first?.shortest ?? 1
      while length <= frame - before.first {
        consider(length, state.present + steps.score(length))
        length += 1
      }
    case .sound, .droppedVowel:
      for (index, score) in durations.rows[state.duration].enumerated() where index < frame {
        consider(index + 1, score)
      }
    }
    return result
  }
}

extension SegmentalViterbi {
  /// The best path over all of a recording, wherever each state may lie.
  static func whole(
    _ chain: StateChain, _ scores: EmissionScores, _ durations: DurationScores, stride: Int
  ) -> StatePath? {
    let last = chain.states.map { _ in scores.count }
    var first = chain.states.map { _ in 0 }
    first[first.count - 1] = scores.count
    return SegmentalViterbi(chain, scores, durations, band: Band(first: first, last: last), stride: stride)
      .best()
  }
}
