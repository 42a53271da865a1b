import Diagnostics
import YAMLDocuments

/// Collects what is wrong with the shape of one file while it is read; reading goes on after every fault.
final class ReadingReport {
  let source: SourceText
  private(set) var findings = CappedFindings()
  /// Whether what is read can't be relied on, and is only looked through for further faults.
  private(set) var isSalvage = false
  /// Set for files of a newer minor version, whose new keys are told of once and not one by one.
  var allowsUnknownKeys = false

  init(of source: SourceText) {
    self.source = source
  }

  func add(
    _ rule: RuleID, _ message: @autoclosure () -> String, at range: Range<Int>, notes: [Diagnostic.Note] = [],
    fix: Diagnostic.Fix? = nil
  ) {
    findings.add(
      rule, at: range.lowerBound, isFixable: fix?.isSafe ?? false,
      Diagnostic(rule, message(), at: Place(source, range), notes: notes, fix: fix))
  }

  /// Reads one side of a conflict, or what is left of a text.
  func salvage<Content>(_ read: () -> Content?) -> Content? {
    let before = findings
    findings = CappedFindings()
    (isSalvage, allowsUnknownKeys) = (true, false)
    let content = read()
    let found = findings
    findings = before
    findings.addNew(of: found)
    return content
  }

  func add(
    _ rule: RuleID, _ message: @autoclosure () -> String, at node: YAMLNode,
    fix: (title: String, text: String)? = nil
  ) {
    add(
      rule, message(), at: node.range,
      fix: fix.map { .init($0.title, [TextEdit(node.range, $0.text)]) })
  }

  /// The scalar of a node that must be one; `noun` is what is expected, for the message. What can't be read is told
  /// already.
  func scalar(_ node: YAMLNode, _ noun: String) -> YAMLScalar? {
    if node.isUnreadable { return nil }
    guard let scalar = node.scalar else {
      let found = node.mapping == nil ? "a list" : "a mapping"
      add(FormatRules.wrongType, "expected \(noun), found \(found)", at: node)
      return nil
    }
    guard scalar.kind != .null else {
      add(FormatRules.wrongType, "nothing is written here; expected \(noun), or remove the key", at: node)
      return nil
    }
    return scalar
  }
}
