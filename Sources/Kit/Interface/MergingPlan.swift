import TilawaFormat

/// What somebody else made of a bundle, to be brought into it.
public struct MergingPlan: Sendable {
  /// Something that both sides changed, each in another way.
  public struct Conflict: Sendable {
    /// The row, as `18:10`, or a key of the file.
    public let place: String
    /// The key inside it, such as `start`; nil for all of it.
    public let field: String?
    /// What this bundle says, if anything.
    public let ours: String?
    /// What the other says, if anything.
    public let theirs: String?
  }

  private let plan: MergePlan
  private let merge: BundleMerge
  private let opened: RecitationBundle

  init(_ opened: RecitationBundle, _ plan: MergePlan) throws {
    self.opened = opened
    self.plan = plan
    merge = try plan.merge.get()
  }

  /// What people must settle. It is written between conflict markers, as git does.
  public var conflicts: [Conflict] {
    merge.conflicts.map { Conflict(place: $0.place, field: $0.field, ours: $0.ours, theirs: $0.theirs) }
  }
  /// How many things are taken from the other side.
  public var taken: Int { merge.files.flatMap(\.decisions).count { $0.outcome == .theirs } }

  /// Writes the result, all of it or nothing, and gives the bundle as it is then.
  ///
  /// Throws `overtaken` when the bundle isn't any more as it was merged.
  public func carryOut() throws(TilawaError) -> RecitationBundle {
    do { _ = try plan.carriedOut(to: nil, in: opened.workplace) } catch { throw TilawaError(error) }
    return RecitationBundle(opened.place, in: opened.workplace)
  }
}

extension RecitationBundle {
  /// Plans to bring in what another copy of the bundle says: row by row, and value by value.
  ///
  /// `base` is what both started from; without it the version in the bundle's git history that comes nearest to the other is taken,
  /// and without one all rows of both stay. Of what both changed a verified row goes before others, then the more confident one.
  /// Throws `refused` when the two are of different audio, and `faultyFile` when a file can't be compared row by row.
  public func planMerge(
    of other: RecitationBundle, base: RecitationBundle? = nil
  ) async throws(TilawaError) -> MergingPlan {
    try await inBackground(unreported) { monitor in
      let version = { (bundle: RecitationBundle) in
        NamedVersion(bundle.path, try workplace.version(bundle.path))
      }
      var request = MergeRequest(ours: try version(self), theirs: try version(other))
      request.base = try base.map(version)
      return try MergingPlan(self, MergePlan(request, in: workplace, monitor))
    }
  }
}
