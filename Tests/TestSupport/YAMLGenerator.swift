/// The values of a generated document.
public indirect enum GeneratedValue: Sendable, Hashable {
  /// Text, however it is written.
  case text(String)
  /// A plain scalar that isn't text: a number, a truth value, null or nothing.
  case plain(String)
  /// Keys, all different, and their values.
  case mapping([Pair])
  /// Items.
  case sequence([GeneratedValue])

  /// A key and its value.
  public struct Pair: Sendable, Hashable {
    /// The key's text.
    public let key: String
    /// Its value.
    public let value: GeneratedValue

    /// A key and its value.
    public init(key: String, value: GeneratedValue) {
      self.key = key
      self.value = value
    }
  }
}

/// Makes up YAML documents that keep to the plain profile and are written as oddly as it allows: odd
/// spacing, comments everywhere, block and flow mixed, every way to write a text, non-ASCII, CRLF, byte
/// order marks, no final line end.
public struct YAMLGenerator: Sendable {
  var random: SplitMix64
  var text = ""
  /// True if the last thing written is a block scalar that would include blank lines after it.
  var keepsBlank = false
  /// True if the last thing written would mean something else without its line end.
  private var needsLineEnd = false
  /// True if the last entry was a block scalar, below which an indented comment would be text.
  private var keepsLines = false

  /// Creates a generator that gives the same documents for the same seed.
  public init(seed: UInt64) { random = SplitMix64(state: seed) }

  /// Returns the next document and its values.
  public mutating func document() -> (text: String, value: GeneratedValue) {
    text = ""
    keepsBlank = false
    needsLineEnd = false
    let value = chance(9, 10) ? mapping(depth: 0) : sequence(depth: 0)
    filler(limit: nil)
    if chance(1, 6) { text += "---" + (chance(1, 3) ? " # start" : "") + "\n" }
    if chance(1, 12) {
      text += flow(value, depth: 1)
      endLine()
    } else {
      block(value, column: 0)
    }
    filler(limit: 0)
    if chance(1, 20) { text += "...\n" }
    if chance(1, 4), !needsLineEnd { dropLineEnd() }
    if chance(1, 3) { text = text.replacing("\n", with: "\r\n") }
    if chance(1, 5) { text = "\u{FEFF}" + text }
    return (text, value)
  }

  mutating func chance(_ part: Int, _ whole: Int) -> Bool { Int.random(in: 0..<whole, using: &random) < part }

  mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

  mutating func spaces(_ range: ClosedRange<Int>) -> String {
    String(repeating: " ", count: Int.random(in: range, using: &random))
  }

  private mutating func dropLineEnd() {
    if text.last == "\n", text.dropLast().last != "\n" { text.removeLast() }
  }

  // MARK: What it says

  private mutating func value(depth: Int) -> GeneratedValue {
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where depth < 4: mapping(depth: depth)
    case 1 where depth < 4: sequence(depth: depth)
    case 2...4: .plain(pick(GeneratedTexts.plain))
    default: .text(pick(GeneratedTexts.texts))
    }
  }

  private mutating func mapping(depth: Int) -> GeneratedValue {
    var keys: Set<String> = []
    var pairs: [GeneratedValue.Pair] = []
    for _ in 0..<Int.random(in: depth == 0 ? 1...8 : 0...4, using: &random) {
      let key = pick(GeneratedTexts.keys)
      guard keys.insert(key).inserted else { continue }
      pairs.append(.init(key: key, value: value(depth: depth + 1)))
    }
    return .mapping(pairs)
  }

  private mutating func sequence(depth: Int) -> GeneratedValue {
    .sequence((0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth + 1) })
  }

  // MARK: How it is written, in blocks

  /// Adds blank lines and comments between lines. Below a block scalar a comment must be left of `limit`.
  private mutating func filler(limit: Int?) {
    guard chance(1, 4) else { return }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      if chance(1, 2), !keepsBlank {
        text += spaces(0...3).isEmpty || limit != nil ? "\n" : "   \n"
      } else {
        text += String(repeating: " ", count: Int.random(in: 0...(limit ?? 6), using: &random))
        text += pick(GeneratedTexts.comments) + "\n"
        keepsBlank = false
      }
    }
  }

  /// Ends a line, maybe with a comment.
  private mutating func endLine() {
    if chance(1, 5) { text += spaces(1...4) + pick(GeneratedTexts.comments) }
    text += chance(1, 8) ? "  \n" : "\n"
  }

  /// Adds a collection whose entries begin in `column`. The first one begins where the text ends, the others
  /// on lines of their own.
  private mutating func block(_ value: GeneratedValue, column: Int) {
    var count = 0
    let indentation = String(repeating: " ", count: column)
    switch value {
    case .mapping(let pairs) where !pairs.isEmpty:
      for pair in pairs {
        if count > 0 { filler(limit: keepsLines ? column : nil) }
        if count > 0 || text.isEmpty || text.last == "\n" { text += indentation }
        text += key(pair.key) + ":"
        entry(pair.value, column: column, isRow: false)
        count += 1
      }
    case .sequence(let items) where !items.isEmpty:
      for item in items {
        if count > 0 { filler(limit: keepsLines ? column : nil) }
        if count > 0 || text.isEmpty || text.last == "\n" { text += indentation }
        text += "-"
        entry(item, column: column, isRow: true)
        count += 1
      }
    default:
      text += indentation + flow(value, depth: 1)
      endLine()
    }
  }

  private mutating func entry(_ value: GeneratedValue, column: Int, isRow: Bool) {
    keepsLines = false
    keepsBlank = false
    needsLineEnd = false
    switch value {
    case .mapping(let pairs) where !pairs.isEmpty && chance(1, 2):
      nested(value, column: column, isRow: isRow, isSequence: false)
    case .sequence(let items) where !items.isEmpty && chance(1, 2):
      nested(value, column: column, isRow: isRow, isSequence: true)
    case .mapping, .sequence:
      text += spaces(1...3) + flow(value, depth: column + 1)
      endLine()
    case .plain(let plain):
      if !plain.isEmpty { text += spaces(1...3) + plain }
      endLine()
    case .text(let content):
      scalar(content, column: column)
    }
  }

  private mutating func nested(_ value: GeneratedValue, column: Int, isRow: Bool, isSequence: Bool) {
    if isRow, chance(3, 4) {
      let gap = spaces(1...3)
      text += gap
      block(value, column: column + 1 + gap.count)
      return
    }
    endLine()
    filler(limit: nil)
    let step = !isRow && isSequence && chance(1, 4) ? 0 : Int.random(in: 1...4, using: &random)
    block(value, column: column + step)
  }

  private mutating func key(_ key: String) -> String {
    if GeneratedTexts.isPlain(key, inFlow: true), chance(3, 4) { return key + (chance(1, 10) ? " " : "") }
    return chance(1, 2) && !key.contains("\\") ? singleQuoted(key) : doubleQuoted(key)
  }

  // MARK: Scalars

  private mutating func scalar(_ content: String, column: Int) {
    let indentation = String(repeating: " ", count: column + Int.random(in: 1...4, using: &random))
    if GeneratedTexts.fitsLiteral(content), chance(1, 3) {
      literal(content, indentation)
      return
    }
    text += chance(1, 10) ? "\n" + indentation : spaces(1...3)
    if GeneratedTexts.isPlain(content, inFlow: false), chance(1, 2) {
      text += chance(1, 3) ? folded(content, indentation) : content
    } else if !content.contains("\n"), !GeneratedTexts.needsEscape(content), chance(1, 2) {
      text += singleQuoted(content)
    } else {
      text += doubleQuoted(content)
    }
    endLine()
  }

  private mutating func literal(_ content: String, _ indentation: String) {
    var body = content
    var sign = "-"
    if content.hasSuffix("\n") {
      body.removeLast()
      sign = body.hasSuffix("\n") ? "+" : ""
    }
    keepsLines = true
    keepsBlank = sign == "+"
    needsLineEnd = sign != "-"
    text += spaces(1...2) + (chance(1, 4) && !body.contains("\n") ? ">" : "|") + sign
    if chance(1, 5) { text += " # kept" }
    text += "\n"
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      text += (line.isEmpty ? "" : indentation) + line + "\n"
    }
  }

  /// A plain text over several lines: one blank becomes a line end.
  private mutating func folded(_ content: String, _ indentation: String) -> String {
    guard let blank = content.firstIndex(of: " "), !content.contains("  ") else { return content }
    let rest = content[content.index(after: blank)...]
    guard let first = rest.unicodeScalars.first, first.properties.isAlphabetic else { return content }
    return content[..<blank] + "\n" + indentation + rest
  }

  private func singleQuoted(_ content: String) -> String {
    "'" + content.replacing("'", with: "''") + "'"
  }

  private mutating func doubleQuoted(_ content: String) -> String {
    var result = "\""
    for scalar in content.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += chance(1, 2) ? "\\t" : "\\x09"
      case _ where GeneratedTexts.needsEscape(String(scalar)) || (scalar.value < 0x10000 && chance(1, 30)):
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  // MARK: How it is written, in flow

  /// Adds a value in flow style. A line within brackets begins with at least `depth` spaces.
  private mutating func flow(_ value: GeneratedValue, depth: Int) -> String {
    switch value {
    case .plain(let plain):
      return plain.isEmpty ? "null" : plain
    case .text(let content):
      if GeneratedTexts.isPlain(content, inFlow: true), chance(1, 2) { return content }
      let isSingle = !content.contains("\n") && !GeneratedTexts.needsEscape(content)
      return isSingle && chance(1, 3) ? singleQuoted(content) : doubleQuoted(content)
    case .mapping(let pairs):
      var parts: [String] = []
      for pair in pairs {
        let key = key(pair.key)
        parts.append(key + ":" + spaces(1...2) + flow(pair.value, depth: depth))
      }
      return joined(parts, "{", "}", depth)
    case .sequence(let items):
      var parts: [String] = []
      for item in items { parts.append(flow(item, depth: depth)) }
      return joined(parts, "[", "]", depth)
    }
  }

  private mutating func joined(_ parts: [String], _ opening: String, _ closing: String, _ depth: Int)
    -> String
  {
    var result = opening + gap(depth)
    for (index, part) in parts.enumerated() {
      result += part
      if index + 1 < parts.count || chance(1, 10) { result += (chance(1, 10) ? " " : "") + "," + gap(depth) }
    }
    return result + gap(depth) + closing
  }

  private mutating func gap(_ depth: Int) -> String {
    guard chance(1, 8) else { return spaces(0...2) }
    let indentation = String(repeating: " ", count: depth + Int.random(in: 0...3, using: &random))
    let comment = chance(1, 3) ? " " + pick(GeneratedTexts.comments) : ""
    return comment + "\n" + (chance(1, 5) ? "\n" : "") + indentation
  }
}
