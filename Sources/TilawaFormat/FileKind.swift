public import Diagnostics
import ScalarText
public import YAMLDocuments

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

  /// The key that holds its rows; nil for a file without rows.
  public var rowsKey: String? { declaration.fields.first(where: \.holdsRows)?.key }

  /// Its top-level keys, in the order in which `fmt` writes them.
  public var fieldNames: [String] { declaration.fields.map(\.key) }

  /// The keys that its rows may have, in the order in which `fmt` writes them.
  public var rowKeyOrder: [String] {
    declaration.fields.first(where: \.holdsRows)?.nested?.fields.map(\.key) ?? []
  }

  /// How the value of a declared scalar is written canonically; nil when the general rule for text holds.
  ///
  /// `path` are the keys that lead to it, with `[]` for any item of a list.
  public func canonicalText(of scalar: YAMLScalar, at path: [String]) -> String? {
    declaration.field(at: path)?.canonical(scalar)
  }

  /// The keys that its rows may have; none for a file without rows.
  public var rowKeys: Set<String> {
    Set(declaration.fields.filter(\.holdsRows).flatMap { $0.nested?.fields.map(\.key) ?? [] })
  }

  /// What is wrong with the YAML and the shape of a text of this kind.
  public func diagnostics(of source: SourceText) -> [Diagnostic] {
    switch self {
    case .recording: BundleFile(recording: source).diagnostics
    case .reciter: BundleFile(reciter: source).diagnostics
    case .markers: BundleFile(markers: source).diagnostics
    case .segments: BundleFile(segments: source).diagnostics
    case .words: BundleFile(words: source).diagnostics
    }
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
