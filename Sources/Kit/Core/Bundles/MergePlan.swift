import TilawaBase
package import TilawaFormat

/// What two people made of a bundle, to be merged.
package struct MergeRequest: Sendable {
  /// What both started from, when the user named it.
  package var base: NamedVersion?
  package var ours: NamedVersion
  package var theirs: NamedVersion
  package var policy = MergePolicy()
  /// Whether times may be merged as they are where the versions name different audio.
  package var takesOtherAudio = false
  /// What was done to get here, in words.
  package var remarks: [String] = []

  package init(ours: NamedVersion, theirs: NamedVersion) {
    self.ours = ours
    self.theirs = theirs
  }
}

/// Why versions aren't merged as they are.
package enum MergeRefusal: Error, Sendable {
  /// They name different audio, with these checksums.
  case differentAudio(ours: String, theirs: String)
  /// A version can't be read row by row.
  case unmergeable(FileMerge.Unmergeable)
}

/// Two versions of a bundle and what they come from, made one.
public struct MergePlan: Plan {
  /// What was done to get there, in words.
  package let remarks: [String]
  /// The files and every decision, or why there are none.
  package let merge: Result<BundleMerge, MergeRefusal>

  let ours: NamedVersion
  /// All that was merged, ours among them.
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

  /// Where merged files went.
  package enum Written: Sendable {
    /// Nowhere: one file that was merged for whoever reads the stream.
    case stream([UInt8])
    /// Into the file that was named.
    case file
    /// Into a bundle; these files of it were changed, or removed.
    case bundle([(path: String, isRemoved: Bool)])
  }

  /// Writes the result: into the bundle `output`, or ours without one. A merged file goes to the file `output`, or is given
  /// back when there is none, or `-`.
  ///
  /// Throws when the plan has no merge, a file isn't any more as it was merged, or `output` has another than any of those
  /// that were merged, unless it `isReplacing` them.
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
        "there is no bundle \(output ?? ours.name) to write to; make a copy for the result, and name it"
      )
    }
    return try DirectoryLock.holding(path) {
      var changes: [AtomicFile.Change] = []
      var written: [(path: String, isRemoved: Bool)] = []
      for file in merge.files {
        let target = PathText.joined(path, file.kind.fileName)
        // With an output of its own, what is there is replaced; else it is what was merged.
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
  /// Throws where a file that is there says something that isn't of any version.
  private func require(
    _ old: [UInt8], _ kind: DocumentKind, at shown: String, becomes new: [UInt8]?
  ) throws(Failure) {
    guard old != new, !versions.contains(where: { $0.files[kind]?.bytes == old }) else { return }
    throw Failure("\(shown) is there already, and is none of the versions", unless: .replacingFile)
  }
}

extension MergeRequest {
  /// That the versions are of different audio, unless it is taken.
  package var refusal: MergeRefusal? {
    guard !takesOtherAudio, let one = ours.version.audioChecksum, let other = theirs.version.audioChecksum,
      one.lowercased() != other.lowercased()
    else { return nil }
    return .differentAudio(ours: one, theirs: other)
  }
}
