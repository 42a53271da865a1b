/// JSON as it is written, on one line: fast enough for tens of millions of rows.
package struct JSONBytes: Sendable {
  /// UTF-8.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Makes room for what is written next, and keeps the memory.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Text that is JSON already.
  package mutating func raw(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func raw(_ text: [UInt8]) { bytes.append(contentsOf: text) }

  /// A key with its colon, in quotes already, after a comma where one is due.
  mutating func key(_ quoted: [UInt8]) {
    if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(contentsOf: quoted)
  }

  package mutating func integer(_ value: Int) { bytes.append(contentsOf: String(value).utf8) }

  /// A number as it shall stand there.
  mutating func number(_ digits: String) { bytes.append(contentsOf: digits.utf8) }

  /// In quotes. What a terminal may act on is escaped, as everywhere in Tilawa.
  package mutating func text(_ text: String) {
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
