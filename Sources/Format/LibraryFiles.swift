public import TilawaBase
import TilawaYAML

/// Documents of a library outside of its bundles, as they were read.
///
/// Reading never fails: what can't be read is a diagnostic, and the rest is there.
public struct LibraryFiles: Sendable {
  /// Those that were read.
  public private(set) var documents: [ReadDocument] = []
  /// The ids of all reciters of the library's recordings and reciter files; nil where that isn\'t known.
  public var knownReciters: Set<String>?
  /// True if git tracks the files that were read, in a repository that has a remote.
  public var isShared = false
  private var companions: [any Sendable] = []
  private let unsaved: UnsavedTexts
  /// Files that can't be read.
  public private(set) var unreadable: [Diagnostic] = []
  /// The reasons for which files can't be read, file by file.
  package private(set) var faults: [FileError] = []

  /// Nothing read. What is `unsaved` will be read as if it were in its file.
  public init(unsaved: UnsavedTexts = UnsavedTexts()) { self.unsaved = unsaved }

  /// Reads what there is of `kinds` in the library at `path`; messages call it `shownPath`.
  public init(_ kinds: [DocumentKind], readingAt path: String, shownAs shownPath: String) {
    self.init()
    for kind in kinds {
      for file in kind.paths(inLibrary: path, unreadable: { add(unreadable: $0, in: path, shownPath) }) {
        read(kind, at: PathText.joined(path, file), shownAs: PathText.joined(shownPath, file), in: path)
      }
    }
  }

  /// Tells of a folder that can't be listed, which lies in `path`; messages call that `shownPath`.
  public mutating func add(unreadable error: FileError, in path: String, _ shownPath: String) {
    faults.append(error)
    let inside = PathText.shown(error.path, from: path)
    let shown = inside == "." ? shownPath : PathText.joined(shownPath, inside)
    unreadable.append(
      Diagnostic(FormatRules.unreadableFile, error.message(showing: shown), at: Place(path: shown)))
  }

  /// Reads one file, if it is there. Links out of `folder`, which is its own when none is given, are not followed.
  public mutating func read(
    _ kind: DocumentKind, at path: String, shownAs shown: String, in folder: String? = nil
  ) {
    do {
      let folder = folder ?? PathText.folder(of: path)
      var source = unsaved[path]?.named(shown)
      if source == nil {
        source = try FileContents.readIfAny(path, in: folder, atMost: YAMLRules.maximumBytes).map {
          SourceText(path: shown, bytes: $0)
        }
      }
      guard let source else { return }
      documents.append(kind.read(source))
      if let companion = kind.companion { companions.append(companion(PathText.folder(of: path))) }
    } catch {
      faults.append(error)
      unreadable.append(
        Diagnostic(FormatRules.unreadableFile, error.message(showing: shown), at: Place(path: shown)))
    }
  }

  /// The first document of a kind.
  public func document(_ kind: DocumentKind) -> ReadDocument? { documents.first { $0.kind == kind } }

  /// Returns what accompanies a document that was read, such as the files that it lists.
  func companion<Value: Sendable>(_: Value.Type) -> Value? {
    companions.lazy.compactMap { $0 as? Value }.first
  }

  /// Tells more of what belongs to them.
  public mutating func add(companion: some Sendable) { companions.append(companion) }

  /// True if there are neither documents nor unreadable files.
  public var isEmpty: Bool { documents.isEmpty && unreadable.isEmpty }

  /// The number of documents and unreadable files.
  public var count: Int { documents.count + unreadable.count }

  /// Everything that reading found, unordered.
  public var diagnostics: [Diagnostic] { unreadable + documents.flatMap(\.diagnostics) }
}

extension DocumentKind {
  /// Returns the paths of its files directly in `folder`, relative to it, if the folder is named like a
  /// folder of a library.
  public func paths(inFolder folder: String, unreadable: (FileError) -> Void) -> [String] {
    let name = PathText.name(of: folder)
    return paths(inLibrary: PathText.folder(of: folder), unreadable: unreadable).compactMap { path in
      path.after("\(name)/").map(String.init)
    }
  }

  /// Returns the files of this kind in the library at `library`, as paths from there, in the order of their
  /// names' bytes.
  ///
  /// Files of bundles are left out; in a folder of several files, hidden files and links are left out as
  /// well. A folder that can't be listed is reported to `unreadable`. A folder that doesn't exist has no
  /// files.
  public func paths(inLibrary library: String, unreadable: (FileError) -> Void) -> [String] {
    places.flatMap { place -> [String] in
      switch place {
      case .bundle: return []
      case .file(let path): return [path]
      case .folder(let path):
        let folder = PathText.joined(library, path)
        guard FileStatus.mayBe(.folder, folder, followingLinks: false) else { return [] }
        return FileTree.visibleFiles(endingIn: ".yaml", in: folder, unreadable: unreadable)
          .map { PathText.joined(path, $0) }
      }
    }
  }
}
