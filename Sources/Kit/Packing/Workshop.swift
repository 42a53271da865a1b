import TilawaBase

/// A hidden temporary folder, removed with the value, and when a signal ends the program. If the program is
/// killed, the next one that works in the same place removes the folder.
package final class Workshop: @unchecked Sendable {
  // It is never changed, and it is released once, by its last owner.
  private let folder: AtomicDirectory

  /// The absolute path.
  package var path: String { folder.path }

  /// Creates a temporary folder in an existing folder.
  init(in parent: String) throws(FileError) {
    folder = try AtomicDirectory(for: PathText.joined(parent, ".tilawa-workshop"))
  }

  /// Returns the path of an item in the folder.
  func path(of name: String) -> String { PathText.joined(folder.path, name) }
}
