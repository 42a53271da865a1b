public import TilawaBase

/// A file in a library's `reciters/` folder: a reciter who is known by the files of some sources.
public struct ReciterFile: Sendable {
  /// The name of the folder.
  public static let folderName = "reciters"

  /// The file.
  public let path: String
  /// The file as it was read.
  public let file: BundleFile<Reciter>

  /// Reads the file at `path`; messages call it `shownPath`.
  public init(readingAt path: String, shownAs shownPath: String) throws(FileError) {
    self.path = path
    file = BundleFile(
      reciter: SourceText(path: shownPath, bytes: try FileContents.read(path, in: PathText.folder(of: path))))
  }

  /// Reads the file at `path`, or its unsaved text if there is one.
  public init(readingAt path: String, shownAs shownPath: String, unsaved: UnsavedTexts) throws(FileError) {
    if let source = unsaved[path] {
      self.init(reading: source.named(shownPath), at: path)
    } else {
      try self.init(readingAt: path, shownAs: shownPath)
    }
  }

  /// Reads `source` as the text of the file at `path`.
  public init(reading source: SourceText, at path: String) {
    self.path = path
    file = BundleFile(reciter: source)
  }

  /// Returns the paths of the reciter files of the library in `folder`, in the order of their names' bytes.
  ///
  /// There are none if `folder` is a bundle, or `reciters` a link. Links and hidden files in it are left out.
  /// A folder that can't be listed is reported to `unreadable`. A folder that doesn't exist has no files.
  public static func paths(inLibrary folder: String, unreadable: (FileError) -> Void) -> [String] {
    let place = PathText.joined(folder, folderName)
    guard !FileTree.isNamed(folder, ".tilawa"), FileStatus.mayBe(.folder, place, followingLinks: false) else {
      return []
    }
    return FileTree.visibleFiles(endingIn: ".yaml", in: place, unreadable: unreadable)
      .map { PathText.joined(place, $0) }
  }

  /// Returns true if `path` is named like a reciter file of a library.
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
