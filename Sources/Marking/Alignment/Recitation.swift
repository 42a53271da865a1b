import Audio
import QuranIndex

/// What is heard of a passage, and where exactly.
struct Recitation: Sendable {
  var recited: RecitedPassage
  var found: SoundAligner.Alignment
}

extension SoundAligner {
  /// What is heard of a passage; nil when there is no room for it.
  ///
  /// Where it fits badly, much else may be heard, and the model has learnt from that. So once more nothing is taken to be
  /// read straight through, and other things cost less.
  func recitation(of stated: RecitedPassage) -> Recitation? {
    let plain = recitation(of: stated, first: .straight)
    if let plain, plain.found.fit >= leastPlainFit { return plain }
    var lenient = self
    lenient.otherCost = Self.lenientOtherCost
    guard let other = lenient.recitation(of: stated, first: .free) else { return plain }
    guard let plain else { return other }
    let isBetter =
      other.found.fit > plain.found.fit + Self.clearlyBetter
      && other.recited.share >= Self.leastShareKept * plain.recited.share
      && other.recited.share > 0
    return isBetter ? other : plain
  }

  private static let lenientOtherCost = Float(0.45)
  private static let clearlyBetter = 0.02
  private static let leastShareKept = 0.95

  private func recitation(of stated: RecitedPassage, first: CourseGraph.Costs) -> Recitation? {
    guard let course = course(of: stated, first: first) else { return nil }
    let recited = course.recited
    return align(
      recited.chainItems, recited.others, around: course.layout, adapted: course.model,
      stages: SearchStage.closing
    ).map { Recitation(recited: recited, found: $0) }
  }
}
