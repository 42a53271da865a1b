public import TilawaBase
import TilawaYAML

/// A document as it was read, whatever its kind.
public struct ReadDocument: Sendable {
  /// What it is.
  public let kind: DocumentKind
  /// Its text.
  public let source: SourceText
  /// What is wrong with its YAML and its shape. Of a rule that is broken often the first findings.
  public let diagnostics: [Diagnostic]
  /// What a checker judges: the document itself, or where its text can't be relied on what can still be read of it, once
  /// for each side of a merge conflict.
  let versions: [any Sendable]
  private let file: any Sendable

  init<Content>(_ kind: DocumentKind, _ file: BundleFile<Content>) {
    self.kind = kind
    self.file = file
    source = file.source
    diagnostics = file.diagnostics
    versions = (0..<max(1, file.salvaged.count)).map { index in
      var version = file
      version.takeSalvaged(index)
      return version
    }
  }

  /// Its typed values; nil when it is of another kind.
  public func values<Content: Sendable>(_: Content.Type) -> BundleFile<Content>? {
    file as? BundleFile<Content>
  }

  /// Whether something in it could not be read as it should, so that a command must not rewrite it.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The bytes of the rows of all its lists, in the order of the text.
  public var rowRanges: [Range<Int>] {
    let root = YAMLDocument(parsing: source).root
    return kind.lists.flatMap { root?[$0.key]?.sequence?.map(\.range) ?? [] }
      .sorted { $0.lowerBound < $1.lowerBound }
  }
}
