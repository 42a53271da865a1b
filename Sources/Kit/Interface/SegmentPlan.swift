import TilawaBase
import TilawaFormat

/// A plan to make segments of markers.
public struct SegmentPlan: Plan {
  private let plan: BundlePlan<Segmenting>
  private let opened: RecitationBundle

  init(_ opened: RecitationBundle, leavingUnnamed: Bool, leastConfidence: Double?) throws {
    self.opened = opened
    plan = try BundlePlan.segmenting(
      opened.place, isPartial: leavingUnnamed, keepsMarkers: false, leastConfidence: leastConfidence)
  }

  /// The number of segments to be made.
  public var made: Int { plan.content.made }
  /// The number of unverified segments that are replaced.
  public var replaced: Int { plan.content.replaced }
  /// The number of markers that stay markers for now.
  public var waiting: Int { plan.content.waiting }
  /// The number of verified segments that stay as they are.
  public var kept: Int { plan.content.kept }
  /// Remarks on what was cut or left out for a verified segment, a line each.
  public var remarks: [String] { plan.content.remarks }
  /// The changes, in the format of `diff -u`.
  public var diff: String { plan.diff }

  /// Writes the segments, removes the markers, and returns the bundle as it is then. If somebody else changed
  /// the files meanwhile, the new content is considered.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> RecitationBundle {
    try await apply(confirming, progress) { _ in
      _ = try plan.apply()
      return RecitationBundle(opened.place, in: opened.workplace)
    }
  }
}

extension RecitationBundle {
  /// Plans segments of the markers: each lasts to its own end, the next marker, or the end of the audio.
  ///
  /// Throws `refused` if there are no markers, or some have no ayah; with `leavingUnnamed`, these stay
  /// markers. So do those of stretches that begin or end where a tool is less sure than `leastConfidence`,
  /// from 0 to 1.
  public func planSegments(
    leavingUnnamed: Bool = false, leastConfidence: Double? = nil
  ) async throws(TilawaError) -> SegmentPlan {
    try await inBackground(unreported) { _ in
      try SegmentPlan(self, leavingUnnamed: leavingUnnamed, leastConfidence: leastConfidence)
    }
  }
}
