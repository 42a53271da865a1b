/// The five files of a bundle that the format describes.
public enum FileKind: String, CaseIterable, Sendable {
  case recording, reciter, markers, segments, words

  /// Its name inside the bundle.
  public var fileName: String { "\(rawValue).yaml" }

  /// The kind of a path by its last part; nil for any other file.
  public init?(fileName: some StringProtocol) {
    let name = fileName.split(separator: "/").last ?? ""
    guard let kind = Self.allCases.first(where: { $0.fileName == name }) else { return nil }
    self = kind
  }

  /// The keys that its rows may have; none for a file without rows.
  public var rowKeys: Set<String> {
    Set(declaration.fields.filter(\.holdsRows).flatMap { $0.nested?.fields.map(\.key) ?? [] })
  }

  var declaration: ObjectDeclaration {
    switch self {
    case .recording: Recording.declaration
    case .reciter: Reciter.declaration
    case .markers: MarkersFile.declaration
    case .segments: SegmentsFile.declaration
    case .words: WordsFile.declaration
    }
  }
}
