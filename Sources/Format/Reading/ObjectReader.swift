import TilawaBase
import TilawaYAML

/// Reads the declared keys of one mapping, and reports those that are missing or unknown.
struct ObjectReader {
  let node: YAMLNode
  let report: ReadingReport
  private let pairs: [YAMLPair]
  /// Declared keys that a misspelt one stands for, and where: what they say is in doubt.
  private var misspelt: [String: Range<Int>] = [:]
  /// Declared keys whose value goes on behind a comma, and where it ends.
  private var ends: [String: Int] = [:]

  /// Nil, with a report, if `node` is not a mapping. Missing and unknown keys are reported here, values when
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
    if !report.allowsUnknownKeys { checkUnknownKeys(declaration) }
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
    guard let pair = pair(field.key), !pair.value.isUnreadable,
      field.nested != nil || !report.isStruck(field.key, in: pairs)
    else { return nil }
    if let end = ends[field.key], !isOnlyCutOff(pair.value, at: end, field) { return nil }
    guard let value = field.type.read(pair.value, report) else { return nil }
    return Located(value, pair.value.range)
  }

  /// Returns true if a key is written, whether correctly or not.
  func has(_ key: String) -> Bool { pair(key) != nil }

  /// Returns the place of a key whose value is written but can't be determined, because the value or its key
  /// is faulty.
  func doubt(of key: String, isRead: Bool) -> ByteRange? {
    (misspelt[key] ?? (isRead ? nil : pair(key)?.key.range)).map { ByteRange($0) }
  }

  private func pair(_ key: String) -> YAMLPair? {
    pairs.first { $0.key.scalar?.value == key }
  }

  /// The range that is shown for a fault of the whole mapping: all of a row, but only the first key of a long
  /// block.
  private var start: Range<Int> {
    node.isFlow ? node.range : pairs.first?.key.range ?? node.range
  }

  // MARK: - Keys

  private mutating func checkUnknownKeys(_ declaration: ObjectDeclaration) {
    /// The last key that isn't a piece of the value before it.
    var owner: String?
    for pair in pairs {
      guard !pair.key.isUnreadable, let key = pair.key.scalar?.value else { continue }
      if declaration.field(key) != nil {
        owner = key
      } else if key.begins(with: "x-") {
        owner = nil
      } else if let meant = keyMeant(by: pair, key, declaration) {
        misspelt[meant] = pair.key.range
        owner = nil
      } else if let owner, isPiece(pair, key) {
        ends[owner] = max(pair.key.range.upperBound, pair.value.range.upperBound)
      } else {
        report.add(
          FormatRules.unknownKey,
          "\(declaration.title) has no key \"\(key)\"; keys of your own begin with \"x-\"", at: pair.key)
        owner = nil
      }
    }
  }

  private func keyMeant(by pair: YAMLPair, _ key: String, _ declaration: ObjectDeclaration) -> String? {
    // `start:7.5` in a flow mapping is one key.
    let name = isBare(pair) ? key.fields(by: ":", atMost: 2)[0] : key[...]
    guard let meant = declaration.keyMeant(by: String(name)) else { return nil }
    let isSafe = meant.isCertain && !isBare(pair) && !has(meant.key) && misspelt[meant.key] == nil
    report.add(
      FormatRules.misspeltKey, "\(declaration.title) has no key \"\(key)\"; did you mean \"\(meant.key)\"?",
      at: pair.key.range,
      fix: isSafe ? .init("call it \(meant.key)", [TextEdit(pair.key.range, meant.key)]) : nil)
    return meant.key
  }

  /// Returns true if a pair of a flow mapping is a piece of the value before it, as in `start: 7,569`.
  /// Writers of YAML turn this into `569: null`.
  private func isPiece(_ pair: YAMLPair, _ key: String) -> Bool {
    guard node.isFlow, pair.value.scalar?.kind == .null else { return false }
    return isBare(pair) || key.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Returns true if a pair of a flow mapping has no colon.
  private func isBare(_ pair: YAMLPair) -> Bool {
    node.isFlow && pair.value.range.isEmpty && pair.value.range.lowerBound == pair.key.range.upperBound
  }

  // MARK: - Values

  /// Returns true if a value is valid text together with what a comma cuts off, and reports that it needs
  /// quotes. If it isn't valid, its faults are reported instead.
  private func isOnlyCutOff(_ value: YAMLNode, at end: Int, _ field: Field<some Sendable>) -> Bool {
    let range = value.range.lowerBound..<end
    let text = report.source.text(in: range)
    let whole = YAMLNode(.scalar(YAMLScalar(text, style: .plain)), range: range)
    guard field.type.read(whole, report) != nil else { return false }
    report.add(
      FormatRules.textCutOff, "\"\(field.key)\" ends at the comma; put quotes around all of \"\(text)\"",
      at: range)
    return true
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
