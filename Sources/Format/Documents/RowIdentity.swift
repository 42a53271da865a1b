/// The identity of a row of a list in two versions of a file, whatever else was changed in it.
public enum RowIdentity: Hashable, Sendable {
  /// Rows are identified by what is heard and by their place in time. `start` is the key of the time at which
  /// a row begins. `confirmation` is the key by which a person vouches for it, or nil if there is none.
  case recitation(start: String, confirmation: String?)
  /// Rows are identified by the values of these keys together.
  case keys([String])
  /// Rows are identified only by all of their values.
  case wholeRow
}

/// The keys by which a row says when it was made and when it was changed; nil where rows don't say.
public struct RowDates: Hashable, Sendable {
  /// The key of the time at which it was made.
  public let made: String?
  /// The key of the time at which it was changed; equal to `made` if only the last time counts.
  public let changed: String?

  init(made: String? = nil, changed: String? = nil) {
    self.made = made
    self.changed = changed
  }
}
