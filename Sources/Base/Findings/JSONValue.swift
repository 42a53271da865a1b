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
    /// What it stands for.
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
    var text = ""
    write(to: &text, indentation: nil)
    return text
  }

  /// The same in ASCII, which nothing on its way to a program changes.
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
    var text = ""
    write(to: &text, indentation: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .number(let value): text += value
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, "[", "]", to: &text, indentation) { value, text, indentation in
        value.write(to: &text, indentation: indentation)
      }
    case .object(let members):
      Self.write(members, "{", "}", to: &text, indentation) { member, text, indentation in
        Self.write(member.key, to: &text)
        text += indentation == nil ? ":" : ": "
        member.value.write(to: &text, indentation: indentation)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ open: String, _ close: String, to text: inout String, _ indentation: Int?,
    each: (Element, inout String, Int?) -> Void
  ) {
    text += open
    let inner = indentation.map { $0 + 2 }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      each(element, &text, inner)
    }
    if let indentation, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indentation) }
    text += close
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
        // DEL and the C1 controls may stand in JSON, but a terminal may act on them.
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
