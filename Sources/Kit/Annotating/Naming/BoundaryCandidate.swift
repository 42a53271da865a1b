import TilawaBase
import TilawaRecognition
import TilawaSound

/// A place where one thing that is recited may give way to the next.
struct BoundaryCandidate: Hashable {
  /// What a person has said of the stretch that begins here.
  enum Content: Hashable {
    /// Nothing: it is to be found out.
    case free
    /// Items of the passage.
    case items(Range<Int>)
    /// Something that is no item.
    case other
  }

  /// Where the mark would stand.
  var at: Milliseconds
  /// Where the voice before it ends.
  var voiceEnd: Milliseconds
  /// Where the voice after it begins.
  var voiceStart: Milliseconds
  /// How much it looks like the end of an ayah, on a logarithmic scale; only differences count.
  var evidence = 0.0
  /// How sure it is that it is a pause, 0 to 1.
  var confidence = 1.0
  /// Whether a person set it, so that it can't be passed over.
  var isFixed = false
  var content = Content.free
  /// Whether a marker or a segment stands here already.
  var isTaken = false
}

extension BoundaryCandidate {
  /// What a pause says; short and shallow ones are mostly breaths. `range` is from the noise floor to the
  /// speech level.
  init(_ pause: Pause, range: Double) {
    self.init(at: pause.quietest, voiceEnd: pause.span.start, voiceStart: pause.span.end)
    evidence = logarithm(max(0.02, pause.span.length.seconds)) + min(1, pause.depth / max(6, range))
    confidence = pause.confidence
  }

  /// The pauses of a recording, between the beginning of its first and the end of its last sound.
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

  /// A pause this near to an end of the file reaches to it.
  private static let rim = Milliseconds(30)
  /// How far before its first sound a recitation is said to begin, and after its last to end.
  private static let lead = Milliseconds(100)
}
