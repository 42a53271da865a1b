/// The inner loops of `SegmentalViterbi`, written so that the compiler makes vector code of them.
enum ViterbiKernels {
  /// A state that isn't there ends where the one before it does.
  ///
  /// `values` begins `shift` frames after `before`.
  static func pass(
    _ before: [Float], _ score: Float, into values: UnsafeMutableBufferPointer<Float>, shift: Int
  ) {
    let low = min(values.count, max(0, -shift))
    let high = max(low, min(values.count, before.count - shift))
    before.withUnsafeBufferPointer { before in
      guard low < high, let before = before.baseAddress, let values = values.baseAddress else { return }
      let (from, target) = (before + (low + shift), values + low)
      for index in 0..<high - low {
        let other = from[index] + score
        target[index] = other > target[index] ? other : target[index]
      }
    }
  }

  /// The greatest of some scores.
  ///
  /// `max()` of a collection compares one by one.
  static func greatest(_ values: UnsafeMutableBufferPointer<Float>) -> Float {
    let raw = UnsafeRawBufferPointer(values)
    var lanes = SIMD8<Float>(repeating: Costs.never)
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

  /// `values[i]` becomes the greatest of `entry[i + n - d] + durations[d - 1]` over all durations `d` up to `n`.
  ///
  /// Where all time goes. Four durations at once: fewer passes over the values.
  static func maximize(
    _ values: UnsafeMutableBufferPointer<Float>, _ entry: UnsafeBufferPointer<Float>,
    _ durations: UnsafeBufferPointer<Float>
  ) {
    guard let value = values.baseAddress, let entry = entry.baseAddress else { return }
    let longest = durations.count
    var d = 1
    while d + 3 <= longest {
      let (l0, l1, l2, l3) = (durations[d - 1], durations[d], durations[d + 1], durations[d + 2])
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
      let length = durations[d - 1]
      let from = entry + (longest - d)
      for index in 0..<values.count {
        let new = from[index] + length
        let old = value[index]
        value[index] = new > old ? new : old
      }
      d += 1
    }
  }
}
