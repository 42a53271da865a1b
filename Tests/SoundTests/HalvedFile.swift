import Foundation

/// Writes the first half of a file's bytes to another, as an interrupted copy would.
func halve(_ path: String, to target: String) throws {
  let bytes = try Data(contentsOf: URL(filePath: path))
  try bytes.prefix(bytes.count / 2).write(to: URL(filePath: target))
}
