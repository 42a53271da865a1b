import TilawaSound

/// Frames of one class, picked from one recording or many, laid out so that eight are worked on at once.
struct PackedFrames: Sendable {
  /// How many frames there are.
  private(set) var count = 0
  /// Number `i` of frames `8 * b ..< 8 * b + 8` at `b * dimensions + i`.
  private(set) var blocks: [SIMD8<Float>] = []

  /// Makes room for so many frames, as adding them one stretch after the other takes up to twice as much.
  mutating func reserve(_ frames: Int) {
    blocks.reserveCapacity((frames + 7) / 8 * SpeechFeatures.dimensions)
  }

  /// Adds a stretch of a recording.
  mutating func add(_ frames: Range<Int>, of features: SpeechFeatures) {
    let dimensions = SpeechFeatures.dimensions
    let needed = (count + frames.count + 7) / 8 * dimensions
    if needed > blocks.count { blocks += repeatElement(SIMD8(), count: needed - blocks.count) }
    features.values(of: frames).withUnsafeBufferPointer { values in
      blocks.withUnsafeMutableBufferPointer { blocks in
        for t in 0..<frames.count {
          let (block, lane) = count.quotientAndRemainder(dividingBy: 8)
          for dimension in 0..<dimensions {
            blocks[block * dimensions + dimension][lane] = values[dimension * frames.count + t]
          }
          count += 1
        }
      }
    }
  }
}

/// Frames of one class by where they are in a recording, packed some at a time: all of those of a long recording are large.
struct PickedFrames: Sendable {
  /// How many frames there are.
  let count: Int
  private let ranges: [Range<Int>]
  /// How many frames are before each range.
  private let before: [Int]
  private let features: SpeechFeatures

  init(_ ranges: [Range<Int>], of features: SpeechFeatures) {
    var count = 0
    before = ranges.map { range in
      defer { count += range.count }
      return count
    }
    self.count = count
    self.ranges = ranges
    self.features = features
  }

  /// Some of them, counted from the first of all.
  func packed(_ places: Range<Int>) -> PackedFrames {
    var frames = PackedFrames()
    frames.reserve(places.count)
    // The last range that begins no later.
    var (low, high) = (0, ranges.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if before[middle] <= places.lowerBound { low = middle } else { high = middle }
    }
    var index = low
    while index < ranges.count, before[index] < places.upperBound {
      let own = ranges[index]
      let part = (places.lowerBound - before[index]..<places.upperBound - before[index]).clamped(
        to: 0..<own.count)
      frames.add(own.lowerBound + part.lowerBound..<own.lowerBound + part.upperBound, of: features)
      index += 1
    }
    return frames
  }
}
