package import TilawaBase

/// The names of the sides of a merge in conflicts.
package struct MergeLabels: Hashable, Sendable {
  /// Our side.
  package var ours: String
  /// The common ancestor.
  package var base: String
  /// The other side.
  package var theirs: String
  /// The number of characters in a conflict marker.
  package var markerSize: Int

  /// Names for the sides.
  package init(ours: String = "ours", base: String = "base", theirs: String = "theirs", markerSize: Int = 7) {
    self.ours = ours
    self.base = base
    self.theirs = theirs
    self.markerSize = max(1, markerSize)
  }
}

/// A merge of three versions of one file of a bundle.
///
/// Rows are paired by their identity and their place in time, keys by their names. Each is merged by itself,
/// value by value. The result keeps the text of ours wherever theirs changed nothing.
package struct FileMerge: Sendable {
  /// The decisions about everything that at least one side changed, in the order of the result.
  package private(set) var decisions: [MergeDecision] = []
  /// The merged file, with markers where the sides are in conflict.
  package private(set) var bytes: [UInt8] = []

  /// The decisions that people must make.
  package var conflicts: [MergeDecision] { decisions.filter { $0.outcome == .conflict } }

  /// The reason for which a file can't be merged.
  package struct Unmergeable: Error, Sendable {
    /// The version that is to blame.
    package let path: String
    /// The faults in it.
    package let diagnostics: [Diagnostic]
  }

  /// Merges what `ours` and `theirs` made of `base`; without a base all that is in either of them.
  ///
  /// Throws when a version can't be read surely enough: faults of its YAML, or conflicts of an earlier merge.
  package init(
    base: SourceText?, ours: SourceText, theirs: SourceText, kind: DocumentKind,
    policy: MergePolicy = MergePolicy(),
    labels: MergeLabels = MergeLabels()
  ) throws(Unmergeable) {
    if ours.bytes == theirs.bytes || base?.bytes == theirs.bytes {
      bytes = ours.bytes
      return
    }
    if base?.bytes == ours.bytes {
      bytes = theirs.bytes
      return
    }
    var policy = policy
    // Two numbers that are nearly the same are only times in bundles.
    if !kind.isOfBundles { policy.tolerance = .zero }
    if let base, mergeShort(SharedRows(of: [base, ours, theirs], kind), ours, kind, policy, labels) {
      return
    }
    let versions = try Self.cut([base ?? SourceText(path: "", bytes: []), ours, theirs], kind)
    let (b, o, t, shift) = try Self.onOneTimeline(versions[0], versions[1], versions[2])
    var writer = MergeWriter(b, o, t, policy, labels)
    writer.write()
    bytes = writer.bytes
    decisions = (shift.map { [$0] } ?? []) + writer.decisions
  }

  /// Merges the versions without what they share, which is most of a long file; false when it needs all of them.
  private mutating func mergeShort(
    _ shared: SharedRows?, _ ours: SourceText, _ kind: DocumentKind, _ policy: MergePolicy,
    _ labels: MergeLabels
  ) -> Bool {
    // Faults are reported for the whole version, with its line numbers.
    guard let shared, let versions = try? shared.versions.map({ try AnnotationText($0, kind) }) else {
      return false
    }
    let hidden = shared.cuts[1].map { ($0.place, ours.bytes[$0.hidden]) }
    var writer = MergeWriter(
      versions[0], versions[1], versions[2], policy, labels,
      hidden: Dictionary(hidden) { first, _ in first })
    writer.write()
    guard writer.isInPlace else { return false }
    (bytes, decisions) = (writer.bytes, writer.decisions)
    return true
  }

  /// If one side moved all rows alike, moves the other two versions with it, so that their new rows are where
  /// they are heard now.
  private static func onOneTimeline(
    _ base: AnnotationText, _ ours: AnnotationText, _ theirs: AnnotationText
  ) throws(Unmergeable) -> (AnnotationText, AnnotationText, AnnotationText, MergeDecision?) {
    let byOurs = RecordingShift(from: base, to: ours).offset
    let byTheirs = RecordingShift(from: base, to: theirs).offset
    let decision = { (outcome: MergeDecision.Outcome) in
      MergeDecision(
        place: "all rows", field: nil, base: "0.000", ours: "\(byOurs)", theirs: "\(byTheirs)",
        outcome: outcome,
        reason: outcome == .ours ? .onlyOursChanged : .onlyTheirsChanged)
    }
    if byOurs != .zero, byTheirs == .zero, let moved = try base.shifted(by: byOurs),
      let others = try theirs.shifted(by: byOurs)
    {
      return (moved, ours, others, decision(.ours))
    }
    if byTheirs != .zero, byOurs == .zero, let moved = try base.shifted(by: byTheirs),
      let own = try ours.shifted(by: byTheirs)
    {
      return (moved, own, theirs, decision(.theirs))
    }
    return (base, ours, theirs, nil)
  }

  /// Cuts versions of a document alike: a list that stands between brackets in one of them is one value in all.
  static func cut(_ sources: [SourceText], _ kind: DocumentKind) throws(Unmergeable) -> [AnnotationText] {
    let texts = try sources.map { source throws(Unmergeable) in try AnnotationText(source, kind) }
    let whole = Set(kind.lists.filter { list in texts.contains { $0.isOneValue(list) } }.map(\.key))
    return whole.isEmpty
      ? texts
      : try sources.map { source throws(Unmergeable) in try AnnotationText(source, kind, whole: whole) }
  }
}
