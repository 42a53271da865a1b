/// The duration model of the silence after an ayah: a step function, as only pauses that are too short are
/// informative.
///
/// A reciter pauses for a breath, for about the same time each time. Of the pauses after ayat of six
/// reciters, one in twenty lasts less than some 0.7 times the usual pause in its recording. Of the silences
/// that are found between words every fourth is shorter than 0.2 s, as stops are silent for a moment too.
struct PauseDurations: Hashable, Sendable {
  /// The score of a silence of at least `shortest` frames.
  struct Step: Hashable, Sendable {
    var shortest: Int
    var score: Float
  }

  /// The longer the better.
  private(set) var steps: [Step]

  /// The scores where a pause usually lasts `usual` frames; nil when that isn't known yet.
  init(usual: Int?) {
    steps = [
      Step(shortest: Durations.shortestSilence, score: Self.tooShort),
      Step(
        shortest: usual.map { max(Self.leastRatherShort, $0 * Self.ratherShortTenths / 10) } ?? Self.breath,
        score: Self.ratherShort),
      Step(
        shortest: usual.map { max(Self.leastLong, $0 * Self.longTenths / 10) } ?? Self.breath, score: 0),
    ]
  }

  /// Creates scores for a recording in which pauses of these lengths, in frames, were found after ayat.
  init(after found: [Int]) {
    self.init(usual: found.count < Self.fewest ? nil : found.sorted()[found.count / 2])
  }

  // In the units of other scores of silence. Twice as much is no better or worse.
  private static let tooShort: Float = -3
  private static let ratherShort: Float = -1.5
  /// The tenths of the usual pause from which one is only rather short, and from which it is long; and the
  /// least frames of each.
  private static let ratherShortTenths = 3
  private static let leastRatherShort = 5
  private static let longTenths = 6
  private static let leastLong = 6
  /// Frames of the shortest breath.
  private static let breath = 8
  /// The least number of pauses from which the usual one is computed.
  private static let fewest = 4

  /// Returns the scores in steps of `stride` frames.
  func coarser(by stride: Int) -> PauseDurations {
    var result = self
    for index in steps.indices {
      result.steps[index].shortest = (steps[index].shortest + stride - 1) / stride
    }
    return result
  }

  /// Returns the score of a pause of that many frames; 0 for no pause.
  func score(_ frames: Int) -> Float { steps.score(frames) }
}

extension [PauseDurations.Step] {
  /// Returns the score of the last step that is no longer than `frames`; 0 if there is none.
  func score(_ frames: Int) -> Float { last { $0.shortest <= frames }?.score ?? 0 }
}
