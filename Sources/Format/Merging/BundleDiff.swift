package import TilawaBase

/// What differs between two versions of a bundle.
package struct BundleDiff: Sendable {
  /// The files that differ in what they say, in the order of their kinds; a file that one version hasn't counts as empty.
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

  /// Whether both say the same.
  package var isEmpty: Bool { files.isEmpty }
}
