import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension PhoneNetwork {
  /// Learns the last layer of a network anew from frames of known class, and keeps the others.
  ///
  /// It is a logistic regression by stochastic gradient descent, drawn to its initial weights. (Robbins,
  /// Monro: A stochastic approximation method, Annals of Mathematical Statistics 22, 1951.)
  struct Learner {
    private let original: PhoneNetwork
    /// Of each output its weights, and its bias last.
    private var rows: [[Float]]
    private let first: [[Float]]
    /// Of each class the output that speaks for it.
    private let outputs: [Int]

    /// The learning rate, relative to the mean square of the layer's input, by which no step is too long.
    /// (Nagumo, Noda: A learning method for system identification, IEEE Trans. Automatic Control 12, 1967.)
    private static let rate: Float = 0.5
    /// By how much weights go back to where they were, each time.
    private static let pull: Float = 0.002
    /// Frames that are learnt from at once, drawn evenly from a stretch: neighbours say the same.
    private static let spacing = 2

    init(_ network: PhoneNetwork) {
      original = network
      rows =
        network.layers.last.map { layer in
          (0..<layer.outputs).map { row in
            (0..<layer.inputs).map { layer.weights[(row / 4 * layer.inputs + $0) * 4 + row % 4] }
              + [layer.biases[row]]
          }
        } ?? []
      first = rows
      outputs = (0..<PhoneNetwork.classes).map { kind in
        network.outputs.firstIndex { $0.kind == kind } ?? 0
      }
    }

    /// Learns from frames of known class.
    mutating func learn(_ classes: [Int], from features: SpeechFeatures, _ frames: Range<Int>) {
      guard let last = original.layers.last, last.taps == 1 else { return }
      let (hidden, stride) = original.applied(to: features, frames, original.layers.dropLast())
      let used = Swift.stride(from: 0, to: frames.count, by: Self.spacing)
      var gradients = rows.map { [Float](repeating: 0, count: $0.count) }
      var square: Float = 1
      for t in used {
        let values = (0..<last.inputs).map { hidden[$0 * stride + t] } + [1]
        square += values.reduce(0) { $0 + $1 * $1 }
        let shares = self.shares(values)
        let wanted = outputs[classes[t]]
        for row in original.outputs.indices {
          let off = (row == wanted ? 1 : 0) - shares[row]
          guard abs(off) > 1e-3 else { continue }
          for place in values.indices { gradients[row][place] += off * values[place] }
        }
      }
      // The mean of gradients, by the mean square: the number of frames is in both.
      let step = Self.rate / square
      for row in original.outputs.indices {
        for place in rows[row].indices {
          rows[row][place] +=
            step * gradients[row][place] - Self.pull * (rows[row][place] - first[row][place])
        }
      }
    }

    private func shares(_ values: [Float]) -> [Float] {
      let sums = original.outputs.indices.map { row in
        zip(rows[row], values).reduce(0) { $0 + $1.0 * $1.1 }
      }
      let top = sums.max() ?? 0
      let shares = sums.map { expf($0 - top) }
      let total = shares.reduce(0, +)
      return shares.map { $0 / total }
    }

    /// The network with what was learnt, in steps as a table has them.
    var network: PhoneNetwork { original.replacingLast(rows) }
  }
}
