import TilawaBase
import TilawaYAML

extension FieldType where Value == [Located<String>] {
  /// Texts one behind the other; one alone needs no brackets.
  static var texts: Self {
    let text = FieldType<String>.text
    return Self(
      noun: "a text or a list of texts",
      schema: ["anyOf": [text.schema, ["type": "array", "items": text.schema]]]
    ) { node, report in
      let items = node.sequence ?? [node]
      let texts = items.compactMap { item in text.read(item, report).map { Located($0, item.range) } }
      return texts.count == items.count ? texts : nil
    } canonical: {
      text.canonical($0)
    }
  }
}

extension FieldType where Value == String {
  /// An ISBN as text: quoted, because readers of numbers drop a zero in front. Whether it is one, a rule judges.
  static var isbn: Self {
    var type = text
    type.canonical = { scalar in
      // Anything else is not an ISBN, and may need escapes.
      scalar.value.utf8.allSatisfy { "0123456789Xx -".utf8.contains($0) } ? "\"\(scalar.value)\"" : nil
    }
    return type
  }
}
