package import TilawaBase

/// The differences between two versions of a bundle.
package struct BundleDiff: Sendable {
  /// The files that differ in meaning, in the order of their kinds. A file that one version lacks counts as
  /// empty.
  package let files: [FileDiff]

  /// Compares two versions; `tolerance` is by how much times may differ without being different.
  package init(_ old: BundleVersion, _ new: BundleVersion, tolerance: Milliseconds = .zero)
    throws(FileMerge.Unmergeable)
  {
    var files: [FileDiff] = []
    for kind in DocumentKind.all {
      let nothing = { (other: SourceText?) in SourceText(path: other?.path ?? kind.fileName, bytes: []) }
      guard let one = old.files[kind] ?? new.files[kind] else { continue }
      let diff = try FileDiff(
        old.files[kind] ?? nothing(one), new.files[kind] ?? nothing(one), kind: kind, tolerance: tolerance)
      if !diff.isEmpty { files.append(diff) }
    }
    SavedRows.pair(&files)
    self.files = files
  }

  /// True if both have the same meaning.
  package var isEmpty: Bool { files.isEmpty }
}
