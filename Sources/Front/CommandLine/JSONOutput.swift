import ArgumentParser
import TilawaBase

/// Output for programs, of commands whose lists can be long. `spec/output` has every shape.
struct JSONArguments: ParsableArguments {
  @Flag(help: "Print one JSON document.") var json = false

  @Flag(help: "Print JSON Lines: one object per line.") var jsonl = false

  /// Whether a program reads what is printed.
  var isAny: Bool { json || jsonl }

  func validate() throws {
    if json, jsonl { throw ValidationError("--json and --jsonl can't be used together") }
  }
}

extension JSONValue {
  /// A document: the object with the version of its shape first.
  var document: JSONValue { versioned([]) }

  /// A line of `--jsonl`, without its end: the object with the version of its shape and what it is about first.
  func line(_ type: String) -> String { versioned([.init("type", .string(type))]).compactText }

  private func versioned(_ more: [Member]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object([Member("version", 1)] + more + members)
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
    let document: JSONValue = ["version": 1, "errors": JSONValue(messages) { ["message": .string($0)] }]
    write(document.documentText)
  }
}
