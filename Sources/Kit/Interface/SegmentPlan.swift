import TilawaBase
import TilawaFormat

/// Markers that become segments.
public struct SegmentPlan: Plan {
  private let plan: BundlePlan<Segmenting>
  private let opened: RecitationBundle

  init(_ opened: RecitationBundle, leavingUnnamed: Bool, leastConfidence: Double?) throws {
    self.opened = opened
    plan = try BundlePlan.segmenting(
      opened.place, isPartial: leavingUnnamed, keepsMarkers: false, leastConfidence: leastConfidence)
  }

  /// How many segments are made.
  public var made: Int { plan.content.made }
  /// How many unverified segments give way to them.
  public var replaced: Int { plan.content.replaced }
  /// How many markers wait.
  public var waiting: Int { plan.content.waiting }
  /// How many verified segments stay as they are.
  public var kept: Int { plan.content.kept }
  /// What was cut or left out for a verified segment, a line each.
  public var remarks: [String] { plan.content.remarks }
  /// What changes, as `diff -u` shows it.
  public var diff: String { plan.diff }

  /// Writes the segments and removes the markers, and gives the bundle as it is then. What others wrote meanwhile is looked at again.
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
  /// Throws `refused` when there are no markers, or some have no ayah; with `leavingUnnamed` these wait. So do those of stretches
  /// that begin or end where a tool is less sure than `leastConfidence`, from 0 to 1.
  public func planSegments(
    leavingUnnamed: Bool = false, leastConfidence: Double? = nil
  ) async throws(TilawaError) -> SegmentPlan {
    try await inBackground(unreported) { _ in
      try SegmentPlan(self, leavingUnnamed: leavingUnnamed, leastConfidence: leastConfidence)
    }
  }
}
