public import TilawaBase

/// Finds where a recording is quietest near a place.
public struct QuietPoints: ~Copyable {
  private var reader: AudioReader
  private let voice: VoiceChannels

  /// The length of a step in milliseconds, and the number of steps on both sides over which a level is the
  /// mean.
  private static let step: Int64 = 5
  private static let reach = 3

  /// Opens the file.
  public init(fileAt path: String) throws(AudioError) {
    let voice = try VoiceChannels(ofFileAt: path)
    let reader = try AudioReader(fileAt: path)
    self.voice = voice
    self.reader = reader
  }

  /// Returns the middle of the quietest 35 ms whose middle lies from `first` to `last`.
  ///
  /// If many are equally quiet, within a decibel, it is the one nearest to `place`. It is `place` itself if
  /// there is no audio.
  public mutating func quietest(
    near place: Milliseconds, from first: Milliseconds, to last: Milliseconds
  ) throws(AudioError) -> Milliseconds {
    let rate = Int64(reader.sampleRate)
    let margin = Self.step * Int64(Self.reach)
    let begin = max(0, first.count - margin)
    guard last >= first else { return place }
    try reader.seek(toFrame: begin * rate / 1000)
    let frames = Int(max(1, Self.step * rate / 1000))
    let count = Int((last.count + margin - begin) / Self.step) + 1
    var powers: [Double] = []
    powers.reserveCapacity(count)
    for _ in 0..<count {
      let samples = try reader.readVoice(frames: frames, of: voice)
      if samples.isEmpty { break }
      let mean = samples.reduce(0) { $0 + Double($1) } / Double(samples.count)
      powers.append(
        samples.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(samples.count))
    }
    let levels = powers.indices.compactMap { index -> (time: Milliseconds, power: Double)? in
      let around = powers[max(0, index - Self.reach)...min(powers.count - 1, index + Self.reach)]
      let time = Milliseconds(begin + Int64(index) * Self.step + Self.step / 2)
      return time < first || time > last ? nil : (time, around.reduce(0, +) / Double(around.count))
    }
    guard let least = levels.map(\.power).min() else { return place }
    // A decibel, and what no ear hears.
    let limit = max(least * 1.26, 1e-10)
    let quiet = levels.filter { $0.power <= limit }.map(\.time)
    return quiet.min { abs($0.count - place.count) < abs($1.count - place.count) } ?? place
  }
}
