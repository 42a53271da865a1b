import TilawaBase
import TilawaFormat

extension MergePlan {
  private var files: [BundleMerge.File] { (try? merge.get().files) ?? [] }

  /// The conflicts that a person must settle. They will be between conflict markers, and ``RecordingEditor``
  /// settles them by the same ids.
  public var conflicts: [Conflict] {
    files.flatMap { file -> [Conflict] in
      guard let kind = file.kind.ofBundle, let bytes = file.bytes,
        file.decisions.contains(where: { $0.outcome == .conflict })
      else { return [] }
      return Conflict.all(
        in: SourceText(path: "\(workplace.path(ours.name))/\(kind.fileName)", bytes: bytes), kind)
    }
  }
  /// The number of values taken from the other side.
  public var taken: Int { files.flatMap(\.decisions).count { $0.outcome == .theirs } }
  /// Files that one side removed and the other changed.
  public var questions: [Question] {
    ((try? merge.get().conflicts) ?? []).filter {
      $0.reason == .removedAndChanged && $0.field == nil && FileKind(fileName: $0.place) != nil
    }
    .map { .keepsRemoved($0.place) }
  }

  /// Writes the result and returns the bundle as it is then, with its ``RecitationBundle/conflicts``.
  public func apply(
    confirming: Set<Question>, progress: @escaping @Sendable (WorkProgress) -> Void
  ) async throws(TilawaError) -> RecitationBundle {
    try await apply(confirming, progress) { _ in
      _ = try apply(to: nil)
      return RecitationBundle(FoundBundle(at: workplace.path(ours.name), in: workplace), in: workplace)
    }
  }
}

extension RecitationBundle {
  /// Plans to merge another copy of the bundle, row by row and value by value.
  ///
  /// `base` is the version from which both started; without it, all rows of both stay. If both changed the
  /// same, a verified row is preferred, then the more confident one. Throws `refused` if the two are of
  /// different audio, and `faulty` if a file can't be compared row by row.
  public func planMerge(
    of other: RecitationBundle, base: RecitationBundle?
  ) async throws(TilawaError) -> MergePlan {
    try await planMerge(of: other, base: base) { _ in }
  }

  /// Like ``planMerge(of:base:)``, but `prepare` first completes the request.
  package func planMerge(
    of other: RecitationBundle, base: RecitationBundle?,
    _ prepare: @escaping @Sendable (inout MergeRequest) throws -> Void
  ) async throws(TilawaError) -> MergePlan {
    try await inBackground(unreported) { _ in
      let version = { (bundle: RecitationBundle) in
        NamedVersion(bundle.path, try workplace.version(ofBundle: bundle.path))
      }
      var request = MergeRequest(ours: try version(self), theirs: try version(other))
      request.base = try base.map(version)
      try prepare(&request)
      let plan = try MergePlan(request, in: workplace)
      _ = try plan.merge.get()
      return plan
    }
  }
}
