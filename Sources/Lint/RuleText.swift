package import Diagnostics

/// What `spec/` says of one rule.
package struct RuleText: Sendable {
  /// The page, such as `segments.md`.
  package let page: String
  /// The paragraph without its heading: Markdown, on one line.
  package let paragraph: String

  /// The first sentence, without Markdown's marks.
  package var summary: String {
    let text = plain
    // Codes such as `a.b` have no blank behind their stops.
    guard let stop = text.firstRange(of: ". ") else { return text }
    return String(text[..<stop.upperBound].dropLast())
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
        if let close = rest.firstIndex(of: "]"), rest[close...].hasPrefix("]("),
          let end = rest[close...].firstIndex(of: ")")
        {
          text += rest[..<close]
          rest = rest[rest.index(after: end)...]
        } else {
          text.append(character)
        }
      default: text.append(character)
      }
    }
    return text
  }

  /// Whether `lint --fix` mends it.
  package var isFixable: Bool { paragraph.contains(" Fix: ") }

  /// The text of a rule; nil when the spec has none.
  package static func of(_ rule: RuleID) -> RuleText? { paragraphs[rule.code] }

  /// What a finding of the rule looks like, from a case of the conformance suite; nil for rules without one.
  package static func example(of rule: RuleID) -> String? { examples[rule.code] }

  private static let examples: [String: String] = {
    var examples: [String: String] = [:]
    for example in ruleExamples.split(separator: "\n\n") {
      let lines = example.split(separator: "\n", maxSplits: 1)
      if lines.count == 2 { examples[String(lines[0])] = String(lines[1]) + "\n" }
    }
    return examples
  }()

  private static let paragraphs: [String: RuleText] = {
    var paragraphs: [String: RuleText] = [:]
    for line in ruleParagraphs.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 2)
      if parts.count == 3 {
        paragraphs[String(parts[0])] = RuleText(page: String(parts[1]), paragraph: String(parts[2]))
      }
    }
    return paragraphs
  }()
}
