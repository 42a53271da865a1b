public import TilawaBase
public import TilawaYAML

/// The five files of a bundle that the format describes.
public enum FileKind: String, CaseIterable, Sendable {
  case recording, reciter, markers, segments, words

  /// Its name inside the bundle.
  public var fileName: String { "\(rawValue).yaml" }

  /// The kind of a path by its last part; nil for any other file.
  public init?(fileName: some StringProtocol) {
    let name = String(fileName).words(by: "/").last ?? ""
    guard let kind = Self.allCases.first(where: { $0.fileName == name }) else { return nil }
    self = kind
  }

  /// The document that it is.
  public var document: DocumentKind {
    switch self {
    case .recording: .recording
    case .reciter: .reciter
    case .markers: .markers
    case .segments: .segments
    case .words: .words
    }
  }

  /// Its list of rows; nil for a file without rows.
  package var list: DocumentList? { document.lists.first }

  /// The key that holds its rows; nil for a file without rows.
  public var rowsKey: String? { list?.key }

  /// Its top-level keys, in the order in which `fmt` writes them.
  public var fieldNames: [String] { document.fieldNames }

  /// The keys that its rows may have, in the order in which `fmt` writes them; none for a file without rows.
  public var rowKeys: [String] { list?.rowKeys ?? [] }

  /// Returns the canonical text of a declared scalar; nil if the general rule for text applies.
  ///
  /// `path` contains the keys that lead to it, with `[]` for any item of a list.
  public func canonicalText(of scalar: YAMLScalar, at path: [String]) -> String? {
    document.canonicalText(of: scalar, at: path)
  }

  /// Returns the faults in the YAML and the shape of a text of this kind.
  public func diagnostics(of source: SourceText) -> [Diagnostic] { document.diagnostics(of: source) }

  var declaration: ObjectDeclaration { document.declaration }
}

extension FileKind {
  /// The key by which its rows say where they begin.
  public var startKey: String { list?.startKey ?? RowKey.start }

  /// The key that marks a row as confirmed by a person; nil for rows that can't be confirmed.
  public var confirmationKey: String? { list?.confirmationKey }
}

extension DocumentKind {
  /// The file of a bundle that it is; nil for documents that lie elsewhere.
  public var ofBundle: FileKind? { FileKind(rawValue: name) }
}

extension DocumentKind {
  /// `recording.yaml`.
  public static let recording = DocumentKind("recording", Recording.self, at: .bundle)
  /// `reciter.yaml`.
  public static let reciter = DocumentKind(
    "reciter", Reciter.self, at: .bundle, .folder(ReciterFile.folderName))
  /// `markers.yaml`.
  public static let markers = DocumentKind("markers", MarkersFile.self, at: .bundle)
  /// `segments.yaml`.
  public static let segments = DocumentKind("segments", SegmentsFile.self, at: .bundle)
  /// `words.yaml`.
  public static let words = DocumentKind("words", WordsFile.self, at: .bundle)
}
