import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

extension Terminal {
  /// The version that the user named: a bundle, a file of one, `-`, or either of the first two in a commit as
  /// `REV:path`.
  func version(_ given: String) throws -> BundleVersion {
    guard given == "-" else { return try workplace.version(given) }
    return try workplace.version(of: SourceText(path: "<stdin>", bytes: try readInput()), named: given)
  }
}

/// Alignment by sound of the audio of one bundle with that of another.
struct AlignmentOptions: ParsableArguments {
  @Flag(help: "Align recordings of different audio by sound.")
  var alignAudio = false
}

extension FileMerge.Unmergeable {
  /// Reports the reason on standard error.
  func tell(in terminal: Terminal) -> Outcome {
    if !diagnostics.isEmpty { terminal.complain(diagnostics.inOrder()) }
    terminal.complain(
      "tilawa: \(path) cannot be compared row by row\(diagnostics.isEmpty ? "" : "; fix its errors first")")
    return .failed
  }
}
