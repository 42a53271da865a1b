import ArgumentParser
import TilawaBase
import TilawaLint

struct Explain: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a rule.",
    discussion: """
      Name the rule by its code or its name: tilawa explain S203, tilawa explain segments-overlap.

        tilawa explain S203
        tilawa explain segments-overlap
      """)

  @Argument(help: "Code or name of a rule.", completion: .list(RuleID.all.map(\.code))) var rule: String

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  static let shape = OutputShape<(rule: RuleID, text: RuleText?, example: String?)>(
    "explain",
    RuleID.keys.of { $0.rule } + [
      .nullable("text", .text, { $0.text?.plain }, "What the specification says.")
    ] + RuleText.keys.of { $0.text } + [
      .nullable("example", .text, { $0.example }, "A file that breaks the rule.")
    ])

  func run(in terminal: Terminal) throws -> Outcome {
    guard let found = RuleID.named(rule).first, rule.count > 1 else {
      let names = RuleID.all.flatMap { [$0.code, $0.name] }
      let hint = nearestName(to: rule, in: names).map { "did you mean \($0)?" } ?? "`tilawa rules` lists them"
      throw CommandFailure("no rule is called \"\(rule)\"; \(hint)")
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
}
