import ArgumentParser
import TilawaBase
import TilawaLint

struct Rules: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules that lint checks.",
    discussion: """
      tilawa explain CODE explains one of them.

        tilawa rules
      """)

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  static let shape = OutputShape<[(rule: RuleID, text: RuleText?)]>(
    "rules",
    [
      .key(
        "rules",
        .list(
          of: .object(
            RuleID.keys.of { $0.rule } + [
              .nullable("summary", .text, { $0.text?.summary }, "The rule in one sentence.")
            ] + RuleText.keys.of { $0.text })), { $0 }, "The rules that `lint` checks.")
    ])

  func run(in terminal: Terminal) -> Outcome {
    if json {
      terminal.write(Self.shape.document(of: RuleID.all.map { ($0, RuleText.of($0)) }))
      return .done
    }
    let width = RuleID.all.map(\.name.count).max() ?? 0
    for rule in RuleID.all {
      let severity = rule.severity.rawValue
      let summary = RuleText.of(rule)?.summary ?? ""
      // Where it begins: behind the code, the severity and the names.
      let room = terminal.tableWidth.map { max(1, $0 - 6 - 9 - width - 2) }
      terminal.print(
        "\(rule.code)  " + terminal.palette.paint(severity, of: rule.severity)
          + String(repeating: " ", count: 9 - severity.count) + rule.name
          + String(repeating: " ", count: width + 2 - rule.name.count)
          + (room.map { cut(summary, to: $0) } ?? summary))
    }
    return .done
  }
}

extension RuleID {
  static let keys: [JSONKey<RuleID>] = [
    .key(.code, \.code), .key(.name, \.name), .key(.severity, \.severity),
  ]
}

extension RuleText {
  static let keys: [JSONKey<RuleText?>] = [
    .nullable("spec", .text, { $0.map { "spec/\($0.page)" } }, "Page of the specification."),
    .key(.fixable, { $0?.isFixable ?? false }),
  ]
}
