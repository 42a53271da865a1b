/// Why a file could not be fetched.
package struct FetchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The chance that another try succeeds.
  package enum Prospect: Hashable, Sendable {
    /// The next try may succeed, not before so many seconds if the server says so.
    case worthAnotherTry(afterSeconds: Int?)
    /// The server hasn't got the file.
    case notThere
    /// Another file stands there than was promised, or none: whoever keeps it may have changed it just now.
    case changed
    /// It won't go away by itself.
    case hopeless
  }

  /// One line, lower case, no full stop, without the address.
  package let description: String
  /// The chance that another try succeeds.
  package let prospect: Prospect

  /// An error with the message `description`.
  package init(_ description: String, _ prospect: Prospect = .hopeless) {
    self.description = description
    self.prospect = prospect
  }
}
