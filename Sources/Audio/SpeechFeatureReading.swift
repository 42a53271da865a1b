import Dispatch
import Synchronization
public import Timing

extension SpeechFeatures {
  /// Decodes the file once; what is decoded is analysed on other threads meanwhile.
  ///
  /// Needs some ten seconds of samples for each core, and 12 kB for every second of the recording. `progress` is told
  /// after each second how much is decoded, and of how much as far as the file says.
  public init(
    ofFileAt path: String,
    progress: (_ done: Milliseconds, _ total: Milliseconds?) -> Void = { _, _ in }
  ) throws(AudioError) {
    var reader = try AudioReader(fileAt: path)
    let (rate, channels) = (reader.sampleRate, reader.channels)
    let declared = reader.declaredFrames.map { Milliseconds(frames: $0, rate: rate) }
    let resampler = Resampler(from: rate, to: MelFrames.rate)
    let pieces = Pieces(resampler)
    let second = UnsafeMutableBufferPointer<Float>.allocate(capacity: rate * channels)
    defer { second.deallocate() }
    let length = 10 * rate
    var pending: [Float] = []
    pending.reserveCapacity(length + rate + 2 * resampler.margin)
    var lead = 0
    while case let frames = try reader.read(into: second), frames > 0 {
      Self.append(UnsafeBufferPointer(rebasing: second[..<(frames * channels)]), channels, to: &pending)
      while pending.count >= lead + length + resampler.margin {
        pieces.add(Array(pending[..<(lead + length + resampler.margin)]), lead: lead, length: length)
        pending.removeFirst(lead + length - resampler.margin)
        lead = resampler.margin
      }
      progress(Milliseconds(frames: reader.framesRead, rate: rate), declared)
      if frames < rate { break }
    }
    pieces.add(pending, lead: lead, length: nil)
    self.init(
      pieces.joined(), duration: Milliseconds(frames: reader.framesRead, rate: rate), declared: declared)
  }

  /// The mean of the channels.
  private static func append(
    _ samples: UnsafeBufferPointer<Float>, _ channels: Int, to mono: inout [Float]
  ) {
    if channels == 1 {
      mono += samples
      return
    }
    let scale = 1 / Float(channels)
    for frame in 0..<(samples.count / channels) {
      var sum: Float = 0
      for channel in 0..<channels { sum += samples[frame * channels + channel] }
      mono.append(sum * scale)
    }
  }
}

/// Stretches of a recording that are being analysed on other threads.
private final class Pieces: Sendable {
  private let resampler: Resampler
  private let queue = DispatchQueue(label: "tilawa.features", attributes: .concurrent)
  private let group = DispatchGroup()
  /// Lets the decoder be a little ahead, and not a whole recording.
  private let slots = DispatchSemaphore(value: 8)
  private let results = Mutex<[Int: MelFrames]>([:])
  private let count = Mutex(0)

  init(_ resampler: Resampler) { self.resampler = resampler }

  /// Analyses `length` samples after the first `lead`, all that follow when it is nil; the others only help resampling.
  func add(_ samples: [Float], lead: Int, length: Int?) {
    let number = count.withLock { count in
      count += 1
      return count - 1
    }
    slots.wait()
    queue.async(group: group) { [self] in
      let converted = resampler.convert(samples)
      let first = resampler.converted(lead)
      let end = length.map { first + resampler.converted($0) } ?? converted.count
      let frames = MelFrames(converted, body: first..<max(first, end))
      results.withLock { $0[number] = frames }
      slots.signal()
    }
  }

  /// All of them in their order, when they are done.
  func joined() -> MelFrames {
    group.wait()
    return results.withLock { results in MelFrames.joined((0..<results.count).compactMap { results[$0] }) }
  }
}
