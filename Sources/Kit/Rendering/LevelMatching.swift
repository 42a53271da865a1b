package import TilawaBase
import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Makes recordings equally loud, with a single gain for all that is heard of each.
package enum LevelMatching {
  /// The measured level of a recording.
  package struct Level: Hashable, Sendable {
    /// The loudness in LUFS, or nil for silence.
    package var loudness: Double?
    /// The highest sample; full scale is 1.
    package var peak: Double

    /// Creates a level.
    package init(loudness: Double?, peak: Double) {
      self.loudness = loudness
      self.peak = peak
    }
  }

  /// Returns the common loudness: -18 LUFS, or less if a recording would exceed -1 dBFS, but at least the
  /// -23 LUFS of EBU R128.
  package static func target(for levels: some Collection<Level>) -> Double {
    levels.reduce(-18) { target, level in
      guard let loudness = level.loudness, level.peak > 0 else { return target }
      return min(target, max(-23, loudness + ceiling - 20 * log10(level.peak)))
    }
  }

  /// Returns the factor for a recording's samples. With it, peaks never exceed -1 dBFS. A recording without
  /// enough headroom stays quieter than the others.
  package static func gain(of level: Level, target: Double) -> Double {
    guard let loudness = level.loudness, level.peak > 0 else { return 1 }
    return pow(10, min(target - loudness, ceiling - 20 * log10(level.peak)) / 20)
  }

  private static let ceiling = -1.0

  /// Returns the factor for each file in `stretches`. Without a `target` loudness, a single file needs no
  /// matching, and the result is empty.
  ///
  /// At most five minutes of each file are measured, in stretches spread evenly over those that are heard.
  /// `progress` receives the number of files done, and the total.
  package static func gains(
    for stretches: some Sequence<Stretch>, target: Double? = nil,
    progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws(AudioError) -> [ExactText: Float] {
    var spans: [ExactText: Set<Stretch>] = [:]
    for var stretch in stretches {
      stretch.label = ""
      stretch.gap = .zero
      if let file = stretch.file { spans[ExactText(file), default: []].insert(stretch) }
    }
    guard spans.count > 1 || target != nil else { return [:] }
    var levels: [ExactText: Level] = [:]
    for (file, stretches) in spans {
      progress(Int64(levels.count), Int64(spans.count))
      levels[file] = try level(
        of: chosen(from: stretches.sorted { $0.span.start < $1.span.start }), of: file.text)
    }
    let target = target ?? self.target(for: levels.values)
    return levels.mapValues { Float(gain(of: $0, target: target)) }
  }

  /// Returns about five minutes of stretches, spread evenly from first to last.
  private static func chosen(from stretches: [Stretch]) -> [Stretch] {
    let limit: Int64 = 300_000
    let total = stretches.reduce(Int64(0)) { $0 + $1.span.length.count }
    let step = max(1, Int((total + limit - 1) / limit))
    return stride(from: 0, to: stretches.count, by: step).map { stretches[$0] }
  }

  private static func level(of stretches: [Stretch], of file: String) throws(AudioError) -> Level {
    var reader = try AudioReader(fileAt: file)
    guard let meter = LoudnessMeter(sampleRate: reader.sampleRate, channels: reader.channels) else {
      return Level(loudness: nil, peak: 0)
    }
    let block = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8192 * reader.channels)
    defer { block.deallocate() }
    var rest: Int64 = 300 * Int64(reader.sampleRate)
    for stretch in stretches where rest > 0 {
      let first = stretch.span.start.frame(rate: reader.sampleRate)
      var left = min(rest, stretch.span.end.frame(rate: reader.sampleRate) - first)
      rest -= left
      try reader.seek(toFrame: first)
      while left > 0 {
        let wanted = Int(min(left, 8192)) * reader.channels
        let got = try reader.read(into: UnsafeMutableBufferPointer(rebasing: block[..<wanted]))
        if got == 0 { break }
        meter.add(UnsafeBufferPointer(rebasing: block[..<(got * reader.channels)]))
        left -= Int64(got)
      }
    }
    return Level(loudness: meter.loudness, peak: meter.peak)
  }
}
