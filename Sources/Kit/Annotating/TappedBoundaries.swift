package import TilawaBase
package import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Boundaries from the key presses of a listener. The listener's reaction time is measured and subtracted,
/// and each press is moved to the pause that it means.
package struct TappedBoundaries: Sendable {
  /// The usual delay between the audible beginning of an ayah and the key press, including the player's
  /// buffer.
  package let reaction: Milliseconds
  /// True if the delay was measured from the presses; false if it was given, or they are too few or too
  /// uneven.
  package let isMeasured: Bool
  /// The boundaries, in order of time; presses that mean the same pause are one.
  package let boundaries: [Milliseconds]
  /// The number of boundaries at a pause; the others are where the press indicates.
  package let atPauses: Int

  /// The delay that is assumed if none can be measured.
  package static let usualReaction = Milliseconds(250)

  /// Finds the boundaries that `taps` mean; `reaction` is measured unless given.
  ///
  /// People press when they hear the first sound of an ayah, so presses follow the ends of pauses by a
  /// constant delay. The delay at which most presses fall on ends of pauses is chosen, in 10 ms steps from
  /// -0.4 to 1.5 s. Each press counts exp(-(distance / 90 ms)²), times 0.2 plus the pause's confidence.
  package init(taps: [Milliseconds], pauses: [Pause], reaction given: Milliseconds? = nil) {
    let taps = taps.sorted()
    let measured = given == nil ? Self.measured(taps, pauses) : nil
    let reaction = given ?? measured ?? Self.usualReaction
    self.reaction = reaction
    isMeasured = measured != nil
    var atPauses = 0
    var boundaries: [Milliseconds] = []
    for tap in taps {
      let meant = tap - reaction
      let pause = Self.pause(near: meant, in: pauses)
      let place = pause?.quietest ?? max(.zero, meant)
      guard boundaries.last != place else { continue }
      if pause != nil { atPauses += 1 }
      boundaries.append(place)
    }
    self.boundaries = boundaries.sorted()
    self.atPauses = atPauses
  }

  private static func measured(_ taps: [Milliseconds], _ pauses: [Pause]) -> Milliseconds? {
    guard taps.count >= 3 else { return nil }
    let ends = pauses.map { (time: $0.span.end.count, weight: $0.confidence) }
    var best = (score: 0.0, shift: Int64(0))
    for shift in stride(from: Int64(-400), through: 1500, by: 10) {
      let score = taps.reduce(0.0) { sum, tap in
        let meant = tap.count - shift
        return sum
          + (neighbours(of: meant, in: ends).map { end in
            let distance = Double(meant - end.time) / 90
            return (0.2 + end.weight) * exp(-distance * distance)
          }.max() ?? 0)
      }
      // Of two equally good delays, the one nearer to the usual delay wins.
      let doubt = Double(abs(shift - usualReaction.count)) * 1e-5
      if score - doubt > best.score { best = (score - doubt, shift) }
    }
    return best.score > 0.3 * Double(taps.count) ? Milliseconds(best.shift) : nil
  }

  /// Returns the ends before and after a time.
  private static func neighbours(
    of time: Int64, in ends: [(time: Int64, weight: Double)]
  ) -> ArraySlice<(time: Int64, weight: Double)> {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if ends[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return ends[max(0, low - 1)..<min(ends.count, low + 1)]
  }

  /// Returns the pause whose end is nearest, or nil if none is within 0.4 s or contains the time.
  private static func pause(near time: Milliseconds, in pauses: [Pause]) -> Pause? {
    let near = pauses.filter { pause in
      abs(pause.span.end.count - time.count) <= 400 || (pause.span.start <= time && time <= pause.span.end)
    }
    return near.min { abs($0.span.end.count - time.count) < abs($1.span.end.count - time.count) }
  }
}
