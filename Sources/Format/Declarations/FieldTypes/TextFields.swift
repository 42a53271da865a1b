import TilawaBase
import TilawaYAML

extension FieldType where Value == String {
  /// Any text that is not empty. Numbers and truth values written without quotes are text too.
  static var text: Self {
    Self(noun: "text", schema: ["type": ["string", "number", "boolean"], "minLength": 1]) {
      node, report in
      guard let scalar = report.scalar(node, "text") else { return nil }
      guard !scalar.value.isEmpty else {
        report.add(FormatRules.badText, "the text is empty; write something or remove the key", at: node)
        return nil
      }
      if scalar.style == .plain { report.warnOfTextCutOff(node) }
      return scalar.value
    } canonical: {
      quotedNumber($0)
    }.inRows(.text) { .text($0) }
  }

  /// Text that would become another number in canonical form, in quotes: `007` is its own text, and no 7.
  static func quotedNumber(_ scalar: YAMLScalar) -> String? {
    scalar.needsQuotesToStay ? "\"\(scalar.value)\"" : nil
  }

  /// Text in the form of `pattern`, which `isRight` checks and `noun` describes.
  static func text(
    _ noun: String, pattern: String, types: JSONValue = ["string", "number", "boolean"],
    examples: [JSONValue] = [],
    meant: @escaping @Sendable (String) -> String? = { _ in nil },
    isRight: @escaping @Sendable (String) -> Bool
  ) -> Self {
    let form: JSONValue = ["type": types, "pattern": .string(pattern)]
    return Self(noun: noun, schema: examples.isEmpty ? form : form.adding("examples", .array(examples))) {
      node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      guard isRight(scalar.value) else {
        let meant = meant(scalar.value)
        report.add(
          FormatRules.badText,
          "\"\(scalar.value)\" is not \(noun)" + (meant.map { "; did you mean \"\($0)\"?" } ?? ""),
          at: node.range,
          fix: meant.map {
            .init("write \($0)", [TextEdit(node.range, canonicalText($0))], isSafe: false)
          })
        return nil
      }
      return scalar.value
    } canonical: {
      quotedNumber($0)
    }
  }

  /// Text without quotes where YAML takes it for nothing else.
  private static func canonicalText(_ text: String) -> String {
    YAMLScalar(text, style: .plain).kind == .text ? text : "\"\(text)\""
  }

  /// Letters, digits, `.`, `_` and `-`, beginning with a letter or digit; ASCII, at most 128.
  static var identifier: Self {
    text(
      "an id (letters, digits, \".\", \"_\" and \"-\", at most 128)",
      pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$", meant: identifier(of:), isRight: isIdentifier
    ).inRows(.word) { .text($0) }
  }

  /// The id that a name in Latin letters would have: `Abdul Basit` is `abdul-basit`.
  @Sendable private static func identifier(of name: String) -> String? {
    let words = name.lowercased().words {
      !($0.isASCII && isLetterOrDigit(UInt8(truncatingIfNeeded: $0.value)))
    }
    let id = words.joined(separator: "-")
    let known = name.unicodeScalars.allSatisfy { $0.isASCII || $0.value == 0x2019 || $0.value == 0x2BC }
    return known && isIdentifier(id) ? id : nil
  }

  @Sendable static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= 128 else { return false }
    return text.utf8.allSatisfy {
      isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }

  /// The kind of a row that has no ayah: a lower-case word.
  static var skipKind: Self {
    text(
      "a lower-case word such as takbir, speech or silence",
      pattern: "^[a-z][a-z0-9_-]*$", types: ["string", "boolean"],
      examples: SkipKind.allCases.map { .string($0.rawValue) }
    ) { text in
      guard let first = text.utf8.first, isLowerCase(first) else { return false }
      return text.utf8.allSatisfy {
        isLowerCase($0) || isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
      }
    }.inRows(.word) { .text($0) }
  }

  /// A lower-case word, or `#` and six hexadecimal digits, which `fmt` writes in small letters.
  static var color: Self {
    var type = text(
      "a colour (a lower-case word, or # and six hexadecimal digits)", pattern: "^([a-z]+|#[0-9A-Fa-f]{6})$",
      meant: { ColorText.isColor($0.lowercased()) ? $0.lowercased() : nil }, isRight: ColorText.isColor)
    type.canonical = { scalar in
      scalar.value.begins(with: "#") && ColorText.isColor(scalar.value)
        ? "\"\(scalar.value.lowercased())\"" : nil
    }
    return type
  }

  static var sha256: Self {
    text(
      "a SHA-256 in 64 lower-case hexadecimal digits", pattern: "^[0-9a-f]{64}$", types: ["string", "number"]
    ) {
      text in
      text.utf8.count == 64
        && text.utf8.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }
  }

  /// An absolute `http` or `https` address.
  static var url: Self { address("an http or https address", pattern: "^\(webPattern)$", allowsFiles: false) }

  /// An absolute `http` or `https` address, or a `file` address without a host.
  static var sourceURL: Self {
    address(
      "an http, https or file address", pattern: "^(\(webPattern)|file:///\\S+)$", allowsFiles: true)
  }

  private static var webPattern: String { "https?://[^\\s/?#]+([/?#]\\S*)?" }

  private static func address(_ noun: String, pattern: String, allowsFiles: Bool) -> Self {
    Self(noun: noun, schema: ["type": "string", "pattern": .string(pattern)]) { node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      let text = scalar.value
      let scalars = text.unicodeScalars
      let hasBlanks = scalars.contains { $0.properties.isWhitespace }
      // By scalars: a mark behind a slash makes another Character of both.
      func follows(_ start: String) -> Bool { scalars.starts(with: start.unicodeScalars) }
      if allowsFiles, follows("file:///"), text.utf8.count > 8, !hasBlanks { return text }
      let rest = ["https://", "http://"].first(where: follows).map { scalars.dropFirst($0.utf8.count) }
      guard let rest, let first = rest.first, !"/?#".unicodeScalars.contains(first),
        !hasBlanks
      else {
        report.add(FormatRules.badURL, "\"\(text)\" is not \(noun) without spaces", at: node)
        return nil
      }
      return text
    }
  }
}

extension ReadingReport {
  /// `Surat #5` is "Surat" and a comment; those who mean a comment put a blank behind its mark.
  fileprivate func warnOfTextCutOff(_ node: YAMLNode) {
    let rest = source.bytes[node.range.upperBound...]
    let mark = rest.prefix { $0 == 0x20 || $0 == 0x09 }.endIndex
    guard rest.dropFirst(mark - rest.startIndex).first == UInt8(ascii: "#"),
      let next = rest[mark...].dropFirst().first, isLetterOrDigit(next) || next >= 0x80
    else { return }
    let end = rest[mark...].prefix { $0 != 0x0A && $0 != 0x0D }.endIndex
    let range = node.range.lowerBound..<end
    add(
      FormatRules.textCutOff,
      "the text ends before \"\(source.text(in: mark..<min(end, mark + 20)))\"; put quotes around all of it, "
        + "or a space after \"#\" if a comment is meant", at: range)
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
private func isLowerCase(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
private func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || isLowerCase(byte | 0x20) }

/// The written form of colours.
public enum ColorText {
  /// Returns true if `text` is a lower-case word, or `#` and six hexadecimal digits.
  @Sendable public static func isColor(_ text: String) -> Bool {
    if text.begins(with: "#") {
      return text.utf8.count == 7
        && text.utf8.dropFirst().allSatisfy {
          (0x30...0x39).contains($0) || (0x61...0x66).contains($0 | 0x20)
        }
    }
    return !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }
}
