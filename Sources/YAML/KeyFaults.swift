import TilawaBase

/// Checks of the keys of a mapping.
extension TreeReader {
  /// Returns true if a node can be a key. Reports the node if it can't.
  mutating func isKey(_ key: YAMLNode) -> Bool {
    guard let scalar = key.scalar else {
      report(YAMLRules.keyNotText, "a list or mapping cannot be a key; use text", key.range)
      return false
    }
    guard scalar.style == .plain, scalar.kind == .null else { return true }
    report(
      YAMLRules.keyNotText,
      scalar.value.isEmpty
        ? "a key is missing before the colon"
        : "the key \(scalar.value) is null; write a name, in quotes if needed",
      key.range)
    return false
  }

  mutating func reportTwice(_ name: String, _ key: YAMLNode, first: YAMLNode) {
    if isTrial { return }
    let line = lines.position(at: first.range.lowerBound).line
    let source = source
    findings.add(
      YAMLRules.duplicateKey, at: key.range.lowerBound,
      Diagnostic(
        YAMLRules.duplicateKey, "\"\(name)\" is given twice; first at line \(line)",
        at: Place(source, key.range), notes: [.init("first given here", at: Place(source, first.range))]))
  }

  /// `{a:1}` is the key `a:1` with nothing behind it.
  mutating func checkColon(_ key: YAMLNode, _ value: YAMLNode) {
    guard let scalar = key.scalar, scalar.style == .plain, value.range.lowerBound == key.range.upperBound
    else { return }
    let text = scalar.value
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex else { return }
    let name = text[..<colon]
    // `2:5` is not a key that lacks a blank.
    guard !name.utf8.allSatisfy(\.isDigit) else { return }
    let rest = text[text.utf8.index(after: colon)...]
    let isWord = name.utf8.allSatisfy {
      $0.isDigit || ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
    let place = key.range.lowerBound + name.utf8.count + 1
    if isTrial { return }
    let source = source
    let isFixable = isWord && !rest.begins(with: "//")
    findings.add(
      YAMLRules.missingSpaceAfterColon, at: key.range.lowerBound, isFixable: isFixable,
      Diagnostic(
        YAMLRules.missingSpaceAfterColon,
        "\"\(text)\" is one key with no value; write a space after the colon: \"\(name): \(rest)\"",
        at: Place(source, key.range),
        fix: isFixable
          ? .init("write a space after the colon", [TextEdit(place..<place, " ")]) : nil))
  }
}
