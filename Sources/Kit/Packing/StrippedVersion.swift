import TilawaBase
import TilawaFormat

extension BundleVersion {
  /// Returns a copy without the keys that a pack without personal content leaves out, and their number; nil
  /// if a file can't be read.
  func withoutPersonal() -> (version: BundleVersion, count: Int)? {
    var copy = self
    var count = 0
    for kind in FileKind.allCases {
      guard let source = files[kind.document] else { continue }
      guard let stripped = kind.withoutPersonal(source) else { return nil }
      count += stripped.keys.count
      copy.files[kind.document] = SourceText(path: source.path, bytes: stripped.bytes)
    }
    return (copy, count)
  }
}

extension MergeRequest {
  /// Removes personal content from the base if theirs has none, as in a pack without it. Nobody has removed
  /// that content, and ours stays.
  mutating func disregardStripping() {
    guard let base, theirs.version.withoutPersonal()?.count == 0,
      let stripped = base.version.withoutPersonal(),
      stripped.count > 0
    else { return }
    self.base?.version = stripped.version
    remarks.append("what came has no notes and no other personal keys; yours stay")
  }
}
