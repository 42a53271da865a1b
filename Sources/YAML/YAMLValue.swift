/// Something to be written into a YAML text.
public indirect enum YAMLValue: Sendable {
  /// Exactly as it stands, such as `3.120` or `true`.
  case plain(String)
  /// Text: plain when every reader takes it for the same text where it stands, else in double quotes. Line
  /// ends become `\n` within the quotes.
  case text(String)
  /// Text in double quotes.
  case quoted(String)
  /// `{ a: 1, b: 2 }`
  case flow([(key: String, value: YAMLValue)])
  /// `[1, 2]`
  case flowList([YAMLValue])
  /// A key a line; within a flow collection as `flow`.
  case block([(key: String, value: YAMLValue)])
  /// A row a line, each behind a dash; within a flow collection as `flowList`.
  case rows([YAMLValue])

  /// A whole document, which ends with a line end.
  public static func print(_ value: YAMLValue) -> String {
    ValueWriter(lineEnd: "\n").block(value, column: 0) + "\n"
  }

  /// True if the value is written over several lines where that is possible.
  var isBlock: Bool {
    switch self {
    case .block(let pairs): !pairs.isEmpty
    case .rows(let items): !items.isEmpty
    default: false
    }
  }
}

/// Turns values into text.
struct ValueWriter {
  let lineEnd: String

  /// On one line.
  func inline(_ value: YAMLValue, inFlow: Bool) -> String {
    switch value {
    case .plain(let text): return text
    case .text(let text): return PlainText.isSafe(text, inFlow: inFlow) ? text : PlainText.quoted(text)
    case .quoted(let text): return PlainText.quoted(text)
    case .flow(let pairs), .block(let pairs):
      return pairs.isEmpty
        ? "{}" : "{ " + pairs.map { pair($0.key, $0.value, inFlow: true) }.joined(separator: ", ") + " }"
    case .flowList(let items), .rows(let items):
      return "[" + items.map { inline($0, inFlow: true) }.joined(separator: ", ") + "]"
    }
  }

  /// `key: value` on one line.
  func pair(_ key: String, _ value: YAMLValue, inFlow: Bool) -> String {
    let value = inline(value, inFlow: inFlow)
    return self.key(key) + (value.isEmpty ? ":" : ": " + value)
  }

  /// A key, which must not be taken for anything but text anywhere.
  func key(_ key: String) -> String {
    PlainText.isSafe(key, inFlow: true) ? key : PlainText.quoted(key)
  }

  /// Over several lines if it is a block; the first line without indentation, the others indented to
  /// `column`, no line end at the end.
  func block(_ value: YAMLValue, column: Int) -> String {
    let separator = lineEnd + String(repeating: " ", count: column)
    switch value {
    case .block(let pairs) where !pairs.isEmpty:
      return pairs.map { entry($0.key, $0.value, column: column) }.joined(separator: separator)
    case .rows(let items) where !items.isEmpty:
      return items.map { row($0, column: column) }.joined(separator: separator)
    default:
      return inline(value, inFlow: false)
    }
  }

  /// A pair of a block mapping whose keys stand in `column`.
  func entry(_ key: String, _ value: YAMLValue, column: Int) -> String {
    guard value.isBlock else { return pair(key, value, inFlow: false) }
    return self.key(key) + ":" + lineEnd + String(repeating: " ", count: column + 2)
      + block(value, column: column + 2)
  }

  /// A row of a block sequence whose dashes stand in `column`.
  func row(_ value: YAMLValue, column: Int) -> String {
    "- " + block(value, column: column + 2)
  }
}
