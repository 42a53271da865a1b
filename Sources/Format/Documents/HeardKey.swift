/// A value that a person states or a program recognises: the key of the value, and the key in which a program
/// repeats what it wrote there.
///
/// While both are the same, no person has stated the value.
public struct HeardKey: Hashable, Sendable {
  /// The key that holds the value.
  public let said: String
  /// The key that says what a program heard.
  public let heard: String
}
