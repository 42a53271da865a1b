/// Finds the moments at which a recording begins to sound different: another place, another telephone,
/// another voice.
///
/// The means of the cepstra over the fifty loud seconds before and after a moment are compared, in standard
/// deviations within these. (Siegler, Jain, Raj, Stern: Automatic segmentation, classification and clustering
/// of broadcast news audio, DARPA Speech Recognition Workshop 1997. They compare windows of two seconds, and
/// look for speakers.) In the surahs of six reciters, with refrains and rhymes, the text of a minute moves
/// the means by 0.6 at most. Another place moves them by 0.4 to 1.4.
struct SoundChanges {
  /// Stretches from one change to the next, in frames.
  let stretches: [Range<Int>]

  /// Loud frames of a second, and how many of these are compared on each side.
  private static let second = SpeechFeatures.framesPerSecond
  private static let side = 50
  /// The minimum distance between two changes, in loud seconds.
  private static let distance = 30
  /// In standard deviations.
  private static let least: Float = 0.65
  /// The thresholds for a loud frame: its maximum distance in decibels from the loudest frame within two
  /// seconds, and the least part of the whole range.
  private static let depth: Float = 15
  private static let partOfRange: Float = 0.25
  /// In frames: the maximum distance from a change to the pause where it is placed, and the window for
  /// averaging the level. Then the decibels above the quietest place that still count as equally quiet.
  private static let reach = 10 * SpeechFeatures.framesPerSecond
  private static let pause = 50
  private static let hardlyLouder: Float = 3

  /// The changes in `count` frames whose cepstra are rows of that length, and whose `level` is in decibels.
  init(in rows: UnsafePointer<Float>, count: Int, cepstra: Int, level: [Float]) {
    let seconds = Self.loudSeconds(level)
    guard seconds.count >= 2 * Self.side else {
      stretches = [0..<count]
      return
    }
    let differences = Self.differences(seconds, rows, count: count, cepstra: cepstra)
    let most = runningMaximum(differences, width: 2 * Self.distance)
    let quiet = runningMean(level, width: Self.pause)
    let changes = seconds.indices.filter {
      differences[$0] >= Self.least && differences[$0] == most[$0]
    }.map { second in
      let frame = seconds[second].first ?? 0
      let around = (frame - Self.reach..<frame + Self.reach).clamped(to: 1..<count)
      let least = around.map { quiet[$0] }.min() ?? 0
      return around.filter { quiet[$0] <= least + Self.hardlyLouder }.min {
        abs($0 - frame) < abs($1 - frame)
      } ?? frame
    }
    let edges = [0] + Set(changes).sorted() + [count]
    stretches = zip(edges, edges.dropFirst()).map { $0..<$1 }
  }

  /// The loud frames, second by second.
  private static func loudSeconds(_ level: [Float]) -> [ArraySlice<Int>] {
    let (high, low) = Energies.range(of: level)
    let floor = low + partOfRange * (high - low)
    let near = runningMaximum(level, width: 4 * SpeechFeatures.framesPerSecond)
    let loud = level.indices.filter { level[$0] > max(floor, near[$0] - depth) }
    return (0..<loud.count / second).map { loud[$0 * second..<($0 + 1) * second] }
  }

  /// By how much what precedes each second differs from what follows; 0 where too little does.
  private static func differences(
    _ seconds: [ArraySlice<Int>], _ rows: UnsafePointer<Float>, count: Int, cepstra: Int
  ) -> [Float] {
    var squares = [Double](repeating: 0, count: seconds.count)
    for row in 0..<cepstra {
      // Sums up to each second, so that those of any run are differences.
      var (sums, powers) = ([0.0], [0.0])
      for frames in seconds {
        var (sum, power) = (0.0, 0.0)
        for frame in frames {
          let value = Double(rows[row * count + frame])
          sum += value
          power += value * value
        }
        sums.append((sums.last ?? 0) + sum / Double(frames.count))
        powers.append((powers.last ?? 0) + power / Double(frames.count))
      }
      for place in side...seconds.count - side {
        func moments(_ from: Int) -> (mean: Double, variance: Double) {
          let mean = (sums[from + side] - sums[from]) / Double(side)
          return (mean, (powers[from + side] - powers[from]) / Double(side) - mean * mean)
        }
        let (before, after) = (moments(place - side), moments(place))
        let difference = before.mean - after.mean
        squares[place] += difference * difference / max((before.variance + after.variance) / 2, 1e-9)
      }
    }
    return squares.map { Float(($0 / Double(cepstra)).squareRoot()) }
  }
}
