package import TilawaBase
package import TilawaFormat
package import TilawaLint

/// A check of files by the rules of the format: bundles, files of reciters and of libraries, and the
/// consistency between them.
package struct LintPlan: Sendable {
  /// The bundles whose findings are wanted.
  package let bundles: [BundleTarget]
  /// The numbers of checked files of reciters, and of libraries.
  package let (reciterFileCount, libraryFileCount): (Int, Int)
  /// The reasons why paths lead to nothing.
  package let problems: [PathProblem]

  private let items: [LintItem]
  private let libraryFiles: [LibraryFileTarget]
  /// The documents of libraries, by the libraries' folders.
  private let libraries: [String: KnownDocuments]
  private let options: Linter.Options
  private let isOfChanges: Bool
  private let comparesBundles: Bool

  /// The number of items that are read before their results are reported and released.
  private static let batch = 256

  /// Finds the items that the paths lead to, or only those that changed. With `comparesBundles`, the rules
  /// about several bundles are checked even for a single one.
  package init(
    _ given: GivenPaths, _ options: Linter.Options, changes: ChangedFiles? = nil,
    comparesBundles: Bool = false
  ) {
    let (allFiles, unlisted) = given.libraryFiles
    let files = allFiles.filter { changes?.hasChanged($0.path) ?? true }
    let (everything, problems) = given.bundles(takesReciterFiles: true, besides: allFiles)
    let found = changes.map { everything.compactMap($0.changed) } ?? everything
    let (reciters, unreadable) = given.reciterFiles
    let reciterFiles = reciters.filter { changes?.hasChanged($0.path) ?? true }
    // A changed file may contradict an unchanged one.
    let paths = Set(found.map(\.path))
    let neighbours = everything.filter { !paths.contains($0.path) }
    let library = { (file: LibraryFileTarget) -> ReciterSearch? in
      // A file that is named itself doesn't determine its library.
      guard file.kind == .playback, !file.path.isExactly(given.workplace.path(file.given)) else { return nil }
      return ReciterSearch(in: PathText.folder(of: file.path), everything, reciters)
    }
    let shared = given.workplace.sharedJournal(files)
    let libraries = given.workplace.libraries(of: files)
    self.libraries = libraries
    items =
      found.map(LintItem.bundle) + reciterFiles.map(LintItem.reciter)
      + files.map {
        LintItem.file(
          $0, library($0), libraries[$0.library], isShared: shared.contains(ExactText($0.path)))
      }
      + neighbours.map(LintItem.neighbour)
    bundles = found
    libraryFiles = files
    (reciterFileCount, libraryFileCount) = (reciterFiles.count, files.count)
    self.problems = problems + unlisted + unreadable
    self.options = options
    isOfChanges = changes != nil
    self.comparesBundles =
      comparesBundles || found.count + reciterFiles.count > 1 || !neighbours.isEmpty
  }

  /// True if there is nothing to check.
  package var isEmpty: Bool { bundles.isEmpty && reciterFileCount + libraryFileCount == 0 }

  /// Checks all items in the order of paths, and passes the findings about each to `take`, in order, until
  /// it returns false.
  package func findings(then take: ([Diagnostic]) -> Bool) {
    let linter = Linter(options)
    let library = comparesBundles ? LibraryLinter(options) : nil
    let items = items.sorted { $0.shownPath.utf8.lexicographicallyPrecedes($1.shownPath.utf8) }
    inParallel(items, of: Self.batch) {
      $0.lint(linter)
    } then: { item, result in
      var findings = result.findings
      if let bundle = result.bundle, let shared = library?.lint(bundle), !shared.isEmpty {
        findings = (findings + shared).inOrder()
      }
      // With changes, only findings in changed files are reported.
      return take(isOfChanges ? findings.filter { item.asksFor($0.place.path) } : findings)
    }
  }

  /// The bundles and files of reciters in the order of their comparison, by their shown paths.
  package var compared: [(path: String, shownPath: String, isReciterFile: Bool)] {
    items.compactMap { item in
      switch item {
      case .bundle(let target), .neighbour(let target): (target.path, target.shownPath, false)
      case .reciter(let file): (file.path, file.file.source.path, true)
      case .file: nil
      }
    }.sorted { $0.shownPath.utf8.lexicographicallyPrecedes($1.shownPath.utf8) }
  }

  /// Returns the findings about one document outside of bundles, in order. The `unsaved` texts replace
  /// those in files. Returns nil if the plan doesn't contain the document.
  package func findings(ofDocumentAt path: String, _ linter: Linter, _ unsaved: UnsavedTexts) -> [Diagnostic]?
  {
    let item = items.first { item in
      if case .file(let target, _, _, _) = item { target.path.isExactly(path) } else { false }
    }
    return item?.lint(linter, unsaved).findings
  }

  /// The findings that were fixed, and those that stay because a person has vouched for their rows.
  package typealias Mended = (mended: [Diagnostic], inVouchedRows: [Diagnostic])

  /// Applies the fixes that can't lose anything, bundle by bundle. `tell` receives the findings, or the
  /// error, for each.
  package func mend(_ tell: (Result<Mended, any Error>) -> Void) {
    let linter = Linter(options)
    inParallel(bundles, of: Self.batch) { target in
      Result { try target.mended(linter) }
    } then: { _, result in
      tell(result)
      return true
    }
    for target in libraryFiles {
      let known = libraries[target.library]
      tell(Result { (try target.mended(linter, known), []) })
    }
  }
}

extension BundleTarget {
  fileprivate func mended(_ linter: Linter) throws -> LintPlan.Mended {
    func fixes(of bundle: TilawaBundle) -> SafeFixes {
      SafeFixes(of: linter.lint(bundle).filter { asksFor($0.place.path) }, in: bundle)
    }
    var mended: [Diagnostic] = []
    var left: [Diagnostic] = []
    // Most bundles need no lock. A fix may enable another, but only few in sequence.
    for _ in 0..<8 {
      let before = TilawaBundle(readingAt: path, shownAs: shownPath)
      try before.require(.looking)
      let found = fixes(of: before)
      left = found.inVouchedRows
      if found.files.isEmpty { break }
      var transaction = try BundleTransaction(openingAt: path, shownAs: shownPath)
      try transaction.bundle.require(.looking)
      let files = fixes(of: transaction.bundle).files
      for file in files {
        if let kind = file.kind.ofBundle { try transaction.apply(.edit(file.edits), to: kind) }
      }
      if try transaction.commit().isEmpty { break }
      mended += files.flatMap(\.mended)
    }
    return (mended, left)
  }
}

extension LibraryFileTarget {
  fileprivate func mended(_ linter: Linter, _ known: KnownDocuments?) throws(FileError) -> [Diagnostic] {
    func fixes() throws(FileError) -> SafeFixes.File? {
      var files = LibraryFiles()
      known?.tell(&files)
      files.read(kind, at: path, shownAs: shownPath)
      if let fault = files.faults.first { throw fault }
      return files.documents.first.flatMap { SafeFixes(of: linter.lint(files), in: $0).files.first }
    }
    guard try fixes() != nil else { return [] }
    let lock = try DirectoryLock(on: PathText.folder(of: path))
    var mended: [Diagnostic] = []
    // A fix may enable another, but only few in sequence.
    for _ in 0..<8 {
      guard let file = try fixes(), let bytes = file.edits.applied(to: file.source.bytes) else { break }
      try AtomicFile.change([.init(path, from: file.source.bytes, to: bytes)])
      mended += file.mended
    }
    _ = consume lock
    return mended
  }
}

extension Workplace {
  /// Returns the findings about a text as if it were the file at the user's path: a file of a bundle, with
  /// the bundle's other files, or a document of a library. Throws if it is neither.
  package func lint(_ text: [UInt8], as given: String, _ linter: Linter) throws(Failure) -> [Diagnostic] {
    let path = path(given)
    let folder = PathText.folder(of: path)
    let source = SourceText(path: shown(path), bytes: text)
    guard let document = DocumentKind(ofFileAt: path) else {
      throw Failure(
        "\(given) is not a file of a bundle or a library; expected one named "
          + DocumentKind.all.map(\.fileName).joined(separator: ", "))
    }
    guard let kind = FileKind(fileName: path), PathText.name(of: folder).ends(with: ".tilawa") else {
      return linter.lint(source, as: document)
    }
    var bundle = TilawaBundle(readingAt: folder, shownAs: shown(folder))
    bundle.replace(kind, by: source)
    return linter.lint(bundle).filter { $0.place.path.isExactly(source.path) }
  }
}

extension Workplace {
  /// Returns those of `files` that are personal, and that git tracks in a repository with a remote. Git
  /// runs once per folder.
  fileprivate func sharedJournal(_ files: [LibraryFileTarget]) -> Set<ExactText> {
    let personal = files.filter(\.kind.isPersonal)
    var shared: Set<ExactText> = []
    for folder in Set(personal.map { ExactText(PathText.folder(of: $0.path)) }) {
      let paths = personal.map(\.path).filter { PathText.folder(of: $0).isExactly(folder.text) }
      // Without git, or if it fails, files don't count as shared.
      guard let repository = repository(containing: folder.text), let hasRemote = try? repository.hasRemote(),
        hasRemote,
        let tracked = try? repository.tracked(of: paths)
      else { continue }
      shared.formUnion(tracked)
    }
    return shared
  }
}

extension LibraryFileTarget {
  /// The folder of the library that contains the file, according to the file's usual place.
  fileprivate var library: String {
    let depth =
      kind.places.lazy.compactMap { place -> Int? in
        switch place {
        case .bundle: nil
        case .file(let path): path.fields(by: "/").count
        case .folder(let path): path.fields(by: "/").count + 1
        }
      }.first ?? 1
    return (0..<depth).reduce(path) { path, _ in PathText.folder(of: path) }
  }
}

/// The documents that one of a library is compared with: all others of its kind, read once for all.
private struct KnownDocuments: Sendable {
  private let books: KnownBooks?
  private let guides: KnownGuides?

  /// Reads those of the library at `path`, of the kinds that some of `files` are compared with.
  init(inLibrary library: String, for files: [LibraryFileTarget], in workplace: Workplace) {
    let kinds = Set(files.map { $0.kind == .bookJournal ? .book : $0.kind })
    let shown = Dictionary(files.map { (ExactText($0.path), $0.shownPath) }) { first, _ in first }
    var read = LibraryFiles()
    for kind in [DocumentKind.book, .guide] where kinds.contains(kind) {
      // Folders that can't be listed are reported elsewhere, for the given path.
      for file in kind.paths(inLibrary: library, unreadable: { _ in }) {
        let path = PathText.joined(library, file)
        read.read(kind, at: path, shownAs: shown[ExactText(path)] ?? workplace.shown(path), in: library)
      }
    }
    (books, guides) = (KnownBooks(read.documents), KnownGuides(read.documents))
  }

  /// Adds the documents to `files`, for the rules.
  func tell(_ files: inout LibraryFiles) {
    if let books { files.add(companion: books) }
    if let guides { files.add(companion: guides) }
  }
}

extension Workplace {
  /// Returns the documents of the libraries that contain `files`, by the libraries' folders.
  fileprivate func libraries(of files: [LibraryFileTarget]) -> [String: KnownDocuments] {
    Dictionary(grouping: files, by: \.library).reduce(into: [:]) { known, library in
      known[library.key] = KnownDocuments(inLibrary: library.key, for: library.value, in: self)
    }
  }
}

/// An item that is checked separately.
private enum LintItem: Sendable {
  case bundle(BundleTarget)
  case reciter(ReciterFile)
  case file(LibraryFileTarget, ReciterSearch?, KnownDocuments?, isShared: Bool)
  /// A bundle that is only read for the comparison with others.
  case neighbour(BundleTarget)

  /// Returns true if findings in the file are wanted: in all, unless files were named one by one.
  func asksFor(_ shownFile: String) -> Bool {
    switch self {
    case .bundle(let target): target.asksFor(shownFile)
    case .reciter, .file: true
    case .neighbour: false
    }
  }

  var shownPath: String {
    switch self {
    case .bundle(let target), .neighbour(let target): target.shownPath
    case .reciter(let reciter): reciter.file.source.path
    case .file(let target, _, _, _): target.shownPath
    }
  }

  /// Returns the findings, and for a bundle the two files by which bundles are compared.
  func lint(
    _ linter: Linter, _ unsaved: UnsavedTexts = UnsavedTexts()
  ) -> (bundle: TilawaBundle?, findings: [Diagnostic]) {
    switch self {
    case .bundle(let target):
      var bundle = TilawaBundle(readingAt: target.path, shownAs: target.shownPath, unsaved: unsaved)
      let findings = linter.lint(bundle).filter { target.asksFor($0.place.path) }
      (bundle.segments, bundle.markers, bundle.words) = (nil, nil, nil)
      return (bundle, findings)
    case .reciter(let file):
      let bundle = TilawaBundle(of: file)
      return (bundle, linter.lint(bundle))
    case .file(let target, let reciters, let known, let isShared):
      var file = LibraryFiles(unsaved: unsaved)
      known?.tell(&file)
      file.read(target.kind, at: target.path, shownAs: target.shownPath)
      file.isShared = isShared
      file.knownReciters = reciters?.known(lookingFor: file.listedReciters, unsaved)
      return (nil, linter.lint(file))
    case .neighbour(let target):
      return (
        TilawaBundle(
          readingAt: target.path, shownAs: target.shownPath, only: [.recording, .reciter], unsaved: unsaved),
        []
      )
    }
  }
}

/// A search for reciters in a library, for the reciters listed in `playback.yaml`.
private struct ReciterSearch: Sendable {
  private let bundles: [BundleTarget]
  private let files: [ReciterFile]

  /// Searches the bundles and files in `folder`.
  init(in folder: String, _ bundles: [BundleTarget], _ files: [ReciterFile]) {
    self.bundles = bundles.filter { $0.path.begins(with: folder + "/") }
    self.files = files.filter { $0.path.begins(with: folder + "/") }
  }

  /// Returns all reciters, or enough to include everybody who is `wanted`. Returns nil if they can't be
  /// determined.
  func known(lookingFor wanted: Set<String>, _ unsaved: UnsavedTexts) -> Set<String>? {
    var reciters = LibraryReciters()
    guard !wanted.isEmpty else { return nil }
    for file in files {
      let now = unsaved[file.path].map { _ in
        try? ReciterFile(readingAt: file.path, shownAs: file.file.source.path, unsaved: unsaved)
      }
      reciters.add(TilawaBundle(of: (now ?? nil) ?? file))
    }
    // Most are named by a recording. The rows of all bundles are only read for those who aren't.
    for kinds in [[.recording, .reciter], [.segments]] as [Set<FileKind>] {
      for bundle in bundles where !reciters.missing(of: wanted).isEmpty {
        reciters.add(
          TilawaBundle(readingAt: bundle.path, shownAs: bundle.shownPath, only: kinds, unsaved: unsaved))
      }
    }
    return reciters.missing(of: wanted).isEmpty ? wanted : reciters.known
  }
}
