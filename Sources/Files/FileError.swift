import Diagnostics
import ScalarText

/// Why something could not be done with a file, in words for its user.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as a verb: `read`, `write`, `list`, `create`, `lock`, `copy`, `move`, `remove`.
  public let action: String
  /// The path as it was given.
  public let path: String
  /// Why not, lower case and without a full stop: `no such file`.
  public let reason: String
  /// Whether nothing stands under that name, which callers often take for an answer.
  public let isMissing: Bool
  /// Whether the name is taken already.
  public let isTaken: Bool
  /// Whether somebody else saved the file after it was read; theirs stands.
  public let isOvertaken: Bool
  /// What somebody else saved, as a unified diff from what was read; nil where that isn't known.
  public let meanwhile: String?

  /// A fault that is no system call's.
  public init(_ action: String, _ path: String, because reason: String) {
    self.action = action
    self.path = path
    self.reason = reason
    isMissing = false
    isTaken = false
    isOvertaken = false
    meanwhile = nil
  }

  /// What was to be written to `path` would have replaced what somebody else saved there meanwhile.
  public static func overtaken(_ path: String) -> FileError { FileError(overtaken: path, nil) }

  /// The same with what they saved, in place of `old`, which was read; nil where nothing was.
  public static func overtaken(_ path: String, from old: [UInt8]?) -> FileError {
    FileError(overtaken: path, OvertakenText.diff(ofFileAt: path, from: old))
  }

  private init(overtaken path: String, _ meanwhile: String?) {
    action = "change"
    self.path = path
    reason = "it was changed meanwhile; nothing was written; try again"
    isMissing = false
    isTaken = false
    isOvertaken = true
    self.meanwhile = meanwhile
  }

  init(_ action: String, _ path: String, _ fault: SystemFault) {
    self.action = action
    self.path = path
    reason = action == "read" && fault.isMissing ? "no such file" : fault.text
    isMissing = fault.isMissing
    isTaken = fault.isTaken
    isOvertaken = false
    meanwhile = nil
  }

  /// `cannot read friday.tilawa/audio.flac: no such file`.
  public var description: String { message(showing: path) }

  /// The same with another form of the path, such as one relative to where the user stands.
  public func message(showing path: String) -> String { "cannot \(action) \(path): \(reason)" }
}

/// What came into a file while nobody looked.
private enum OvertakenText {
  /// Longer texts and diffs are of no use to whoever reads them on a screen.
  private static let maximumBytes = 4_194_304
  private static let maximumLines = 60

  static func diff(ofFileAt path: String, from old: [UInt8]?) -> String? {
    guard let found = try? FileContents.readIfAny(path, atMost: maximumBytes) else { return nil }
    let (old, now) = (old ?? [], found)
    guard old != now, old.count <= maximumBytes, !old.contains(0), !now.contains(0) else { return nil }
    let (start, end) = ends(old, now)
    let edit = TextEdit(
      start..<(old.count - end), String(decoding: now[start..<(now.count - end)], as: UTF8.self))
    let source = SourceText(path: PathText.name(of: path), bytes: old)
    guard let text = UnifiedDiff(of: source, [edit])?.text, !text.isEmpty else { return nil }
    var lines = text.fields(by: "\n").map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.count > maximumLines else { return lines.joined(separator: "\n") }
    return (lines.prefix(maximumLines) + ["and \(lines.count - maximumLines) more lines"])
      .joined(separator: "\n")
  }

  /// How many bytes both have in common, as whole lines, at their beginning and at their end.
  private static func ends(_ old: [UInt8], _ now: [UInt8]) -> (Int, Int) {
    let isLineEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") }
    var start = zip(old, now).prefix { $0 == $1 }.count
    while start > 0, !isLineEnd(old[start - 1]) { start -= 1 }
    let limit = min(old.count, now.count) - start
    var end = zip(old.reversed(), now.reversed()).prefix(limit).prefix { $0 == $1 }.count
    while end > 0, end < old.count, !isLineEnd(old[old.count - end - 1]) { end -= 1 }
    return (start, end)
  }
}
