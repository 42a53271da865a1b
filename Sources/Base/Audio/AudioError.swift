/// The reason why an audio file could not be read or written, worded for the person who named the file.
public struct AudioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault, for callers that act on it.
  public enum Kind: Hashable, Sendable {
    /// There is nothing at the path.
    case missing
    /// A directory, a pipe or a device stands there.
    case notAFile
    /// The file is there, but may not be opened or gave an input error.
    case unreadable
    /// The file has no bytes.
    case empty
    /// The bytes are of no format that can be read.
    case unknownFormat
    /// The file can only be examined by a program that isn't installed or may not be started.
    case needsProgram
    /// The format is known, but what the file says of itself can't be true, or its contents break off.
    case damaged
    /// The request can't be met, such as a sample rate that a format doesn't have.
    case unsupported
    /// The new file could not be written.
    case unwritable
    /// The caller cancelled the work.
    case cancelled
  }

  /// The kind of fault.
  public var kind: Kind
  /// The file as it was named.
  public var path: String
  /// The fault and its remedy, in lower case, without a full stop and without the path.
  public var message: String

  /// `message` is what follows "cannot read", the path and a colon.
  public init(kind: Kind, path: String, message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }

  /// The action that failed and the message: `cannot read a.wav: no such file`.
  public var description: String { message(showing: path) }

  /// Returns the description with another form of the path, such as one relative to the working directory.
  public func message(showing path: String) -> String {
    let deed = kind == .unwritable || kind == .unsupported ? "write" : "read"
    return "cannot \(deed) \(path): \(message)"
  }

  /// Returns this error with `name` in place of `temporary`, a path that the user has never seen.
  ///
  /// An error about another path is returned unchanged.
  public func told(of name: String, insteadOf temporary: String) -> AudioError {
    guard path.isExactly(temporary) else { return self }
    return AudioError(kind: kind, path: name, message: message)
  }

  /// Reading `path` was called off.
  public static func cancelled(_ path: String) -> AudioError {
    AudioError(kind: .cancelled, path: path, message: "cancelled")
  }
}
