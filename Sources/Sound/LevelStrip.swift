public import TilawaBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The loudness of a stretch of a recording, part by part, for a picture of a few dozen columns.
public struct LevelStrip: Hashable, Sendable {
  /// The stretch.
  public let span: TimeSpan
  /// The RMS of each of its equal parts in decibels below full scale, from -90 to 0; -90 where there is no audio.
  public let levels: [Double]

  /// Silence, and all that is quieter.
  public static let lowest = -90.0

  /// A strip of levels that are known.
  public init(span: TimeSpan, levels: [Double]) {
    self.span = span
    self.levels = levels
  }

  /// Reads `span` of the file, the channels with a voice only, in `parts` parts.
  public init(ofFileAt path: String, _ span: TimeSpan, parts: Int) throws(AudioError) {
    let voice = try VoiceChannels(ofFileAt: path)
    var reader = try AudioReader(fileAt: path)
    let rate = Int64(reader.sampleRate)
    let first = span.start.count * rate / 1000
    let frames = span.length.count * rate / 1000
    try reader.seek(toFrame: first)
    var levels: [Double] = []
    for part in 0..<Int64(max(1, parts)) {
      let count = frames * (part + 1) / Int64(max(1, parts)) - frames * part / Int64(max(1, parts))
      let samples = try reader.readVoice(frames: Int(count), of: voice)
      let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
      levels.append(power > 1e-9 ? max(Self.lowest, min(0, 10 * log10(power))) : Self.lowest)
    }
    self.init(span: span, levels: levels)
  }

  /// As one character a part: how far each stands out between the quietest and the loudest of them.
  ///
  /// `marks` are the characters from quiet to loud.
  public func text(_ marks: [Character]) -> String {
    let low = max(levels.min() ?? Self.lowest, (levels.max() ?? 0) - 48)
    let range = max(6, (levels.max() ?? 0) - low)
    return String(
      levels.map { level in
        let height = Int((level - low) / range * Double(marks.count))
        return marks[max(0, min(marks.count - 1, height))]
      })
  }
}
