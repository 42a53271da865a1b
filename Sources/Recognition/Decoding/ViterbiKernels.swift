/// Inner loops of `SegmentalViterbi`, written so that the compiler vectorises them. Those that take most time
/// are in `CVectors`.
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

  /// `result[i]` becomes the greatest of `values` up to `i + shift`, or stays as it is where there are none.
  static func greatestSoFar(_ values: [Float], into result: inout [Float], shift: Int) {
    values.withUnsafeBufferPointer { values in
      result.withUnsafeMutableBufferPointer { result in
        var (best, next) = (Costs.never, 0)
        for index in 0..<result.count {
          let end = min(values.count, index + shift + 1)
          while next < end {
            let value = values[next]
            best = value > best ? value : best
            next += 1
          }
          result[index] = best
        }
      }
    }
  }

  /// `values` become no less than `scores` and two numbers, where these can be reached.
  static func raise(_ values: inout [Float], _ scores: [Float], _ one: Float, _ other: Float) {
    let least = Costs.never / 2
    values.withUnsafeMutableBufferPointer { values in
      scores.withUnsafeBufferPointer { scores in
        guard let values = values.baseAddress, let from = scores.baseAddress else { return }
        for index in 0..<scores.count {
          let score = from[index] + one + other
          let old = values[index]
          values[index] = score > old && from[index] > least ? score : old
        }
      }
    }
  }
}
