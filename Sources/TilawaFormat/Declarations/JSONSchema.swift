/// A piece of a JSON Schema (draft-07), with its keys in the order they were given.
public indirect enum JSONSchema: Sendable, Hashable {
  case text(String)
  case number(String)
  case flag(Bool)
  case list([JSONSchema])
  case object([Entry])

  /// A key and its value.
  public struct Entry: Sendable, Hashable {
    let key: String
    let value: JSONSchema
  }

  static func of(_ entries: KeyValuePairs<String, JSONSchema>) -> JSONSchema {
    .object(entries.map { Entry(key: $0.key, value: $0.value) })
  }

  /// The same object with more keys at its end.
  func adding(_ entries: KeyValuePairs<String, JSONSchema>) -> JSONSchema {
    guard case .object(let own) = self else { return self }
    return .object(own + entries.map { Entry(key: $0.key, value: $0.value) })
  }
}

extension JSONSchema: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .number("\(value)") }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
  /// A list.
  public init(arrayLiteral elements: JSONSchema...) { self = .list(elements) }
}
