public import TilawaBase

/// The requirements that a kind of document adds to the canonical form of `spec/core/yaml.md`.
///
/// A path names a place in the document: the keys that lead there, and `[]` for the items of a sequence.
public struct CanonicalStyle: Sendable {
  /// Returns a scalar as it is written, quotes included; nil for the general rule. Not called for keys and
  /// block scalars.
  public var scalar: @Sendable (_ path: [String], _ node: YAMLScalar) -> String?
  /// For the path of a sequence: the order of its rows' keys, when its rows are to be flow mappings on one
  /// line each. Other keys follow in the order they have.
  public var rowKeys: @Sendable (_ path: [String]) -> [String]?
  /// Returns true if the sequence at a path is written as `[a, b]`.
  public var isFlowList: @Sendable (_ path: [String]) -> Bool

  /// Creates the general style, with additions if given.
  public init(
    scalar: @escaping @Sendable ([String], YAMLScalar) -> String? = { _, _ in nil },
    rowKeys: @escaping @Sendable ([String]) -> [String]? = { _ in nil },
    isFlowList: @escaping @Sendable ([String]) -> Bool = { _ in false }
  ) {
    self.scalar = scalar
    self.rowKeys = rowKeys
    self.isFlowList = isFlowList
  }
}

extension YAMLDocument {
  /// The edits that bring the text into canonical form, line by line; none when it has errors.
  public func canonicalEdits(_ style: CanonicalStyle) -> [TextEdit] {
    guard !hasErrors else { return [] }
    var writer = CanonicalWriter(self, style)
    return writer.edits()
  }
}
