import TilawaBase

/// The result of a command, one of the same three for all commands.
enum Outcome: Int32, Sendable {
  /// Done, and nothing found.
  case done = 0
  /// Problems or differences were found, files would change, or a question has no answer.
  case findings = 1
  /// Used wrongly, or could not work; what stood in the way has been said.
  case failed = 2

  /// Checked, and all is well.
  static let clean = Outcome.done

  /// The graver of two: how many pieces of work ended together.
  func and(_ other: Outcome) -> Outcome { rawValue >= other.rawValue ? self : other }
}

extension FileError {
  /// The outcome of a command that it stops: a file that somebody else saved meanwhile is not a failure.
  var outcome: Outcome { isOvertaken ? .findings : .failed }
}

/// The reason a command failed, in words for the user: lower case, no full stop.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
  let outcome: Outcome

  init(_ description: String, as outcome: Outcome = .failed) {
    self.description = description
    self.outcome = outcome
  }
}
