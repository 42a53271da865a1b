/// The best way to lay a chain of sounds over a recording, exactly, within a band.
///
/// One state after the other: the best score of ending state `k` at frame `t` is the best over all its lengths `d` of ending state
/// `k - 1` at `t - d`, of the length, and of the state's class over those frames. Only some of these
/// columns are kept when all would need much room; those in between are computed again on the way back.
struct SegmentalViterbi {
  /// The frames at which each state may end, first and last; neither ever falls from one state to the next.
  struct Band: Hashable, Sendable {
    var first: [Int]
    var last: [Int]
  }

  /// What was found.
  struct Path: Hashable, Sendable {
    /// The frames of each state; empty for what was left out.
    var frames: [Range<Int>]
    /// Links of items that were left out as a whole are not used.
    var isUsed: [Bool]
  }

  /// Silence and other things last at least so many frames of `SpeechFeatures`.
  static let shortestSilence = 4
  static let shortestOther = 25

  let chain: StateChain
  let scores: EmissionScores
  let band: Band
  private let lengths: DurationScores
  /// The states that are searched, and the frames at which the one before them ends and the last of them.
  private let states: Range<Int>
  private let start: Int
  let end: Int
  private let scale: Double
  private let stride: Int
  private let jumpSources: Set<Int>

  /// What can't be reached. Adding scores to it changes nothing.
  private static let never: Float = -1e30
  /// Every so many columns one is kept: all of them when they don't need more than 16 MB.
  private let step: Int
  private static let mostValues = 1 << 22

  /// Scores, lengths and band count in frames of which each is `stride` frames of `SpeechFeatures`.
  init(
    _ chain: StateChain, _ scores: EmissionScores, _ lengths: DurationScores, band: Band, scale: Double = 1,
    stride: Int = 1
  ) {
    self.chain = chain
    self.scores = scores
    self.lengths = lengths
    self.band = band
    self.scale = scale
    self.stride = stride
    states = chain.states.indices
    start = 0
    end = band.last.last ?? 0
    jumpSources = Set(chain.states.compactMap(\.bypassFrom))
    step = Self.step(band, states)
  }

  /// The same for some of the states, given where they begin and end.
  init(_ whole: SegmentalViterbi, states: Range<Int>, from start: Int, to end: Int) {
    chain = whole.chain
    scores = whole.scores
    lengths = whole.lengths
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
    states.reduce(0) { $0 + band.last[$1] - band.first[$1] } < mostValues ? 1 : 64
  }

  /// The scores of ending one state at each frame of its band, from `first` on, with `offset` to be added.
  private struct Column {
    var first: Int
    var values: [Float]
    var offset: Double

    func value(_ frame: Int) -> Float {
      let index = frame - first
      return values.indices.contains(index) ? values[index] : SegmentalViterbi.never
    }
  }

  /// The best path of the states that are searched, from the first frame to the last; nil when there is none.
  func best() -> Path? {
    var kept: [Column] = []
    var sources: [Int: Column] = [:]
    var column = Column(first: start, values: [0], offset: 0)
    for k in states {
      if (k - states.lowerBound) % step == 0 { kept.append(column) }
      guard let next = self.column(k, after: column, sources) else { return nil }
      column = next
      if jumpSources.contains(k) { sources[k] = column }
    }
    guard column.value(end) > Self.never / 2 else { return nil }
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
    case .joint: values = [Float](repeating: Self.never, count: count)
    case .silence, .other: values = open(state, before, first, count)
    case .sound, .droppedVowel: values = closed(state, before, first, count)
    }
    var top = Self.never
    values.withUnsafeMutableBufferPointer { values in
      if state.kind != .sound { Self.pass(before, state.absent, first, values) }
      top = Self.greatest(values)
      // Before the limit, and where there is no room for it, an item may be out of reach that is left out anyhow.
      if top <= Self.never / 2, limit < .max || isOptional(state) { top = 0 }
      // Kept near zero, where floats are fine.
      for index in 0..<values.count { values[index] -= top }
    }
    guard top > Self.never / 2 else { return nil }
    return Column(first: first, values: values, offset: before.offset + Double(top))
  }

  private func isOptional(_ state: StateChain.State) -> Bool {
    chain.items.indices.contains(state.item) && chain.items[state.item].isOptional
  }

  /// A state that isn't there ends where the one before it does.
  private static func pass(
    _ before: Column, _ score: Float, _ first: Int, _ values: UnsafeMutableBufferPointer<Float>
  ) {
    let shift = first - before.first
    let low = min(values.count, max(0, -shift))
    let high = max(low, min(values.count, before.values.count - shift))
    before.values.withUnsafeBufferPointer { before in
      guard low < high, let before = before.baseAddress, let values = values.baseAddress else { return }
      let (from, target) = (before + (low + shift), values + low)
      for index in 0..<high - low {
        let other = from[index] + score
        target[index] = other > target[index] ? other : target[index]
      }
    }
  }

  // `max()` of a collection compares one by one.
  private static func greatest(_ values: UnsafeMutableBufferPointer<Float>) -> Float {
    let raw = UnsafeRawBufferPointer(values)
    var lanes = SIMD8<Float>(repeating: never)
    var index = 0
    while index + 8 <= values.count {
      let next = raw.loadUnaligned(fromByteOffset: index * MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
      lanes.replace(with: next, where: next .> lanes)
      index += 8
    }
    var top = lanes.max()
    while index < values.count {
      top = max(top, values[index])
      index += 1
    }
    return top
  }

  /// How short a state without a longest length may be, and what it scores from which length on.
  private func steps(_ state: StateChain.State) -> [PauseDurations.Step] {
    if state.isEnding, let pauses = lengths.pauses { return pauses.steps }
    if state.isAnyLength { return [.init(shortest: 1, score: 0)] }
    let shortest = state.kind == .silence ? Self.shortestSilence : Self.shortestOther
    return [.init(shortest: (shortest + stride - 1) / stride, score: 0)]
  }

  /// A state without a longest length.
  private func open(_ state: StateChain.State, _ before: Column, _ first: Int, _ count: Int) -> [Float] {
    var values = [Float](repeating: Self.never, count: count)
    sums(state.heard) { sum in
      let base = sum[before.first]
      // Longer ones score no less, so the best of all steps is that of the length.
      for step in steps(state) {
        var best = Self.never
        var next = 0
        for index in 0..<count {
          let frame = first + index
          while next < before.values.count, before.first + next <= frame - step.shortest {
            best = max(best, before.values[next] - Float((sum[before.first + next] - base) * scale))
            next += 1
          }
          guard best > Self.never / 2 else { continue }
          let score = best + Float((sum[frame] - base) * scale) + state.present + step.score
          values[index] = max(values[index], score)
        }
      }
    }
    return values
  }

  /// A state of a class of lengths.
  private func closed(_ state: StateChain.State, _ before: Column, _ first: Int, _ count: Int) -> [Float] {
    let lengths = lengths.row(state)
    let longest = lengths.count
    var values = [Float](repeating: Self.never, count: count)
    sums(state.heard) { sum in
      let base = sum[before.first]
      // What can be come from, less the sums up to there, so that `entry[index + longest - d]` is `d` frames before `index`.
      let entry = [Float](unsafeUninitializedCapacity: longest + count) { entry, filled in
        filled = longest + count
        let shift = first - longest - before.first
        let low = min(filled, max(0, -shift))
        let high = max(low, min(filled, before.values.count - shift))
        entry[..<low].initialize(repeating: Self.never)
        entry[high...].initialize(repeating: Self.never)
        before.values.withUnsafeBufferPointer { before in
          // An index that might overflow would keep the loop from being vectorised.
          guard low < high, let before = before.baseAddress, let entry = entry.baseAddress else { return }
          let (from, target, sum) = (before + (low + shift), entry + low, sum + (first - longest + low))
          for index in 0..<high - low { target[index] = from[index] - Float((sum[index] - base) * scale) }
        }
      }
      values.withUnsafeMutableBufferPointer { values in
        entry.withUnsafeBufferPointer { entry in
          lengths.withUnsafeBufferPointer { lengths in
            Self.maximize(values, entry, lengths)
          }
        }
        let sum = sum + first
        for index in 0..<count { values[index] += Float((sum[index] - base) * scale) }
      }
    }
    return values
  }

  /// The summed scores of a class before each frame of the recording.
  @inline(__always)
  private func sums(_ sound: Int, _ use: (UnsafePointer<Double>) -> Void) {
    scores.sums.withUnsafeBufferPointer { sums in
      if let sums = sums.baseAddress { use(sums + sound * (scores.count + 1)) }
    }
  }

  /// `values[i]` becomes the greatest of `entry[i + n - d] + lengths[d - 1]` over all lengths `d` up to `n`.
  ///
  /// Where all time goes. Four lengths at once: fewer passes over the values.
  static func maximize(
    _ values: UnsafeMutableBufferPointer<Float>, _ entry: UnsafeBufferPointer<Float>,
    _ lengths: UnsafeBufferPointer<Float>
  ) {
    guard let value = values.baseAddress, let entry = entry.baseAddress else { return }
    let longest = lengths.count
    var d = 1
    while d + 3 <= longest {
      let (l0, l1, l2, l3) = (lengths[d - 1], lengths[d], lengths[d + 1], lengths[d + 2])
      let from = entry + (longest - d)
      for index in 0..<values.count {
        let a = from[index] + l0
        let b = from[index - 1] + l1
        let c = from[index - 2] + l2
        let e = from[index - 3] + l3
        let ab = a > b ? a : b
        let ce = c > e ? c : e
        let top = ab > ce ? ab : ce
        let old = value[index]
        value[index] = top > old ? top : old
      }
      d += 4
    }
    while d <= longest {
      let length = lengths[d - 1]
      let from = entry + (longest - d)
      for index in 0..<values.count {
        let new = from[index] + length
        let old = value[index]
        value[index] = new > old ? new : old
      }
      d += 1
    }
  }

  // MARK: Back

  private func trace(_ kept: [Column], _ sources: [Int: Column]) -> Path? {
    var path = Path(
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

  /// How long a state lasts on the best way to a frame.
  private func length(of state: StateChain.State, endingAt frame: Int, after before: Column) -> Int {
    var best = Self.never
    var result = 0
    if state.kind != .sound {
      best = before.value(frame) + state.absent
      if state.kind == .joint { return 0 }
    }
    func consider(_ length: Int, _ score: Float) {
      guard frame - length >= before.first else { return }
      let sum = Float(scores.sum(state.heard, (frame - length)..<frame) * scale)
      let total = before.value(frame - length) + sum + score
      if total > best {
        best = total
        result = length
      }
    }
    switch state.kind {
    case .joint: break
    case .silence, .other:
      let steps = steps(state)
      var length = steps.first?.shortest ?? 1
      while length <= frame - before.first {
        consider(length, state.present + steps.score(length))
        length += 1
      }
    case .sound, .droppedVowel:
      for (index, score) in lengths.row(state).enumerated() where index < frame {
        consider(index + 1, score)
      }
    }
    return result
  }
}
