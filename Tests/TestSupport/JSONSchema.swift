import Foundation

/// A JSON text as it is written: numbers with their digits, members in their order.
public indirect enum JSONText: Hashable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONText])
  case object([Member])

  /// A key and its value.
  public struct Member: Hashable {
    /// The name.
    public let key: String
    /// The value of the key.
    public let value: JSONText
  }

  /// The error for a text that isn't JSON.
  public struct Malformed: Error, CustomStringConvertible {
    /// For people.
    public let description: String
  }

  /// Reads one document; more than one, or a key given twice, is malformed.
  public init(_ text: String) throws {
    var reader = Reader(text)
    self = try reader.value()
    reader.skipBlanks()
    guard reader.isAtEnd else { throw Malformed(description: "more than one document: \(text.suffix(80))") }
  }

  /// The value of a member.
  public subscript(key: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The values of an array; none for anything else.
  public var items: [JSONText] {
    if case .array(let items) = self { items } else { [] }
  }

  /// The text of a string.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  private struct Reader {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    var isAtEnd: Bool { index == scalars.count }
    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    mutating func skipBlanks() {
      while let next, [" ", "\n", "\r", "\t"].contains(next) { index += 1 }
    }

    private mutating func take(_ word: String) -> Bool {
      let word = Array(word.unicodeScalars)
      guard scalars[index...].starts(with: word) else { return false }
      index += word.count
      return true
    }

    private mutating func expect(_ word: String) throws {
      skipBlanks()
      if !take(word) {
        throw Malformed(
          description: "expected \(word) at \(index), found \(next.map(String.init) ?? "the end")")
      }
    }

    mutating func value() throws -> JSONText {
      skipBlanks()
      switch next {
      case "{": return try object()
      case "[": return try array()
      case "\"": return .string(try string())
      default: break
      }
      if take("null") { return .null }
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      let start = index
      while let next, "+-.eE0123456789".unicodeScalars.contains(next) { index += 1 }
      let number = String(String.UnicodeScalarView(scalars[start..<index]))
      guard number.wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/#) != nil else {
        throw Malformed(description: "no value at \(start)")
      }
      return .number(number)
    }

    private mutating func object() throws -> JSONText {
      try expect("{")
      var members: [Member] = []
      skipBlanks()
      if take("}") { return .object([]) }
      repeat {
        skipBlanks()
        let key = try string()
        guard !members.contains(where: { $0.key == key }) else {
          throw Malformed(description: "\"\(key)\" is given twice")
        }
        try expect(":")
        members.append(Member(key: key, value: try value()))
        skipBlanks()
      } while take(",")
      try expect("}")
      return .object(members)
    }

    private mutating func array() throws -> JSONText {
      try expect("[")
      var items: [JSONText] = []
      skipBlanks()
      if take("]") { return .array([]) }
      repeat {
        items.append(try value())
        skipBlanks()
      } while take(",")
      try expect("]")
      return .array(items)
    }

    private mutating func string() throws -> String {
      let start = index
      try expect("\"")
      while let scalar = next, scalar != "\"" { index += scalar == "\\" ? 2 : 1 }
      try expect("\"")
      let quoted = String(String.UnicodeScalarView(scalars[start..<min(index, scalars.count)]))
      guard
        let text = try JSONSerialization.jsonObject(with: Data(quoted.utf8), options: .fragmentsAllowed)
          as? String
      else { throw Malformed(description: "no string: \(quoted)") }
      return text
    }
  }
}

/// The part of JSON Schema (draft 2020-12) that schemas of output use; any other keyword is an error.
///
/// Written for tests, which must run where there is nothing but Swift.
public struct JSONSchema {
  private let schema: JSONText

  /// Reads the text of a schema; `part` is a key of its `$defs`.
  public init(_ text: String, part: String? = nil) throws {
    let whole = try JSONText(text)
    guard let schema = part.map({ whole["$defs"]?[$0] }) ?? whole else {
      throw JSONText.Malformed(description: "the schema has no part \(part ?? "")")
    }
    self.schema = schema
  }

  /// Returns the faults of `value`, in words.
  public func faults(of value: JSONText) -> [String] { Self.faults(of: value, schema, at: "") }

  private static let notes: Set = ["$schema", "$id", "$defs", "title", "description"]

  private static func faults(of value: JSONText, _ schema: JSONText, at place: String) -> [String] {
    guard case .object(let keywords) = schema else { return ["\(place): a schema is no object"] }
    return keywords.flatMap { keyword -> [String] in
      if notes.contains(keyword.key) { return [] }
      return faults(of: value, keyword, in: schema).map {
        $0.hasPrefix("/") ? place + $0 : "\(place): \($0)"
      }
    }
  }

  private static func faults(
    of value: JSONText, _ keyword: JSONText.Member, in schema: JSONText
  ) -> [String] {
    let argument = keyword.value
    switch keyword.key {
    case "anyOf":
      let tried = argument.items.map { faults(of: value, $0, at: "") }
      return tried.contains([])
        ? [] : ["fits none of \(tried.count): \(tried.joined().joined(separator: "; "))"]
    case "const": return value == argument ? [] : ["is \(value), not \(argument)"]
    case "enum": return argument.items.contains(value) ? [] : ["\(value) is none of \(argument.items)"]
    case "type": return isOf(argument.text ?? "", value) ? [] : ["is no \(argument.text ?? "type"): \(value)"]
    case "pattern":
      guard let text = value.text else { return [] }
      guard let pattern = argument.text, let regex = try? Regex(pattern) else { return ["bad pattern"] }
      return text.contains(regex) ? [] : ["\"\(text)\" doesn't match \(pattern)"]
    case "minimum", "maximum": return faultsOfRange(value, keyword)
    case "minItems":
      guard case .array(let items) = value else { return [] }
      let least = Int(number(argument) ?? 0)
      return items.count >= least ? [] : ["has \(items.count) items"]
    case "items":
      return value.items.enumerated().flatMap { faults(of: $1, argument, at: "/\($0)") }
    case "required":
      guard case .object(let members) = value else { return [] }
      return argument.items.compactMap(\.text).filter { key in !members.contains { $0.key == key } }
        .map { "lacks \"\($0)\"" }
    case "properties":
      guard case .object(let members) = value else { return [] }
      return members.flatMap { member in
        argument[member.key].map { faults(of: member.value, $0, at: "/\(member.key)") } ?? []
      }
    case "additionalProperties":
      guard case .object(let members) = value else { return [] }
      return members.filter { schema["properties"]?[$0.key] == nil }.flatMap { member in
        argument == .bool(false)
          ? ["\"\(member.key)\" is not in the schema"]
          : faults(of: member.value, argument, at: "/\(member.key)")
      }
    default: return ["the keyword \"\(keyword.key)\" is unknown to the validator"]
    }
  }

  private static func isOf(_ type: String, _ value: JSONText) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
      ("object", .object):
      true
    case ("integer", .number(let digits)): digits.allSatisfy { $0.isNumber || $0 == "-" }
    default: false
    }
  }

  private static func number(_ value: JSONText) -> Double? {
    if case .number(let digits) = value { Double(digits) } else { nil }
  }

  private static func faultsOfRange(_ value: JSONText, _ keyword: JSONText.Member) -> [String] {
    guard let found = number(value), let limit = number(keyword.value) else { return [] }
    let fits = keyword.key == "minimum" ? found >= limit : found <= limit
    return fits ? [] : ["\(found) is beyond the \(keyword.key) \(limit)"]
  }
}
