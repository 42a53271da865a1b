import TilawaBase

/// A folder out of sight in which something is made ready; gone with the value, and when a signal ends the program. What a
/// killed program leaves, the next one that works beside it removes.
package final class Workshop: @unchecked Sendable {
  // Nothing of it changes; it is given up once, by whoever is the last to have it.
  private let folder: AtomicDirectory

  /// Absolute.
  package var path: String { folder.path }

  /// Starts one in a folder that exists.
  init(in parent: String) throws(FileError) {
    folder = try AtomicDirectory(for: PathText.joined(parent, ".tilawa-workshop"))
  }

  /// The path of something in it.
  func path(of name: String) -> String { PathText.joined(folder.path, name) }
}
