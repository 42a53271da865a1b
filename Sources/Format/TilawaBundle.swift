public import TilawaBase
import TilawaYAML

/// A `.tilawa` folder as it was read.
///
/// Reading never fails: what can't be read is a diagnostic, and the rest is there.
public struct TilawaBundle: Sendable {
  /// The folder, to open files in it.
  public let path: String
  /// The folder as it is shown to the user.
  public let shownPath: String
  /// The names of everything directly in the folder, sorted.
  public let entries: [String]
  /// `recording.yaml`.
  public var recording: BundleFile<Recording>?
  /// `reciter.yaml`.
  public var reciter: BundleFile<Reciter>?
  /// `markers.yaml`.
  public var markers: BundleFile<MarkersFile>?
  /// `segments.yaml`.
  public var segments: BundleFile<SegmentsFile>?
  /// `words.yaml`.
  public var words: BundleFile<WordsFile>?
  /// Faults of the folder itself: files that are missing, can't be read, or have almost the right name.
  public var folderDiagnostics: [Diagnostic] = []
  /// The faults of what couldn't be read: the folder, or files of it, which are missing here.
  private(set) var unreadable: [FileError] = []
  /// True if `reciter.yaml` exists and could not be read.
  var lacksUnreadableReciter: Bool {
    reciter == nil && !unreadable.isEmpty && entries.contains(FileKind.reciter.fileName)
  }
  /// True if it is a file of a library's `reciters/` folder, not a bundle.
  public internal(set) var isReciterFile = false

  /// Reads the files of the folder at `path`; messages call it `shownPath`. Texts in `unsaved` replace the
  /// contents of their files.
  public init(
    readingAt path: String, shownAs shownPath: String, only kinds: Set<FileKind> = Set(FileKind.allCases),
    unsaved: UnsavedTexts = UnsavedTexts()
  ) {
    self.path = path
    self.shownPath = shownPath
    do {
      let found = try FileTree.entries(ofFolder: path)
      let more = unsaved.names(inFolder: path).filter { name in !found.contains { $0.isExactly(name) } }
      entries = more.isEmpty ? found : (found + more).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      entries = []
      unreadable.append(error)
      folderDiagnostics.append(
        Diagnostic(FormatRules.unreadableFile, error.message(showing: shownPath), at: Place(path: shownPath)))
      return
    }
    for kind in FileKind.allCases where kinds.contains(kind) && entries.contains(kind.fileName) {
      read(kind, unsaved)
    }
    if kinds.contains(.recording), !entries.contains(FileKind.recording.fileName) {
      folderDiagnostics.append(
        Diagnostic(
          FormatRules.recordingMissing,
          "the bundle has no recording.yaml; `tilawa new` writes one", at: Place(path: shownPath)))
    }
    folderDiagnostics += misnamedFiles
    folderDiagnostics += conflictCopies.map { copy in
      Diagnostic(
        FormatRules.conflictCopy,
        "\(copy.name) is a conflict copy of \(copy.kind.fileName) and is not read; `tilawa merge "
          + "--conflict-copies \(ShellText.quoted(shownPath))` merges it",
        at: Place(path: "\(shownPath)/\(copy.name)"))
    }
  }

  /// A bundle without files, which lies nowhere, for rows that come from elsewhere.
  public init() {
    path = ""
    shownPath = ""
    entries = []
  }

  private mutating func read(_ kind: FileKind, _ unsaved: UnsavedTexts) {
    let shown = "\(shownPath)/\(kind.fileName)"
    let file = "\(path)/\(kind.fileName)"
    let source: SourceText
    let own = unsaved[file]
    do throws(FileError) {
      if let own {
        guard own.bytes.count <= YAMLRules.maximumBytes else {
          throw FileError("read", file, because: "larger than \(YAMLRules.maximumBytes) bytes")
        }
        source = own.named(shown)
      } else {
        source = SourceText(
          path: shown, bytes: try FileContents.read(file, in: path, atMost: YAMLRules.maximumBytes))
      }
    } catch {
      let status = (try? FileStatus.ifAny(file)).flatMap { $0.kind == .file ? $0.size : nil } ?? 0
      let size = own.map { Int64($0.bytes.count) } ?? status
      let limit = YAMLRules.maximumBytes
      unreadable.append(error)
      folderDiagnostics.append(
        size > limit
          ? Diagnostic(
            YAMLRules.tooLarge, "the file has \(size) bytes; at most \(limit) are allowed",
            at: Place(path: shown))
          : Diagnostic(FormatRules.unreadableFile, error.message(showing: shown), at: Place(path: shown)))
      return
    }
    replace(kind, by: source)
  }

  /// Takes another text for one of its files; nothing is written.
  public mutating func replace(_ kind: FileKind, by source: SourceText?) {
    switch kind {
    case .recording: recording = source.map { .reading($0) }
    case .reciter: reciter = source.map { .reading($0) }
    case .markers: markers = source.map { .reading($0) }
    case .segments: segments = source.map { .reading($0) }
    case .words: words = source.map { .reading($0) }
    }
  }

  private var misnamedFiles: [Diagnostic] {
    entries.compactMap { name in
      let small = name.lowercased()
      guard FileKind(fileName: name) == nil, ConflictCopy(fileName: name) == nil,
        small.ends(with: ".yaml") || small.ends(with: ".yml")
      else {
        return nil
      }
      let stem = Array(small.fields(by: ".")[0].unicodeScalars)
      let slips = FileKind.allCases.map {
        (kind: $0, count: editDistance(stem, Array($0.rawValue.unicodeScalars)))
      }
      guard let near = slips.min(by: { $0.count < $1.count }), near.count <= 2 else { return nil }
      return Diagnostic(
        FormatRules.misnamedFile, "\(name) is not read; did you mean \(near.kind.fileName)?",
        at: Place(path: "\(shownPath)/\(name)"))
    }
  }

  /// The versions that a checker examines. This is the bundle itself or, if a text isn't reliable, what can
  /// still be read of it: one version for each side of a merge conflict.
  public var checkedVersions: [TilawaBundle] {
    let counts = [
      recording?.salvaged.count, reciter?.salvaged.count, markers?.salvaged.count, segments?.salvaged.count,
      words?.salvaged.count,
    ]
    return (0..<max(1, counts.compactMap { $0 }.max() ?? 1)).map { index in
      var version = self
      version.recording?.takeSalvaged(index)
      version.reciter?.takeSalvaged(index)
      version.markers?.takeSalvaged(index)
      version.segments?.takeSalvaged(index)
      version.words?.takeSalvaged(index)
      return version
    }
  }

  /// Everything that reading found, unordered.
  public var diagnostics: [Diagnostic] {
    folderDiagnostics + FileKind.allCases.flatMap(diagnostics(of:))
  }

  /// Returns the findings of reading one of its files, unordered; empty if the file doesn't exist.
  public func diagnostics(of kind: FileKind) -> [Diagnostic] {
    switch kind {
    case .recording: recording?.diagnostics ?? []
    case .reciter: reciter?.diagnostics ?? []
    case .markers: markers?.diagnostics ?? []
    case .segments: segments?.diagnostics ?? []
    case .words: words?.diagnostics ?? []
    }
  }

  /// The text of a file, if it was read.
  public func source(of kind: FileKind) -> SourceText? {
    switch kind {
    case .recording: recording?.source
    case .reciter: reciter?.source
    case .markers: markers?.source
    case .segments: segments?.source
    case .words: words?.source
    }
  }

  /// The texts of its files that were read.
  public var sources: [SourceText] { FileKind.allCases.compactMap(source) }
}
