import TilawaBase
import TilawaQuran
import TilawaYAML

extension FieldType where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of an enumeration, exactly.
  ///
  /// `describing` says what each word means, for editors; `meant` what another word stands for without doubt.
  static func choice(
    _ noun: String, describing: (Value) -> String,
    meant: @escaping @Sendable (String) -> Value? = { _ in nil }
  ) -> Self {
    let words = Value.allCases.map(\.rawValue)
    let schema: JSONValue = [
      "type": "string", "enum": JSONValue(words, JSONValue.string),
      "enumDescriptions": JSONValue(Value.allCases) { .string(describing($0)) },
    ]
    return Self(noun: noun, schema: schema) { node, report in
      guard let scalar = report.scalar(node, noun) else { return nil }
      guard let value = Value(rawValue: scalar.value) else {
        let certain =
          meant(scalar.value)?.rawValue ?? words.first { folded($0) == folded(scalar.value) }
        report.add(
          FormatRules.unknownChoice,
          "\"\(scalar.value)\" is not one of \(words.joined(separator: ", "))"
            + (hint(certain.map { [$0] } ?? likely(scalar.value, words)) ?? ""), at: node,
          fix: certain.map { ("write \($0)", $0) })
        return nil
      }
      return value
    }
  }
}

/// The words that begin or end with what is written, else the nearest one.
private func likely(_ given: String, _ words: [String]) -> [String] {
  let letters = given.lowercased()
  let parts = words.filter { letters.utf8.count > 2 && ($0.begins(with: letters) || $0.ends(with: letters)) }
  return parts.isEmpty ? nearestName(to: given, in: words).map { [$0] } ?? [] : parts
}

/// `; did you mean a, b or c?`; nil without any.
private func hint(_ names: [String]) -> String? {
  guard let last = names.last else { return nil }
  let others = names.dropLast().joined(separator: ", ")
  return "; did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
}

extension FieldType where Value == AyahCut {
  static var cut: Self {
    choice("start, end or both", describing: \.meaning).inRows(.cut) { .plain($0.rawValue) }
  }
}

extension FieldType where Value == Riwayah {
  /// A riwayah's id, or another spelling in the alias table.
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
        report.add(
          FormatRules.unknownRiwayah,
          Riwayah.noSuch(scalar.value, hint: "see `tilawa quran riwayat`"), at: node)
        return nil
      }
      report.add(
        FormatRules.riwayahSpelling,
        "\"\(scalar.value)\" is read as \(riwayah.rawValue); write \(riwayah.rawValue)",
        at: node, fix: ("write \(riwayah.rawValue)", riwayah.rawValue))
      return riwayah
    }.inRows(.riwayah) { .text($0.rawValue) }
  }
}

extension FieldType where Value == CountingSystem {
  static var counting: Self {
    choice("a counting system") {
      "\($0.displayName), \($0.total) ayat"
    } meant: {
      CountingSystem($0)
    }
  }
}
