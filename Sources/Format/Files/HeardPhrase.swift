import TilawaBase
public import TilawaQuran
import TilawaYAML

/// A phrase that is heard at a step of a prayer.
public enum HeardPhrase: Hashable, Sendable {
  /// Ayat, by the Kufi count.
  case ayat(AyahRange)
  /// A sound that is not an ayah, named as in rows: `takbir`.
  case phrase(String)
}

extension FieldType where Value == [Located<HeardPhrase>] {
  /// Ayat, a word such as `takbir`, or a list of these.
  static var heard: Self {
    let (ayat, word) = (FieldType<AyahRange>.reference, FieldType<String>.skipKind)
    let one: JSONValue = ["anyOf": [ayat.schema, word.schema]]
    let noun = "an ayah, a run of ayat, a word such as takbir, or a list of these"
    return Self(
      noun: noun,
      schema: ["anyOf": [ayat.schema, word.schema, ["type": "array", "items": one, "minItems": 1]]]
    ) { node, report in
      let items = node.sequence ?? [node]
      if items.isEmpty { report.add(FormatRules.wrongType, "the list is empty; remove the key", at: node) }
      let phrases = items.compactMap { item -> Located<HeardPhrase>? in
        // Whatever begins as a word is none of ayat.
        let isWord = item.scalar?.value.utf8.first.map { !(0x30...0x39).contains($0) } ?? false
        let phrase: HeardPhrase? =
          isWord ? word.read(item, report).map { .phrase($0) } : ayat.read(item, report).map { .ayat($0) }
        return phrase.map { Located($0, item.range) }
      }
      return phrases.count == items.count && !items.isEmpty ? phrases : nil
    } canonical: {
      ayat.canonical($0)
    }
  }
}
