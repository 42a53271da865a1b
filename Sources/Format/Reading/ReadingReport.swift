import TilawaBase
import TilawaYAML

/// Collects what is wrong with the shape of one file while it is read; reading goes on after every fault.
final class ReadingReport {
  let source: SourceText
  private(set) var findings = CappedFindings()
  private var errors = 0
  /// Whether what is read can't be relied on, and is only looked through for further faults.
  private(set) var isSalvage = false
  /// Set for files of a newer minor version, whose new keys are told of once and not one by one.
  var allowsUnknownKeys = false

  /// Where its YAML has errors, in order.
  private let faultsOfText: [UInt32]

  init(of source: SourceText, _ faultsOfText: [UInt32] = []) {
    self.source = source
    self.faultsOfText = faultsOfText.sorted()
  }

  var hasFaultsOfText: Bool { !faultsOfText.isEmpty }

  /// Whether an error of YAML lies in `range`.
  func isStruck(_ range: Range<Int>) -> Bool { faultsOfText.hasOne(in: range) }

  /// Whether a fault of YAML lies in what a mapping says of `key`, or it says that twice. It has been told.
  func isStruck(_ key: String, in pairs: [YAMLPair]) -> Bool {
    guard hasFaultsOfText else { return false }
    let given = pairs.filter { $0.key.scalar?.value == key }
    return given.count > 1
      || given.contains { isStruck($0.key.range.lowerBound..<$0.value.range.upperBound) }
  }

  /// What `read` makes of a node; nil when an error lies in it, unless that is to be passed over.
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

extension [UInt32] {
  /// Whether one of them, which are in order, lies in `range`.
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
