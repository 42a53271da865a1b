package import TilawaBase
package import TilawaFormat

/// The consensus of annotators, as a bundle of its own.
package struct ConsensusPlan: Sendable {
  package let consensus: BundleConsensus

  private let first: String
  private let path: String
  private let isBundle: Bool

  /// Plans the bundle, or a single file if the versions are files, at `output`.
  ///
  /// With `replaces`, an existing annotation may be replaced. Throws if something is in the way.
  package init(
    of versions: [NamedVersion], tolerance: Milliseconds, at output: String, replaces: Bool,
    in workplace: Workplace
  ) throws {
    consensus = try BundleConsensus(of: versions.map(\.version), tolerance: tolerance)
    first = workplace.path(versions.first?.name ?? "")
    path = workplace.path(output)
    isBundle = try FileStatus.isFolder(first) || consensus.files.count > 1
    if versions.contains(where: { workplace.path($0.name).isExactly(path) }) {
      throw Failure("\"\(output)\" is one of the versions; choose another name for the consensus")
    }
    if try FileStatus.ifAny(path, followingLinks: false) != nil, !replaces {
      throw Failure("\(workplace.shown(path)) already exists", unless: .replacing)
    }
    guard isBundle else { return }
    guard PathText.name(of: path).ends(with: ".tilawa"), PathText.name(of: path) != ".tilawa" else {
      throw Failure("\"\(output)\" does not end in .tilawa; did you mean \(output).tilawa?")
    }
    if let outer = FoundBundle(containing: PathText.folder(of: path), in: workplace) {
      throw Failure("\(outer.shownPath) is itself a bundle and cannot contain another")
    }
  }

  /// Writes a bundle like the first version with the consensus. Returns false if there was nothing to
  /// write.
  package func apply() throws -> Bool {
    guard isBundle else {
      guard let bytes = consensus.files.first?.bytes else { return false }
      try AtomicFile.write(bytes, to: path)
      return true
    }
    if try FileStatus.isFolder(path) {
      try DirectoryLock.holding(path) { try writeFiles(to: path) }
    } else {
      let folder = try AtomicDirectory(for: path)
      try copyTheRest(to: folder.path)
      try writeFiles(to: folder.path)
      try folder.finish()
    }
    return true
  }

  private func writeFiles(to folder: String) throws {
    for file in consensus.files {
      try AtomicFile.write(file.bytes, to: PathText.joined(folder, file.kind.fileName))
    }
  }

  /// Copies the audio of the first version, or its pointer, and the other files beside it.
  private func copyTheRest(to folder: String) throws {
    guard try FileStatus.isFolder(first) else { return }
    for name in try FileTree.entries(ofFolder: first) where FileKind(fileName: name) == nil {
      let source = PathText.joined(first, name)
      guard try FileStatus.ifAny(source)?.kind == .file, !name.begins(with: ".") else { continue }
      try FileTransfer.copy(source, to: PathText.joined(folder, name))
    }
  }
}
