public import TilawaBase

/// A stretch of a recording without recitation.
public struct Pause: Hashable, Sendable {
  /// From the end of the voice to its next beginning, to about 10 ms.
  public var span: TimeSpan
  /// Where to put a boundary: the quietest place near the usual place of one, see `PauseSettings.position`.
  public var quietest: Milliseconds
  /// The level of the pause's quietest place below the speech level, in decibels.
  public var depth: Double
  /// The probability that this is a stop between two passages and not a breath within one, 0 to 1.
  public var confidence: Double

  /// Creates a pause from its values.
  public init(span: TimeSpan, quietest: Milliseconds, depth: Double, confidence: Double) {
    self.span = span
    self.quietest = quietest
    self.depth = depth
    self.confidence = confidence
  }
}

/// The criteria for a pause, and for the place of a boundary in it.
public struct PauseSettings: Hashable, Sendable {
  /// Below which level it is silent.
  public enum Threshold: Hashable, Sendable {
    /// This part of the way up from the recording's own noise floor to its own speech level, in decibels.
    case adaptive(fraction: Double)
    /// A level in decibels below full scale, so negative.
    case dBFS(Double)
  }

  /// Below which level it is silent.
  public var threshold: Threshold
  /// Shorter pauses are none.
  public var minimumLength: Milliseconds
  /// Silent stretches closer to each other than this are one.
  public var mergeGap: Milliseconds
  /// Where in a pause a boundary goes before it settles: 0 its start, 1 its end. Published timings lie late.
  public var position = 0.7
  /// The maximum distance from there, either way, at which the quietest place is searched within the pause.
  public var snap = Milliseconds(200)

  /// Settings with the usual place for a boundary.
  public init(threshold: Threshold, minimumLength: Milliseconds, mergeGap: Milliseconds) {
    self.threshold = threshold
    self.minimumLength = minimumLength
    self.mergeGap = mergeGap
  }

  /// The threshold adapts to the recording; pauses of 200 ms or more.
  public static let adaptive = PauseSettings(
    threshold: .adaptive(fraction: 0.4), minimumLength: Milliseconds(200), mergeGap: Milliseconds(0))

  /// RMS below 0.02 of full scale (-33.98 dBFS) for 400 ms or more, stretches closer than 100 ms merged.
  public static let fixed = PauseSettings(
    threshold: .dBFS(-33.98), minimumLength: Milliseconds(400), mergeGap: Milliseconds(100))
}

/// The pauses found in a recording, and the measures that were used.
public struct PauseAnalysis: Sendable {
  /// In order of time; they don't touch.
  public var pauses: [Pause]
  /// The level that 3 % of the recording are below, at most 60 dB below `speechLevel`; dBFS.
  public var noiseFloor: Double
  /// The level that 10 % of the recording are above; dBFS, -120 for digital silence.
  public var speechLevel: Double
  /// Below this it was taken to be silent; dBFS.
  public var threshold: Double
  /// The length of the audio that could be decoded.
  public var duration: Milliseconds
  /// The length that the file declares; nil if it declares none.
  public var declaredDuration: Milliseconds?
  /// True if audio that the file declares is missing, or its end.
  public var breaksOff: Bool
  /// The number of samples that were not a number and were taken as silence.
  public var unusableSamples: Int
}
