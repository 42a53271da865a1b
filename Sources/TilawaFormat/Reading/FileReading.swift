public import Diagnostics
import YAMLDocuments

/// A kind of file that can be read from YAML.
protocol FileContent: Sendable {
  /// What a file of the kind may say.
  static var declaration: ObjectDeclaration { get }

  init?(_ node: YAMLNode, report: ReadingReport)

  /// The same by the fast way, for texts that have nothing but what `fmt` writes.
  static func scanned(_ bytes: [UInt8]) -> Self?
}

extension FileContent {
  static func scanned(_ bytes: [UInt8]) -> Self? { nil }
}

extension Recording: FileContent {}
extension Reciter: FileContent {}
extension Playback: FileContent {}
extension BookmarksFile: FileContent {}
extension Listening: FileContent {}

extension SegmentsFile: FileContent {
  private init(rows: [Segment]) { self.rows = rows }

  static func scanned(_ bytes: [UInt8]) -> Self? {
    scanRows(ScannedSegment.self, in: bytes).map { Self(rows: $0) }
  }
}

extension MarkersFile: FileContent {
  private init(rows: [Marker]) { self.rows = rows }

  static func scanned(_ bytes: [UInt8]) -> Self? {
    scanRows(ScannedMarker.self, in: bytes).map { Self(rows: $0) }
  }
}

extension WordsFile: FileContent {
  private init(rows: [WordTiming]) { self.rows = rows }

  static func scanned(_ bytes: [UInt8]) -> Self? {
    scanRows(ScannedWord.self, in: bytes).map { Self(rows: $0) }
  }
}

extension BundleFile where Content: FileContent {
  /// Reads a text: by the fast way where that is enough, else by the full reader.
  static func reading(_ source: SourceText) -> Self {
    if let content = Content.scanned(source.bytes) {
      return BundleFile(source: source, content: content, diagnostics: [], hasPlainRows: true)
    }
    return readingFully(source)
  }

  /// Reads a text through its YAML document.
  static func readingFully(_ source: SourceText) -> Self {
    let document = YAMLDocument(parsing: source)
    let report = ReadingReport(of: source, document.errorStarts)
    // A text without any value has no root; one whose value can't be relied on has none either, and an error.
    let isEmpty = document.root.map { $0.scalar?.kind == .null } ?? !document.hasErrors
    if isEmpty {
      report.add(FormatRules.emptyFile, FormatRules.emptyFileMessage, at: 0..<0)
    }
    let content = isEmpty ? nil : document.root.flatMap { Content($0, report: report) }
    let salvaged = document.salvaged.compactMap { root in
      report.salvage { Content(root, report: report) }
    }
    return BundleFile(
      source: source, content: content, salvaged: salvaged,
      diagnostics: document.diagnostics + report.findings.diagnostics,
      errorStarts: (document.errorStarts + report.findings.errorStarts).sorted())
  }
}

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

extension BundleFile<Recording> {
  /// Reads `recording.yaml` from its text.
  public init(recording source: SourceText) { self = .reading(source) }
}

extension BundleFile<Reciter> {
  /// Reads `reciter.yaml` from its text.
  public init(reciter source: SourceText) { self = .reading(source) }
}

extension BundleFile<SegmentsFile> {
  /// Reads `segments.yaml` from its text.
  public init(segments source: SourceText) { self = .reading(source) }
}

extension BundleFile<MarkersFile> {
  /// Reads `markers.yaml` from its text.
  public init(markers source: SourceText) { self = .reading(source) }
}

extension BundleFile<WordsFile> {
  /// Reads `words.yaml` from its text.
  public init(words source: SourceText) { self = .reading(source) }
}
