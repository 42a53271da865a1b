import TilawaBase
import TilawaCVectors
import TilawaQuran
import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A small network that tells phones apart, by which a place of the Quran is known that nobody stated, and a few words are told from others.
///
/// A time-delay network (Waibel, Hanazawa, Hinton, Shikano, Lang: Phoneme recognition using time-delay neural networks, IEEE Trans. ASSP 37,
/// 1989; Peddinti, Povey, Khudanpur: A time delay neural network architecture for efficient modeling of long temporal contexts, Interspeech
/// 2015): layers along time, rectified, each of which looks at a few moments of the one before. Its outputs are logarithms of how likely each phone
/// is, up to a constant; less those of how often the phone is heard at all they are scaled likelihoods, as hybrid recognisers use them (Bourlard,
/// Morgan: Connectionist speech recognition, 1994).
///
/// It doesn't learn from a recording, as the mixtures of `AcousticModel` do; where what is recited is known these align better.
package struct PhoneNetwork: Sendable {
  /// One layer.
  private struct Layer: Sendable {
    let inputs: Int
    let outputs: Int
    let taps: Int
    /// Frames from one tap to the next.
    let distance: Int
    /// Four outputs together: by input, by tap, by output.
    var weights: [Float]
    var biases: [Float]

    /// By how many frames it makes a stretch shorter.
    var span: Int { (taps - 1) * distance }
  }

  /// Silence, which is the first, and the phones.
  static let classes = 1 + AyahSounds.Phone.allCases.count

  private let layers: [Layer]
  /// Of each output the class that it speaks for, and the logarithm of how often that class is heard.
  private let outputs: [Int]
  private let priors: [Float]
  /// Frames that it looks at before each frame, and as many behind it.
  private let reach: Int

  /// Frames that a thread works on at once.
  private static let piece = 496
  private static let lanes = 16
  /// No phone is less likely than this, as a logarithm.
  private static let leastLogarithm: Float = -23

  /// The logarithm of how likely each class makes each of some frames, less that of how often it is heard: one row for each class,
  /// silence the first. Beyond its ends a recording is as at its ends.
  func logLikelihoods(_ features: SpeechFeatures, of frames: Range<Int>) -> [Float] {
    let width = frames.count
    return [Float](unsafeUninitializedCapacity: Self.classes * width) { table, filled in
      filled = Self.classes * width
      // Every thread writes its own frames.
      nonisolated(unsafe) let table = table
      Processors.share((width + Self.piece - 1) / Self.piece) { number in
        let first = number * Self.piece
        let own = frames.lowerBound + first..<frames.lowerBound + min(first + Self.piece, width)
        let (rows, stride) = applied(to: features, own)
        for index in 0..<own.count {
          for (row, value) in classes(rows, stride, at: index).enumerated() {
            table.initializeElement(at: row * width + first + index, to: value)
          }
        }
      }
    }
  }

  /// What the last layer says of some frames, its rows one after the other, and how long each is.
  private func applied(to features: SpeechFeatures, _ own: Range<Int>) -> (rows: [Float], stride: Int) {
    func whole(_ count: Int) -> Int { (count + Self.lanes - 1) / Self.lanes * Self.lanes }
    var count = whole(own.count) + 2 * reach
    var stride = whole(count)
    var values = [Float](repeating: 0, count: SpeechFeatures.dimensions * stride)
    let first = own.lowerBound - reach
    let known = max(first, 0)..<min(first + count, features.count)
    let frames = features.values(of: known)
    for row in 0..<SpeechFeatures.dimensions {
      for index in 0..<count {
        let frame = min(max(first + index, known.lowerBound), known.upperBound - 1)
        values[row * stride + index] = frames[row * known.count + frame - known.lowerBound]
      }
    }
    for (number, layer) in layers.enumerated() {
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
                  rectified: number + 1 < layers.count ? 1 : 0))
            }
          }
        }
      }
      stride = next
    }
    return (values, stride)
  }

  /// Of one frame: the posteriors of outputs that speak for one class together, against how often that is heard.
  private func classes(_ rows: [Float], _ stride: Int, at frame: Int) -> [Float] {
    var top = -Float.infinity
    for output in outputs.indices { top = max(top, rows[output * stride + frame]) }
    var sums = [Float](repeating: 0, count: Self.classes)
    var total: Float = 0
    for (output, kind) in outputs.enumerated() {
      let share = expf(rows[output * stride + frame] - top)
      sums[kind] += share
      total += share
    }
    return zip(sums, priors).map { max(logf($0 / total), Self.leastLogarithm) - $1 }
  }
}

// A table of a network, version 1, is plain text:
//
//   tilawa-network 1
//   layer OUTPUTS INPUTS TAPS DISTANCE     each layer, followed by a line for each of its outputs:
//     BIAS SCALE WEIGHTS                   a character a weight, by input and tap: P is 0, Q is 1, O is -1 times the scale, and so on
//   output CLASS SHARE                     what each output of the last layer speaks for, and how often that is heard:
//                                          _ is silence, the others are letters as tables of `AyahSounds` have them
extension PhoneNetwork {
  /// The network that comes with the program.
  static let shipped = PhoneNetwork(text: String(describing: ShippedNetwork.text))

  /// Letters count up from `#`, which is -45, and pass over the backslash.
  private static func weight(_ letter: UInt8) -> Float {
    Float(Int(letter) - (letter > UInt8(ascii: "\\") ? 81 : 80))
  }

  /// Reads a table; nil when it is none.
  package init?(text: String) {
    var layers: [Layer] = []
    var outputs: [Int] = []
    var shares = [Double](repeating: 0, count: Self.classes)
    var open: (layer: Layer, rows: [[Float]])?
    func close() -> Bool {
      guard let (layer, rows) = open else { return true }
      guard rows.count == layer.outputs, layer.outputs % 4 == 0,
        layer.inputs == layers.last?.outputs ?? SpeechFeatures.dimensions
      else { return false }
      var packed = layer
      for first in stride(from: 0, to: rows.count, by: 4) {
        for place in rows[first].indices {
          for row in first..<first + 4 { packed.weights.append(rows[row][place]) }
        }
      }
      layers.append(packed)
      open = nil
      return true
    }
    var lines = text.lines.makeIterator()
    guard lines.next()?.words == ["tilawa-network", "1"] else { return nil }
    while let line = lines.next() {
      let words = line.words
      switch words.first {
      case nil: continue
      case "layer":
        let numbers = words.dropFirst().compactMap { Int($0) }
        guard close(), numbers.count == 4, numbers.allSatisfy({ (1...4096).contains($0) }) else { return nil }
        open = (
          Layer(
            inputs: numbers[1], outputs: numbers[0], taps: numbers[2], distance: numbers[3], weights: [],
            biases: []), []
        )
      case "output":
        guard close(), words.count == 3, let kind = Self.kind(words[1]), let share = Double(words[2]),
          share > 0
        else { return nil }
        outputs.append(kind)
        shares[kind] += share
      default:
        guard let layer = open?.layer, words.count == 3, let bias = Float(words[0]),
          let scale = Float(words[1]), bias.isFinite, scale.isFinite,
          words[2].utf8.count == layer.inputs * layer.taps
        else { return nil }
        open?.layer.biases.append(bias)
        open?.rows.append(words[2].utf8.map { Self.weight($0) * scale })
      }
    }
    guard open == nil, !outputs.isEmpty, let last = layers.last, outputs.count <= last.outputs,
      shares.allSatisfy({ $0 > 0 })
    else { return nil }
    self.layers = layers
    self.outputs = outputs
    priors = shares.map { Float(log($0)) }
    reach = layers.reduce(0) { $0 + $1.span } / 2
  }

  /// The class that a word of a table names.
  private static func kind(_ word: Substring) -> Int? {
    guard let letter = word.utf8.first, word.utf8.count == 1 else { return nil }
    return letter == UInt8(ascii: "_") ? 0 : AyahSounds.phone(ofLetter: letter).map { Int($0.rawValue) }
  }
}
