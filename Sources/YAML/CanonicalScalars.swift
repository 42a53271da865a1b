import TilawaBase

/// The form of scalars in canonical form.
struct CanonicalScalars {
  let style: CanonicalStyle
  let source: [UInt8]

  /// A scalar that isn't a block scalar, on one line.
  func text(_ node: YAMLNode, _ scalar: YAMLScalar, inFlow: Bool, path: [String]) -> String {
    if let text = style.scalar(path, scalar) { return text }
    switch scalar.style {
    case .doubleQuoted:
      return unchanged(node) ?? PlainText.quoted(scalar.value)
    case .plain:
      let kind = scalar.kind
      switch kind {
      case .null: return scalar.value.isEmpty && inFlow ? "null" : scalar.value
      case .boolean: return scalar.value
      case .integer, .float: return NumberText.forAllReaders(scalar.value, kind)
      case .text:
        return PlainText.isSafe(scalar.value, inFlow: inFlow) ? scalar.value : PlainText.quoted(scalar.value)
      }
    default:
      return PlainText.quoted(scalar.value)
    }
  }

  /// A key: text, whatever it looks like.
  func key(_ node: YAMLNode, inFlow: Bool) -> String {
    guard let scalar = node.scalar else { return "" }
    if scalar.style == .doubleQuoted, let text = unchanged(node) { return text }
    if scalar.style == .plain, PlainText.isSafe(scalar.value, inFlow: inFlow) { return scalar.value }
    return PlainText.quoted(scalar.value)
  }

  /// A scalar in double quotes on one line stays as it stands, escapes and all.
  private func unchanged(_ node: YAMLNode) -> String? {
    let bytes = source[node.range]
    guard !bytes.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The header and the lines of a block scalar, or a quoted text when it has no lines to speak of.
  ///
  /// `entryColumn` is where its key or dash stands in the source, `column` where its lines are to stand.
  func block(
    _ node: YAMLNode, _ scalar: YAMLScalar, entryColumn: Int, column: Int
  ) -> (header: String, lines: [String]) {
    guard scalar.value.utf8.contains(where: { $0 != 0x0A }) else {
      return (PlainText.quoted(scalar.value), [])
    }
    let start = node.range.lowerBound
    let header = source.withUnsafeBufferPointer { BlockScalarHeader(of: $0, from: start) }
    let indicators = source[start + 1..<header.indicatorEnd]
    let digit = indicators.first { $0.isDigit }
    let sign = indicators.first { !$0.isDigit }
    var contents = lines(of: header.lineEnd..<node.range.upperBound)
    let old: Int
    if let digit {
      old = max(entryColumn, 0) + Int(digit - 0x30)
    } else {
      old = contents.first { $0.contains { $0 != 0x20 } }?.prefix { $0 == 0x20 }.count ?? 0
    }
    contents = contents.map { $0.dropFirst(min(old, $0.prefix { $0 == 0x20 }.count)) }
    var text = scalar.style == .literal ? "|" : ">"
    if digit != nil { text += "2" }
    if !scalar.value.ends(with: "\n") {
      text += "-"
    } else if let sign {
      text.unicodeScalars.append(Unicode.Scalar(sign))
    }
    let indentation = String(repeating: " ", count: column)
    return (text, contents.map { $0.isEmpty ? "" : indentation + String(decoding: $0, as: UTF8.self) })
  }

  /// The lines after the header's.
  private func lines(of range: Range<Int>) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if source[index] == 0x0D { index += 1 }
      if index < range.upperBound, source[index] == 0x0A { index += 1 }
      let start = index
      while index < range.upperBound, source[index] != 0x0A, source[index] != 0x0D { index += 1 }
      lines.append(source[start..<index])
    }
    return lines
  }
}
