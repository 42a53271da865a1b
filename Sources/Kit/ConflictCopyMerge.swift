import TilawaBase
package import TilawaFormat

/// Merges a conflict copy in a bundle with the file of which it is a version.
///
/// The copy is removed together with the change of the file, and only if the file contains everything in
/// the copy.
package struct ConflictCopyMerge: Sendable {
  /// The copy.
  package let copy: ConflictCopy
  /// Remarks about the preparation, in words.
  package let remarks: [String]
  /// The decisions, or the reason why there are none.
  package let merge: Result<BundleMerge, MergeRefusal>

  private let folder: String
  private let old: [UInt8]?
  private let copied: [UInt8]

  /// The file with everything in the copy, or nil if there are conflicts or it can't be merged.
  package var result: [UInt8]? {
    guard case .success(let merge) = merge, merge.conflicts.isEmpty else { return nil }
    return merge.files.first { $0.kind == copy.kind.document }?.bytes
  }

  /// Merges `copy` into its file in the bundle that the user calls `name`, by `policy`. The base is the
  /// version in git that is most similar to the copy, if `looksForBase` is true.
  package init(
    _ copy: ConflictCopy, in name: String, _ policy: MergePolicy, looksForBase: Bool, _ workplace: Workplace
  ) throws {
    self.copy = copy
    folder = workplace.path(name)
    let path = PathText.joined(folder, copy.name)
    copied = try FileContents.read(path, in: folder)
    let ours = try workplace.version(name)
    let kind = copy.kind.document
    old = ours.files[kind]?.bytes
    var theirs = ours
    theirs.files[kind] = SourceText(path: workplace.shown(path), bytes: copied)
    var request = MergeRequest(ours: NamedVersion(name, ours), theirs: NamedVersion(copy.name, theirs))
    request.policy = policy
    // Both are of one bundle, even if they describe different audio: a person chooses, and no rows are
    // moved.
    request.takesOtherAudio = true
    if looksForBase { try request.findBase(in: workplace) }
    remarks = request.remarks
    merge = try MergePlan(request, in: workplace).merge
  }

  /// Writes the file and removes the copy, both or neither. Does nothing if there is no result.
  ///
  /// Throws if one of them has changed since it was read.
  package func apply() throws {
    guard let result else { return }
    let file = PathText.joined(folder, copy.kind.fileName)
    try DirectoryLock.holding(folder) {
      try AtomicFile.change([
        .init(file, from: old, to: result),
        .init(PathText.joined(folder, copy.name), from: copied, to: nil),
      ])
    }
  }

  /// Returns the conflict copies in the bundle that the user calls `name`, ordered by name.
  package static func copies(in name: String, _ workplace: Workplace) throws -> [ConflictCopy] {
    let folder = workplace.path(name)
    guard try FileStatus.isFolder(folder), name.isBundle(workplace) else {
      throw Failure(FoundBundle.reasonForNone(at: name, in: workplace))
    }
    return try FileTree.entries(ofFolder: folder).compactMap { ConflictCopy(fileName: $0) }
  }
}

extension String {
  fileprivate func isBundle(_ workplace: Workplace) -> Bool {
    FoundBundle(containing: self, in: workplace)?.path == workplace.path(self)
  }
}
