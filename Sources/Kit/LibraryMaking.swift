import TilawaBase
import TilawaExchange
import TilawaFormat

/// What a foreign file holds for a library as a whole, on its way into the library's folder.
struct LibraryMaking: Sendable {
  let parts: LibraryParts
  /// Absolute.
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

  /// Writes them. What is there already stays: files that would be changed are named, and nothing is written.
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
        "cannot create \(workplace.shown(path)): it exists already with other contents; name another folder"
      )
    }
    for (path, text) in files {
      if isDry {
        remarks.append(.note("\(workplace.shown(path)): would be made"))
        continue
      }
      try FileTransfer.makeFolder(PathText.folder(of: path))
      let changed = try AtomicFile.write(Array(text.utf8), to: path)
      remarks.append(.note("\(workplace.shown(path)): \(changed ? "made" : "as it was")"))
    }
    return remarks
  }
}

extension LibraryParts {
  /// What the library at `path` has besides bundles, for formats that hold that, too.
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

  /// Takes out what is personal, and tells what that was: the names of its files, and how many rows are in each.
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

  /// Takes all of `other`.
  mutating func add(_ other: LibraryParts) {
    reciters += other.reciters
    files.merge(other.files) { first, _ in first }
  }
}
