/// A JSON value to be written, with the keys of objects in the order in which they were given.
///
/// Written by literals: `["version": 1, "files": .array(names.map(JSONValue.string))]`.
public indirect enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A number as it shall be written, such as `263.120`; it must be a JSON number.
  case number(String)
  /// Any text.
  case string(String)
  /// Values in a row.
  case array([JSONValue])
  /// Keys and values; keys should differ.
  case object([Member])

  /// A key and its value.
  public struct Member: Sendable, Hashable {
    /// The name.
    public let key: String
    /// The value of the member.
    public let value: JSONValue

    /// A pair.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// `null` for nil.
  public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  /// `null` for nil.
  public init(_ count: Int?) { self = count.map { .int(Int64($0)) } ?? .null }

  /// A row of what `values` become.
  public init<Values: Sequence>(_ values: Values, _ each: (Values.Element) throws -> JSONValue) rethrows {
    self = .array(try values.map(each))
  }

  /// The object with one more member at its end; other values stay as they are.
  public func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members + [Member(key, value)])
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A row.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object with its keys in this order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

extension JSONValue {
  /// On one line, without a line end.
  public var compactText: String {
    var json = JSONBytes()
    write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// The compact text in ASCII only, so that no program that passes it on changes it.
  public var compactASCII: String {
    var text = ""
    for unit in compactText.utf16 {
      if unit < 0x80 {
        text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      } else {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }

  /// Over several lines, two spaces a level, with a line end at the end: a document of its own.
  public var documentText: String {
    var json = JSONBytes(indented: true)
    write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }

  func write(to json: inout JSONBytes) {
    switch self {
    case .null: json.raw("null")
    case .bool(let value): json.raw(value ? "true" : "false")
    case .int(let value): json.number(String(value))
    case .number(let digits): json.number(digits)
    case .string(let text): json.text(text)
    case .array(let values):
      json.open("[")
      for value in values {
        json.item()
        value.write(to: &json)
      }
      json.close("]")
    case .object(let members):
      json.open("{")
      for member in members {
        json.key(named: member.key)
        member.value.write(to: &json)
      }
      json.close("}")
    }
  }
}
