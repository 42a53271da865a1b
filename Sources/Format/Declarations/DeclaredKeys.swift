package import TilawaBase
package import TilawaYAML

/// The keys that a mapping may have, for those who name them outside of a file: in a command line, or for a program.
package struct DeclaredKeys: Sendable {
  private let declaration: ObjectDeclaration

  init(_ declaration: ObjectDeclaration) { self.declaration = declaration }

  /// In the order in which `fmt` writes them.
  package var names: [String] { declaration.fields.map(\.key) }

  /// Those that must be there.
  package var required: [String] { declaration.fields.filter(\.isRequired).map(\.key) }

  /// Returns the noun for the value of a key, with its article, and its meaning. Nil for keys that are not
  /// declared.
  package func description(of key: String) -> (noun: String, meaning: String)? {
    declaration.field(key).map { ($0.noun, $0.meaning) }
  }

  /// Returns true if the value of a key is either true or false.
  package func isFlag(_ key: String) -> Bool { declaration.field(key)?.type == "boolean" }

  /// Returns true if a key may have several texts.
  package func isList(_ key: String) -> Bool {
    declaration.field(key)?.noun == FieldType<[Located<String>]>.texts.noun
  }

  /// Returns true if a key contains rows or a mapping, so that a single value doesn't fit.
  package func holdsRows(_ key: String) -> Bool { declaration.field(key)?.nested != nil }

  /// The keys of the rows that a key holds; nil where it holds none.
  package func ofRows(_ key: String) -> DeclaredKeys? {
    declaration.field(key)?.nested.map { DeclaredKeys($0) }
  }

  /// The words that a key may have; none where it isn't one of some words.
  package func words(of key: String) -> [String] {
    guard case .array(let words)? = declaration.field(key)?.member("enum") else { return [] }
    return words.compactMap { if case .string(let word) = $0 { word } else { nil } }
  }

  /// Returns the words that a key may have, each with its meaning, or with an empty text if none is declared.
  package func meanings(of key: String) -> [(word: String, meaning: String)] {
    guard case .array(let meanings)? = declaration.field(key)?.member("enumDescriptions") else {
      return words(of: key).map { ($0, "") }
    }
    return zip(words(of: key), meanings).map { word, meaning in
      if case .string(let text) = meaning { (word, text) } else { (word, "") }
    }
  }

  /// Returns the meaning of an absent key, in a word or two; empty if none is declared.
  package func absent(_ key: String) -> String { declaration.field(key)?.absent ?? "" }

  /// The declared key of that spelling, capitals, hyphens and underscores aside; one of the user's own as it is.
  package func key(spelt spelling: String) -> String? {
    if spelling.begins(with: "x-") { return spelling }
    return names.first { folded($0) == folded(spelling) }
  }

  /// The key that was most likely meant.
  package func keyMeant(by spelling: String) -> String? { declaration.keyMeant(by: spelling)?.key }

  /// A value as it is written, or what is wrong with it, in the words of the reader of files.
  package func value(of key: String, from text: String) -> Result<YAMLValue, Failure> {
    guard let field = declaration.field(key) else { return .success(.text(text)) }
    if field.nested != nil { return .failure(Failure("it contains rows, not a single value")) }
    let isText = field.isText
    let scalar = YAMLScalar(text, style: isText ? .doubleQuoted : .plain)
    if let fault = field.findings(on: scalar).first(where: { $0.severity == .error }) {
      return .failure(Failure(fault.message))
    }
    if isList(key) { return .success(.flowList([.text(text)])) }
    if isText { return .success(.text(text)) }
    return .success(.plain(field.canonical(scalar) ?? text))
  }

  /// Returns the value made of several texts, or the fault in them.
  package func value(of key: String, from texts: [String]) -> Result<YAMLValue, Failure> {
    guard isList(key) else {
      return texts.count == 1 ? value(of: key, from: texts[0]) : .failure(Failure("it takes one value"))
    }
    if texts.contains("") { return .failure(Failure("one of the values is empty")) }
    return .success(.flowList(texts.map { .text($0) }))
  }

  /// A value for a program: a number or a truth value where the key has such, else text.
  package func json(of key: String, _ text: String) -> JSONValue {
    switch declaration.field(key)?.type {
    case "boolean": .bool(text.lowercased() == "true")
    case "integer": Int64(text).map { .int($0) } ?? .string(text)
    case "number": Double(text).map { .number("\($0)") } ?? .string(text)
    default: .string(text)
    }
  }

  /// Returns a value for a program from a node in a file, lists and rows included. A single text becomes a
  /// list if the key may have one.
  package func json(of key: String, _ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .scalar(let scalar):
      if scalar.kind == .null, scalar.style == .plain { return .null }
      return isList(key) ? [.string(scalar.value)] : json(of: key, scalar.value)
    case .sequence(let items):
      let keys = ofRows(key)
      return JSONValue(items) { item in
        guard let scalar = item.scalar else { return (keys ?? DeclaredKeys(.unknown)).json(of: item) }
        return .string(scalar.value)
      }
    case .mapping: return (ofRows(key) ?? DeclaredKeys(.unknown)).json(of: node)
    }
  }

  /// All that a mapping says, but for the version of the format.
  package func json(of node: YAMLNode?) -> JSONValue {
    .object(
      (node?.mapping ?? []).compactMap { pair in
        guard let key = pair.key.scalar?.value, key != FileKey.version else { return nil }
        return .init(key, json(of: key, pair.value))
      })
  }
}

extension DocumentKind {
  /// Its top-level keys.
  package var keys: DeclaredKeys { DeclaredKeys(declaration) }
}

extension DocumentList {
  /// The keys of its rows.
  package var keys: DeclaredKeys { DeclaredKeys(declaration) }
}

extension ObjectDeclaration {
  /// Of a mapping of the user's own.
  fileprivate static let unknown = ObjectDeclaration(title: "", meaning: "", fields: [])
}

extension AnyField {
  /// The JSON type of its values, if there is only one.
  fileprivate var type: String? { if case .string(let name)? = member("type") { name } else { nil } }

  fileprivate func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = schema else { return nil }
    return members.first { $0.key == name }?.value
  }

  /// True if the value is written as text: not a number, a truth value, or anything with a form of its own,
  /// such as a date.
  fileprivate var isText: Bool {
    guard type != "integer", type != "number", type != "boolean", noun != FieldType<Timestamp>.timestamp.noun
    else { return false }
    return canonical(YAMLScalar("1:1", style: .doubleQuoted)) == nil
      && canonical(YAMLScalar("#ffffff", style: .doubleQuoted)) == nil
  }
}
