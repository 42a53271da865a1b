public import TilawaBase
import TilawaYAML

/// One file of a bundle as it was read: its text, and what the text says.
public struct BundleFile<Content: Sendable>: Sendable {
  /// The text, to which all places in `content` belong.
  public let source: SourceText
  /// What could be read; nil when the text has faults that make all of it doubtful.
  public internal(set) var content: Content?
  /// What can still be read of a text whose faults make all of it doubtful: one, or one for each side of its merge
  /// conflicts. For checkers; nothing is served or written by it.
  public internal(set) var salvaged: [Content] = []
  /// What is wrong with its YAML and its shape. Of a rule that is broken often the first findings.
  public let diagnostics: [Diagnostic]
  /// Where its errors begin, those as well that `diagnostics` only counts; in order.
  var errorStarts: [UInt32] = []
  /// Whether it was read the fast way: its rows stand one a line, and have no keys but those of the format.
  public var hasPlainRows = false

  /// Whether something in it could not be read as it should, so that a command must not rewrite it.
  public var hasErrors: Bool { content == nil || diagnostics.contains { $0.severity == .error } }

  mutating func takeSalvaged(_ index: Int) {
    if content == nil { content = index < salvaged.count ? salvaged[index] : salvaged.last }
  }

  /// Whether an error lies in `range`, which then isn't used.
  public func hasError(in range: ByteRange) -> Bool { errorStarts.hasOne(in: range.range) }

  /// The place of a located value.
  public func place(_ located: Located<some Sendable>) -> Place { Place(source, located.range) }
  /// The place of a row.
  public func place(_ bytes: ByteRange) -> Place { Place(source, bytes.range) }
}
