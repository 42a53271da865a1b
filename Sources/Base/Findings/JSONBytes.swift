/// JSON as it is written, on one line or indented: fast enough for tens of millions of rows.
public struct JSONBytes: Sendable {
  /// UTF-8.
  public private(set) var bytes: [UInt8] = []
  /// The number of open brackets; nil where everything is on one line.
  private var depth: Int?

  /// Without a line end, or, if `indented`, over several lines, two spaces a level.
  public init(indented: Bool = false) { depth = indented ? 0 : nil }

  /// Removes what was written, and keeps the memory for the next text.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Text that is JSON already.
  public mutating func raw(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Text that is JSON already.
  public mutating func raw(_ text: [UInt8]) { bytes.append(contentsOf: text) }

  /// Opens an object or an array.
  public mutating func open(_ bracket: StaticString) {
    raw(bracket)
    depth = depth.map { $0 + 1 }
  }

  /// Closes an object or an array.
  public mutating func close(_ bracket: StaticString) {
    depth = depth.map { $0 - 1 }
    if !isJustOpened { breakLine() }
    raw(bracket)
  }

  /// Begins an item of an array, after a comma where one is due.
  public mutating func item() {
    if !isJustOpened { bytes.append(UInt8(ascii: ",")) }
    breakLine()
  }

  /// A key with its colon, in quotes already, after a comma where one is due.
  public mutating func key(_ quoted: [UInt8]) {
    item()
    bytes.append(contentsOf: quoted)
    if depth != nil { bytes.append(UInt8(ascii: " ")) }
  }

  /// A key that may be any text.
  mutating func key(named name: String) {
    item()
    text(name)
    raw(depth == nil ? ":" : ": ")
  }

  private var isJustOpened: Bool { bytes.last == UInt8(ascii: "{") || bytes.last == UInt8(ascii: "[") }

  private mutating func breakLine() {
    guard let depth else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  /// A whole number.
  public mutating func integer(_ value: Int) { bytes.append(contentsOf: String(value).utf8) }

  /// A number as it shall stand there.
  public mutating func number(_ digits: String) { bytes.append(contentsOf: digits.utf8) }

  /// In quotes. DEL and the C1 controls may stand in JSON, but a terminal may act on them: they are escaped, too.
  public mutating func text(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy({
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }) {
      bytes.append(contentsOf: text.utf8)
    } else {
      for scalar in text.unicodeScalars { escape(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": raw("\\\"")
    case "\\": raw("\\\\")
    case "\n": raw("\\n")
    case "\r": raw("\\r")
    case "\t": raw("\\t")
    case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
      let digits = String(scalar.value, radix: 16)
      bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
    default: bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
    }
  }
}
