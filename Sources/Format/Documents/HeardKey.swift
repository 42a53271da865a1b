/// A value that a person says or a program hears: the key that holds it, and the one in which a program repeats what it wrote there.
///
/// While both say the same, nobody has said it.
public struct HeardKey: Hashable, Sendable {
  /// The key that holds the value.
  public let said: String
  /// The key that says what a program heard.
  public let heard: String
}
