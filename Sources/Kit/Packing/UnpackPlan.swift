package import TilawaBase
package import TilawaFormat
import TilawaLint

/// Bundles that came in an archive: unpacked to a hidden folder, checked, and ready to be put in their
/// places.
public struct UnpackPlan: Plan {
  /// A bundle that came.
  package struct Bundle: Sendable {
    /// The treatment of a bundle.
    package enum Fate: Sendable {
      /// Its name is free.
      case new
      /// An identical bundle is there.
      case same
      /// It replaces the existing bundle. That one's hidden files are kept, and its audio, unless a file of
      /// that name came.
      case replacing
      /// It is merged into the bundle at that path; the diff is between that bundle and the one that came.
      case merging(into: String, diff: BundleDiff, MergePlan)
    }

    /// The absolute path of its place.
    package let path: String
    /// The path as the user would write it.
    package let shownPath: String
    package let fate: Fate
    /// The findings of lint.
    package let findings: [Diagnostic]
    /// Other remarks for the user.
    package let remarks: [String]
    /// The number of files that came, and their total size in bytes.
    package let (fileCount, bytes): (Int, Int64)
    /// The paths of files that a merge adds, because their names are free.
    package let newFiles: [String]
    /// Its current path.
    let here: String
  }

  /// The bundles, ordered by the bytes of their names.
  package let bundles: [Bundle]
  /// The signer, or nil if no signature was required.
  package let signature: SSHSignature.Signer?
  /// True if a manifest covers every file.
  public let hasManifest: Bool
  /// The names of files outside of bundles, which aren't unpacked.
  public let outside: [String]

  private let folder: String
  private let workshop: Workshop

  /// Unpacks the archive beside the folder of the request. Existing files aren't changed.
  ///
  /// Throws a `Failure` if the archive has any fault, or a bundle is in the way. The unpacked files are
  /// removed then, and also when the plan is discarded. Throws `CancellationError` if it is cancelled.
  package init(_ request: UnpackRequest, in workplace: Workplace, _ monitor: WorkMonitor) throws {
    folder = workplace.path(request.folder)
    if let outer = FoundBundle(containing: request.folder, in: workplace) {
      throw Failure("\(outer.shownPath) is itself a bundle and cannot contain another")
    }
    var existing = folder
    while try FileStatus.ifAny(existing, followingLinks: false) == nil {
      let above = PathText.folder(of: existing)
      guard above != existing, above != "." else {
        throw Failure("cannot create \(request.folder): no folder above it exists")
      }
      existing = above
    }
    guard try FileStatus.isFolder(existing) else {
      throw Failure("\(request.folder) is not a folder")
    }
    let workshop = try Workshop(in: existing)
    let archive = try ReceivedArchive(request, workshop, in: workplace, monitor)
    (self.workshop, hasManifest, outside) = (workshop, archive.hasManifest, archive.outside)
    signature = archive.signer
    let folder = folder
    bundles = try archive.bundles.map { bundle in
      try Bundle(bundle, of: archive, in: folder, request, workplace)
    }
  }

  /// Puts the bundles in their places one by one, each wholly or not at all. `done` is called after each.
  package func apply(done: (Bundle) -> Void = { _ in }) throws {
    for bundle in bundles {
      switch bundle.fate {
      case .same: break
      case .new:
        try FileTransfer.makeFolder(PathText.folder(of: bundle.path))
        try FolderPlacement.place(bundle.here, at: bundle.path)
      case .replacing:
        try DirectoryLock.holding(bundle.path) {
          try bundle.takeOver()
          try FolderPlacement.exchange(bundle.here, with: bundle.path)
        }
      case .merging(_, _, let merge):
        _ = try merge.apply(to: nil)
        try bundle.bringNewFiles()
      }
      done(bundle)
    }
  }
}

extension UnpackPlan.Bundle {
  fileprivate init(
    _ received: ReceivedBundle, of archive: ReceivedArchive, in folder: String, _ request: UnpackRequest,
    _ workplace: Workplace
  ) throws {
    let meeting = request.meeting
    let name = received.source
    here = PathText.joined(archive.folder, name)
    let files = archive.files.filter { $0.key.begins(with: name + "/") }
    (fileCount, bytes) = (files.count, files.values.reduce(0) { $0 + $1.bytes })
    let place = PathText.joined(folder, received.path)
    if let odd = LinkRule.oddPart(of: PathText.folder(of: place), below: folder) {
      throw Failure(
        "\(received.path) cannot be unpacked: \(workplace.shown(odd)) is a link; unpack into another folder")
    }
    var path = place
    if meeting == .merging, try FileStatus.ifAny(path, followingLinks: false) == nil,
      let own = try Self.copy(of: here, in: folder, workplace)
    {
      path = own
    }
    self.path = path
    shownPath = workplace.shown(path)
    let came = TilawaBundle(readingAt: here, shownAs: workplace.shown(place))
    findings = Linter(.hearing).lint(came).filter { $0.severity != .note && $0.rule.code != "A703" }
    var remarks: [String] = []
    if let audio = came.recording?.content?.audio, let file = audio.file?.value {
      let sum = archive.files["\(name)/\(file)"]?.sha256
      if sum == nil {
        remarks.append(
          "unpacked without its audio (\(file))"
            + (audio.sha256 == nil
              ? "" : "; compare a copy of yours with the checksum in recording.yaml"))
      } else if let named = audio.sha256?.value, named.lowercased() != sum {
        remarks.append("its audio is not the one in recording.yaml: the checksums differ")
      }
    }
    let isThere = try FileStatus.ifAny(path, followingLinks: false) != nil
    var paths = files.keys.compactMap { $0.after(name + "/").map(String.init) }
    if isThere, meeting == .merging {
      if let copy = came.recording?.content?.audio?.file?.value, paths.contains(copy),
        try AudioCopy.isCopy(workplace.version(here), of: workplace.version(path))
      {
        paths.removeAll { $0.isExactly(copy) }
        remarks.append("\(copy) is the same recording as your audio, so it is not added")
      }
      let others = paths.filter { FileKind(fileName: $0)?.fileName.isExactly($0) != true }.sorted()
      newFiles = try others.filter {
        try FileStatus.ifAny(PathText.joined(path, $0), followingLinks: false) == nil
          && LinkRule.oddPart(of: PathText.joined(path, $0), below: path) == nil
      }
      for other in others where !newFiles.contains(other) {
        let own = try? FileDigest.of(PathText.joined(path, other))
        guard own != files["\(name)/\(other)"] else { continue }
        remarks.append("\(other) differs in the archive; yours is kept")
      }
    } else {
      newFiles = []
    }
    self.remarks = remarks
    switch meeting {
    case _ where !isThere: fate = .new
    case _ where Self.isSame(files, name, at: path): fate = .same
    case .refused: throw Failure("\(shownPath) already exists and differs", unless: .replacingBundle)
    case .replacing:
      try Self.requireReplaceable(path, shownPath)
      fate = .replacing
    case .merging:
      fate = try Self.merge(here, name, into: path, request.takesOtherAudio, workplace)
    }
  }

  /// Returns true if all files that came are already there, with the same bytes.
  private static func isSame(_ files: [String: FileDigest], _ name: String, at path: String) -> Bool {
    files.allSatisfy { file, digest in
      let own = PathText.joined(path, String(file.after(name + "/") ?? ""))
      guard (try? FileStatus.ifAny(own, followingLinks: false))?.size == digest.bytes else { return false }
      return (try? FileDigest.of(own)) == digest
    }
  }

  /// Returns the path of the user's copy of a bundle elsewhere or under another name: a bundle of the same
  /// recording in the folder or below it.
  ///
  /// Throws if there are several.
  private static func copy(of bundle: String, in folder: String, _ workplace: Workplace) throws -> String? {
    let id = { (path: String) in
      TilawaBundle(readingAt: path, shownAs: path, only: [.recording]).recording?.content?.id?.value
    }
    guard let wanted = id(bundle) else { return nil }
    guard try FileStatus.isFolder(folder) else { return nil }
    let found = FileTree.bundles(under: folder, takingIgnored: true) { _ in }.paths.filter {
      id($0) == wanted
    }
    if found.count > 1 {
      let shown = found.map { workplace.shown($0) }.joined(separator: " and ")
      throw Failure("\(shown) have the same id, \(wanted); unpack into the folder of one of them")
    }
    return found.first
  }

  private static func merge(
    _ here: String, _ name: String, into path: String, _ takesOtherAudio: Bool, _ workplace: Workplace
  ) throws -> Fate {
    let shown = workplace.shown(path)
    let ours = NamedVersion(shown, try workplace.version(path))
    let name = PathText.name(of: name)
    var theirs = NamedVersion(name, try workplace.version(here))
    // The temporary path doesn't matter to the user.
    for (kind, source) in theirs.version.files {
      theirs.version.files[kind] = SourceText(
        path: "\(name)/\(kind.fileName) (unpacked)", bytes: source.bytes)
    }
    if takesOtherAudio || AudioCopy.isCopy(theirs.version, of: ours.version) {
      theirs.version = theirs.version.namingAudio(of: ours.version)
    }
    var request = MergeRequest(ours: ours, theirs: theirs)
    try request.findBase(in: workplace)
    request.disregardStripping()
    let merge = try MergePlan(request, in: workplace)
    switch merge.merge {
    case .success: break
    case .failure(.differentAudio):
      throw Failure(
        "\(shown) has different audio from the archive", unless: .takingOtherAudio)
    case .failure(.unmergeable(let fault)): throw FaultyFiles(diagnostics: fault.diagnostics, bundle: shown)
    }
    return .merging(into: path, diff: try BundleDiff(ours.version, theirs.version), merge)
  }

  /// Throws if the existing bundle contains anything that archives can't contain, and that would be lost.
  private static func requireReplaceable(_ path: String, _ shown: String) throws {
    guard try FileStatus.ifAny(path, followingLinks: false)?.kind == .folder else {
      throw Failure("\(shown) is not a folder; it is not replaced")
    }
    for name in try FileTree.entries(ofFolder: path) {
      let kind = try FileStatus.ifAny(PathText.joined(path, name), followingLinks: false)?.kind
      let isHidden = name.begins(with: ".")
      guard isHidden && kind == .folder || kind == .link || name == DocumentKind.journalName else { continue }
      throw Failure(
        "\(shown) contains \(name), which is never in an archive; move it away, or unpack into another folder"
      )
    }
  }

  /// Copies the hidden files of the existing bundle to the one that came, and its audio, unless a file of
  /// that name came.
  fileprivate func takeOver() throws {
    let old = TilawaBundle(readingAt: path, shownAs: shownPath, only: [.recording])
    var kept = try FileTree.entries(ofFolder: path).filter { $0.begins(with: ".") }
    if let audio = old.recording?.content?.audio?.file?.value, AudioPresence.isPath(audio) {
      kept.append(audio)
    }
    for name in kept {
      let (own, target) = (PathText.joined(path, name), PathText.joined(here, name))
      guard try FileStatus.ifAny(own, followingLinks: false)?.kind == .file,
        try FileStatus.ifAny(target, followingLinks: false) == nil
      else { continue }
      try FileTransfer.makeFolder(PathText.folder(of: target))
      try FileTransfer.share(own, as: target)
    }
  }

  /// Adds the files that the existing bundle lacks, including the audio.
  fileprivate func bringNewFiles() throws {
    for file in newFiles {
      let target = PathText.joined(path, file)
      try FileTransfer.makeFolder(PathText.folder(of: target))
      try FileTransfer.share(PathText.joined(here, file), as: target)
    }
  }
}
