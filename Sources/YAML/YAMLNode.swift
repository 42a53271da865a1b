/// A value of a YAML text, with the bytes it stands on.
public struct YAMLNode: Sendable {
  /// The content of a node.
  public enum Content: Sendable {
    /// Text, a number, a truth value, or nothing.
    case scalar(YAMLScalar)
    /// Keys and values, in the order of the text.
    case mapping([YAMLPair])
    /// Items, in the order of the text.
    case sequence([YAMLNode])
  }

  /// The content of the node.
  public internal(set) var content: Content
  /// Its bytes: quotes and brackets included, indicators such as `- ` and comments not.
  ///
  /// A block collection reaches from its first entry (the key, or the dash) to the end of its last value.
  /// An empty value has an empty range right after its colon or dash.
  public let range: Range<Int>
  /// True if the node is a collection written with braces or brackets.
  public let isFlow: Bool
  /// True if the node can't be read: it has a character that texts may not have, is not valid YAML, or stands
  /// for a value elsewhere. The node exists, but nothing is known about its value.
  public internal(set) var isUnreadable = false
  /// The comments that belong to it.
  public internal(set) var comments: YAMLComments

  /// A node of these parts.
  public init(
    _ content: Content, range: Range<Int>, isFlow: Bool = false, comments: YAMLComments = YAMLComments()
  ) {
    self.content = content
    self.range = range
    self.isFlow = isFlow
    self.comments = comments
  }

  /// Its scalar, when it is one.
  public var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// Its pairs, when it is a mapping.
  public var mapping: [YAMLPair]? {
    if case .mapping(let pairs) = content { pairs } else { nil }
  }

  /// Its items, when it is a sequence.
  public var sequence: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The value of a key, when it is a mapping that has it.
  public subscript(key: String) -> YAMLNode? {
    mapping?.first { $0.key.scalar?.value == key }?.value
  }
}

/// A key of a mapping and its value.
public struct YAMLPair: Sendable {
  /// Mostly a scalar; the profile reports any other.
  public let key: YAMLNode
  /// An empty scalar when nothing stands after the colon.
  public internal(set) var value: YAMLNode

  /// A key and its value.
  public init(key: YAMLNode, value: YAMLNode) {
    self.key = key
    self.value = value
  }
}

/// A scalar's text with quotes, escapes and folding undone.
public struct YAMLScalar: Sendable, Hashable {
  /// The style in which a scalar is written.
  public enum Style: Sendable, Hashable {
    case plain, singleQuoted, doubleQuoted, literal, folded
  }

  /// The kind of a scalar under YAML 1.2's core schema. Only plain scalars can be anything but text.
  public enum Kind: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer
    case float
    case text
  }

  /// The text.
  public let value: String
  /// The style in which it is written.
  public let style: Style

  /// A scalar of these parts.
  public init(_ value: String, style: Style) {
    self.value = value
    self.style = style
  }
}

/// The comments around a node: ranges from `#` to the end of the line, line end not included.
public struct YAMLComments: Sendable, Hashable {
  /// On lines of their own directly above the entry (the row, or the key) that the node is, or is the value
  /// of.
  public var above: [Range<Int>]
  /// On the line on which the entry ends, after it.
  public var after: Range<Int>?

  /// No comments unless given.
  public init(above: [Range<Int>] = [], after: Range<Int>? = nil) {
    self.above = above
    self.after = after
  }
}
