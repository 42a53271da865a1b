/// Why something could not be done with a file, in words for its user.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of trouble, for callers that act on it.
  public enum Trouble: Hashable, Sendable {
    /// Nothing stands under that name.
    case missing
    /// The name is taken already.
    case taken
    /// Another program saved the file after it was read; that version stays.
    case overtaken
    /// Another program has the lock. `holder` is its name and process, where the system gives them.
    case busy(holder: String?)
    /// The disk or the quota is full.
    case full
    /// It isn't permitted.
    case denied
    /// Trying again later may help.
    case passing
    /// Whoever wanted it has called it off; nothing was written.
    case cancelled
    /// Anything else.
    case other
  }

  /// The action that failed, as a verb: `read`, `write`, `list`, `create`, `lock`, `copy`, `move`, `remove`.
  public let action: String
  /// The path as it was given.
  public let path: String
  /// Why not, lower case and without a full stop: `no such file`.
  public let reason: String
  /// The kind of trouble.
  public let trouble: Trouble
  /// The contents that another program saved, as a unified diff from those that were read; nil where unknown.
  public let meanwhile: String?

  /// True if nothing has that name, which many callers don't treat as an error.
  public var isMissing: Bool { trouble == .missing }
  /// True if the name is already taken.
  public var isTaken: Bool { trouble == .taken }
  /// True if another program saved the file after it was read; that version stays.
  public var isOvertaken: Bool { trouble == .overtaken }

  /// Creates an error that doesn't come from a system call.
  public init(_ action: String, _ path: String, because reason: String) {
    self.action = action
    self.path = path
    self.reason = reason
    trouble = .other
    meanwhile = nil
  }

  /// Returns the error for a write to `path` that would have replaced what another program saved there
  /// meanwhile.
  public static func overtaken(_ path: String) -> FileError { FileError(overtaken: path, nil) }

  init(overtaken path: String, _ meanwhile: String?) {
    action = "change"
    self.path = path
    reason = "another program changed it; nothing was written; try again"
    trouble = .overtaken
    self.meanwhile = meanwhile
  }

  init(cancelled action: String, _ path: String) {
    (self.action, self.path, reason) = (action, path, "cancelled; nothing was written")
    (trouble, meanwhile) = (.cancelled, nil)
  }

  package init(_ action: String, _ path: String, _ fault: SystemFault) {
    if fault.mayPass { PassingTrouble.note() }
    self.action = action
    self.path = path
    reason = action == "read" && fault.isMissing ? "no such file" : fault.text
    trouble = fault.trouble
    meanwhile = nil
  }

  /// `cannot read friday.tilawa/audio.flac: no such file`.
  public var description: String { message(showing: path) }

  /// Returns the description with another form of the path, such as one relative to the working directory.
  public func message(showing path: String) -> String { "cannot \(action) \(path): \(reason)" }
}
