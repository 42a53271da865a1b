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

  static let shape = OutputShape<MergeReport>(
    "merge",
    [
      .key("files", .list(of: .object(fileKeys)), \.merge.files, "Result for each file."),
      .key(.conflictCount, \.merge.conflicts.count),
    ])

  private static let fileKeys: [JSONKey<BundleMerge.File>] = [
    .key(.file, \.kind.fileName), .key("removed", .flag, { $0.bytes == nil }, "True if the file is removed."),
    .key("decisions", .list(of: .object(decisionKeys)), \.decisions, "Decisions, row by row."),
  ]

  private static let decisionKeys: [JSONKey<MergeDecision>] = [
    .key(.label, \.place),
    .nullable("field", .text, \.field, "The key decided on; null for the row itself."),
    .nullable("base", .text, \.base, "Value in the common ancestor."),
    .nullable("ours", .text, \.ours, "Value on our side."),
    .nullable("theirs", .text, \.theirs, "Value on the other side."),
    .key("outcome", .word, \.outcome, "The side that the result follows."),
    .key("reason", .text, \.reason.rawValue, "The reason, in one word."),
  ]

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
