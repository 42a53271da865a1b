import Synchronization

/// A value of a JSON text with its place.
public struct JSONNode: Sendable {
  /// The contents of a value.
  public indirect enum Content: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// As it is written, so that decimals stay decimals.
    case number(Substring)
    /// Without quotes and escapes.
    case string(String)
    /// Values in a row.
    case array([JSONNode])
    /// In the order of the text; of a key given twice both.
    case object([(key: String, value: JSONNode)])
  }

  /// The contents of the value.
  public let content: Content
  /// Where it begins, in bytes.
  public let offset: Int
  /// Records the values that are read; nil for a value that no reader has to place.
  package internal(set) var asked: AskedValues?

  /// The members of an object; nil for other values. All of them count as read.
  public var members: [(key: String, value: JSONNode)]? {
    guard case .object(let members) = content else { return nil }
    asked?.add(members.lazy.map(\.value.offset))
    return members
  }
  /// The items of an array; nil for other values. All of them count as read.
  public var items: [JSONNode]? {
    guard case .array(let items) = content else { return nil }
    asked?.add(items.lazy.map(\.offset))
    return items
  }
  /// Its text, when it is one.
  public var string: String? { if case .string(let text) = content { text } else { nil } }
  /// The digits of a number, or of a text that contains one, as some exports have them; nil for other values.
  public var number: Substring? {
    switch content {
    case .number(let digits): digits
    case .string(let text): JSONNode.isNumber(text) ? Substring(text) : nil
    default: nil
    }
  }
  /// A whole number, also one written as text.
  public var integer: Int? { number.flatMap { Int($0) } }
  /// A truth value, also 0 and 1.
  public var bool: Bool? {
    switch content {
    case .bool(let value): value
    case .number("0"): false
    case .number("1"): true
    default: nil
    }
  }
  /// True if the value is null.
  public var isNull: Bool { if case .null = content { true } else { false } }

  /// Returns the value of a key, which then counts as read; the first, if the key is given twice.
  public subscript(key: String) -> JSONNode? {
    guard case .object(let members) = content, let found = members.first(where: { $0.key == key })?.value
    else { return nil }
    asked?.add(CollectionOfOne(found.offset))
    return found
  }

  /// The value in a form that can be written; all of it counts as read.
  public var value: JSONValue {
    passOver()
    return copy
  }

  /// Marks the value and everything in it as read, because it only repeats what follows from the rest.
  public func passOver() {
    asked?.add(CollectionOfOne(offset))
    for item in items ?? [] { item.passOver() }
    for member in members ?? [] { member.value.passOver() }
  }

  private var copy: JSONValue {
    switch content {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let digits): .number(String(digits))
    case .string(let text): .string(text)
    case .array(let items): .array(items.map(\.copy))
    case .object(let members): .object(members.map { .init($0.key, $0.value.copy) })
    }
  }
}

/// The reason why a text is not JSON.
public struct JSONFault: Error, Hashable, Sendable {
  /// Lower case, no full stop.
  public let reason: String
  /// Where reading stopped, in bytes.
  public let offset: Int
}

/// Limits on a JSON text. Exceeding one is a fault, and takes no more memory than the limit allows.
public struct JSONLimits: Sendable {
  /// The maximum depth of nested values.
  public var deepest = 64
  /// The maximum number of values in all; each takes about a hundred bytes of memory.
  public var mostValues = 8_000_000

  /// Those of files that people have from other programs: word by word the whole mushaf has a tenth of the values.
  public init() {}
}

extension JSONNode {
  /// Creates a value that doesn't come from a text; reading it isn't recorded.
  public init(content: Content, offset: Int) {
    self.content = content
    self.offset = offset
    asked = nil
  }

  /// Reads JSON (RFC 8259) with places and with numbers as they are written, which Foundation's readers don't
  /// keep.
  ///
  /// With `noting`, each value records that it was read. Throws with a place in `bytes`.
  public init(
    reading bytes: [UInt8], in range: Range<Int>? = nil, limits: JSONLimits = JSONLimits(),
    noting: Bool = false
  ) throws(JSONFault) {
    let range = range ?? 0..<bytes.count
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<JSONNode, JSONFault> in
      var reader = JSONReader(
        bytes: bytes, index: range.lowerBound, end: range.upperBound,
        asked: noting ? AskedValues(range) : nil, limits: limits)
      do throws(JSONFault) {
        let node = try reader.value(depth: 0)
        reader.skipBlanks()
        guard reader.index == reader.end else { throw reader.fault("unexpected text after the value") }
        return .success(node)
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  /// Returns true if `text` is a number as JSON writes them.
  public static func isNumber(_ text: some StringProtocol) -> Bool {
    var text = String(text)
    return text.withUTF8 { bytes in
      var reader = JSONReader(bytes: bytes, index: 0, end: bytes.count)
      return (try? reader.number()) != nil && reader.index == bytes.count
    }
  }
}

private struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var index: Int
  let end: Int
  var asked: AskedValues?
  var limits = JSONLimits()
  var count = 0

  func fault(_ reason: String) -> JSONFault { JSONFault(reason: reason, offset: index) }

  var next: UInt8? { index < end ? bytes[index] : nil }

  mutating func skipBlanks() {
    while index < end,
      bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09
    {
      index += 1
    }
  }

  private func node(_ content: JSONNode.Content, _ offset: Int) -> JSONNode {
    var node = JSONNode(content: content, offset: offset)
    node.asked = asked
    return node
  }

  mutating func value(depth: Int) throws(JSONFault) -> JSONNode {
    skipBlanks()
    let offset = index
    guard depth < limits.deepest else {
      throw fault("nested more than \(limits.deepest) levels deep")
    }
    count += 1
    guard count <= limits.mostValues else { throw fault("more than \(limits.mostValues) values") }
    switch next {
    case UInt8(ascii: "{"): return node(.object(try object(depth)), offset)
    case UInt8(ascii: "["): return node(.array(try array(depth)), offset)
    case UInt8(ascii: "\""): return node(.string(try string()), offset)
    case UInt8(ascii: "t"):
      try word("true")
      return node(.bool(true), offset)
    case UInt8(ascii: "f"):
      try word("false")
      return node(.bool(false), offset)
    case UInt8(ascii: "n"):
      try word("null")
      return node(.null, offset)
    // Python writes numbers that are none, which say nothing.
    case UInt8(ascii: "N"):
      try word("NaN")
      return node(.null, offset)
    case UInt8(ascii: "I"):
      try word("Infinity")
      return node(.null, offset)
    case UInt8(ascii: "-") where index + 1 < end && bytes[index + 1] == UInt8(ascii: "I"):
      try word("-Infinity")
      return node(.null, offset)
    case nil: throw fault("unexpected end")
    default:
      let digits = try number()
      return node(.number(digits[...]), offset)
    }
  }

  private mutating func object(_ depth: Int) throws(JSONFault) -> [(key: String, value: JSONNode)] {
    var members: [(key: String, value: JSONNode)] = []
    index += 1
    skipBlanks()
    if next == UInt8(ascii: "}") {
      index += 1
      return members
    }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw fault("expected a key in double quotes") }
      let key = try string()
      skipBlanks()
      guard next == UInt8(ascii: ":") else { throw fault("expected a colon") }
      index += 1
      members.append((key: key, value: try value(depth: depth + 1)))
      skipBlanks()
      if next == UInt8(ascii: ",") {
        index += 1
      } else if next == UInt8(ascii: "}") {
        index += 1
        return members
      } else {
        throw fault(next == nil ? "unexpected end" : "expected a comma or a closing brace")
      }
    }
  }

  private mutating func array(_ depth: Int) throws(JSONFault) -> [JSONNode] {
    var items: [JSONNode] = []
    index += 1
    skipBlanks()
    if next == UInt8(ascii: "]") {
      index += 1
      return items
    }
    while true {
      items.append(try value(depth: depth + 1))
      skipBlanks()
      if next == UInt8(ascii: ",") {
        index += 1
      } else if next == UInt8(ascii: "]") {
        index += 1
        return items
      } else {
        throw fault(next == nil ? "unexpected end" : "expected a comma or a closing bracket")
      }
    }
  }

  private mutating func word(_ word: StaticString) throws(JSONFault) {
    let count = word.utf8CodeUnitCount
    guard index + count <= end,
      (0..<count).allSatisfy({ bytes[index + $0] == word.utf8Start[$0] })
    else { throw fault("expected a value") }
    index += count
  }

  mutating func number() throws(JSONFault) -> String {
    let start = index
    func digits() -> Int { bytes[index..<end].prefix { (0x30...0x39).contains($0) }.count }
    if next == UInt8(ascii: "-") { index += 1 }
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[index] != 0x30 else { throw fault("expected a value") }
    index += whole
    if next == UInt8(ascii: ".") {
      index += 1
      let fraction = digits()
      guard fraction > 0 else { throw fault("expected a digit") }
      index += fraction
    }
    if let letter = next, letter | 0x20 == UInt8(ascii: "e") {
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      let power = digits()
      guard power > 0 else { throw fault("expected a digit") }
      index += power
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func string() throws(JSONFault) -> String {
    index += 1
    let start = index
    // Most have nothing to be undone.
    while index < end, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\"),
      bytes[index] >= 0x20
    {
      index += 1
    }
    if next == UInt8(ascii: "\"") {
      defer { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    var text = Array(bytes[start..<index])
    while true {
      guard let byte = next else { throw fault("unterminated string") }
      guard byte >= 0x20 else { throw fault("control character in a string") }
      index += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        text += try escape().utf8
      } else {
        text.append(byte)
      }
    }
  }

  private mutating func escape() throws(JSONFault) -> String {
    guard let byte = next else { throw fault("unterminated string") }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      guard UTF16.isLeadSurrogate(unit), next == UInt8(ascii: "\\"), index + 1 < end,
        bytes[index + 1] == UInt8(ascii: "u")
      else { return String(decoding: [unit], as: UTF16.self) }
      let before = index
      index += 2
      let trail = try hexadecimal()
      guard UTF16.isTrailSurrogate(trail) else {
        index = before
        return "\u{FFFD}"
      }
      return String(decoding: [unit, trail], as: UTF16.self)
    default:
      index -= 1
      throw fault("invalid escape")
    }
  }

  private mutating func hexadecimal() throws(JSONFault) -> UInt16 {
    guard index + 4 <= end,
      let unit = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
    else { throw fault("expected four hexadecimal digits") }
    index += 4
    return unit
  }
}

/// The values of a text that its reader has read, by the places where they begin.
///
/// The others found no place and are reported, so that no reader can silently ignore a key.
package final class AskedValues: Sendable {
  private let start: Int
  private let bits: Mutex<[UInt64]>

  /// Of the values that begin in `range`.
  package init(_ range: Range<Int>) {
    start = range.lowerBound
    bits = Mutex(Array(repeating: 0, count: range.count / 64 + 1))
  }

  /// Marks the values that begin at these offsets as read.
  package func add(_ offsets: some Sequence<Int>) {
    bits.withLock { bits in
      for offset in offsets where bits.indices.contains((offset - start) >> 6) {
        bits[(offset - start) >> 6] |= 1 << UInt64((offset - start) & 63)
      }
    }
  }

  /// Returns true if the value that begins there was read.
  package func has(_ offset: Int) -> Bool {
    bits.withLock { bits in
      let index = (offset - start) >> 6
      return bits.indices.contains(index) && bits[index] & 1 << UInt64((offset - start) & 63) != 0
    }
  }

  /// Marks all values as unread: code that only detected the format has not placed any of them.
  package func forget() { bits.withLock { bits in for index in bits.indices { bits[index] = 0 } } }
}
