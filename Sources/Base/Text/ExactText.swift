/// A name that is another when one byte is another.
///
/// Strings are equal when their letters mean the same, composed or not; the names of files and keys are not.
public struct ExactText: Hashable, Sendable {
  /// As it stands in a path or a file.
  public let text: String

  /// The name that a text is.
  public init(_ text: some StringProtocol) { self.text = String(text) }

  /// Returns true if both have the same bytes.
  public static func == (a: ExactText, b: ExactText) -> Bool { a.text.isExactly(b.text) }

  /// Goes by the bytes.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension ExactText: ExpressibleByStringLiteral {
  /// A name in the program's own text.
  public init(stringLiteral text: String) { self.init(text) }
}

extension StringProtocol {
  /// Returns true if both have the same bytes.
  @inlinable
  public func isExactly(_ other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }
}
