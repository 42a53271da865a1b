import TilawaBase
package import TilawaFormat

/// A request to merge two versions of a bundle.
package struct MergeRequest: Sendable {
  /// The version from which both started, if the user named it.
  package var base: NamedVersion?
  package var ours: NamedVersion
  package var theirs: NamedVersion
  package var policy = MergePolicy()
  /// True if times may be merged as they are although the versions name different audio.
  package var takesOtherAudio = false
  /// Remarks on how the versions were found.
  package var remarks: [String] = []

  package init(ours: NamedVersion, theirs: NamedVersion) {
    self.ours = ours
    self.theirs = theirs
  }
}

/// The reason why versions aren't merged as they are.
package enum MergeRefusal: Error, Sendable {
  /// The versions name different audio, with these checksums.
  case differentAudio(ours: String, theirs: String)
  /// A version can't be read row by row.
  case unmergeable(FileMerge.Unmergeable)
}

/// A plan to merge two versions of a bundle, with their common ancestor if there is one.
public struct MergePlan: Plan {
  /// Remarks on how the versions were found.
  package let remarks: [String]
  /// The merged files with every decision, or the reason why there are none.
  package let merge: Result<BundleMerge, MergeRefusal>

  let ours: NamedVersion
  /// All versions that were merged, including ours.
  private let versions: [BundleVersion]

  let workplace: Workplace

  package init(_ request: MergeRequest, in workplace: Workplace) throws {
    self.workplace = workplace
    (ours, remarks) = (request.ours, request.remarks)
    versions = [request.ours, request.theirs].map(\.version) + [request.base].compactMap { $0?.version }
    do {
      if let refusal = request.refusal { throw refusal }
      merge = .success(
        try BundleMerge(
          base: request.base?.version, ours: request.ours.version, theirs: request.theirs.version,
          policy: request.policy))
    } catch let refusal as MergeRefusal {
      merge = .failure(refusal)
    } catch let fault as FileMerge.Unmergeable {
      merge = .failure(.unmergeable(fault))
    }
  }

  /// The destination of the merged files.
  package enum Written: Sendable {
    /// Not written: the content of one merged file, for the output stream.
    case stream([UInt8])
    /// The file that was named.
    case file
    /// A bundle, of which these files were changed or removed.
    case bundle([(path: String, isRemoved: Bool)])
  }

  /// Writes the result to the bundle `output`, or to ours if it is nil. A merged file is written to the file
  /// `output`, or returned if that is nil or `-`.
  ///
  /// Throws if the plan has no merge, or a file has changed since it was merged. Also throws if `output`
  /// contains a file that isn't one of the merged versions, unless `isReplacing` is true.
  package func apply(to output: String?, isReplacing: Bool = false) throws -> Written {
    let merge = try merge.get()
    let path = workplace.path(output ?? ours.name)
    guard try FileStatus.isFolder(workplace.path(ours.name)) || ours.version.files.count > 1 else {
      let bytes = merge.files.first?.bytes ?? []
      guard let output, output != "-" else { return .stream(bytes) }
      if !isReplacing, let kind = merge.files.first?.kind, try FileStatus.ifAny(path)?.kind == .file {
        try require(try FileContents.read(path), kind, at: output, becomes: bytes)
      }
      try AtomicFile.write(bytes, to: path)
      return .file
    }
    guard try FileStatus.isFolder(path) else {
      throw Failure(
        "no such bundle: \(output ?? ours.name); create a copy for the result and name it"
      )
    }
    return try DirectoryLock.holding(path) {
      var changes: [AtomicFile.Change] = []
      var written: [(path: String, isRemoved: Bool)] = []
      for file in merge.files {
        let target = PathText.joined(path, file.kind.fileName)
        // A separate output is replaced; otherwise, the old file is the one that was merged.
        let old =
          output == nil
          ? ours.version.files[file.kind]?.bytes : try FileContents.readIfAny(target, in: path)
        guard old != file.bytes else { continue }
        if let old, output != nil, !isReplacing {
          try require(old, file.kind, at: workplace.shown(target), becomes: file.bytes)
        }
        changes.append(.init(target, from: old, to: file.bytes))
        written.append((target, file.bytes == nil))
      }
      try AtomicFile.change(changes)
      return .bundle(written)
    }
  }
}

extension MergePlan {
  /// Throws if an existing file differs from all versions and from the result.
  private func require(
    _ old: [UInt8], _ kind: DocumentKind, at shown: String, becomes new: [UInt8]?
  ) throws(Failure) {
    guard old != new, !versions.contains(where: { $0.files[kind]?.bytes == old }) else { return }
    throw Failure("\(shown) already exists and is not one of the versions", unless: .replacingFile)
  }
}

extension MergeRequest {
  /// The refusal because the versions are of different audio, or nil if they aren't or it is accepted.
  package var refusal: MergeRefusal? {
    guard !takesOtherAudio, let one = ours.version.audioChecksum, let other = theirs.version.audioChecksum,
      one.lowercased() != other.lowercased()
    else { return nil }
    return .differentAudio(ours: one, theirs: other)
  }
}
