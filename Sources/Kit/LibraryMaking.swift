import TilawaBase
import TilawaExchange
import TilawaFormat

/// Writes the parts of a foreign file that belong to a library as a whole to the library's folder.
struct LibraryMaking: Sendable {
  let parts: LibraryParts
  /// The absolute path.
  let folder: String
  let workplace: Workplace

  /// The files with their paths.
  private var files: [(path: String, text: String)] {
    parts.reciters.map { reciter in
      (
        PathText.joined(PathText.joined(folder, ReciterFile.folderName), "\(reciter.id).yaml"),
        MendedText(reciter.text, .reciter).text
      )
    }
      + DocumentKind.ofLibraries.compactMap { kind in
        guard let path = kind.path, let text = parts.files[kind] else { return nil }
        return (PathText.joined(folder, path), text)
      }
  }

  /// Writes the files. If existing files would change, they are named in an error, and nothing is written.
  func apply(isDry: Bool) throws -> [Remark] {
    let files = files
    var remarks = parts.reciters.flatMap { MendedText($0.text, .reciter).remarks }.map(Remark.problem)
    for (path, text) in files {
      guard let bytes = try FileContents.readIfAny(path, in: folder, atMost: 1 << 24),
        bytes != Array(text.utf8)
      else {
        continue
      }
      throw Failure(
        "cannot create \(workplace.shown(path)): it already exists with different content; name another folder"
      )
    }
    for (path, text) in files {
      if isDry {
        remarks.append(.note("\(workplace.shown(path)): would be created"))
        continue
      }
      try FileTransfer.makeFolder(PathText.folder(of: path))
      let changed = try AtomicFile.write(Array(text.utf8), to: path)
      remarks.append(.note("\(workplace.shown(path)): \(changed ? "created" : "unchanged")"))
    }
    return remarks
  }
}

extension LibraryParts {
  /// Reads the parts of the library at `path` besides bundles, for formats that contain these, too.
  init(readingAt path: String, shownAs shownPath: String) throws {
    self.init()
    var fault: FileError?
    for file in ReciterFile.paths(inLibrary: path, unreadable: { fault = $0 }) {
      let reciter = try ReciterFile(
        readingAt: file, shownAs: PathText.joined(shownPath, PathText.name(of: file)))
      if let content = reciter.file.content {
        reciters.append(ReciterDraft(content, source: reciter.file.source))
      }
    }
    if let fault { throw fault }
    let read = LibraryFiles(DocumentKind.ofLibraries, readingAt: path, shownAs: shownPath)
    for document in read.documents where document.kind.path != nil {
      files[document.kind] = String(decoding: document.source.bytes, as: UTF8.self)
    }
  }

  /// Removes the personal files. Returns their names, and the number of rows in each.
  mutating func takeJournal() -> [String] {
    let personal = files.filter(\.key.isPersonal).sorted {
      $0.key.name.utf8.lexicographicallyPrecedes($1.key.name.utf8)
    }
    for (kind, _) in personal { files[kind] = nil }
    return personal.map { kind, text in
      let document = kind.read(SourceText(path: kind.fileName, bytes: Array(text.utf8)))
      return kind.fileName + (kind.lists.isEmpty ? "" : " (\(counted(document.rowRanges.count, "row")))")
    }
  }

  /// Adds all parts of `other`.
  mutating func add(_ other: LibraryParts) {
    reciters += other.reciters
    files.merge(other.files) { first, _ in first }
  }
}
