import ArgumentParser
import Diagnostics
import Lint

struct Rules: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules that lint checks.",
    discussion: """
      tilawa explain CODE explains one of them.
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
      terminal.print(
        "\(rule.code)  " + terminal.palette.paint(severity, of: rule.severity)
          + String(repeating: " ", count: 9 - severity.count) + rule.name
          + String(repeating: " ", count: width + 2 - rule.name.count) + (RuleText.of(rule)?.summary ?? ""))
    }
    return .done
  }
}
