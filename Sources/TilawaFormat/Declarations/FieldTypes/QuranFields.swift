import Diagnostics
import QuranIndex
import ScalarText
import YAMLDocuments

extension FieldType where Value == AyahRange {
  /// An ayah or a run of ayat: `"2:255"`, `"2:1-5"`, `"8:75-9:1"`.
  static var reference: Self {
    Self(
      noun: "an ayah or a run of ayat",
      schema: ["type": "string", "pattern": "^[0-9]{1,3}:[0-9]{1,3}(-([0-9]{1,3}:)?[0-9]{1,3})?$"]
    ) { node, report in
      guard let scalar = report.scalar(node, "an ayah reference") else { return nil }
      guard let range = AyahRange(scalar.value) else {
        let advice =
          meant(by: scalar.value).map { "did you mean \"\($0)\"?" }
          ?? "write \"2:255\", \"2:1-5\" or \"8:75-9:1\""
        report.add(
          FormatRules.badReference, "\"\(scalar.value)\" is not an ayah reference; \(advice)", at: node)
        return nil
      }
      return range
    } canonical: { scalar in
      AyahRange(scalar.value).map { "\"\($0)\"" }
    }
  }

  /// What a person who typed something else may have had in mind: what the command line understands, as well with another
  /// sign between the numbers, and in quotes that YAML doesn't know.
  private static func meant(by text: String) -> AyahRange? {
    let quotes: Set<Unicode.Scalar> = [
      "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}",
    ]
    let bare = String(String.UnicodeScalarView(text.unicodeScalars.filter { !quotes.contains($0) }))
    let spellings = [bare] + [".", "/", ";"].map { bare.replaced($0, with: ":") }
    return spellings.lazy.compactMap { try? PassageReference.parse($0).get() }.first
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
      if items.isEmpty {
        report.add(FormatRules.wrongType, "the list is empty; write a passage, or remove the key", at: node)
      }
      let ranges = items.compactMap { item in reference.read(item, report).map { Located($0, item.range) } }
      return ranges.count == items.count && !items.isEmpty ? ranges : nil
    } canonical: {
      reference.canonical($0)
    }
  }
}
