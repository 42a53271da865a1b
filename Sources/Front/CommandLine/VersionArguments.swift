import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

extension Terminal {
  /// What the user named: a bundle, a file of one, `-`, or either of the first two in a commit as `REV:path`.
  func version(_ given: String) throws -> BundleVersion {
    guard given == "-" else { return try workplace.version(given) }
    return try workplace.version(of: SourceText(path: "<stdin>", bytes: try readInput()), named: given)
  }
}

/// Finding out by ear, as it were, where the audio of one bundle lies in that of another.
struct AlignmentOptions: ParsableArguments {
  @Flag(
    help: """
      If the recordings are of different audio, find the offset between them by their sound, and move times by it.
      """)
  var alignAudio = false
}

extension FileMerge.Unmergeable {
  /// Tells why on standard error.
  func tell(in terminal: Terminal) -> Outcome {
    if !diagnostics.isEmpty { terminal.complain(diagnostics.inOrder()) }
    terminal.complain(
      "tilawa: \(path) can't be compared row by row\(diagnostics.isEmpty ? "" : "; fix it first")")
    return .failed
  }
}
