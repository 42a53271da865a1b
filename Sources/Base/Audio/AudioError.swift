/// Why an audio file could not be read or written, in words for the person who named it.
public struct AudioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of fault it is, for callers that act on it.
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
    /// Only a program that isn't installed, or may not be started, could tell.
    case needsProgram
    /// The format is known, but what the file says of itself can't be true, or its contents break off.
    case damaged
    /// What was asked for can't be done, such as a sample rate that a format doesn't have.
    case unsupported
    /// The new file could not be written.
    case unwritable
    /// Whoever asked for it doesn't want it any more.
    case cancelled
  }

  /// What kind of fault it is.
  public var kind: Kind
  /// The file as it was named.
  public var path: String
  /// What is wrong and what to do; lower case, without a full stop, without the path.
  public var message: String

  /// `message` is what follows "cannot read", the path and a colon.
  public init(kind: Kind, path: String, message: String) {
    self.kind = kind
    self.path = path
    self.message = message
  }

  /// What can't be done with the file, and the message: `cannot read a.wav: no such file`.
  public var description: String { message(showing: path) }

  /// The same with another form of the path, such as one relative to where the user stands.
  public func message(showing path: String) -> String {
    let deed = kind == .unwritable || kind == .unsupported ? "write" : "read"
    return "cannot \(deed) \(path): \(message)"
  }

  /// The same about `name` where it is about `temporary`, which the user has never heard of.
  public func told(of name: String, insteadOf temporary: String) -> AudioError {
    guard path.isExactly(temporary) else { return self }
    return AudioError(kind: kind, path: name, message: message)
  }

  /// Reading `path` was called off.
  public static func cancelled(_ path: String) -> AudioError {
    AudioError(kind: .cancelled, path: path, message: "cancelled")
  }
}
