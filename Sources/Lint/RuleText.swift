package import TilawaBase

/// The text in `spec/` about one rule.
package struct RuleText: Sendable {
  /// The page, such as `segments.md`.
  package let page: String
  /// The paragraph without its heading: Markdown, on one line.
  package let paragraph: String

  /// The first sentence, without Markdown's marks.
  package var summary: String {
    let text = plain
    // Codes such as `a.b` have no blank behind their stops.
    return text.cut(at: ". ").map { "\($0.0)." } ?? text
  }

  /// The paragraph without Markdown's marks; links keep their text.
  package var plain: String {
    var text = ""
    var rest = paragraph[...]
    while let character = rest.first {
      rest.removeFirst()
      switch character {
      case "`", "*": continue
      case "[":
        if let (name, behind) = rest.cut(at: "]"), let (_, after) = behind.after("(")?.cut(at: ")") {
          text += name
          rest = after
        } else {
          text.append(character)
        }
      default: text.append(character)
      }
    }
    return text
  }

  /// True if `lint --fix` mends its findings.
  package var isFixable: Bool { paragraph.holds(" Fix: ") }

  /// The text of a rule; nil when the spec has none.
  package static func of(_ rule: RuleID) -> RuleText? { paragraphs[rule.code] }

  /// Returns an example of a finding, from a case of the conformance suite. Nil if the rule has none.
  package static func example(of rule: RuleID) -> String? { examples[rule.code] }

  private static let examples: [String: String] = {
    var examples: [String: String] = [:]
    var rest = ruleExamples[...]
    while let (code, text) = rest.cut(at: "\n") {
      let (example, others) = text.cut(at: "\n\n") ?? (text, "")
      examples[String(code)] = example + "\n"
      rest = others
    }
    return examples
  }()

  private static let paragraphs: [String: RuleText] = {
    var paragraphs: [String: RuleText] = [:]
    for line in ruleParagraphs.words(by: "\n") {
      let parts = line.words(by: "\t", atMost: 3)
      if parts.count == 3 {
        paragraphs[String(parts[0])] = RuleText(page: String(parts[1]), paragraph: String(parts[2]))
      }
    }
    return paragraphs
  }()
}
