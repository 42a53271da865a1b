import Dispatch
import Synchronization
public import TilawaBase

extension SpeechFeatures {
  /// Decodes the file once, in several stretches at once if its format allows it. Of several channels, those
  /// with a voice are mixed.
  ///
  /// It needs some ten seconds of samples for each core, and 8 kB for every second of the recording.
  /// `progress` receives the decoded length from time to time, and the total as far as the file states it.
  public init(
    ofFileAt path: String,
    progress: (_ done: Milliseconds, _ total: Milliseconds?) throws(AudioError) -> Void = { _, _ in }
  ) throws(AudioError) {
    let decoder = try ParallelDecoder(fileAt: path)
    let (rate, channels) = (decoder.sampleRate, decoder.channels)
    let voice = try VoiceChannels(ofFileAt: path)
    let resampler = Resampler(from: rate, to: MelFrames.rate)
    let length = 10 * rate
    var decoded = try decoder.map(margin: resampler.margin, progress: progress) {
      (stretch) throws(AudioError) -> [MelFrames] in
      let pieces = Pieces(resampler, isAlone: !decoder.isParallel)
      let second = UnsafeMutableBufferPointer<Float>.allocate(capacity: rate * channels)
      defer { second.deallocate() }
      var pending: [Float] = []
      pending.reserveCapacity(length + rate + 2 * resampler.margin)
      var lead = stretch.lead
      while case let frames = try stretch.read(into: second), frames > 0 {
        let samples = UnsafeBufferPointer(rebasing: second[..<(frames * channels)])
        if channels == 1 { pending += samples } else { pending += voice.mix(samples) }
        while pending.count >= lead + length + resampler.margin {
          pieces.add(Array(pending[..<(lead + length + resampler.margin)]), lead: lead, length: length)
          pending.removeFirst(lead + length - resampler.margin)
          lead = resampler.margin
        }
        if frames < rate { break }
      }
      // The margin behind the stretch may be cut short by the end of the file.
      if case let left = stretch.ownFrames - Int64(pieces.count * length), left > 0 {
        pieces.add(pending, lead: lead, length: left == length ? length : nil)
      }
      return pieces.all()
    }
    let parts = decoded.parts.flatMap(\.self)
    decoded.parts = []
    self.init(
      parts, duration: Milliseconds(frames: decoded.frames, rate: rate),
      breaksOff: decoder.promise.isMissed(by: decoded.frames))
  }
}

/// Pieces of a stretch that are being analysed, on other threads when the stretch is the only one.
private final class Pieces: Sendable {
  private let resampler: Resampler
  private let isAlone: Bool
  private let group = DispatchGroup()
  private let results = Mutex<[Int: MelFrames]>([:])
  private let added = Atomic(0)

  /// The number of pieces added.
  var count: Int { added.load(ordering: .relaxed) }

  init(_ resampler: Resampler, isAlone: Bool) {
    self.resampler = resampler
    self.isAlone = isAlone
  }

  /// Analyses `length` samples after the first `lead`, or all that follow if it is nil. The others only help
  /// resampling.
  func add(_ samples: [Float], lead: Int, length: Int?) {
    let number = added.add(1, ordering: .relaxed).oldValue
    // The decoder is a piece a thread ahead at most, and not a whole recording.
    group.enter()
    let isHandedOver =
      isAlone
      && Processors.ofProcess.handOver {
        self.analyse(samples, number, lead: lead, length: length)
      } then: {
        self.group.leave()
      }
    if isHandedOver { return }
    group.leave()
    analyse(samples, number, lead: lead, length: length)
  }

  private func analyse(_ samples: [Float], _ number: Int, lead: Int, length: Int?) {
    let converted = resampler.convert(samples)
    let first = resampler.converted(lead)
    let end = length.map { first + resampler.converted($0) } ?? converted.count
    let frames = MelFrames(converted, body: first..<max(first, end))
    results.withLock { $0[number] = frames }
  }

  /// All of them in their order, when they are done.
  func all() -> [MelFrames] {
    group.wait()
    return results.withLock { results in (0..<results.count).compactMap { results[$0] } }
  }
}
