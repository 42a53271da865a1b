/// A file that lies beside one that is being built for as long as another program needs it. It has no lock of
/// its own.
package enum Byproduct: String, CaseIterable, Sendable {
  /// A picture for the file.
  case cover
  /// A list of its chapters.
  case chapters
  /// The file as the other program made it anew.
  case remuxed

  /// Its name beside `file`.
  package func path(beside file: String) -> String { "\(file).\(rawValue)" }

  /// Beside which file a name stands; nil for a name of another kind.
  static func owner(of name: String) -> String? {
    allCases.lazy.compactMap { name.before(".\($0.rawValue)") }.first.map(String.init)
  }
}
