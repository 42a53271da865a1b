public import Diagnostics
import Files
import YAMLDocuments

extension Playback: FileContent {}
extension BookmarksFile: FileContent {}
extension Listening: FileContent {}

extension BundleFile<Playback> {
  /// Reads `playback.yaml` from its text.
  public init(playback source: SourceText) { self = .reading(source) }
}

extension BundleFile<BookmarksFile> {
  /// Reads `bookmarks.yaml` from its text.
  public init(bookmarks source: SourceText) { self = .reading(source) }
}

extension BundleFile<Listening> {
  /// Reads `listening.yaml` from its text.
  public init(listening source: SourceText) { self = .reading(source) }
}

/// The files of a library outside of its bundles, as they were read.
///
/// Reading never fails: what can't be read is a diagnostic, and the rest is there.
public struct LibraryFiles: Sendable {
  /// `playback.yaml`.
  public var playback: BundleFile<Playback>?
  /// `journal/bookmarks.yaml`.
  public var bookmarks: BundleFile<BookmarksFile>?
  /// `journal/listening.yaml`.
  public var listening: BundleFile<Listening>?
  /// The ids of all reciters of the library's recordings and reciter files; nil where that isn't known.
  public var knownReciters: Set<String>?
  /// Files that can't be read.
  public private(set) var unreadable: [Diagnostic] = []

  /// Nothing read.
  public init() {}

  /// Reads what there is of `kinds` in the library at `path`; messages call it `shownPath`.
  public init(
    readingAt path: String, shownAs shownPath: String,
    only kinds: Set<LibraryFileKind> = Set(LibraryFileKind.allCases)
  ) {
    for kind in LibraryFileKind.allCases where kinds.contains(kind) {
      read(
        kind, at: PathText.joined(path, kind.path), shownAs: PathText.joined(shownPath, kind.path), in: path)
    }
  }

  /// Reads one file, if it is there. Links out of `folder`, which is its own when none is given, are not followed.
  public mutating func read(
    _ kind: LibraryFileKind, at path: String, shownAs shown: String, in folder: String? = nil
  ) {
    do {
      let folder = folder ?? PathText.folder(of: path)
      guard let bytes = try FileContents.readIfAny(path, in: folder, atMost: YAMLRules.maximumBytes) else {
        return
      }
      let source = SourceText(path: shown, bytes: bytes)
      switch kind {
      case .playback: playback = .reading(source)
      case .bookmarks: bookmarks = .reading(source)
      case .listening: listening = .reading(source)
      }
    } catch {
      unreadable.append(
        Diagnostic(FormatRules.unreadableFile, error.message(showing: shown), at: Place(path: shown)))
    }
  }

  /// What a checker judges; see ``TilawaBundle/checkedVersions``.
  public var checkedVersions: [LibraryFiles] {
    let counts = [playback?.salvaged.count, bookmarks?.salvaged.count, listening?.salvaged.count]
    return (0..<max(1, counts.compactMap { $0 }.max() ?? 1)).map { index in
      var version = self
      version.playback?.takeSalvaged(index)
      version.bookmarks?.takeSalvaged(index)
      version.listening?.takeSalvaged(index)
      return version
    }
  }

  /// Whether there is none of them.
  public var isEmpty: Bool { playback == nil && bookmarks == nil && listening == nil && unreadable.isEmpty }

  /// How many there are.
  public var count: Int { sources.count + unreadable.count }

  /// The texts of those that were read.
  public var sources: [SourceText] {
    [playback?.source, bookmarks?.source, listening?.source].compactMap { $0 }
  }

  /// Everything that reading found, unordered.
  public var diagnostics: [Diagnostic] {
    unreadable + (playback?.diagnostics ?? []) + (bookmarks?.diagnostics ?? [])
      + (listening?.diagnostics ?? [])
  }
}
