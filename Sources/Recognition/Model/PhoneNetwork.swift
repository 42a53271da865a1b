import TilawaBase
import TilawaCVectors
import TilawaQuran
import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A network that distinguishes phones at each moment of a recording. All searches use it.
///
/// It is a time-delay network of factored layers: a narrow one that takes three moments, and a wide one whose
/// output is added to the input of both. (Waibel, Hanazawa, Hinton, Shikano, Lang: Phoneme recognition using
/// time-delay neural networks, IEEE Trans. ASSP 37, 1989; Povey, Cheng, Wang, Li, Xu, Yarmohammadi,
/// Khudanpur: Semi-orthogonal low-rank matrix factorization for deep neural networks, Interspeech 2018.)
///
/// Its outputs are logarithms of the probability of each phone, up to a constant. Less those of the frequency
/// of the phone, they are scaled likelihoods, as hybrid recognisers use them (Bourlard, Morgan: Connectionist
/// speech recognition, 1994).
package struct PhoneNetwork: Sendable {
  /// One layer.
  struct Layer: Sendable {
    /// The function applied to its sums.
    enum Kind: String, Sendable {
      /// Nothing.
      case linear
      /// They are never less than 0.
      case rectified
      /// Rectified, with the input of the layer before added.
      case block
    }

    let inputs: Int
    let outputs: Int
    let taps: Int
    /// Frames from one tap to the next.
    let distance: Int
    let kind: Kind
    /// Four outputs together: by input, by tap, by output.
    var weights: [Float] = []
    var biases: [Float] = []
    /// Of each output the step in which its weights are written.
    var scales: [Float] = []

    /// By how many frames it makes a stretch shorter.
    var span: Int { (taps - 1) * distance }
  }

  /// Silence, which is the first, and the phones.
  static let classes = 1 + AyahSounds.Phone.allCases.count

  private(set) var layers: [Layer]
  /// For each output, its class and its frequency.
  let outputs: [(kind: Int, share: Double)]
  /// The logarithms of the frequencies of the classes.
  private let priors: [Float]
  /// Frames that it looks at before each frame, and as many behind it.
  let reach: Int

  /// Frames that a thread works on at once.
  private static let piece = 496
  private static let lanes = 16
  /// No phone is less likely than this, as a logarithm.
  private static let leastLogarithm: Float = -23

  /// Returns, for each of some frames, the log-likelihood of each class relative to the likeliest: one row
  /// for each class, silence the first.
  ///
  /// Values below `least` become `least`. If the recording has a memo, each is computed once.
  func ratios(_ features: SpeechFeatures, of frames: Range<Int>) -> [Float] {
    guard let memo = features.memo else {
      return Self.steps(logLikelihoods(features, of: frames), frames.count).map { Float($0) * -Self.step }
    }
    let before = features.origin - features.around.before
    let all = features.origin + features.count + features.around.behind - before
    let wanted = features.origin + frames.lowerBound - before..<features.origin + frames.upperBound - before
    let size = FrameMemo.block
    let blocks = memo.blocks(of: wanted, by: identity) { numbers in
      runs(numbers).flatMap { run in
        let own = run.lowerBound * size..<min(run.upperBound * size, all)
        let shift = before - features.origin
        let steps = Self.steps(
          logLikelihoods(features, of: own.lowerBound + shift..<own.upperBound + shift), own.count)
        return run.map { number in
          let start = number * size - own.lowerBound
          let end = min(start + size, own.count)
          return (0..<Self.classes).flatMap { steps[$0 * own.count + start..<$0 * own.count + end] }
        }
      }
    }
    return [Float](unsafeUninitializedCapacity: Self.classes * frames.count) { ratios, filled in
      filled = Self.classes * frames.count
      for (place, block) in blocks.enumerated() {
        let first = (wanted.lowerBound / size + place) * size
        let width = block.count / Self.classes
        let own = (first..<first + width).clamped(to: wanted)
        for row in 0..<Self.classes {
          let (from, to) = (row * width - first, row * frames.count - wanted.lowerBound)
          for t in own { ratios[to + t] = Float(block[from + t]) * -Self.step }
        }
      }
    }
  }

  /// Numbers one after the other as ranges, none too long.
  private func runs(_ numbers: [Int]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound == number, last.count < Self.longestRun {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
    return runs
  }

  /// The maximum number of blocks that are computed at once; their values take much memory before they are
  /// steps.
  private static let longestRun = 32
  /// The size of the steps in which ratios are kept; there are 255 of them.
  private static let step: Float = 1 / 16

  private static func steps(_ logarithms: [Float], _ count: Int) -> [UInt8] {
    var best = [Float](repeating: -.infinity, count: count)
    for row in 0..<classes { for t in 0..<count { best[t] = max(best[t], logarithms[row * count + t]) } }
    return [UInt8](unsafeUninitializedCapacity: logarithms.count) { steps, filled in
      filled = logarithms.count
      for row in 0..<classes {
        for t in 0..<count {
          let ratio = ((best[t] - logarithms[row * count + t]) / step).rounded()
          steps[row * count + t] = ratio < 255 ? UInt8(max(0, ratio)) : 255
        }
      }
    }
  }

  /// The identity by which computed values are recognised as those of this network.
  private final class Identity: Sendable {}
  private let identity = Identity()

  /// Returns the logarithm of the likelihood of each class in some frames, less that of its frequency: one
  /// row for each class, silence the first.
  ///
  /// Beyond its ends a recording is taken to be as at its ends.
  func logLikelihoods(_ features: SpeechFeatures, of frames: Range<Int>) -> [Float] {
    let width = frames.count
    return [Float](unsafeUninitializedCapacity: Self.classes * width) { table, filled in
      filled = Self.classes * width
      // Every thread writes its own frames.
      nonisolated(unsafe) let table = table
      Processors.share((width + Self.piece - 1) / Self.piece) { number in
        let first = number * Self.piece
        let own = frames.lowerBound + first..<frames.lowerBound + min(first + Self.piece, width)
        let (rows, stride) = applied(to: features, own, layers)
        for index in 0..<own.count {
          for (row, value) in classes(rows, stride, at: index).enumerated() {
            table.initializeElement(at: row * width + first + index, to: value)
          }
        }
      }
    }
  }

  /// Returns the outputs of the last layer for some frames, row after row, and the length of each row.
  func applied(
    to features: SpeechFeatures, _ own: Range<Int>, _ layers: some Sequence<Layer>
  ) -> (rows: [Float], stride: Int) {
    func whole(_ count: Int) -> Int { (count + Self.lanes - 1) / Self.lanes * Self.lanes }
    var count = whole(own.count) + 2 * reach
    var stride = whole(count)
    var values = [Float](repeating: 0, count: SpeechFeatures.dimensions * stride)
    let first = own.lowerBound - reach
    let around = features.around
    let known = max(first, -around.before)..<min(first + count, features.count + around.behind)
    let frames = features.values(of: known)
    for row in 0..<SpeechFeatures.dimensions {
      for index in 0..<count {
        let frame = min(max(first + index, known.lowerBound), known.upperBound - 1)
        values[row * stride + index] = frames[row * known.count + frame - known.lowerBound]
      }
    }
    var before = (values: values, stride: stride, count: count)
    for layer in layers {
      let given = (values: values, stride: stride, count: count)
      count -= layer.span
      // What lies behind the frames that are wanted may be anything.
      let next = whole(count)
      values = [Float](unsafeUninitializedCapacity: layer.outputs * next) { result, filled in
        filled = layer.outputs * next
        // The last frames of a row reach into the next one, and those of the last into this.
        let padded = values + [Float](repeating: 0, count: layer.span + Self.lanes)
        padded.withUnsafeBufferPointer { from in
          layer.weights.withUnsafeBufferPointer { weights in
            layer.biases.withUnsafeBufferPointer { biases in
              guard let result = result.baseAddress, let from = from.baseAddress else { return }
              vectors_apply(
                result, next, from, stride,
                vectors_layer(
                  inputs: layer.inputs, outputs: layer.outputs, taps: layer.taps, distance: layer.distance,
                  weights: weights.baseAddress, biases: biases.baseAddress,
                  rectified: layer.kind == .linear ? 0 : 1))
            }
          }
        }
      }
      if layer.kind == .block {
        let shift = (before.count - count) / 2
        for row in 0..<layer.outputs {
          for t in 0..<count { values[row * next + t] += before.values[row * before.stride + shift + t] }
        }
      }
      before = given
      stride = next
    }
    return (values, stride)
  }

  /// Returns, for one frame, the sum of the posteriors of each class's outputs, relative to the frequency of
  /// the class.
  private func classes(_ rows: [Float], _ stride: Int, at frame: Int) -> [Float] {
    var top = -Float.infinity
    for output in outputs.indices { top = max(top, rows[output * stride + frame]) }
    var sums = [Float](repeating: 0, count: Self.classes)
    var total: Float = 0
    for (output, kind) in outputs.map(\.kind).enumerated() {
      let share = expf(rows[output * stride + frame] - top)
      sums[kind] += share
      total += share
    }
    return zip(sums, priors).map { max(logf($0 / total), Self.leastLogarithm) - $1 }
  }
}

extension PhoneNetwork {
  /// Creates a network that distinguishes nothing.
  init() { self.init(layers: [], outputs: (0..<Self.classes).map { ($0, 1 / Double(Self.classes)) }) }

  private init(layers: [Layer], outputs: [(kind: Int, share: Double)]) {
    self.layers = layers
    self.outputs = outputs
    var shares = [Double](repeating: 0, count: Self.classes)
    for output in outputs { shares[output.kind] += output.share }
    priors = shares.map { Float(log($0)) }
    reach = layers.reduce(0) { $0 + $1.span } / 2
  }

  /// Letters of weights count up from `#`, which is -45, and pass over the backslash.
  private static let mostSteps = 45
  private static func steps(_ letter: UInt8) -> Int { Int(letter) - (letter > UInt8(ascii: "\\") ? 81 : 80) }
  private static func letter(_ steps: Int) -> UInt8 { UInt8(80 + steps + (steps > 11 ? 1 : 0)) }

  /// The letter of a class in tables.
  private static let letters = "_" + AyahSounds.Phone.allCases.map { "\($0.letter)" }.joined()

  /// Its part of a table.
  var lines: [String] {
    layers.flatMap { layer in
      ["layer \(layer.outputs) \(layer.inputs) \(layer.taps) \(layer.distance) \(layer.kind.rawValue)"]
        + (0..<layer.outputs).map { row in
          let letters = (0..<layer.inputs * layer.taps).map { place in
            let weight = layer.weights[(row / 4 * layer.inputs * layer.taps + place) * 4 + row % 4]
            return Self.letter(Int((weight / layer.scales[row]).rounded()))
          }
          return "\(layer.biases[row]) \(layer.scales[row]) \(String(decoding: letters, as: UTF8.self))"
        }
    }
      + outputs.map { output in
        "output \(Array(Self.letters)[output.kind]) \(output.share)"
      }
  }

  /// Reads its part of a table, line by line.
  struct Reader {
    private var layers: [Layer] = []
    private var outputs: [(kind: Int, share: Double)] = []
    private var open: (layer: Layer, rows: [[Float]])?

    /// True if no line of weights is due.
    var isClosed: Bool { open == nil }

    mutating func readLayer(_ words: [Substring], _ line: Int) throws(AcousticModelFault) {
      let numbers = words.dropFirst().prefix(4).compactMap { Int($0) }
      guard words.count == 6, numbers.count == 4, numbers.allSatisfy({ (1...4096).contains($0) }),
        let kind = Layer.Kind(rawValue: String(words[5])), outputs.isEmpty
      else {
        throw AcousticModelFault(
          line: line,
          message:
            "invalid layer \"\(words.joined(separator: " "))\" (expected layer OUTPUTS INPUTS TAPS DISTANCE KIND)"
        )
      }
      let before = layers.last?.outputs ?? SpeechFeatures.dimensions
      guard numbers[1] == before, numbers[0] % 4 == 0,
        kind != .block || numbers[0] == layers.last?.inputs
      else {
        throw AcousticModelFault(
          line: line,
          message: "a layer of \(numbers[1]) inputs and \(numbers[0]) outputs does not fit the one before it")
      }
      open = (
        Layer(
          inputs: numbers[1], outputs: numbers[0], taps: numbers[2], distance: numbers[3], kind: kind), []
      )
    }

    /// Some rows of a layer.
    mutating func readWeights(_ words: [Substring], _ line: Int) throws(AcousticModelFault) {
      var rest = words[...]
      repeat {
        try readRow(Array(rest.prefix(3)), line)
        rest = rest.dropFirst(3)
      } while !rest.isEmpty
    }

    private mutating func readRow(_ words: [Substring], _ line: Int) throws(AcousticModelFault) {
      guard var (layer, rows) = open else {
        throw AcousticModelFault(line: line, message: "more rows of weights than the layer has outputs")
      }
      guard words.count == 3, let bias = Float(words[0]), let scale = Float(words[1]), abs(bias) < 1e6,
        scale > 1e-12, scale < 1e6, words[2].utf8.count == layer.inputs * layer.taps,
        words[2].utf8.allSatisfy({ abs(PhoneNetwork.steps($0)) <= PhoneNetwork.mostSteps })
      else {
        throw AcousticModelFault(
          line: line, message: "expected a bias, a scale and \(layer.inputs * layer.taps) weights")
      }
      layer.biases.append(bias)
      layer.scales.append(scale)
      rows.append(words[2].utf8.map { Float(PhoneNetwork.steps($0)) * scale })
      guard rows.count == layer.outputs else {
        open = (layer, rows)
        return
      }
      layer.weights = PhoneNetwork.packed(rows)
      layers.append(layer)
      open = nil
    }

    mutating func readOutput(_ words: [Substring], _ line: Int) throws(AcousticModelFault) {
      guard words.count == 3, let letter = words[1].utf8.first, words[1].utf8.count == 1,
        let kind = letter == UInt8(ascii: "_")
          ? 0 : AyahSounds.phone(ofLetter: letter).map({ Int($0.rawValue) }),
        let share = Double(words[2]), share > 0, share <= 1
      else {
        throw AcousticModelFault(
          line: line,
          message:
            "invalid output \"\(words.joined(separator: " "))\" (expected output CLASS SHARE, with a share above 0 and at most 1)"
        )
      }
      outputs.append((kind, share))
    }

    func network(lines: Int) throws(AcousticModelFault) -> PhoneNetwork {
      guard open == nil, let last = layers.last, outputs.count <= last.outputs, layers[0].kind != .block,
        Set(outputs.map(\.kind)).count == PhoneNetwork.classes
      else {
        throw AcousticModelFault(
          line: lines, message: "layers or outputs of the network are missing")
      }
      return PhoneNetwork(layers: layers, outputs: outputs)
    }
  }

  /// Returns the network with other weights of the last layer, a bias behind those of each output.
  func replacingLast(_ rows: [[Float]]) -> PhoneNetwork {
    guard var last = layers.last else { return self }
    last.biases = rows.map { $0.last ?? 0 }
    let weights = rows.map { Array($0.dropLast()) }
    last.scales = weights.map { row in max((row.map(abs).max() ?? 0) / Float(Self.mostSteps), 1e-9) }
    last.weights = Self.packed(
      zip(weights, last.scales).map { row, scale in row.map { ($0 / scale).rounded() * scale } })
    return PhoneNetwork(layers: layers.dropLast() + [last], outputs: outputs)
  }

  /// Weights by output as a layer has them.
  private static func packed(_ rows: [[Float]]) -> [Float] {
    stride(from: 0, to: rows.count, by: 4).flatMap { first in
      rows[first].indices.flatMap { place in (first..<first + 4).map { rows[$0][place] } }
    }
  }
}
