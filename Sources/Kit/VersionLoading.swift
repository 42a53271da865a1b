package import TilawaBase
package import TilawaFormat

extension Workplace {
  /// Returns the version that the user named: a bundle, a file of one, or either of them in a commit as
  /// `REV:path`.
  package func version(_ given: String) throws -> BundleVersion {
    let path = path(given)
    if let status = try FileStatus.ifAny(path) {
      return status.kind == .folder
        ? try version(ofBundle: path)
        : try version(of: SourceText(path: shown(path), bytes: try FileContents.read(path)), named: path)
    }
    if let (revision, path) = given.cut(at: ":"), !revision.isEmpty {
      return try version(String(path), at: String(revision))
    }
    throw Failure(FoundBundle.reasonForNone(at: given, in: self))
  }

  /// Returns a bundle, or a file of one, in a commit.
  package func version(_ given: String, at revision: String) throws -> BundleVersion {
    let absolute = path(given)
    guard
      let repository = repository(
        containing: FileStatus.isAbsent(absolute) ? workingDirectory : absolute),
      let inside = repository.inside(absolute)
    else { throw Failure("\(given) is not in a git repository, so it has no version \"\(revision)\"") }
    guard let commit = try repository.commit(revision) else {
      throw Failure("no such commit: \"\(revision)\" in \(shown(repository.root))")
    }
    let shownName = { (path: String) in "\(revision):\(path)" }
    if DocumentKind(ofFileAt: inside) != nil {
      guard let bytes = try repository.contents(of: inside, at: commit) else {
        throw Failure("\(revision) has no \(inside)")
      }
      return try version(of: SourceText(path: shownName(inside), bytes: bytes), named: inside)
    }
    var files: [DocumentKind: SourceText] = [:]
    for kind in DocumentKind.all where kind.isOfBundles {
      let path = inside.isEmpty ? kind.fileName : "\(inside)/\(kind.fileName)"
      if let bytes = try repository.contents(of: path, at: commit) {
        files[kind] = SourceText(path: shownName(path), bytes: bytes)
      }
    }
    guard !files.isEmpty else { throw Failure("\(revision) has no bundle \(inside)") }
    return BundleVersion(files: files)
  }

  /// Returns the bundles to compare for a path. For a bundle, this is the path itself. For another folder,
  /// these are all bundles below it, now or in one of the commits, ordered by path.
  package func comparedBundles(_ given: String, at revisions: [String]) throws -> [String] {
    let folder = path(given)
    guard try FileStatus.isFolder(folder), FoundBundle(containing: given, in: self) == nil else {
      return [given]
    }
    var found = Set(FileTree.bundles(under: folder, takingIgnored: false) { _ in }.paths.map(shown))
    if let repository = repository(containing: folder), let inside = repository.inside(folder) {
      for revision in revisions {
        guard let commit = try repository.commit(revision) else {
          throw Failure("no such commit: \"\(revision)\" in \(shown(repository.root))")
        }
        for file in try repository.files(below: inside, at: commit) {
          let bundle = PathText.folder(of: file)
          guard FileKind(fileName: file) != nil, bundle.ends(with: ".tilawa") else { continue }
          found.insert(shown(PathText.joined(repository.root, bundle)))
        }
      }
    }
    guard !found.isEmpty else { throw Failure(FoundBundle.reasonForNone(at: given, in: self)) }
    return found.sorted()
  }

  /// Like `version(_:at:)`, but returns an empty version if the commit has no such bundle. Without a
  /// revision, the current version is used.
  package func versionIfAny(_ given: String, at revision: String?) throws -> BundleVersion {
    do { return try revision.map { try version(given, at: $0) } ?? version(given) } catch is Failure {
      return BundleVersion(files: [:])
    }
  }

  /// Returns the version of a single file, whose kind is determined by its name, or else by its text.
  package func version(of source: SourceText, named name: String) throws -> BundleVersion {
    // git passes a missing file as an empty one.
    if source.bytes.isEmpty || name == "/dev/null" { return BundleVersion(files: [:]) }
    guard let kind = DocumentKind(of: source, named: name) else {
      throw Failure(
        "\(source.path) is not a file of a bundle or a library, by its name or its keys"
      )
    }
    return BundleVersion(files: [kind: source])
  }
}
