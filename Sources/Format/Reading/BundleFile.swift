public import TilawaBase
import TilawaYAML

/// One file of a bundle as it was read: its text, and what the text says.
public struct BundleFile<Content: Sendable>: Sendable {
  /// The text, to which all places in `content` belong.
  public let source: SourceText
  /// The content that could be read; nil if the text has faults that make all of it doubtful.
  public internal(set) var content: Content?
  /// The content that can still be read of a text whose faults make all of it doubtful: one, or one for each
  /// side of its merge conflicts. Only for checkers; it must not be served or written.
  public internal(set) var salvaged: [Content] = []
  /// The faults in its YAML and its shape. For a rule that is broken often, only the first findings.
  public let diagnostics: [Diagnostic]
  /// The starts of its errors, including those that `diagnostics` only counts; in order.
  var errorStarts: [UInt32] = []
  /// True if it was read the fast way. Its rows are then one to a line, and have only keys of the format.
  public var hasPlainRows = false

  /// True if something in it could not be read as it should, so that a command must not rewrite it.
  public var hasErrors: Bool { content == nil || diagnostics.contains { $0.severity == .error } }

  mutating func takeSalvaged(_ index: Int) {
    if content == nil { content = index < salvaged.count ? salvaged[index] : salvaged.last }
  }

  /// Returns true if `range` contains an error, and so must not be used.
  public func hasError(in range: ByteRange) -> Bool { errorStarts.hasOne(in: range.range) }

  /// The place of a located value.
  public func place(_ located: Located<some Sendable>) -> Place { Place(source, located.range) }
  /// The place of a row.
  public func place(_ bytes: ByteRange) -> Place { Place(source, bytes.range) }
}
