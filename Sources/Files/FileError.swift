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

  /// A fault that is no system call's.
  public init(_ action: String, _ path: String, because reason: String) {
    self.action = action
    self.path = path
    self.reason = reason
    isMissing = false
    isTaken = false
  }

  init(_ action: String, _ path: String, _ fault: SystemFault) {
    self.action = action
    self.path = path
    reason = action == "read" && fault.isMissing ? "no such file" : fault.text
    isMissing = fault.isMissing
    isTaken = fault.isTaken
  }

  /// `cannot read friday.tilawa/audio.flac: no such file`.
  public var description: String { message(showing: path) }

  /// The same with another form of the path, such as one relative to where the user stands.
  public func message(showing path: String) -> String { "cannot \(action) \(path): \(reason)" }
}
