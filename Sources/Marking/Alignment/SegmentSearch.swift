/// The best way to lay a chain of sounds over a recording, exactly, within a band.
///
/// One link after the other: the best score of ending link `k` at frame `t` is the best over all its lengths `d` of ending link
/// `k - 1` at `t - d`, of the length, and of the link's class over those frames. Only some of these
/// columns are kept; those in between are computed again on the way back, so that memory hardly grows with the recording.
struct SegmentSearch {
  /// The frames at which each link may end, first and last; neither ever falls from one link to the next.
  struct Band: Hashable, Sendable {
    var first: [Int]
    var last: [Int]
  }

  /// What was found.
  struct Path: Hashable, Sendable {
    /// The frames of each link; empty for what was left out.
    var frames: [Range<Int>]
    /// Links of items that were left out as a whole are not used.
    var isUsed: [Bool]
    var score: Double
  }

  /// Silence and other things last at least so many frames of `SpeechFeatures`.
  static let shortestSilence = 4
  static let shortestOther = 25

  private let chain: SoundChain
  private let scores: SoundScores
  private let lengths: LengthScores
  private let band: Band
  private let scale: Double
  private let stride: Int
  private let jumpSources: Set<Int>

  /// What can't be reached. Adding scores to it changes nothing.
  private static let never: Float = -1e30
  /// Every so many columns one is kept.
  private static let step = 64

  /// Scores, lengths and band count in frames of which each is `stride` frames of `SpeechFeatures`.
  init(
    _ chain: SoundChain, _ scores: SoundScores, _ lengths: LengthScores, band: Band, scale: Double = 1,
    stride: Int = 1
  ) {
    self.chain = chain
    self.scores = scores
    self.lengths = lengths
    self.band = band
    self.scale = scale
    self.stride = stride
    jumpSources = Set(chain.links.compactMap(\.bypassFrom))
  }

  /// The scores of ending one link at each frame of its band, from `first` on, with `offset` to be added.
  private struct Column {
    var first: Int
    var values: [Float]
    var offset: Double

    func value(_ frame: Int) -> Float {
      let index = frame - first
      return values.indices.contains(index) ? values[index] : SegmentSearch.never
    }
  }

  /// The best path from frame 0 to the last frame of the last link's band; nil when there is none.
  func best() -> Path? {
    let start = Column(first: 0, values: [0], offset: 0)
    var kept: [Column] = []
    var sources: [Int: Column] = [:]
    var column = start
    for k in chain.links.indices {
      if k % Self.step == 0 { kept.append(column) }
      guard let next = self.column(k, after: column, sources) else { return nil }
      column = next
      if jumpSources.contains(k) { sources[k] = column }
    }
    guard let end = band.last.last, column.value(end) > Self.never / 2 else { return nil }
    return trace(back: end, score: column.offset + Double(column.value(end)), kept, sources)
  }

  // MARK: Forward

  /// The column of link `k`, up to frame `limit`.
  private func column(
    _ k: Int, after previous: Column, _ sources: [Int: Column], limit: Int = .max
  ) -> Column? {
    let link = chain.links[k]
    var before = previous
    if let source = link.bypassFrom.flatMap({ sources[$0] }) {
      let shift = Float(source.offset - previous.offset) + link.bypass
      for index in before.values.indices {
        before.values[index] = max(before.values[index], source.value(before.first + index) + shift)
      }
    }
    let first = band.first[k]
    let count = min(band.last[k], limit) - first + 1
    guard count > 0 else { return nil }
    var values: [Float]
    switch link.kind {
    case .joint: values = [Float](repeating: Self.never, count: count)
    case .silence, .other: values = open(link, before, first, count)
    case .sound, .droppedVowel: values = closed(link, before, first, count)
    }
    var top = Self.never
    values.withUnsafeMutableBufferPointer { values in
      if link.kind != .sound { Self.pass(before, link.absent, first, values) }
      top = Self.greatest(values)
      // Before the limit an item may be out of reach that is left out anyhow.
      if limit < .max, top <= Self.never / 2 { top = 0 }
      // Kept near zero, where floats are fine.
      for index in 0..<values.count { values[index] -= top }
    }
    guard top > Self.never / 2 else { return nil }
    return Column(first: first, values: values, offset: before.offset + Double(top))
  }

  /// A link that isn't there ends where the one before it does.
  private static func pass(
    _ before: Column, _ score: Float, _ first: Int, _ values: UnsafeMutableBufferPointer<Float>
  ) {
    let shift = first - before.first
    before.values.withUnsafeBufferPointer { before in
      for index in max(0, -shift)..<max(max(0, -shift), min(values.count, before.count - shift)) {
        let other = before[index + shift] + score
        values[index] = other > values[index] ? other : values[index]
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

  /// The summed scores of a class from `first` to each frame up to `last`.
  private func sums(_ sound: Int, _ first: Int, _ last: Int) -> [Float] {
    let row = sound * (scores.count + 1)
    return scores.sums.withUnsafeBufferPointer { sums in
      let base = sums[row + first]
      return [Float](unsafeUninitializedCapacity: last - first + 1) { result, count in
        count = last - first + 1
        guard let sums = sums.baseAddress, let result = result.baseAddress else { return }
        let from = sums + (row + first)
        for index in 0..<count { result[index] = Float((from[index] - base) * scale) }
      }
    }
  }

  /// How short a link without a longest length may be.
  private func shortest(_ link: SoundChain.Link) -> Int {
    ((link.kind == .silence ? Self.shortestSilence : Self.shortestOther) + stride - 1) / stride
  }

  /// A link without a longest length.
  private func open(_ link: SoundChain.Link, _ before: Column, _ first: Int, _ count: Int) -> [Float] {
    let shortest = shortest(link)
    let sums = sums(link.heard, before.first, max(first + count - 1, before.first + before.values.count - 1))
    var values = [Float](repeating: Self.never, count: count)
    var best = Self.never
    var next = 0
    for index in 0..<count {
      let frame = first + index - before.first
      while next < before.values.count, next <= frame - shortest {
        best = max(best, before.values[next] - sums[next])
        next += 1
      }
      if best > Self.never / 2 { values[index] = best + sums[frame] + link.present }
    }
    return values
  }

  /// A link of a class of lengths.
  private func closed(_ link: SoundChain.Link, _ before: Column, _ first: Int, _ count: Int) -> [Float] {
    let lengths = lengths.rows[link.length]
    let longest = lengths.count
    let sums = sums(link.heard, before.first, max(first + count - 1, before.first + before.values.count - 1))
    // What can be come from, less the sums up to there, so that `entry[index + longest - d]` is `d` frames before `index`.
    var entry = [Float](repeating: Self.never, count: longest + count)
    let shift = first - longest - before.first
    entry.withUnsafeMutableBufferPointer { entry in
      before.values.withUnsafeBufferPointer { before in
        sums.withUnsafeBufferPointer { sums in
          for index in max(0, -shift)..<max(max(0, -shift), min(entry.count, before.count - shift)) {
            entry[index] = before[index + shift] - sums[index + shift]
          }
        }
      }
    }
    var values = [Float](repeating: Self.never, count: count)
    values.withUnsafeMutableBufferPointer { values in
      entry.withUnsafeBufferPointer { entry in
        lengths.withUnsafeBufferPointer { lengths in
          Self.maximize(values, entry, lengths)
        }
      }
      let offset = first - before.first
      sums.withUnsafeBufferPointer { sums in
        for index in 0..<count { values[index] += sums[index + offset] }
      }
    }
    return values
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

  private func trace(back end: Int, score: Double, _ kept: [Column], _ sources: [Int: Column]) -> Path? {
    let count = chain.links.count
    var path = Path(
      frames: [Range<Int>](repeating: 0..<0, count: count), isUsed: [Bool](repeating: false, count: count),
      score: score)
    var frame = end
    var k = count - 1
    var block = -1
    var columns: [Column] = []
    while k >= 0 {
      if k / Self.step != block {
        block = k / Self.step
        columns = [kept[block]]
        for index in block * Self.step..<k {
          // What ends later than the path does is of no use any more.
          guard let next = column(index, after: columns[columns.count - 1], sources, limit: frame)
          else { return nil }
          columns.append(next)
        }
      }
      let link = chain.links[k]
      let before = columns[k - block * Self.step]
      path.isUsed[k] = true
      let length = length(of: link, endingAt: frame, after: before)
      path.frames[k] = (frame - length)..<frame
      frame -= length
      if let source = link.bypassFrom, let column = sources[source],
        column.value(frame) + Float(column.offset - before.offset) + link.bypass > before.value(frame)
      {
        for skipped in source + 1..<k { path.frames[skipped] = frame..<frame }
        k = source
      } else {
        k -= 1
      }
    }
    return frame == 0 ? path : nil
  }

  /// How long a link lasts on the best way to a frame.
  private func length(of link: SoundChain.Link, endingAt frame: Int, after before: Column) -> Int {
    var best = Self.never
    var result = 0
    if link.kind != .sound {
      best = before.value(frame) + link.absent
      if link.kind == .joint { return 0 }
    }
    func consider(_ length: Int, _ score: Float) {
      guard frame - length >= before.first else { return }
      let sum = Float(scores.sum(link.heard, (frame - length)..<frame) * scale)
      let total = before.value(frame - length) + sum + score
      if total > best {
        best = total
        result = length
      }
    }
    switch link.kind {
    case .joint: break
    case .silence, .other:
      var length = shortest(link)
      while length <= frame - before.first {
        consider(length, link.present)
        length += 1
      }
    case .sound, .droppedVowel:
      for (index, score) in lengths.rows[link.length].enumerated() where index < frame {
        consider(index + 1, score)
      }
    }
    return result
  }
}
