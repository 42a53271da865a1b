import TilawaBase
import TilawaYAML

/// The value of a key, compared by its meaning and not by its spelling.
struct FieldValue: Sendable {
  /// The value on one line, the same for all spellings of it.
  let text: String
  /// To be written where the file has another one.
  let yaml: YAMLValue

  /// The text for comparisons, in which each number has one spelling.
  private let sense: String

  /// The time it is, if it is one.
  var time: Milliseconds? { Milliseconds(text) }

  /// The times it is: one, or those of a list; nil when it is anything else.
  private var times: [Milliseconds]? {
    guard case .flowList(let items) = yaml else { return time.map { [$0] } }
    let times = items.map { FieldValue($0).time }
    return times.contains(nil) ? nil : times.compactMap(\.self)
  }

  /// Returns the difference of each time from that in another value. Nil if either value has anything but
  /// times, or they differ in number.
  func moves(to other: Self) -> [Milliseconds]? {
    guard let mine = times, let others = other.times, mine.count == others.count else { return nil }
    return zip(mine, others).map { $1 - $0 }
  }
}

extension FieldValue: Hashable {
  static func == (a: Self, b: Self) -> Bool { a.sense == b.sense }
  func hash(into hasher: inout Hasher) { hasher.combine(sense) }
}

extension FieldValue {
  /// The value of a node of a file; `path` leads to it.
  init(_ node: YAMLNode, _ kind: DocumentKind, _ path: [String]) {
    self.init(Self.value(node, kind, path))
  }

  init(_ value: YAMLValue) {
    yaml = value
    text = Self.text(value)
    sense = Self.text(value, number: Self.decimal)
  }

  private static func value(_ node: YAMLNode, _ kind: DocumentKind, _ path: [String]) -> YAMLValue {
    switch node.content {
    case .scalar(let scalar):
      if let canonical = kind.canonicalText(of: scalar, at: path) { return .plain(canonical) }
      return scalar.kind == .text ? .text(scalar.value) : .plain(scalar.value)
    case .sequence(let items): return .flowList(items.map { value($0, kind, path + ["[]"]) })
    case .mapping(let pairs):
      return .flow(
        pairs.map { pair in
          let key = pair.key.scalar?.value ?? ""
          return (key: key, value: value(pair.value, kind, path + [key]))
        })
    }
  }

  private static func text(_ value: YAMLValue, number: (String) -> String = { $0 }) -> String {
    switch value {
    case .plain(let text): return number(text)
    case .text(let text), .quoted(let text): return quoted(text)
    case .flowList(let items), .rows(let items):
      return "[" + items.map { text($0, number: number) }.joined(separator: ", ") + "]"
    case .flow(let pairs), .block(let pairs):
      // The order of keys says nothing.
      return "{"
        + pairs.map { "\($0.key): \(text($0.value, number: number))" }.sorted().joined(separator: ", ") + "}"
    }
  }

  /// Returns true if JSON writes the number with the same digits.
  private static func isDecimal(_ text: Substring) -> Bool {
    ("0"..."9").contains(text.unicodeScalars.first ?? " ")
      && ("0"..."9").contains(text.unicodeScalars.last ?? " ")
  }

  /// 0.90 says what 0.9 does, and 1.00 what 1 does.
  private static func decimal(_ text: String) -> String {
    guard case .float = YAMLScalar(text, style: .plain).kind, !text.holds("e"), !text.holds("E"),
      let (whole, fraction) = text.cut(at: ".")
    else { return text }
    var digits = fraction
    while digits.utf8.last == UInt8(ascii: "0") { digits = digits.dropLast() }
    return digits.isEmpty ? String(whole) : "\(whole).\(digits)"
  }

  // As YAML has it, so that a text that looks like a number differs from the number.
  private static func quoted(_ text: String) -> String {
    String(YAMLValue.print(.quoted(text)).unicodeScalars.dropLast())
  }

  private func withoutQuotes(_ text: String) -> String {
    text.after("\"")?.before("\"").map(String.init) ?? text
  }

  /// As JSON has it: times and numbers are numbers, references are texts.
  var json: JSONValue {
    switch yaml {
    case .plain(let text):
      switch YAMLScalar(text, style: .plain).kind {
      case .boolean(let flag): return .bool(flag)
      case .null: return .null
      case .integer: return Int64(text).map(JSONValue.int) ?? .string(text)
      case .float where Double(text) != nil && Self.isDecimal(text.after("-") ?? text[...]):
        return .number(text)
      default: return .string(withoutQuotes(text))
      }
    case .text(let text), .quoted(let text): return .string(text)
    case .flowList(let items), .rows(let items): return JSONValue(items) { FieldValue($0).json }
    case .flow(let pairs), .block(let pairs):
      return .object(pairs.map { .init($0.key, FieldValue($0.value).json) })
    }
  }

  /// As a person reads it in a list of changes: text without quotes.
  var shown: String {
    switch yaml {
    case .text(let text), .quoted(let text): text
    case .plain(let text): withoutQuotes(text)
    default: text
    }
  }
}
