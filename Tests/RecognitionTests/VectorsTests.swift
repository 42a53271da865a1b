import Testing
import TilawaCVectors
import TilawaTestSupport

/// Operations on whole vectors, as wide as the processor has them, are compared with plain loops. A vector
/// may end at every place. (For the columns of the search, see `BlockSearchTests`.)
///
/// All numbers are small integers, so sums don't depend on rounding, and every result must be the same.
@Suite struct VectorsTests {
  private static func numbers(_ count: Int, seed: UInt64) -> [Float] {
    var random = SplitMix64(state: seed)
    return (0..<count).map { _ in Float(Int(random.next() % 65) - 32) }
  }

  @Test(arguments: [1, 2, 7, 16, 33]) func theGreatestOfAllLengths(longest: Int) {
    let durations = Self.numbers(longest, seed: 1)
    for count in 0...70 {
      let entry = Self.numbers(count + longest, seed: 2)
      let before = Self.numbers(count, seed: 3)
      var values = before
      vectors_maximize(&values, entry, durations, count, longest)
      let expected = before.indices.map { index in
        (1...longest).reduce(before[index]) { max($0, entry[index + longest - $1] + durations[$1 - 1]) }
      }
      #expect(values == expected, "\(count) values")
    }
  }

  @Test func sumsAreTakenOffAndPutOnAgain() {
    for count in 0...40 {
      let from = Self.numbers(count, seed: 4)
      let sums = Self.numbers(count, seed: 5).map(Double.init)
      var values = from
      vectors_without_sums(&values, from, sums, 7, 0.5, count)
      #expect(values == zip(from, sums).map { $0 - Float(($1 - 7) * 0.5) }, "\(count) values")
      vectors_add_sums(&values, sums, 7, 0.5, count)
      #expect(values == from, "\(count) values")
    }
  }

  @Test(arguments: [(1, 1, 1), (3, 3, 1), (5, 2, 3)], [true, false])
  func aLayerIsSumsOverRowsAndTaps(_ shape: (inputs: Int, taps: Int, distance: Int), rectified: Bool) {
    let outputs = 8
    let count = 48
    let width = count + (shape.taps - 1) * shape.distance + 5
    let from = Self.numbers(shape.inputs * width, seed: 6)
    let weights = Self.numbers(outputs * shape.inputs * shape.taps, seed: 7)
    let biases = Self.numbers(outputs, seed: 8)
    var result = [Float](repeating: .nan, count: outputs * count)
    weights.withUnsafeBufferPointer { weights in
      biases.withUnsafeBufferPointer { biases in
        let layer = vectors_layer(
          inputs: shape.inputs, outputs: outputs, taps: shape.taps, distance: shape.distance,
          weights: weights.baseAddress, biases: biases.baseAddress, rectified: rectified ? 1 : 0)
        vectors_apply(&result, count, from, width, layer)
      }
    }
    for output in 0..<outputs {
      let expected = (0..<count).map { time in
        var sum = biases[output]
        for input in 0..<shape.inputs {
          for tap in 0..<shape.taps {
            let weight = weights[((output / 4 * shape.inputs + input) * shape.taps + tap) * 4 + output % 4]
            sum += weight * from[input * width + time + tap * shape.distance]
          }
        }
        return rectified ? max(sum, 0) : sum
      }
      #expect(Array(result[output * count..<(output + 1) * count]) == expected, "row \(output)")
    }
  }

  @Test func theLastThatIsNotTooBad() {
    for end in 0...50 {
      let found = (0...end).map { last in
        // What lies behind the end doesn't count.
        var values = [Int16](repeating: -900, count: end) + [Int16](repeating: 0, count: 50 - end)
        if last > 0 { values[last - 1] = -500 }
        return vectors_reach(values, end, [Int16](repeating: -500, count: 50))
      }
      #expect(found == Array(0...end), "of \(end)")
    }
  }
}
