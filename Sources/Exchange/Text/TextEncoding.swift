import TilawaBase
import TilawaCSystem

/// An encoding for reading old files that don't declare theirs: any that the system's iconv supports.
package struct TextEncoding: Sendable, Hashable {
  /// In lower case.
  package let name: String

  /// An encoding by iconv's name for it or a common one; nil for any other name.
  package init?(_ name: String) {
    let name = name.lowercased()
    // Behind a slash iconv takes orders, and without a name it takes what the environment says.
    guard (1...60).contains(name.utf8.count), name.utf8.allSatisfy(Self.isOfName) else { return nil }
    self.name = name
    guard self == .utf8 || self == .latin1 || isKnown else { return nil }
  }

  private init(known name: String) { self.name = name }

  /// UTF-8.
  package static let utf8 = TextEncoding(known: "utf-8")
  /// ISO 8859-1, each byte the character of its number.
  package static let latin1 = TextEncoding(known: "latin-1")

  /// Those that such files are mostly in, for messages and completions.
  package static let common = [
    "utf-8", "latin-1", "windows-1250", "windows-1251", "windows-1252", "windows-1256", "iso-8859-6",
    "iso-8859-9",
    "utf-16le", "utf-16be", "utf-32le", "utf-32be",
  ]

  /// The text of bytes in this encoding, or in UTF-8; nil where they are neither.
  package func text(of bytes: [UInt8]) -> String? {
    TextDecoding.decoded(bytes, fallback: self, isWhole: true)
  }

  /// The encoding's name in iconv.
  var systemName: String {
    if self == .latin1 { return "ISO-8859-1" }
    return name.uppercased()
  }

  private var isKnown: Bool {
    guard let conversion = iconv_to_utf8(systemName) else { return false }
    iconv_end(conversion)
    return true
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "-_.:+".utf8.contains(byte)
  }
}

/// Bytes of foreign files to text.
enum TextDecoding {
  /// Returns true if all bytes are UTF-8 without NUL.
  static func isUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      if buffer.contains(0) { return false }
      return String(validating: buffer, as: UTF8.self) != nil
    }
  }

  /// Decodes bytes by their byte order mark (UTF-32's begins like UTF-16's), else as UTF-8, else as
  /// `fallback`. Returns nil if none of them fits. Unless `isWhole`, the bytes may end within a character.
  static func decoded(_ bytes: [UInt8], fallback: TextEncoding?, isWhole: Bool) -> String? {
    for (mark, name) in marks where bytes.starts(with: mark) {
      return converted(bytes.dropFirst(mark.count), from: name, isWhole)
    }
    var rest = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    if !isWhole {
      // The last character may be cut.
      for _ in 0..<4 {
        if let text = String(validating: rest, as: UTF8.self) { return text }
        rest = rest.dropLast()
      }
    } else if !rest.contains(0), let text = String(validating: rest, as: UTF8.self) {
      return text
    }
    switch fallback {
    case nil, .utf8: return nil
    // Needs no table, which lies in a file of its own that small systems leave out.
    case .latin1: return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    case .some(let encoding): return converted(bytes[...], from: encoding.systemName, isWhole)
    }
  }

  private static let marks: [(bytes: [UInt8], name: String)] = [
    ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"), ([0xFF, 0xFE], "UTF-16LE"),
    ([0xFE, 0xFF], "UTF-16BE"),
  ]

  /// Returns the decoded text, or nil if a byte is not a character. Unless `isWhole`, returns the text before
  /// that byte instead.
  private static func converted(_ bytes: ArraySlice<UInt8>, from name: String, _ isWhole: Bool) -> String? {
    guard let conversion = iconv_to_utf8(name) else { return nil }
    defer { iconv_end(conversion) }
    var made: [UInt8] = []
    made.reserveCapacity(bytes.count * 2)
    let isRead = bytes.withUnsafeBufferPointer { bytes in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 65_536) { room in
        var at = bytes.baseAddress
        var left = bytes.count
        while left > 0 {
          var next = room.baseAddress
          var free = room.count
          let fault = iconv_some(conversion, &at, &left, &next, &free)
          made.append(contentsOf: room[..<(room.count - free)])
          if fault < 0 { return !isWhole }
        }
        var next = room.baseAddress
        var free = room.count
        iconv_rest(conversion, &next, &free)
        made.append(contentsOf: room[..<(room.count - free)])
        return true
      }
    }
    return isRead ? String(validating: made, as: UTF8.self) : nil
  }
}
