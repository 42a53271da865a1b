import TilawaBase
package import TilawaFormat

/// A version of a bundle or of one of its files, with the name that the user gave it.
package struct NamedVersion: Sendable {
  package let name: String
  package var version: BundleVersion

  package init(_ name: String, _ version: BundleVersion) {
    self.name = name
    self.version = version
  }
}

extension Workplace {
  /// Reads the version of the bundle in a folder.
  package func version(ofBundle path: String) throws -> BundleVersion {
    var files: [DocumentKind: SourceText] = [:]
    for kind in DocumentKind.all where kind.isOfBundles {
      let file = PathText.joined(path, kind.fileName)
      if let bytes = try FileContents.readIfAny(file, in: path) {
        files[kind] = SourceText(path: shown(file), bytes: bytes)
      }
    }
    guard !files.isEmpty else { throw Failure(FoundBundle.reasonForNone(at: shown(path), in: self)) }
    return BundleVersion(files: files)
  }
}
