import Diagnostics

/// What is wrong with the keys of a mapping.
extension TreeReader {
  mutating func checkKey(_ key: YAMLNode) {
    guard let scalar = key.scalar else {
      report(YAMLRules.keyNotText, "a collection is used as a key; a key is one word of text", key.range)
      return
    }
    guard scalar.style == .plain, scalar.kind == .null else { return }
    report(
      YAMLRules.keyNotText,
      scalar.value.isEmpty
        ? "a key is missing before the colon"
        : "the key \(scalar.value) means nothing; give it a name in quotes",
      key.range)
  }

  mutating func reportTwice(_ name: String, _ key: YAMLNode, first: YAMLNode) {
    let line = lines.position(at: first.range.lowerBound).line
    diagnostics.append(
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
    // `2:5` is no key that lacks a blank.
    guard !name.utf8.allSatisfy(\.isDigit) else { return }
    let rest = text[text.utf8.index(after: colon)...]
    let isWord = name.utf8.allSatisfy {
      $0.isDigit || ($0 | 0x20) &- 0x61 < 26 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
    let place = key.range.lowerBound + name.utf8.count + 1
    diagnostics.append(
      Diagnostic(
        YAMLRules.missingSpaceAfterColon,
        "\"\(text)\" is one key with no value; write a space after the colon: \"\(name): \(rest)\"",
        at: Place(source, key.range),
        fix: isWord && !rest.hasPrefix("//")
          ? .init("write a space after the colon", [TextEdit(place..<place, " ")]) : nil))
  }
}
