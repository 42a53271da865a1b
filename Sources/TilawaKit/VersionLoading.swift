package import Diagnostics
import Files
import Git
package import Merging
import ScalarText
import TilawaFormat

/// A version of a bundle, or of a file of one, and what the user called it.
package struct NamedVersion: Sendable {
  package let name: String
  package var version: BundleVersion

  package init(_ name: String, _ version: BundleVersion) {
    self.name = name
    self.version = version
  }
}

extension Workplace {
  /// What the user named: a bundle, a file of one, or either of them in a commit as `REV:path`.
  package func version(_ given: String) throws -> BundleVersion {
    let path = path(given)
    if let status = FileStatus.ifAny(path) {
      return status.kind == .folder
        ? try version(ofBundle: path)
        : try version(of: SourceText(path: shown(path), bytes: try FileContents.read(path)), named: path)
    }
    if let (revision, path) = given.cut(at: ":"), !revision.isEmpty {
      return try version(String(path), at: String(revision))
    }
    throw Obstacle(FoundBundle.reasonForNone(at: given, in: self))
  }

  /// A bundle, or a file of one, as a commit has it.
  package func version(_ given: String, at revision: String) throws -> BundleVersion {
    let absolute = path(given)
    guard
      let repository = repository(
        containing: FileStatus.ifAny(absolute) == nil ? workingDirectory : absolute),
      let inside = repository.inside(absolute)
    else { throw Obstacle("\(given) is not in a git repository, so it has no version \"\(revision)\"") }
    guard let commit = try repository.commit(revision) else {
      throw Obstacle("no commit is called \"\(revision)\" in \(shown(repository.root))")
    }
    let shownName = { (path: String) in "\(revision):\(path)" }
    if DocumentKind(ofFileAt: inside) != nil {
      guard let bytes = try repository.contents(of: inside, at: commit) else {
        throw Obstacle("\(revision) has no \(inside)")
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
    guard !files.isEmpty else { throw Obstacle("\(revision) has no bundle \(inside)") }
    return BundleVersion(files: files)
  }

  private func version(ofBundle path: String) throws -> BundleVersion {
    var files: [DocumentKind: SourceText] = [:]
    for kind in DocumentKind.all where kind.isOfBundles {
      let file = PathText.joined(path, kind.fileName)
      if let bytes = try FileContents.readIfAny(file, in: path) {
        files[kind] = SourceText(path: shown(file), bytes: bytes)
      }
    }
    guard !files.isEmpty else { throw Obstacle(FoundBundle.reasonForNone(at: shown(path), in: self)) }
    return BundleVersion(files: files)
  }

  /// A file of a bundle, which its name or else its text tells.
  package func version(of source: SourceText, named name: String) throws -> BundleVersion {
    // git gives what isn't there as an empty file.
    if source.bytes.isEmpty || name == "/dev/null" { return BundleVersion(files: [:]) }
    guard let kind = DocumentKind(of: source, named: name) else {
      throw Obstacle(
        "\(source.path) is no file of a bundle or a library: neither its name nor its keys are those of one"
      )
    }
    return BundleVersion(files: [kind: source])
  }
}
