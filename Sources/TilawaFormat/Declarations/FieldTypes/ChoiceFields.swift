import Diagnostics
import QuranIndex
import YAMLDocuments

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
