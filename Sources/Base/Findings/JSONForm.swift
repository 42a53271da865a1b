/// The type of a value in JSON, for readers: a noun for tables, the JSON Schema, and the keys of objects.
public struct JSONType: Sendable {
  /// With its article: "a whole number".
  public let noun: String
  /// JSON Schema.
  public let schema: JSONValue
  /// Of an object, or of the objects in a list.
  package let keys: [JSONKeyType]

  /// A type without keys.
  public init(_ noun: String, schema: JSONValue) {
    self.init(noun, schema: schema, keys: [])
  }

  package init(_ noun: String, schema: JSONValue, keys: [JSONKeyType]) {
    (self.noun, self.schema, self.keys) = (noun, schema, keys)
  }
}

/// The form in which a value is written as JSON, and the type that it then has, in one declaration.
public struct JSONForm<Value>: Sendable {
  /// For readers.
  public let type: JSONType
  /// Writes a value.
  public let write: @Sendable (Value, inout JSONBytes) -> Void

  /// `write` writes what `type` says.
  public init(_ type: JSONType, write: @escaping @Sendable (Value, inout JSONBytes) -> Void) {
    (self.type, self.write) = (type, write)
  }
}

extension JSONForm<String> {
  /// Any text.
  package static var text: Self { spelled("text", ["type": "string"]) }

  /// Text that matches a regular expression.
  package static func text(_ noun: String, _ pattern: String) -> Self {
    spelled(noun, ["type": "string", "pattern": .string(pattern)])
  }

  /// One of some words.
  package static func word(_ words: [String]) -> Self {
    spelled(words.map { "`\($0)`" }.joined(separator: ", "), ["enum": JSONValue(words, JSONValue.string)])
  }

  private static func spelled(_ noun: String, _ schema: JSONValue) -> Self {
    Self(JSONType(noun, schema: schema)) { text, json in json.text(text) }
  }

  /// A number by its digits.
  package static func number(_ least: JSONValue? = nil, _ most: JSONValue? = nil) -> Self {
    Self(.number("number", least, most)) { digits, json in json.number(digits) }
  }
}

extension JSONForm where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One of the words of an enumeration.
  package static var word: Self {
    let words = JSONForm<String>.word(Value.allCases.map(\.rawValue))
    return Self(words.type) { value, json in json.text(value.rawValue) }
  }
}

extension JSONForm<Int> {
  /// A whole number.
  package static func integer(_ least: JSONValue? = nil, _ most: JSONValue? = nil) -> Self {
    Self(.number("integer", least, most)) { value, json in json.integer(value) }
  }

  /// The number of items of something.
  package static var count: Self { integer(0) }
}

extension JSONForm<Bool> {
  package static var flag: Self {
    Self(JSONType("true or false", schema: ["type": "boolean"])) { value, json in
      json.raw(value ? "true" : "false")
    }
  }
}

extension JSONForm<JSONValue> {
  /// An object with keys of its own.
  package static var anyObject: Self {
    Self(JSONType("an object with arbitrary keys", schema: ["type": "object"])) { value, json in
      value.write(to: &json)
    }
  }
}

extension JSONType {
  /// A number between two limits.
  package static func number(_ type: String, _ least: JSONValue? = nil, _ most: JSONValue? = nil) -> JSONType
  {
    var schema: JSONValue = ["type": .string(type)]
    if let least { schema = schema.adding("minimum", least) }
    if let most { schema = schema.adding("maximum", most) }
    return JSONType(type == "integer" ? "a whole number" : "a number", schema: schema)
  }
}

extension JSONForm {
  /// Values in a row.
  @inlinable
  public static func list<Item>(of item: JSONForm<Item>, atLeast least: Int = 0) -> Self
  where Value == [Item] {
    Self(item.type.list(atLeast: least)) { values, json in
      json.open("[")
      for value in values {
        json.item()
        item.write(value, &json)
      }
      json.close("]")
    }
  }

  /// A value as text, on one line or indented; without a line end.
  package func text(of value: Value, indented: Bool = false) -> String {
    var json = JSONBytes(indented: indented)
    write(value, &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Returns the form for something that has such a value.
  package func of<Whole>(_ value: @escaping @Sendable (Whole) -> Value) -> JSONForm<Whole> {
    JSONForm<Whole>(type) { whole, json in write(value(whole), &json) }
  }

  /// The value, or null for nil.
  package static func orNull<Some>(_ form: JSONForm<Some>) -> Self where Value == Some? {
    Self(form.type.orNull) { value, json in
      if let value { form.write(value, &json) } else { json.raw("null") }
    }
  }

  /// An object with these keys and no others.
  package static func object(_ keys: [JSONKey<Value>]) -> Self {
    let types = keys.map(\.type)
    return Self(JSONType("an object", schema: JSONKeyType.object(types), keys: types)) { whole, json in
      json.open("{")
      for key in keys { key.write(whole, &json) }
      json.close("}")
    }
  }
}

extension JSONType {
  /// Several of this type.
  public func list(atLeast least: Int) -> JSONType {
    let schema: JSONValue = ["type": "array", "items": schema]
    return JSONType(
      "a list: \(noun)", schema: least > 0 ? schema.adding("minItems", JSONValue(least)) : schema, keys: keys)
  }

  fileprivate var orNull: JSONType {
    JSONType("\(noun) or null", schema: ["anyOf": [schema, ["type": "null"]]], keys: keys)
  }
}

/// A description of a key of an object, for readers.
package struct JSONKeyType: Sendable {
  package let name: String
  package let type: JSONType
  /// One or two sentences.
  package let meaning: String
  /// True if an object always has the key.
  package let isRequired: Bool
  /// True if the key is a ``JSONTerm``, which no object may declare in another way.
  package let isTerm: Bool

  package init(_ name: String, _ type: JSONType, _ meaning: String, required: Bool = true, term: Bool = false)
  {
    (self.name, self.type, self.meaning) = (name, type, meaning)
    (isRequired, isTerm) = (required, term)
  }

  /// Its name and schema, as `properties` has them.
  package var property: JSONValue.Member {
    .init(name, meaning.isEmpty ? type.schema : type.schema.adding("description", .string(meaning)))
  }

  /// The schema of an object with these keys and no others.
  package static func object(_ keys: [JSONKeyType]) -> JSONValue {
    [
      "type": "object", "properties": .object(keys.map(\.property)),
      "required": JSONValue(keys.filter(\.isRequired)) { .string($0.name) }, "additionalProperties": false,
    ]
  }
}

/// A key that means one thing wherever it stands.
package struct JSONTerm<Value>: Sendable {
  let name: String
  let form: JSONForm<Value>
  let meaning: String

  package init(_ name: String, _ form: JSONForm<Value>, _ meaning: String) {
    (self.name, self.form, self.meaning) = (name, form, meaning)
  }
}

/// A key of an object, and how its value is got and written.
package struct JSONKey<Whole>: Sendable {
  package let type: JSONKeyType
  package let write: @Sendable (Whole, inout JSONBytes) -> Void

  /// `write` writes the key, too.
  package init(_ type: JSONKeyType, write: @escaping @Sendable (Whole, inout JSONBytes) -> Void) {
    (self.type, self.write) = (type, write)
  }

  /// One that is always there.
  package static func key<Value>(
    _ name: String, _ form: JSONForm<Value>, _ value: @escaping @Sendable (Whole) -> Value, _ meaning: String
  ) -> Self {
    Self(JSONKeyType(name, form.type, meaning), form, value)
  }

  /// One that is always there.
  package static func key<Value>(
    _ term: JSONTerm<Value>, _ value: @escaping @Sendable (Whole) -> Value
  ) -> Self {
    Self(JSONKeyType(term.name, term.form.type, term.meaning, term: true), term.form, value)
  }

  /// One that is always there, with null for nil.
  package static func nullable<Value>(
    _ name: String, _ form: JSONForm<Value>, _ value: @escaping @Sendable (Whole) -> Value?, _ meaning: String
  ) -> Self {
    key(name, .orNull(form), value, meaning)
  }

  /// One that is always there, with null for nil.
  package static func nullable<Value>(
    _ term: JSONTerm<Value>, _ value: @escaping @Sendable (Whole) -> Value?
  ) -> Self {
    key(JSONTerm(term.name, .orNull(term.form), term.meaning), value)
  }

  /// One that is left out for nil.
  package static func optional<Value>(
    _ name: String, _ form: JSONForm<Value>, _ value: @escaping @Sendable (Whole) -> Value?, _ meaning: String
  ) -> Self {
    let quoted = Array("\"\(name)\":".utf8)
    return Self(JSONKeyType(name, form.type, meaning, required: false)) { whole, json in
      guard let value = value(whole) else { return }
      json.key(quoted)
      form.write(value, &json)
    }
  }

  /// One whose value is always the same: a version, or a word.
  package static func constant(
    _ name: String, _ noun: String, _ value: JSONValue, _ meaning: String, term: Bool = false
  ) -> Self {
    let form = JSONForm<JSONValue>(JSONType(noun, schema: ["const": value])) { value, json in
      value.write(to: &json)
    }
    return Self(JSONKeyType(name, form.type, meaning, term: term), form) { _ in value }
  }

  private init<Value>(
    _ type: JSONKeyType, _ form: JSONForm<Value>, _ value: @escaping @Sendable (Whole) -> Value
  ) {
    let quoted = Array("\"\(type.name)\":".utf8)
    self.init(type) { whole, json in
      json.key(quoted)
      form.write(value(whole), &json)
    }
  }
}

extension Array {
  /// Returns the same keys for something that has such an object as its part.
  package func of<Part, Whole>(_ part: @escaping @Sendable (Whole) -> Part) -> [JSONKey<Whole>]
  where Element == JSONKey<Part> {
    map { key in JSONKey<Whole>(key.type) { whole, json in key.write(part(whole), &json) } }
  }
}
