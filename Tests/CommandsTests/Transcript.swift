import TilawaBase

@testable import TilawaCommandLine

/// Runs a command and returns all of its output as one text. First comes standard output; then, after a line
/// `[stderr]`, standard error if there is any; and last `[exit 1]` unless it exits with 0.
///
/// The command runs in this process, in `directory`, which paths may be relative to.
func transcript(
  _ arguments: String..., in directory: String, input: String = "", environment: [String: String] = [:]
) -> String {
  transcript(arguments, in: directory, input: input, environment: environment)
}

/// Runs a command with a list of arguments, and returns all of its output as one text.
func transcript(
  _ arguments: [String], in directory: String, input: String = "", environment: [String: String] = [:],
  calendar: LocalCalendar = .utc
) -> String {
  _ = ThrownErrors.areCheap
  let recording = TerminalRecording(
    in: directory, input: input, environment: environment, calendar: calendar)
  let status = runTilawa(arguments, in: recording.terminal)
  var text = recording.output
  func startLine() { if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" } }
  if !recording.talk.isEmpty {
    startLine()
    text += "[stderr]\n" + recording.talk
  }
  if status != 0 {
    startLine()
    text += "[exit \(status)]\n"
  }
  return text
}
