import Foundation
import TilawaBase

/// A folder for one test, removed when the value goes.
public final class TemporaryFolder: Sendable {
  /// Absolute, without symbolic links.
  public let path: String

  /// Makes the folder and in it `files`: contents by path; folders on the way are made.
  public init(_ files: [String: String] = [:]) throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(
      "tilawa-test-\(UUID().uuidString)")
    try FileTransfer.makeFolder(place.path)
    path = try PathText.realPath(place.path)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The absolute path of something in it.
  public func path(of name: String) -> String { PathText.joined(path, name) }

  /// Writes a file and gives its absolute path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let file = path(of: name)
    try FileTransfer.makeFolder(PathText.folder(of: file))
    try AtomicFile.write(Array(text.utf8), to: file)
    return file
  }

  /// Returns the current contents of a file in the folder.
  public func text(of name: String) throws -> String {
    String(decoding: try FileContents.read(path(of: name)), as: UTF8.self)
  }

  /// The names in it, hidden ones too, sorted.
  public func names(in folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(of: folder)).sorted()
  }
}
