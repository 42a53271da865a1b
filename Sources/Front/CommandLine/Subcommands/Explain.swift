import ArgumentParser
import TilawaBase
import TilawaLint

struct Explain: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a rule, or list all.",
    discussion: """
      Takes the code or the name of a rule. Without one, lists the rules that tilawa lint checks.

        tilawa explain
        tilawa explain S203
        tilawa explain segments-overlap
      """)

  @Argument(
    help: "Code or name of a rule. (default: list all)", completion: .list(RuleID.all.map(\.code)))
  var rule: String?

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  static let shape = OutputShape<(rule: RuleID, text: RuleText?, example: String?)>(
    "explain",
    RuleID.keys.of { $0.rule } + [
      .nullable("text", .text, { $0.text?.plain }, "Text of the specification.")
    ] + RuleText.keys.of { $0.text } + [
      .nullable("example", .text, { $0.example }, "A file that breaks the rule.")
    ], or: listShape.description)

  private static let listShape = OutputShape<[(rule: RuleID, text: RuleText?)]>(
    "explain",
    [
      .key(
        "rules",
        .list(
          of: .object(
            RuleID.keys.of { $0.rule } + [
              .nullable("summary", .text, { $0.text?.summary }, "The rule in one sentence.")
            ] + RuleText.keys.of { $0.text })), { $0 }, "The rules that `lint` checks.")
    ])

  func run(in terminal: Terminal) throws -> Outcome {
    guard let rule else { return list(in: terminal) }
    guard let found = RuleID.named(rule).first, rule.count > 1 else {
      let names = RuleID.all.flatMap { [$0.code, $0.name] }
      throw CommandFailure(noSuch("rule", rule, in: names, hint: "see `tilawa explain`"))
    }
    let text = RuleText.of(found)
    let example = RuleText.example(of: found)
    if json {
      terminal.write(Self.shape.document(of: (found, text, example)))
      return .done
    }
    let severity = terminal.palette.paint(found.severity.rawValue, of: found.severity)
    terminal.print(terminal.palette.paint("\(found.code) \(found.name)", .strong) + " (\(severity))")
    if let text {
      let lines = wrapped(text.plain, to: min(terminal.width, 100))
      terminal.write("\n" + lines.joined(separator: "\n") + "\n")
      terminal.write("\nspec/\(text.page)\n")
    }
    if let example {
      terminal.write("\nFor example:\n\n")
      for line in example.words(by: "\n") { terminal.print("  \(line)") }
    }
    return .done
  }

  private func list(in terminal: Terminal) -> Outcome {
    if json {
      terminal.write(Self.listShape.document(of: RuleID.all.map { ($0, RuleText.of($0)) }))
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
