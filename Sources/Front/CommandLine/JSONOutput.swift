import ArgumentParser
import TilawaBase

/// Output for programs, of commands whose lists can be long. `Examples/guides/output.md` has the keys of all shapes, ``OutputShapes`` names them.
struct JSONArguments: ParsableArguments {
  @Flag(help: "Print one JSON document.") var json = false

  @Flag(help: "Print JSON Lines: one object per line.") var jsonl = false

  /// Whether a program reads what is printed.
  var isAny: Bool { json || jsonl }

  func validate() throws {
    if json, jsonl { throw ValidationError("--json and --jsonl can't be used together") }
  }
}

extension Terminal {
  /// Whether the arguments ask for JSON; told from their text, because wrong usage is answered in JSON, too.
  static func asksForJSON(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--json" || $0 == "--jsonl" }
  }

  /// Prints what went wrong for a program that would otherwise read nothing, which is no JSON.
  func printErrors() {
    guard !output.hasWritten else { return }
    let messages = complaints.isEmpty ? ["nothing was done"] : complaints
    write(Self.errorShape.document(of: messages))
  }

  /// What a command with --json prints when it has nothing else to print.
  static let errorShape = OutputShape<[String]>(
    "error",
    [
      .key(
        "errors", .list(of: .object([.key(.message, { $0 })]), atLeast: 1), { $0 },
        "What could not be understood, or done.")
    ])
}
