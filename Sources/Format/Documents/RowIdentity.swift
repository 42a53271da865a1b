/// By what a row of a list is known in two versions of a file, whatever else was changed in it.
public enum RowIdentity: Hashable, Sendable {
  /// By what is heard and by its place in time: `start` is the key of where it begins, `confirmation` the key by which a person
  /// vouches for it, nil where nobody does.
  case recitation(start: String, confirmation: String?)
  /// By the values of these keys together.
  case keys([String])
  /// By nothing but all that it says.
  case wholeRow
}

/// The keys by which a row says when it was made and when it was changed; nil where rows don't say.
public struct RowDates: Hashable, Sendable {
  /// When it was made.
  public let made: String?
  /// When it was changed; the same as `made` where only the last time counts.
  public let changed: String?

  init(made: String? = nil, changed: String? = nil) {
    self.made = made
    self.changed = changed
  }
}
