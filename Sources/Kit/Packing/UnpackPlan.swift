package import TilawaBase
package import TilawaFormat
import TilawaLint

/// Bundles that came in an archive: unpacked out of sight, checked, and ready to get their places.
public struct UnpackPlan: Plan {
  /// A bundle that came.
  package struct Bundle: Sendable {
    /// What becomes of it.
    package enum Fate: Sendable {
      /// Nothing has its name.
      case new
      /// The very same is there.
      case same
      /// It takes the place of the one that is there, whose hidden files stay, and its audio, unless a file of that name came.
      case replacing
      /// It is merged into the one at that path; the diff says how that differs from what came.
      case merging(into: String, diff: BundleDiff, MergePlan)
    }

    /// Where it will be, absolute.
    package let path: String
    /// As the user would write it.
    package let shownPath: String
    package let fate: Fate
    /// What lint says of it.
    package let findings: [Diagnostic]
    /// What else a person should know of it.
    package let remarks: [String]
    /// How many files came, and their bytes.
    package let (fileCount, bytes): (Int, Int64)
    /// Paths of files that a merge brings, because nothing has their names.
    package let newFiles: [String]
    /// Where it is now.
    let here: String
  }

  /// In the order of their names' bytes.
  package let bundles: [Bundle]
  /// Who signed it; nil where that wasn't asked.
  package let signature: SSHSignature.Signer?
  /// Whether a manifest vouches for every file.
  public let hasManifest: Bool
  /// Names of what lies in no bundle, and isn't unpacked.
  public let outside: [String]

  private let folder: String
  private let workshop: Workshop

  /// Takes the archive apart beside the folder of the request; what was there is not changed.
  ///
  /// Throws a `Failure` that names what is wrong when anything about the archive is, or a bundle is in the way; then, as
  /// when the plan is dropped, nothing is left of it. Throws `CancellationError` when it is called off.
  package init(_ request: UnpackRequest, in workplace: Workplace, _ monitor: WorkMonitor) throws {
    folder = workplace.path(request.folder)
    if let outer = FoundBundle(containing: request.folder, in: workplace) {
      throw Failure("\(outer.shownPath) is a bundle itself, and can't contain another")
    }
    var existing = folder
    while try FileStatus.ifAny(existing, followingLinks: false) == nil {
      let above = PathText.folder(of: existing)
      guard above != existing, above != "." else {
        throw Failure("\(request.folder) can't be made: nothing on the way to it is there")
      }
      existing = above
    }
    guard try FileStatus.isFolder(existing) else {
      throw Failure("\(request.folder) is no folder, and can't hold bundles")
    }
    let workshop = try Workshop(in: existing)
    let archive = try ReceivedArchive(request, workshop, in: workplace, monitor)
    (self.workshop, hasManifest, outside) = (workshop, archive.hasManifest, archive.outside)
    signature = archive.signer
    let folder = folder
    bundles = try archive.bundles.map { name in
      try Bundle(name, of: archive, in: folder, request, workplace)
    }
  }

  /// Gives the bundles their places, one after the other, each wholly or not at all; `done` is told after each.
  package func apply(done: (Bundle) -> Void = { _ in }) throws {
    for bundle in bundles {
      switch bundle.fate {
      case .same: break
      case .new:
        try FileTransfer.makeFolder(folder)
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
    _ name: String, of archive: ReceivedArchive, in folder: String, _ request: UnpackRequest,
    _ workplace: Workplace
  ) throws {
    let meeting = request.meeting
    here = PathText.joined(archive.folder, name)
    let files = archive.files.filter { $0.key.begins(with: name + "/") }
    (fileCount, bytes) = (files.count, files.values.reduce(0) { $0 + $1.bytes })
    var path = PathText.joined(folder, name)
    if meeting == .merging, try FileStatus.ifAny(path, followingLinks: false) == nil,
      let own = try Self.copy(of: here, in: folder)
    {
      path = own
    }
    self.path = path
    shownPath = workplace.shown(path)
    let came = TilawaBundle(readingAt: here, shownAs: workplace.shown(PathText.joined(folder, name)))
    findings = Linter(.hearing).lint(came).filter { $0.severity != .note && $0.rule.code != "A703" }
    var remarks: [String] = []
    if let audio = came.recording?.content?.audio, let file = audio.file?.value {
      let sum = archive.files["\(name)/\(file)"]?.sha256
      if sum == nil {
        remarks.append(
          "came without its audio (\(file))"
            + (audio.sha256 == nil
              ? "" : "; the checksum in recording.yaml tells whether a copy of yours is the same"))
      } else if let named = audio.sha256?.value, named.lowercased() != sum {
        remarks.append("its audio is not the one that recording.yaml names: the checksums differ")
      }
    }
    let isThere = try FileStatus.ifAny(path, followingLinks: false) != nil
    let paths = files.keys.compactMap { $0.after(name + "/").map(String.init) }
    if isThere, meeting == .merging {
      let others = paths.filter { FileKind(fileName: $0)?.fileName.isExactly($0) != true }.sorted()
      newFiles = try others.filter {
        try FileStatus.ifAny(PathText.joined(path, $0), followingLinks: false) == nil
          && LinkRule.oddPart(of: PathText.joined(path, $0), below: path) == nil
      }
      for other in others where !newFiles.contains(other) {
        let own = try? FileDigest.of(PathText.joined(path, other))
        guard own != files["\(name)/\(other)"] else { continue }
        remarks.append("\(other) is another file in what came; yours stays")
      }
    } else {
      newFiles = []
    }
    self.remarks = remarks
    switch meeting {
    case _ where !isThere: fate = .new
    case _ where Self.isSame(files, name, at: path): fate = .same
    case .refused: throw Failure("\(shownPath) is there already, and differs", unless: .replacingBundle)
    case .replacing:
      try Self.requireReplaceable(path, shownPath)
      fate = .replacing
    case .merging:
      fate = try Self.merge(here, name, into: path, request.takesOtherAudio, workplace)
    }
  }

  /// Whether all files that came are there already, with the same bytes.
  private static func isSame(_ files: [String: FileDigest], _ name: String, at path: String) -> Bool {
    files.allSatisfy { file, digest in
      let own = PathText.joined(path, String(file.after(name + "/") ?? ""))
      guard (try? FileStatus.ifAny(own, followingLinks: false))?.size == digest.bytes else { return false }
      return (try? FileDigest.of(own)) == digest
    }
  }

  /// One's own copy of a bundle under another name: that of the same recording directly in the folder.
  private static func copy(of bundle: String, in folder: String) throws -> String? {
    let id = { (path: String) in
      TilawaBundle(readingAt: path, shownAs: path, only: [.recording]).recording?.content?.id?.value
    }
    guard let wanted = id(bundle) else { return nil }
    guard try FileStatus.isFolder(folder) else { return nil }
    let names = try FileTree.entries(ofFolder: folder).filter { FileTree.isNamed($0, ".tilawa") }
    return names.lazy.map { PathText.joined(folder, $0) }.first {
      FileStatus.mayBe(.folder, $0) && id($0) == wanted
    }
  }

  private static func merge(
    _ here: String, _ name: String, into path: String, _ takesOtherAudio: Bool, _ workplace: Workplace
  ) throws -> Fate {
    let shown = workplace.shown(path)
    let ours = NamedVersion(shown, try workplace.version(path))
    var theirs = NamedVersion(name, try workplace.version(here))
    // Where it is now is nobody's business.
    for (kind, source) in theirs.version.files {
      theirs.version.files[kind] = SourceText(path: "\(name)/\(kind.fileName) that came", bytes: source.bytes)
    }
    if takesOtherAudio { theirs.version = theirs.version.namingAudio(of: ours.version) }
    var request = MergeRequest(ours: ours, theirs: theirs)
    try request.findBase(in: workplace)
    let merge = try MergePlan(request, in: workplace)
    switch merge.merge {
    case .success: break
    case .failure(.differentAudio):
      throw Failure(
        "\(shown) is of other audio than what came", unless: .takingOtherAudio)
    case .failure(.unmergeable(let fault)): throw FaultyFiles(diagnostics: fault.diagnostics, bundle: shown)
    }
    return .merging(into: path, diff: try BundleDiff(ours.version, theirs.version), merge)
  }

  /// Throws when the bundle that is there holds what no archive can bring, and would be lost.
  private static func requireReplaceable(_ path: String, _ shown: String) throws {
    guard try FileStatus.ifAny(path, followingLinks: false)?.kind == .folder else {
      throw Failure("\(shown) is no folder, and isn't replaced")
    }
    for name in try FileTree.entries(ofFolder: path) {
      let kind = try FileStatus.ifAny(PathText.joined(path, name), followingLinks: false)?.kind
      let isHidden = name.begins(with: ".")
      guard isHidden && kind == .folder || kind == .link || name == DocumentKind.journalName else { continue }
      throw Failure(
        "\(shown) holds \(name), which no archive brings, so it isn't replaced; move that away, or unpack into another folder"
      )
    }
  }

  /// Gives what came the hidden files of the bundle that is there, and its audio, unless a file of that name came.
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

  /// Gives the bundle that is there the files that it hasn't got, its audio among them.
  fileprivate func bringNewFiles() throws {
    for file in newFiles {
      let target = PathText.joined(path, file)
      try FileTransfer.makeFolder(PathText.folder(of: target))
      try FileTransfer.share(PathText.joined(here, file), as: target)
    }
  }
}
