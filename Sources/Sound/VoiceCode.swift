public import TilawaBase

/// A stretch of sound in a code of four bits a sample, for pages that decode it themselves.
///
/// The code is IMA ADPCM without a header: the decoder starts at 0 with the smallest step, and the first
/// sample of a byte is in its lower half. A decoder has twenty lines, so a page that contains one needs no
/// format that its browser must know. Every sample stays where it is, unlike in MP3 and AAC files, which
/// browsers start up to 50 ms late.
public struct VoiceCode: Sendable {
  /// Samples a second; voices have little above half of it.
  public static let rate = 16000

  /// The code, two samples in each byte.
  public let bytes: [UInt8]
  /// The number of samples.
  public let count: Int

  /// Reads a stretch of a file, as far as there is any, with its channels averaged. Throws if the file can't
  /// be read.
  public init(_ span: TimeSpan, ofFileAt path: String) throws(AudioError) {
    var reader = try AudioReader(fileAt: path)
    let rate = reader.sampleRate
    try reader.seek(toFrame: span.start.frame(rate: rate))
    var rest = Int(clamping: span.end.frame(rate: rate) - span.start.frame(rate: rate))
    guard let converter = SampleRateConverter(from: rate, to: Self.rate, channels: 1) else {
      throw AudioError(
        kind: .unsupported, path: path, message: "\(rate) Hz can't be brought to \(Self.rate) Hz")
    }
    var encoder = Encoder()
    while rest > 0 {
      let samples = try reader.readMono(frames: min(rest, 65536))
      if samples.isEmpty { break }
      rest -= samples.count
      encoder.add(converter.convert(samples, isLast: false))
    }
    encoder.add(converter.convert([], isLast: true))
    self.init(encoder)
  }

  /// Encodes samples of -1 to 1.
  public init(_ samples: [Float]) {
    var encoder = Encoder()
    encoder.add(samples)
    self.init(encoder)
  }

  private init(_ encoder: Encoder) { (bytes, count) = (encoder.bytes, encoder.count) }
}

/// The state of encoding.
private struct Encoder {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  private var last = 0
  private var level = 0

  /// The steps of IMA ADPCM: each is a tenth larger than the one before, from 7 to the largest of 16 bits.
  private static let steps = [
    7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88,
    97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658,
    724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660,
    4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818,
    18500, 20350, 22385, 24623, 27086, 29794, 32767,
  ]
  private static let changes = [-1, -1, -1, -1, 2, 4, 6, 8]

  mutating func add(_ samples: [Float]) {
    for sample in samples {
      let nibble = code(Int(max(-1, min(1, sample)) * 32767))
      if count % 2 == 0 { bytes.append(nibble) } else { bytes[bytes.count - 1] |= nibble << 4 }
      count += 1
    }
  }

  private mutating func code(_ sample: Int) -> UInt8 {
    let step = Self.steps[level]
    let difference = abs(sample - last)
    let magnitude = min(7, difference * 4 / step)
    // What the decoder makes of it, so that errors don't add up.
    var change = step >> 3
    if magnitude & 4 != 0 { change += step }
    if magnitude & 2 != 0 { change += step >> 1 }
    if magnitude & 1 != 0 { change += step >> 2 }
    let isBelow = sample < last
    last = max(-32768, min(32767, isBelow ? last - change : last + change))
    level = max(0, min(Self.steps.count - 1, level + Self.changes[magnitude]))
    return UInt8(magnitude) | (isBelow ? 8 : 0)
  }
}
