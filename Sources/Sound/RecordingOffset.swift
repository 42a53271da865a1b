public import TilawaBase

/// The relation in time of two audio files that may contain the same recording.
///
/// Both are decoded once for their loudness at every 10 ms, which is compared at all distances at once. The
/// distance at which they are most alike is then checked at places all over the recording. Loudness shows
/// whether it is the same sound everywhere. The waveform itself then gives the distance to a fraction of a
/// millisecond, if the encodings kept the waveform.
public enum RecordingOffset: Hashable, Sendable {
  /// The sound is the same, later in the second file by `offset`, which is negative if it is earlier.
  /// `confidence` is from 0 to 1.
  case found(offset: Milliseconds, confidence: Double)
  /// The sound is the same at another speed: a second of the first takes `rate` seconds of the second.
  case otherSpeed(rate: Double, confidence: Double)
  /// The sound is the same, with something cut out or put in. Each piece is a place of the first file, and
  /// the delay of the second from there on.
  case pieces([Piece], confidence: Double)
  /// The sound is different, as far as can be determined.
  case different(confidence: Double)
  /// One of the files has too little sound for a comparison.
  case tooShort

  /// A place from which on an offset applies.
  public struct Piece: Hashable, Sendable {
    /// In the first file.
    public var start: Milliseconds
    /// The delay of the second file from there on.
    public var offset: Milliseconds
  }

  /// Compares two files. It needs some 50 bytes for every 10 ms of them.
  ///
  /// `progress` receives the file that is being decoded and the length decoded so far.
  public static func find(
    from first: String, to second: String,
    progress: (_ file: String, _ done: Milliseconds, _ total: Milliseconds?) -> Void = { _, _, _ in }
  ) throws(AudioError) -> RecordingOffset {
    let contours = (
      LevelContour(try PauseFinder.levels(ofFileAt: first) { progress(first, $0, $1) }.curve),
      LevelContour(try PauseFinder.levels(ofFileAt: second) { progress(second, $0, $1) }.curve)
    )
    let shorter = min(contours.0.values.count, contours.1.values.count)
    guard shorter >= 200 else { return .tooShort }
    let comparison = ContourComparison(contours.0, contours.1)
    guard let whole = comparison.whole() else { return .tooShort }
    var places = comparison.places(at: whole)
    let alike = places.filter { $0.likeness >= ContourComparison.alike }
    let confidence = places.isEmpty ? 0 : Double(alike.count) / Double(places.count)
    guard confidence >= 0.8 else { return comparison.pieces() ?? .different(confidence: 1 - confidence) }
    let refined = try WaveformComparison(first, second).refined(alike)
    if refined.count * 3 >= alike.count {
      places = refined
    } else if comparison.overlap(at: whole) >= 3000 {
      places = alike
    } else {
      // In half a minute two recordings may sound alike by chance, but their waveforms aren't.
      return .different(confidence: 1 - Double(refined.count) / Double(alike.count))
    }
    let line = OffsetLine(places)
    if abs(line.drift) > 30, line.deviation <= 20 {
      return .otherSpeed(rate: 1 + line.slope, confidence: confidence)
    }
    let near = Double(places.count { abs($0.offset - line.median) <= 20 }) / Double(places.count)
    let pieces = pieces(places)
    if pieces.count > 1 { return .pieces(pieces, confidence: confidence) }
    return .found(offset: Milliseconds(Int64(line.median.rounded())), confidence: confidence * near)
  }

  /// Where the offset changes for good: for two places or more, of few places also for one.
  private static func pieces(_ places: [OffsetPlace]) -> [Piece] {
    var runs: [[OffsetPlace]] = []
    for place in places.sorted(by: { $0.at < $1.at }) {
      if let first = runs.last?.first, abs(first.offset - place.offset) <= 20 {
        runs[runs.count - 1].append(place)
      } else {
        runs.append([place])
      }
    }
    let usual = OffsetLine(places).median
    var pieces: [Piece] = []
    for run in runs {
      let offset = OffsetLine(run).median
      guard run.count > 1 || places.count < 8 && abs(offset - usual) > 50 else { continue }
      let piece = Piece(
        start: Milliseconds(Int64(run[0].at)), offset: Milliseconds(Int64(offset.rounded())))
      if let last = pieces.last, abs((last.offset - piece.offset).count) <= 20 { continue }
      pieces.append(piece)
    }
    return pieces
  }
}

/// A place of the first file, where it is found in the second, and how sure that is.
struct OffsetPlace {
  /// Milliseconds in the first file.
  var at: Double
  /// Milliseconds by which the second is later.
  var offset: Double
  /// The likeness of the two at this place, from -1 to 1.
  var likeness: Double
}

/// The straight line through offsets at places, by the method of H. Theil and P. K. Sen.
///
/// It uses the median of all slopes between two of them, which a few wrong ones don't move.
struct OffsetLine {
  /// Milliseconds of offset for every millisecond.
  private(set) var slope = 0.0
  /// The middle offset.
  private(set) var median = 0.0
  /// By how much the offset changes from the first place to the last.
  private(set) var drift = 0.0
  /// The median distance of the places from the line.
  private(set) var deviation = 0.0

  init(_ places: [OffsetPlace]) {
    guard let first = places.map(\.at).min(), let last = places.map(\.at).max() else { return }
    median = Self.median(places.map(\.offset))
    var slopes: [Double] = []
    for (index, a) in places.enumerated() {
      for b in places[(index + 1)...] where b.at != a.at {
        slopes.append((b.offset - a.offset) / (b.at - a.at))
      }
    }
    slope = Self.median(slopes)
    drift = slope * (last - first)
    let origin = Self.median(places.map { $0.offset - slope * $0.at })
    deviation = Self.median(places.map { abs($0.offset - slope * $0.at - origin) })
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
