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

  func run(in terminal: Terminal) -> Outcome {
    if json {
      let rules = RuleID.all.map { rule -> JSONValue in
        let text = RuleText.of(rule)
        return [
          "code": .string(rule.code), "name": .string(rule.name), "severity": .string(rule.severity.rawValue),
          "summary": JSONValue(text?.summary), "spec": JSONValue(text.map { "spec/\($0.page)" }),
          "fixable": .bool(text?.isFixable ?? false),
        ]
      }
      let document: JSONValue = ["version": 1, "rules": .array(rules)]
      terminal.write(document.documentText)
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
