package import TilawaBase

/// The records of a text with a separator between fields: CSV (RFC 4180) and TSV.
package struct DelimitedText: Sequence {
  /// One record: its fields with quotes undone, and the bytes it stands on.
  package struct Record {
    package let fields: [String]
    package let place: Place
  }

  /// The way in which fields are separated and quoted.
  package enum Dialect {
    /// Double quotes around what holds the separator.
    case quoted(UInt8)
    /// Tabs; `\t`, `\n` and `\\` within fields.
    case tabs
  }

  let source: SourceText
  let dialect: Dialect

  /// Reads `source` as `dialect` says.
  package init(source: SourceText, dialect: Dialect) {
    self.source = source
    self.dialect = dialect
  }

  package func makeIterator() -> AnyIterator<Record> {
    let bytes = source.bytes
    let (separator, hasQuotes) = if case .quoted(let sign) = dialect { (sign, true) } else { (0x09, false) }
    var index = 0
    return AnyIterator {
      // Empty lines are not records.
      while index < bytes.count, bytes[index] == 0x0A || bytes[index] == 0x0D { index += 1 }
      guard index < bytes.count else { return nil }
      let start = index
      var fields: [String] = []
      var field: [UInt8] = []
      var isQuoted = false
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if isQuoted {
          if byte != UInt8(ascii: "\"") {
            field.append(byte)
          } else if index < bytes.count, bytes[index] == byte {
            field.append(byte)
            index += 1
          } else {
            isQuoted = false
          }
          continue
        }
        if byte == 0x0A || byte == 0x0D { break }
        if byte == separator {
          fields.append(String(decoding: field, as: UTF8.self))
          field = []
        } else if hasQuotes, byte == UInt8(ascii: "\""), field.isEmpty {
          isQuoted = true
        } else if !hasQuotes, byte == UInt8(ascii: "\\"), index < bytes.count,
          let meant = Self.escapes[bytes[index]]
        {
          field.append(meant)
          index += 1
        } else {
          field.append(byte)
        }
      }
      fields.append(String(decoding: field, as: UTF8.self))
      var end = index
      while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
      return Record(fields: fields, place: Place(source, start..<end))
    }
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]

  /// A record as it is written, with its line end.
  static func line(_ fields: [String], _ dialect: Dialect) -> String {
    switch dialect {
    case .quoted(let separator):
      let special: Set<UInt8> = [separator, UInt8(ascii: "\""), 0x0A, 0x0D]
      return fields.map { field in
        field.utf8.contains(where: special.contains)
          ? "\"" + field.replaced("\"", with: "\"\"") + "\"" : field
      }.joined(separator: String(Unicode.Scalar(separator))) + "\n"
    case .tabs:
      return fields.map { field in
        field.utf8.contains(where: { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D || $0 == UInt8(ascii: "\\") })
          ? field.replaced("\\", with: "\\\\").replaced("\t", with: "\\t").replaced("\n", with: "\\n")
            .replaced("\r", with: "\\r") : field
      }.joined(separator: "\t") + "\n"
    }
  }
}
