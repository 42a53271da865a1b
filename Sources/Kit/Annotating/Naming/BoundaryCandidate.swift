import TilawaBase
import TilawaRecognition
import TilawaSound

/// A place where a boundary may be.
struct BoundaryCandidate: Hashable {
  /// The content that a person has stated for the stretch that begins here.
  enum Content: Hashable {
    /// Nothing is stated; the search finds the content.
    case free
    /// Items of the passage.
    case items(Range<Int>)
    /// Something that is not an item of the passage.
    case other
  }

  /// The time of the mark, if the candidate is chosen.
  var at: Milliseconds
  /// The time at which the voice before it ends.
  var voiceEnd: Milliseconds
  /// The time at which the voice after it begins.
  var voiceStart: Milliseconds
  /// The likeness to the end of an ayah, on a logarithmic scale; only differences matter.
  var evidence = 0.0
  /// The confidence that this is a pause, from 0 to 1.
  var confidence = 1.0
  /// True if a person set the boundary, so that the search can't skip it.
  var isFixed = false
  var content = Content.free
  /// True if a marker or segment already begins here.
  var isTaken = false
}

extension BoundaryCandidate {
  /// Creates a candidate from a pause; short and shallow pauses are mostly breaths.
  ///
  /// `range` is the difference between the speech level and the noise floor.
  init(_ pause: Pause, range: Double) {
    self.init(at: pause.quietest, voiceEnd: pause.span.start, voiceStart: pause.span.end)
    evidence = logarithm(max(0.02, pause.span.length.seconds)) + min(1, pause.depth / max(6, range))
    confidence = pause.confidence
  }

  /// Returns the pauses of a recording, between the beginning of its first and the end of its last sound.
  static func candidates(of analysis: PauseAnalysis) -> [BoundaryCandidate] {
    let range = analysis.speechLevel - analysis.noiseFloor
    var candidates = analysis.pauses.map { BoundaryCandidate($0, range: range) }
    if let first = analysis.pauses.first, first.span.start <= rim, first.span.end < analysis.duration {
      // A little early, so that no player cuts into the first sound.
      candidates[0].at = max(.zero, first.span.end - lead)
    } else {
      candidates.insert(BoundaryCandidate(at: .zero, voiceEnd: .zero, voiceStart: .zero), at: 0)
    }
    if candidates.count > 1, let last = analysis.pauses.last, last.span.end + rim >= analysis.duration {
      candidates[candidates.count - 1].at = min(analysis.duration, last.span.start + lead)
    } else {
      let end = analysis.duration
      candidates.append(BoundaryCandidate(at: end, voiceEnd: end, voiceStart: end))
    }
    return candidates
  }

  /// The distance from an end of the file within which a pause reaches to it.
  private static let rim = Milliseconds(30)
  /// The time by which a recitation begins before its first sound and ends after its last.
  private static let lead = Milliseconds(100)
}
