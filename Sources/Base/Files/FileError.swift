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

  init(overtaken path: String, _ meanwhile: String?) {
    action = "change"
    self.path = path
    reason = "it was changed meanwhile; nothing was written; try again"
    isMissing = false
    isTaken = false
    isOvertaken = true
    self.meanwhile = meanwhile
  }

  init(_ action: String, _ path: String, _ fault: SystemFault) {
    if fault.mayPass { PassingTrouble.note() }
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
