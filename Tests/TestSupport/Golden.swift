import Foundation

/// Files that hold what the program is expected to say, to be read in review.
public enum Golden {
  /// Whether files are rewritten: when `TILAWA_RECORD` is 1. The test fails all the same, so that it isn't
  /// forgotten.
  public static var isRecording: Bool { ProcessInfo.processInfo.environment["TILAWA_RECORD"] == "1" }

  /// What the file holds; when recording, `text` is written first, and nil given.
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
