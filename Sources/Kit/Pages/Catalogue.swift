import TilawaBase

/// The strings of all pages, by key and language, from the JSON files of `Assets/Languages`.
///
/// Pages are written in English, with the keys beside it; `languages.js` says them in the person's language.
package enum Catalogue {
  /// The languages, as BCP 47 codes, English first.
  package static let languages = [
    "en": PackageResources.en_json, "ar": PackageResources.ar_json, "fr": PackageResources.fr_json,
    "id": PackageResources.id_json, "tr": PackageResources.tr_json, "ur": PackageResources.ur_json,
  ]

  /// Returns the script that pages load before all others: `languages.js` with the strings whose keys begin
  /// with one of `prefixes` (up to their dot).
  package static func script(of prefixes: Set<String>) -> [UInt8] {
    let strings = JSONValue.object(
      strings.sorted { $0.key < $1.key }.map { language, strings in
        .init(
          language,
          .object(
            strings.filter { prefixes.contains($0.key.cut(at: ".").map { String($0.0) } ?? $0.key) }.map {
              .init($0.key, $0.value.value)
            }))
      })
    return Array("globalThis.tilawaCatalogue = \(strings.compactText);\n".utf8)
      + PackageResources.languages_js
  }

  /// Returns the English text of a key with `values` put in for `{name}`. The number `n` selects the plural.
  package static func text(_ key: String, _ values: [String: String] = [:]) -> String {
    guard let node = english[key] else { return key }
    var text = node.string ?? node[values["n"] == "1" ? "one" : "other"]?.string ?? key
    for (name, value) in values { text = text.replaced("{\(name)}", with: value) }
    return text
  }

  /// Returns the text of a key in each language that has it, English first, for pages without scripts.
  package static func inAllLanguages(_ key: String) -> [(language: String, text: String)] {
    languages.keys.sorted { ($0 == "en" ? 0 : 1, $0) < ($1 == "en" ? 0 : 1, $1) }.compactMap { language in
      strings[language]?.first { $0.key == key }?.value.string.map { (language, $0) }
    }
  }

  private static let strings: [String: [(key: String, value: JSONNode)]] = languages.mapValues {
    (try? JSONNode(reading: $0))?.members ?? []
  }
  private static let english = Dictionary(strings["en"] ?? []) { first, _ in first }
}

extension HTML {
  /// Returns an element whose text is that of a key of the catalogue, in English until the script says it
  /// in another language.
  static func said(
    _ name: StaticString, _ key: String, _ values: KeyValuePairs<String, JSONValue> = [:],
    class classes: String? = nil
  ) -> HTML {
    said(name, key, values: .object(values.map { .init($0.key, $0.value) }), class: classes)
  }

  /// Returns such an element with the members of an object put in.
  static func said(
    _ name: StaticString, _ key: String, values: JSONValue, class classes: String? = nil
  ) -> HTML {
    guard case .object(let members) = values else { return said(name, key, class: classes) }
    let texts = Dictionary(members.map { ($0.key, $0.value.plainText) }) { $1 }
    return .element(
      name,
      [
        "class": classes, "data-text": key, "data-values": members.isEmpty ? nil : values.compactText,
      ], Catalogue.text(key, texts))
  }
}

extension JSONValue {
  /// The text of a string or a number.
  fileprivate var plainText: String {
    switch self {
    case .string(let text), .number(let text): text
    case .int(let count): String(count)
    default: ""
    }
  }
}
