import TilawaBase
import TilawaYAML

/// A kind of file that can be read from YAML.
protocol FileContent: Sendable {
  /// The declaration of the keys that a file of the kind may have.
  static var declaration: ObjectDeclaration { get }

  init?(_ node: YAMLNode, report: ReadingReport)

  /// Reads a text the fast way; nil if it has anything but what `fmt` writes.
  static func scanned(_ bytes: [UInt8]) -> Self?

  /// Reads a long text of which little differs from what `fmt` writes; nil if all of it must be read fully.
  static func abridged(_ source: SourceText) -> BundleFile<Self>?
}

extension FileContent {
  static func scanned(_ bytes: [UInt8]) -> Self? { nil }
  static func abridged(_ source: SourceText) -> BundleFile<Self>? { nil }
}

extension BundleFile where Content: FileContent {
  /// Reads a text: by the fast way where that is enough, else by the full reader.
  static func reading(_ source: SourceText) -> Self {
    if let content = Content.scanned(source.bytes) {
      return BundleFile(source: source, content: content, diagnostics: [], hasPlainRows: true)
    }
    return Content.abridged(source) ?? readingFully(source)
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
    let version = Field<FormatVersion>.version.key
    // Where a fault of YAML lies in the version, nothing may be used.
    let isDoubtful = document.root?.mapping.map { report.isStruck(version, in: $0) } ?? false
    let content = isEmpty || isDoubtful ? nil : document.root.flatMap { Content($0, report: report) }
    let salvaged = (isDoubtful ? [document.root].compactMap(\.self) : document.salvaged).compactMap { root in
      report.salvage { Content(root, report: report) }
    }
    return BundleFile(
      source: source, content: content, salvaged: salvaged,
      diagnostics: document.diagnostics + report.findings.diagnostics,
      errorStarts: (document.errorStarts + report.findings.errorStarts).sorted())
  }
}

/// Reads the version before anything else. With another major version the other keys are not checked; a newer
/// minor version allows unknown ones.
func versionedReader(
  _ node: YAMLNode, _ declaration: ObjectDeclaration, _ version: Field<FormatVersion>, _ report: ReadingReport
) -> ObjectReader? {
  if node.isUnreadable { return nil }
  guard let pairs = node.mapping else {
    report.add(
      FormatRules.notAMapping,
      "\(declaration.title) must be a mapping of keys to values that begins with \"tilawa: 1\"",
      at: node.range)
    return nil
  }
  if let value = node[version.key], !value.isUnreadable, !report.isStruck(version.key, in: pairs),
    version.type.read(value, report) == nil
  {
    return nil
  }
  return ObjectReader(node, as: declaration, report: report)
}
