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
