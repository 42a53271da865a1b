import Foundation

/// Files with the expected output of the program, to be read in review.
public enum Golden {
  /// True if files are rewritten: `TILAWA_RECORD` is 1. A test whose file changes still fails, so that
  /// recording isn't left on.
  public static var isRecording: Bool { ProcessInfo.processInfo.environment["TILAWA_RECORD"] == "1" }

  /// Returns the contents of the file. When recording, a file that differs from `text` is rewritten first,
  /// and the result is nil.
  public static func text(of path: String, recording text: String) throws -> String? {
    if isRecording {
      if (try? String(contentsOfFile: path, encoding: .utf8)) != text {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return nil
      }
    }
    return try? String(contentsOfFile: path, encoding: .utf8)
  }
}
