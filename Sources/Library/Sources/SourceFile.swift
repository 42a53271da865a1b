import TilawaBase

/// A file of a reciter's source: of one ayah, or of the surah that the ayah is in.
package struct SourceFile: Hashable, Sendable {
  /// Where it can be fetched; nil when the source is a folder.
  package let address: String?
  /// The folder in which it lies once it is here; absolute.
  package let folder: String
  /// Where links may lead: the library in which the folder lies, else the folder, which its key names all the same.
  package let bounds: String
  /// True if a link leads the folder itself out of `bounds`.
  package let isFolderOutside: Bool
  /// Its name in the folder, which may have a slash but doesn't leave it.
  package let name: String
  /// True if the file contains a whole surah.
  package let holdsSurah: Bool
  /// The rule for its address if it comes from a stranger; nil to allow any.
  package let rule: NetworkRule?

  /// Where it lies once it is here.
  package var path: String { folder + "/" + name }

  /// True if the file is here and links don't lead out of the library. Reads the file system each time.
  package var isHere: Bool { isThere && !leadsOut }

  /// True if the file is here, even if links lead out of the library.
  package var isThere: Bool { !folder.isEmpty && FileStatus.mayBe(.file, path) }

  /// True if links lead to a file outside of `bounds`.
  package var leadsOut: Bool {
    isFolderOutside
      || (name.holds("/") || FileStatus.mayBe(.link, path, followingLinks: false))
        && LinkRule.target(of: path, outside: bounds) != nil
  }
}
