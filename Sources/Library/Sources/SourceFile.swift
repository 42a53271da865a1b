import TilawaBase

/// A file of a reciter's source: of one ayah, or of the surah that the ayah is in.
package struct SourceFile: Hashable, Sendable {
  /// Where it can be fetched; nil when the source is a folder.
  package let address: String?
  /// The folder in which it lies once it is here; absolute.
  package let folder: String
  /// Where links may lead: the library in which the folder lies, else the folder, which its key names all the same.
  package let bounds: String
  /// Whether a link leads the folder itself out of them.
  package let isFolderOutside: Bool
  /// Its name in the folder, which may have a slash but doesn't leave it.
  package let name: String
  /// Whether it holds a whole surah.
  package let holdsSurah: Bool
  /// By what rule its address is asked, where a stranger named it; nil for any.
  package let rule: NetworkRule?

  /// Where it lies once it is here.
  package var path: String { folder + "/" + name }

  /// Whether it is here; asks the file system each time.
  package var isHere: Bool { isThere && !leadsOut }

  /// The same of a file that links may lead out of the library.
  package var isThere: Bool { !folder.isEmpty && FileStatus.mayBe(.file, path) }

  /// Whether links make it a file of somewhere else.
  package var leadsOut: Bool {
    isFolderOutside
      || (name.holds("/") || FileStatus.mayBe(.link, path, followingLinks: false))
        && LinkRule.target(of: path, outside: bounds) != nil
  }
}
