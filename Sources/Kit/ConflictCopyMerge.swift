import TilawaBase
package import TilawaFormat

/// A conflict copy in a bundle, made one with the file that it is a version of.
///
/// The copy is removed with the change of the file, and only when all that it says is in there.
package struct ConflictCopyMerge: Sendable {
  /// The copy.
  package let copy: ConflictCopy
  /// What was done to get there, in words.
  package let remarks: [String]
  /// The decisions, or why there are none.
  package let merge: Result<BundleMerge, MergeRefusal>

  private let folder: String
  private let old: [UInt8]?
  private let copied: [UInt8]

  /// The file with all that the copy says; nil while a person has to settle something, or when it can't be merged.
  package var result: [UInt8]? {
    guard case .success(let merge) = merge, merge.conflicts.isEmpty else { return nil }
    return merge.files.first { $0.kind == copy.kind.document }?.bytes
  }

  /// Merges `copy` into its file in the bundle that the user calls `name`, after `policy`. The base is the version in git
  /// that comes nearest to the copy, unless that isn't wanted.
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
    // It is one bundle, whatever the two say of its audio: a person chooses, and nothing is moved.
    request.takesOtherAudio = true
    if looksForBase { try request.findBase(in: workplace) }
    remarks = request.remarks
    merge = try MergePlan(request, in: workplace).merge
  }

  /// Writes the file and removes the copy, both or neither. Nothing is done while there is no result.
  ///
  /// Throws when one of them isn't any more as it was read.
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

  /// The conflict copies in the bundle that the user calls `name`, in the order of their names.
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
