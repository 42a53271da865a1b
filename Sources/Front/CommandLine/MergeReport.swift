import TilawaBase
import TilawaFormat

/// The decisions of a merge, for people and for programs.
struct MergeReport {
  let merge: BundleMerge

  /// A line for each decision.
  func lines(_ palette: Palette) -> [String] {
    merge.files.flatMap { file in
      file.decisions.isEmpty
        ? []
        : [palette.paint(file.kind.fileName, .strong)]
          + file.decisions.map { decision in
            let line = "\(Self.mark(decision)) \(Self.text(decision))"
            return decision.outcome == .conflict ? palette.paint(line, .error) : line
          }
    }
  }

  /// The same as JSON.
  var json: JSONValue {
    [
      "version": 1,
      "files": JSONValue(merge.files) { file in
        [
          "file": .string(file.kind.fileName), "removed": .bool(file.bytes == nil),
          "decisions": JSONValue(file.decisions) { decision in
            [
              "label": .string(decision.place), "field": JSONValue(decision.field),
              "base": JSONValue(decision.base), "ours": JSONValue(decision.ours),
              "theirs": JSONValue(decision.theirs), "outcome": .string(decision.outcome.rawValue),
              "reason": .string(decision.reason.rawValue),
            ]
          },
        ]
      },
      "conflict_count": JSONValue(merge.conflicts.count),
    ]
  }

  /// The decisions that are nobody's choice in a line of their own, for standard error.
  static func conflictLine(_ decision: MergeDecision, in file: String) -> String {
    "\(file): conflict: \(text(decision))"
  }

  private static func mark(_ decision: MergeDecision) -> String {
    switch decision.outcome {
    case .conflict: "!"
    case .ours: "<"
    case .theirs: ">"
    case .both: "="
    }
  }

  private static func text(_ decision: MergeDecision) -> String {
    let name = decision.place + (decision.field.map { " \($0)" } ?? "")
    let versions = [("base", decision.base), ("ours", decision.ours), ("theirs", decision.theirs)]
      .map { "\($0) \($1 ?? "none")" }
    guard decision.field != nil || decision.outcome == .conflict else {
      return "\(name)  (\(decision.reason.rawValue))"
    }
    return "\(name)  \(versions.joined(separator: ", "))  (\(decision.reason.rawValue))"
  }
}
