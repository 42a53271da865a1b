import TilawaBase

/// Three versions of a bundle, made one.
package struct BundleMerge: Sendable {
  /// The result of merging one file.
  package struct File: Sendable {
    /// The kind of the file.
    package let kind: DocumentKind
    /// The merged text; nil if the file is removed.
    package let bytes: [UInt8]?
    /// The decisions about the file.
    package let decisions: [MergeDecision]
  }

  /// Each file that at least one version has.
  package private(set) var files: [File] = []

  /// The conflicts that people must settle.
  package var conflicts: [MergeDecision] { files.flatMap(\.decisions).filter { $0.outcome == .conflict } }

  /// Merges what `ours` and `theirs` made of `base`; without a base all that is in either of them.
  ///
  /// Throws when a version of a file can't be read surely enough; nothing is decided then.
  package init(
    base: BundleVersion?, ours: BundleVersion, theirs: BundleVersion, policy: MergePolicy = MergePolicy(),
    labels: MergeLabels = MergeLabels()
  ) throws(FileMerge.Unmergeable) {
    for kind in DocumentKind.all {
      let (b, o, t) = (base?.files[kind], ours.files[kind], theirs.files[kind])
      switch (o, t) {
      case (nil, nil): continue
      case (let o?, let t?):
        let merge = try FileMerge(base: b, ours: o, theirs: t, kind: kind, policy: policy, labels: labels)
        files.append(File(kind: kind, bytes: merge.bytes, decisions: merge.decisions))
      case (let kept?, nil), (nil, let kept?):
        files.append(try Self.file(kind, b, kept, isOurs: o != nil, policy))
      }
    }
  }

  /// A file that only one side has: it is new, or the other side removed it.
  private static func file(
    _ kind: DocumentKind, _ base: SourceText?, _ kept: SourceText, isOurs: Bool, _ policy: MergePolicy
  ) throws(FileMerge.Unmergeable) -> File {
    let decision = { (outcome: MergeDecision.Outcome, reason: MergeDecision.Reason) in
      MergeDecision(
        place: kind.fileName, field: nil, base: base == nil ? nil : "there", ours: isOurs ? "there" : nil,
        theirs: isOurs ? nil : "there", outcome: outcome, reason: reason)
    }
    guard let base else {
      return File(
        kind: kind, bytes: kept.bytes,
        decisions: [decision(isOurs ? .ours : .theirs, isOurs ? .onlyOursAdded : .onlyTheirsAdded)])
    }
    if try FileDiff(base, kept, kind: kind).isEmpty {
      return File(
        kind: kind, bytes: nil,
        decisions: [decision(isOurs ? .theirs : .ours, isOurs ? .onlyTheirsRemoved : .onlyOursRemoved)])
    }
    switch policy.preference {
    case .ours:
      return File(kind: kind, bytes: isOurs ? kept.bytes : nil, decisions: [decision(.ours, .preferred)])
    case .theirs:
      return File(kind: kind, bytes: isOurs ? nil : kept.bytes, decisions: [decision(.theirs, .preferred)])
    // What was changed stays where a person can see it.
    case .verified, .none:
      return File(kind: kind, bytes: kept.bytes, decisions: [decision(.conflict, .removedAndChanged)])
    }
  }
}
