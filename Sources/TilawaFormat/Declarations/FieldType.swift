import Diagnostics
import QuranIndex
import Timing
import YAMLDocuments

/// How one kind of value is read, checked, written canonically, and described to an editor.
struct FieldType<Value: Sendable>: Sendable {
  /// With its article, for messages and tables: "a time".
  let noun: String
  let schema: JSONValue
  /// Gives the value, or reports what is wrong and gives nil.
  let read: @Sendable (YAMLNode, ReadingReport) -> Value?
  var canonical: @Sendable (YAMLScalar) -> String? = { _ in nil }
  var nested: ObjectDeclaration?
  var holdsRows = false
}

// MARK: - Text

extension FieldType where Value == String {
  /// Any text that is not empty. Numbers and truth values written without quotes are text too.
  static var text: Self {
    Self(noun: "text", schema: ["type": ["string", "number", "boolean"], "minLength": 1]) {
      node, report in
      guard let scalar = report.scalar(node, "text") else { return nil }
      guard !scalar.value.isEmpty else {
        report.add(FormatRules.badText, "the text is empty; write one or remove the key", at: node)
        return nil
      }
      return scalar.value
    }
  }

  /// Text in the form of `pattern`, which `isRight` decides and `noun` tells.
  static func text(
    _ noun: String, pattern: String, types: JSONValue = ["string", "number"], examples: [JSONValue] = [],
    isRight: @escaping @Sendable (String) -> Bool
  ) -> Self {
    let form: JSONValue = ["type": types, "pattern": .string(pattern)]
    return Self(noun: noun, schema: examples.isEmpty ? form : form.adding("examples", .array(examples))) {
      node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      guard isRight(scalar.value) else {
        report.add(FormatRules.badText, "\"\(scalar.value)\" is not \(noun)", at: node)
        return nil
      }
      return scalar.value
    }
  }

  /// Letters, digits, `.`, `_` and `-`, beginning with a letter or digit; ASCII, at most 128.
  static var identifier: Self {
    text(
      "an id (letters, digits, \".\", \"_\" and \"-\", at most 128)",
      pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$", isRight: isIdentifier)
  }

  @Sendable static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= 128 else { return false }
    return text.utf8.allSatisfy {
      isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }

  /// What is heard in a row that is no ayah: a lower-case word.
  static var skipKind: Self {
    text(
      "a lower-case word such as takbir, speech or silence",
      pattern: "^[a-z][a-z0-9_-]*$", types: "string",
      examples: [
        "istiadhah", "basmalah", "takbir", "tahmid", "taslim", "amin", "tasdiq", "dua", "speech", "silence",
        "other",
      ]
    ) { text in
      guard let first = text.utf8.first, isLowerCase(first) else { return false }
      return text.utf8.allSatisfy {
        isLowerCase($0) || isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
      }
    }
  }

  static var sha256: Self {
    text("a SHA-256 in 64 lower-case hexadecimal digits", pattern: "^[0-9a-f]{64}$") { text in
      text.utf8.count == 64
        && text.utf8.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }
  }

  /// An absolute `http` or `https` address.
  static var url: Self {
    Self(
      noun: "an http or https address",
      schema: ["type": "string", "pattern": "^https?://[^\\s/?#]+([/?#]\\S*)?$"]
    ) { node, report in
      guard let scalar = report.scalar(node, "an http or https address") else { return nil }
      let text = scalar.value
      let rest = ["https://", "http://"].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
      guard let rest, let first = rest.unicodeScalars.first, !"/?#".unicodeScalars.contains(first),
        rest.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace })
      else {
        report.add(
          FormatRules.badURL, "\"\(text)\" is not an http or https address without spaces", at: node)
        return nil
      }
      return text
    }
  }
}

// MARK: - Numbers and truth

extension FieldType where Value == Bool {
  static var flag: Self {
    Self(noun: "true or false", schema: ["type": "boolean"]) { node, report in
      guard let scalar = report.scalar(node, "true or false") else { return nil }
      guard case .boolean(let value) = scalar.kind else {
        report.add(
          FormatRules.wrongType,
          "\"\(scalar.value)\" is neither true nor false; YAML 1.2 knows no other words", at: node)
        return nil
      }
      return value
    } canonical: { scalar in
      if case .boolean(let value) = scalar.kind { "\(value)" } else { nil }
    }
  }
}

extension FieldType where Value == Double {
  /// How sure a tool was, from 0 to 1.
  static var confidence: Self {
    Self(noun: "a number from 0 to 1", schema: ["type": "number", "minimum": 0, "maximum": 1]) {
      node, report in
      guard let scalar = report.scalar(node, "a number from 0 to 1") else { return nil }
      guard let value = scalar.number else {
        report.add(FormatRules.wrongType, "\"\(scalar.value)\" is not a number from 0 to 1", at: node)
        return nil
      }
      guard (0...1).contains(value) else {
        report.add(FormatRules.outOfRange, "\(scalar.value) is not between 0 and 1", at: node)
        return nil
      }
      return value
    }
  }
}

extension FieldType where Value == Int {
  static func integer(_ range: ClosedRange<Int>) -> Self {
    let noun = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    return Self(
      noun: noun,
      schema: [
        "type": "integer", "minimum": .number("\(range.lowerBound)"),
        "maximum": .number("\(range.upperBound)"),
      ]
    ) { node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      guard scalar.kind == .integer else {
        report.add(FormatRules.wrongType, "\"\(scalar.value)\" is not a whole number", at: node)
        return nil
      }
      guard let value = scalar.wholeNumber, range.contains(value) else {
        report.add(
          FormatRules.outOfRange,
          "\(scalar.value) is not between \(range.lowerBound) and \(range.upperBound)", at: node)
        return nil
      }
      return value
    }
  }
}

// MARK: - Times and dates

extension FieldType where Value == Milliseconds {
  /// Seconds, or minutes and seconds: `263.12`, `4:23.12`.
  static var time: Self {
    Self(
      noun: "a time",
      schema: [
        "anyOf": [
          ["type": "number", "minimum": 0, "maximum": 9_007_199_254_740],
          ["type": "string", "pattern": "^[0-9]+(:[0-5][0-9]){0,2}(\\.[0-9]+)?$"],
        ]
      ]
    ) { node, report in
      guard let scalar = report.scalar(node, "a time") else { return nil }
      guard let time = Milliseconds(scalar.value) else {
        report.add(
          FormatRules.badTime,
          "\"\(scalar.value)\" is not a time; write seconds such as 263.120, or 4:23.12, or 1:02:03.5",
          at: node)
        return nil
      }
      return time
    } canonical: { scalar in
      Milliseconds(scalar.value)?.description
    }
  }
}

extension FieldType where Value == [Located<Milliseconds>] {
  static var times: Self {
    let time = FieldType<Milliseconds>.time
    return Self(noun: "a list of times", schema: ["type": "array", "items": time.schema]) {
      node, report in
      guard let items = node.sequence else {
        report.add(FormatRules.wrongType, "expected a list of times, such as [17.900, 24.100]", at: node)
        return nil
      }
      let times = items.compactMap { item in time.read(item, report).map { Located($0, item.range) } }
      return times.count == items.count ? times : nil
    } canonical: {
      time.canonical($0)
    }
  }
}

extension FieldType where Value == Timestamp {
  /// A day, or a moment with its offset.
  static var timestamp: Self {
    Self(
      noun: "a date or a date and time",
      schema: [
        "type": "string",
        "pattern":
          "^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2}))?$",
      ]
    ) { node, report in
      guard let scalar = report.scalar(node, "a date") else { return nil }
      guard let value = Timestamp(scalar.value) else {
        report.add(
          FormatRules.badDate,
          "\"\(scalar.value)\" is not a date that exists; write 2024-01-05, or 2024-01-05T12:30:00+03:00",
          at: node)
        return nil
      }
      return value
    }
  }
}

// MARK: - The Quran

extension FieldType where Value == AyahRange {
  /// An ayah or a run of ayat: `"2:255"`, `"2:1-5"`, `"8:75-9:1"`.
  static var reference: Self {
    Self(
      noun: "an ayah or a run of ayat",
      schema: ["type": "string", "pattern": "^[0-9]{1,3}:[0-9]{1,3}(-([0-9]{1,3}:)?[0-9]{1,3})?$"]
    ) { node, report in
      guard let scalar = report.scalar(node, "an ayah reference") else { return nil }
      guard let range = AyahRange(scalar.value) else {
        report.add(
          FormatRules.badReference,
          "\"\(scalar.value)\" is not an ayah reference; write \"2:255\", \"2:1-5\" or \"8:75-9:1\"", at: node
        )
        return nil
      }
      return range
    } canonical: { scalar in
      AyahRange(scalar.value).map { "\"\($0)\"" }
    }
  }
}

extension FieldType where Value == Ayah {
  static var ayah: Self {
    let reference = FieldType<AyahRange>.reference
    return Self(
      noun: "an ayah", schema: ["type": "string", "pattern": "^[0-9]{1,3}:[0-9]{1,3}$"]
    ) { node, report in
      guard let range = reference.read(node, report) else { return nil }
      guard range.isSingle else {
        report.add(FormatRules.badReference, "\"\(range)\" is several ayat; one is expected here", at: node)
        return nil
      }
      return range.first
    } canonical: {
      reference.canonical($0)
    }
  }
}

extension FieldType where Value == [Located<AyahRange>] {
  /// One reference, or a list of them in the order they are recited.
  static var passage: Self {
    let reference = FieldType<AyahRange>.reference
    return Self(
      noun: "an ayah, a run of ayat, or a list of these",
      schema: [
        "anyOf": [reference.schema, ["type": "array", "items": reference.schema, "minItems": 1]]
      ]
    ) { node, report in
      let items = node.sequence ?? [node]
      let ranges = items.compactMap { item in reference.read(item, report).map { Located($0, item.range) } }
      return ranges.count == items.count && !items.isEmpty ? ranges : nil
    } canonical: {
      reference.canonical($0)
    }
  }
}

// MARK: - Choices

extension FieldType where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of an enumeration, exactly.
  ///
  /// `describing` says what each word means, for editors.
  static func choice(_ noun: String, describing: (Value) -> String) -> Self {
    let words = Value.allCases.map(\.rawValue)
    let schema: JSONValue = [
      "type": "string", "enum": JSONValue(words, JSONValue.string),
      "enumDescriptions": JSONValue(Value.allCases) { .string(describing($0)) },
    ]
    return Self(noun: noun, schema: schema) { node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      guard let value = Value(rawValue: scalar.value) else {
        report.add(
          FormatRules.unknownChoice, "\"\(scalar.value)\" is none of \(words.joined(separator: ", "))",
          at: node)
        return nil
      }
      return value
    }
  }
}

extension FieldType where Value == Riwayah {
  /// A riwayah's id, or another spelling that the alias table knows.
  static var riwayah: Self {
    Self(
      noun: "a riwayah",
      schema: [
        "type": "string", "enum": JSONValue(Riwayah.allCases) { .string($0.rawValue) },
        "enumDescriptions": JSONValue(Riwayah.allCases) { .string($0.displayName) },
      ]
    ) { node, report in
      guard let scalar = report.scalar(node, "a riwayah") else { return nil }
      if let riwayah = Riwayah(rawValue: scalar.value) { return riwayah }
      guard let riwayah = Riwayah(scalar.value) else {
        let hint = Riwayah.suggestion(for: scalar.value).map { "did you mean \($0.rawValue)?" }
        report.add(
          FormatRules.unknownRiwayah,
          "no riwayah is called \"\(scalar.value)\"; \(hint ?? "`tilawa quran riwayat` lists them")", at: node
        )
        return nil
      }
      report.add(
        FormatRules.riwayahSpelling,
        "\"\(scalar.value)\" is read as \(riwayah.rawValue); write \(riwayah.rawValue)",
        at: node, fix: ("write \(riwayah.rawValue)", riwayah.rawValue))
      return riwayah
    }
  }
}

extension FieldType where Value == CountingSystem {
  static var counting: Self { choice("a counting system") { "\($0.displayName), \($0.total) ayat" } }
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
private func isLowerCase(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
private func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || isLowerCase(byte | 0x20) }
