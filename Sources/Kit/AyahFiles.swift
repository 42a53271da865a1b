package import TilawaBase
import TilawaLibrary
package import TilawaQuran

/// A path with placeholders, which names a file for each ayah: `kahf/{surah3}{ayah3}.wav`.
package struct AyahFiles: Sendable {
  private let folder: String
  private let pattern: SourcePattern

  /// Returns nil for a path without placeholders. Throws a `Failure` for braces that don't name an ayah.
  package init?(_ path: String) throws(Failure) {
    let scalars = path.unicodeScalars
    guard let brace = scalars.firstIndex(where: { $0 == "{" || $0 == "}" }) else { return nil }
    let slash = scalars[..<brace].lastIndex(of: "/")
    let start = slash.map { scalars.index(after: $0) } ?? path.startIndex
    guard let pattern = SourcePattern(String(path[start...])), !pattern.holdsSurahs else {
      throw Failure(
        "\"\(path)\" does not name a file for each ayah; use {surah3} and {ayah3}, {surah} and {ayah}, or "
          + "{number}")
    }
    folder = String(path[..<start])
    self.pattern = pattern
  }

  /// Returns the path of the file for an ayah.
  package func path(of ayah: Ayah, _ counting: CountingSystem) throws(Failure) -> String {
    guard let name = pattern.name(of: ayah, counting) else {
      throw Failure("invalid file name for \(ayah): a name must not leave its folder")
    }
    return folder + name
  }
}
