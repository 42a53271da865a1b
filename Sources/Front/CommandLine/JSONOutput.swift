import ArgumentParser
import TilawaBase

/// Output for programs, of commands whose lists can be long. `Examples/guides/output.md` has the keys of all shapes, ``OutputShapes`` names them.
struct JSONArguments: ParsableArguments {
  @Flag(help: "Print one JSON document.") var json = false

  @Flag(help: "Print JSON Lines: one object per line.") var jsonl = false

  /// True if the output is for a program.
  var isAny: Bool { json || jsonl }

  func validate() throws {
    if json, jsonl { throw ValidationError("--json and --jsonl cannot be used together") }
  }
}

extension Terminal {
  /// True if the arguments request JSON; read from their text, because usage errors are JSON then, too.
  static func asksForJSON(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--json" || $0 == "--jsonl" }
  }

  /// Prints what went wrong for a program that would otherwise read nothing, which is no JSON.
  func printErrors() {
    guard !output.hasWritten else { return }
    let messages = complaints.isEmpty ? ["nothing was done"] : complaints
    write(Self.errorShape.document(of: messages))
  }

  /// The output of a command with --json that has nothing else to print.
  static let errorShape = OutputShape<[String]>(
    "error",
    [
      .key(
        "errors", .list(of: .object([.key(.message, { $0 })]), atLeast: 1), { $0 },
        "Messages about the failure.")
    ])
}
