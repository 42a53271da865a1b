public import TilawaBase
import TilawaYAML

/// A document as it was read, whatever its kind.
public struct ReadDocument: Sendable {
  /// The kind of the document.
  public let kind: DocumentKind
  /// Its text.
  public let source: SourceText
  /// The faults in its YAML and its shape. For a rule that is broken often, only the first findings.
  public let diagnostics: [Diagnostic]
  /// The versions that a checker examines. This is the document itself or, if its text isn't reliable, what
  /// can still be read of it: one version for each side of a merge conflict.
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

  /// True if something in it could not be read as it should, so that a command must not rewrite it.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The bytes of the rows of all its lists, in the order of the text.
  public var rowRanges: [Range<Int>] {
    let root = YAMLDocument(parsing: source).root
    return kind.lists.flatMap { root?[$0.key]?.sequence?.map(\.range) ?? [] }
      .sorted { $0.lowerBound < $1.lowerBound }
  }
}
