import TilawaCSystem

/// Bytes of foreign files to text.
enum TextDecoding {
  /// Whether all of it is UTF-8 without NUL bytes.
  static func isUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      if buffer.contains(0) { return false }
      return String(validating: buffer, as: UTF8.self) != nil
    }
  }

  /// By its byte order mark (that of UTF-32 begins as that of UTF-16 does), else UTF-8, else `fallback`; nil when none of them fits. A beginning may end within a
  /// character.
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

  /// Nil where a byte is no character; of a beginning what stands before that.
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
