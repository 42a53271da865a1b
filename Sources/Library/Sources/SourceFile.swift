import Files

/// A file of a reciter's source: of one ayah, or of the surah that the ayah is in.
public struct SourceFile: Hashable, Sendable {
  /// Where it can be fetched; nil when the source is a folder.
  public let address: String?
  /// The folder in which it lies once it is here; absolute.
  public let folder: String
  /// Its name in the folder, which may have a slash but doesn't leave it.
  public let name: String
  /// Whether it holds a whole surah.
  public let holdsSurah: Bool

  /// Where it lies once it is here.
  public var path: String { folder + "/" + name }

  /// Whether it is here; asks the file system each time.
  public var isHere: Bool { !folder.isEmpty && FileStatus.ifAny(path)?.kind == .file }
}
