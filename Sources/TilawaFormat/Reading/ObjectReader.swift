import Diagnostics
import YAMLDocuments

/// Reads the declared keys of one mapping, and reports those that are missing or unknown.
struct ObjectReader {
  let node: YAMLNode
  let report: ReadingReport
  private let pairs: [YAMLPair]

  /// Nil, with a report, when `node` is no mapping. Missing and unknown keys are reported here, values when
  /// they are read.
  init?(_ node: YAMLNode, as declaration: ObjectDeclaration, report: ReadingReport) {
    if node.isUnreadable { return nil }
    guard let pairs = node.mapping else {
      report.add(
        FormatRules.wrongType,
        "expected \(declaration.title), found \(node.scalar == nil ? "a list" : "text")",
        at: node)
      return nil
    }
    self.node = node
    self.report = report
    self.pairs = pairs
    for pair in pairs {
      guard !pair.key.isUnreadable, let key = pair.key.scalar?.value, declaration.field(key) == nil, !key.hasPrefix("x-"),
        !report.allowsUnknownKeys
      else { continue }
      let hint = nearestName(to: key, in: declaration.fields.map(\.key)).map { "did you mean \"\($0)\"?" }
      report.add(
        FormatRules.unknownKey,
        "\(declaration.title) has no key \"\(key)\"; \(hint ?? "keys of your own begin with \"x-\"")",
        at: pair.key)
    }
    // A key that can't be read may be any.
    if pairs.contains(where: \.key.isUnreadable) { return }
    for field in declaration.fields where field.isRequired && pair(field.key) == nil {
      report.add(
        FormatRules.missingKey, "\(declaration.title) must have the key \"\(field.key)\": \(field.noun)",
        at: start)
    }
    checkChoice(declaration)
  }

  /// A key's value; nil when it is absent or faulty, and the fault is then reported.
  func read<Value>(_ field: Field<Value>) -> Located<Value>? {
    guard let pair = pair(field.key), !pair.value.isUnreadable, let value = field.type.read(pair.value, report) else { return nil }
    return Located(value, pair.value.range)
  }

  /// Whether a key is written, rightly or not.
  func has(_ key: String) -> Bool { pair(key) != nil }

  private func pair(_ key: String) -> YAMLPair? {
    pairs.first { $0.key.scalar?.value == key }
  }

  /// Where a fault of the whole mapping is pointed at: all of a row, but only the first key of a long block.
  private var start: Range<Int> {
    node.isFlow ? node.range : pairs.first?.key.range ?? node.range
  }

  private func checkChoice(_ declaration: ObjectDeclaration) {
    let what = declaration.choiceRule == FormatRules.ayahOrSkip ? "the row" : declaration.title
    switch declaration.choice {
    case .atLeastOne(let one, let other) where !has(one) && !has(other):
      report.add(FormatRules.missingKey, "the row must have \"\(one)\" or \"\(other)\"", at: start)
    case .exactlyOne(let one, let other) where !has(one) && !has(other):
      report.add(declaration.choiceRule, "\(what) has neither \"\(one)\" nor \"\(other)\"", at: start)
    case .exactlyOne(let one, let other) where has(one) && has(other),
      .atMostOne(let one, let other) where has(one) && has(other):
      report.add(
        declaration.choiceRule, "\(what) has both \"\(one)\" and \"\(other)\"; remove one", at: start)
    default: break
    }
  }
}
