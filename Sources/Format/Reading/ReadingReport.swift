import TilawaBase
import TilawaYAML

/// Collects what is wrong with the shape of one file while it is read; reading goes on after every fault.
final class ReadingReport {
  let source: SourceText
  private(set) var findings = CappedFindings()
  private var errors = 0
  /// True if what is read isn't reliable, and is only examined for further faults.
  private(set) var isSalvage = false
  /// True for files of a newer minor version, whose new keys are reported once and not one by one.
  var allowsUnknownKeys = false

  /// The starts of the errors of its YAML, in order.
  private let faultsOfText: [UInt32]

  init(of source: SourceText, _ faultsOfText: [UInt32] = []) {
    self.source = source
    self.faultsOfText = faultsOfText.sorted()
  }

  var hasFaultsOfText: Bool { !faultsOfText.isEmpty }

  /// Returns true if an error of YAML lies in `range`.
  func isStruck(_ range: Range<Int>) -> Bool { faultsOfText.hasOne(in: range) }

  /// Returns true if an error of YAML lies in the pair of `key`, or if the key is given twice. Such faults
  /// have been reported already.
  func isStruck(_ key: String, in pairs: [YAMLPair]) -> Bool {
    guard hasFaultsOfText else { return false }
    let given = pairs.filter { $0.key.scalar?.value == key }
    return given.count > 1
      || given.contains { isStruck($0.key.range.lowerBound..<$0.value.range.upperBound) }
  }

  /// Returns the result of `read`; nil if an error lies in the node, unless `takesFaulty` is true.
  func faultless<Row>(_ node: YAMLNode, orNot takesFaulty: Bool = false, _ read: () -> Row?) -> Row? {
    let before = errors
    let row = read()
    return takesFaulty || errors == before && !isStruck(node.range) ? row : nil
  }

  /// The rows without those that an error of any kind lies in.
  func faultless<Row>(_ rows: [Row], _ bytes: (Row) -> ByteRange) -> [Row] {
    let faults = (faultsOfText + findings.errorStarts).sorted()
    return faults.isEmpty ? rows : rows.filter { !faults.hasOne(in: bytes($0).range) }
  }

  func add(
    _ rule: RuleID, _ message: @autoclosure () -> String, at range: Range<Int>, notes: [Diagnostic.Note] = [],
    fix: Diagnostic.Fix? = nil
  ) {
    if rule.severity == .error { errors += 1 }
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

  /// Returns the scalar of a node that must be one. `noun` describes what is expected, for the message. A
  /// node that can't be read has been reported already.
  func scalar(_ node: YAMLNode, _ noun: String) -> YAMLScalar? {
    if node.isUnreadable { return nil }
    guard let scalar = node.scalar else {
      let found = node.mapping == nil ? "a list" : "a mapping"
      add(FormatRules.wrongType, "expected \(noun), found \(found)", at: node)
      return nil
    }
    guard scalar.kind != .null else {
      add(FormatRules.wrongType, "the value is missing; expected \(noun), or remove the key", at: node)
      return nil
    }
    return scalar
  }
}

extension [UInt32] {
  /// Returns true if one of the numbers, which are in order, lies in `range`.
  func hasOne(in range: Range<Int>) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] < range.upperBound
  }
}
