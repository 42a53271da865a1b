import TilawaBase

@testable import TilawaCommandLine

/// What a command prints and how it ends, in one text: standard output; after a line `[stderr]`, if
/// there was any, standard error; and `[exit 1]` unless it exits with 0.
///
/// Runs in this process, in `directory`, which paths may be relative to.
func transcript(
  _ arguments: String..., in directory: String, input: String = "", environment: [String: String] = [:]
) -> String {
  transcript(arguments, in: directory, input: input, environment: environment)
}

/// The same with the arguments as a list.
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
