public import TilawaBase

/// A stretch of a recording in which nobody recites.
public struct Pause: Hashable, Sendable {
  /// From the end of the voice to its next beginning, to about 10 ms.
  public var span: TimeSpan
  /// Where to put a boundary: the quietest place near the usual place of one, see `PauseSettings.position`.
  public var quietest: Milliseconds
  /// How far the pause's quietest place lies below the speech level, in decibels.
  public var depth: Double
  /// How likely this is a stop between two passages and no breath within one, 0 to 1.
  public var confidence: Double

  /// A pause of which all is known.
  public init(span: TimeSpan, quietest: Milliseconds, depth: Double, confidence: Double) {
    self.span = span
    self.quietest = quietest
    self.depth = depth
    self.confidence = confidence
  }
}

/// What counts as a pause, and where in it a boundary goes.
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
  /// How far from there the quietest place is looked for, either way, within the pause.
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

/// What was found in a recording, and by what measure.
public struct PauseAnalysis: Sendable {
  /// In order of time; they don't touch.
  public var pauses: [Pause]
  /// The level that 3 % of the recording are below, at most 60 dB below `speechLevel`; dBFS.
  public var noiseFloor: Double
  /// The level that 10 % of the recording are above; dBFS, -120 for digital silence.
  public var speechLevel: Double
  /// Below this it was taken to be silent; dBFS.
  public var threshold: Double
  /// How long the audio is that could be decoded.
  public var duration: Milliseconds
  /// How long the file says it is; nil when it doesn't.
  public var declaredDuration: Milliseconds?
  /// Whether audio is missing that the file says it has, or its end.
  public var breaksOff: Bool
  /// How many samples were no numbers and were taken as silence.
  public var unusableSamples: Int
}
