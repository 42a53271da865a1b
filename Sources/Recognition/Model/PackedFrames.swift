import Audio

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
    features.values.withUnsafeBufferPointer { values in
      blocks.withUnsafeMutableBufferPointer { blocks in
        for t in frames {
          let (block, lane) = count.quotientAndRemainder(dividingBy: 8)
          for dimension in 0..<dimensions {
            blocks[block * dimensions + dimension][lane] = values[dimension * features.count + t]
          }
          count += 1
        }
      }
    }
  }
}
