public import TilawaBase

/// A file in a library's `reciters/` folder: a reciter who is known by the files of some sources.
public struct ReciterFile: Sendable {
  /// The name of the folder.
  public static let folderName = "reciters"

  /// The file.
  public let path: String
  /// What it says.
  public let file: BundleFile<Reciter>

  /// Reads the file at `path`; messages call it `shownPath`.
  public init(readingAt path: String, shownAs shownPath: String) throws(FileError) {
    self.path = path
    file = BundleFile(
      reciter: SourceText(path: shownPath, bytes: try FileContents.read(path, in: PathText.folder(of: path))))
  }

  /// The same, or what is to be in it.
  public init(readingAt path: String, shownAs shownPath: String, unsaved: UnsavedTexts) throws(FileError) {
    if let source = unsaved[path] {
      self.init(reading: source.named(shownPath), at: path)
    } else {
      try self.init(readingAt: path, shownAs: shownPath)
    }
  }

  /// What `source` will say at `path`.
  public init(reading source: SourceText, at path: String) {
    self.path = path
    file = BundleFile(reciter: source)
  }

  /// The paths of the reciter files of the library in `folder`, in the order of their names' bytes.
  ///
  /// None when `folder` is a bundle, or `reciters` a link. Links in it are left out, as are hidden files. A folder that can't be
  /// listed is `unreadable`; one that isn't there has none.
  public static func paths(inLibrary folder: String, unreadable: (FileError) -> Void) -> [String] {
    let place = PathText.joined(folder, folderName)
    guard !FileTree.isNamed(folder, ".tilawa"), FileStatus.mayBe(.folder, place, followingLinks: false) else {
      return []
    }
    return FileTree.visibleFiles(endingIn: ".yaml", in: place, unreadable: unreadable)
      .map { PathText.joined(place, $0) }
  }

  /// Whether `path` is named as a reciter file of some library is.
  public static func isNamedLikeOne(_ path: String) -> Bool {
    path.ends(with: ".yaml") && !PathText.name(of: path).begins(with: ".")
      && PathText.name(of: PathText.folder(of: path)) == folderName
  }
}

extension TilawaBundle {
  /// A bundle of nothing but `file`, to check it by the same rules.
  public init(of file: ReciterFile) {
    path = file.path
    shownPath = file.file.source.path
    entries = []
    reciter = file.file
    isReciterFile = true
  }
}
