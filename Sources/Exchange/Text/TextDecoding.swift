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
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) {
      return utf32(bytes.dropFirst(4), isBigEndian: false, isWhole)
    }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return utf32(bytes.dropFirst(4), isBigEndian: true, isWhole)
    }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBigEndian: false, isWhole) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBigEndian: true, isWhole) }
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
    case .latin1: return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    case .windows1250: return codePage(bytes, CodePages.windows1250)
    case .windows1251: return codePage(bytes, CodePages.windows1251)
    case .windows1252: return codePage(bytes, windows1252)
    case .windows1256: return codePage(bytes, windows1256)
    case .utf16LittleEndian: return utf16(bytes[...], isBigEndian: false, isWhole)
    case .utf16BigEndian: return utf16(bytes[...], isBigEndian: true, isWhole)
    case .utf32LittleEndian: return utf32(bytes[...], isBigEndian: false, isWhole)
    case .utf32BigEndian: return utf32(bytes[...], isBigEndian: true, isWhole)
    }
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool, _ isWhole: Bool) -> String? {
    guard bytes.count.isMultiple(of: 2) || !isWhole else { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? a << 8 | b : b << 8 | a)
      index += 2
    }
    return isWhole ? String(validating: units, as: UTF16.self) : String(decoding: units, as: UTF16.self)
  }

  /// Nil where a number is no scalar, as in any other encoding.
  private static func utf32(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool, _ isWhole: Bool) -> String? {
    guard bytes.count.isMultiple(of: 4) || !isWhole else { return nil }
    var text = String.UnicodeScalarView()
    for start in stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4) {
      let four = bytes[start..<(start + 4)]
      let value = (isBigEndian ? Array(four) : four.reversed()).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard let scalar = Unicode.Scalar(value) else { return nil }
      text.append(scalar)
    }
    return String(text)
  }

  /// The upper half of a code page; 0 is no character.
  private static func codePage(_ bytes: [UInt8], _ upper: [UInt16]) -> String? {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      guard byte >= 0x80 else {
        text.append(Unicode.Scalar(byte))
        continue
      }
      guard let scalar = Unicode.Scalar(upper[Int(byte) - 0x80]), scalar.value != 0 else { return nil }
      text.append(scalar)
    }
    return String(text)
  }

  private static let windows1252: [UInt16] =
    [
      0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
      0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
      0x0153, 0, 0x017E, 0x0178,
    ] + (0xA0...0xFF)

  private static let windows1256: [UInt16] = [
    0x20AC, 0x067E, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0679, 0x2039, 0x0152,
    0x0686, 0x0698, 0x0688, 0x06AF, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x06A9, 0x2122,
    0x0691, 0x203A, 0x0153, 0x200C, 0x200D, 0x06BA, 0x00A0, 0x060C, 0x00A2, 0x00A3, 0x00A4, 0x00A5, 0x00A6,
    0x00A7, 0x00A8, 0x00A9, 0x06BE, 0x00AB, 0x00AC, 0x00AD, 0x00AE, 0x00AF, 0x00B0, 0x00B1, 0x00B2, 0x00B3,
    0x00B4, 0x00B5, 0x00B6, 0x00B7, 0x00B8, 0x00B9, 0x061B, 0x00BB, 0x00BC, 0x00BD, 0x00BE, 0x061F, 0x06C1,
    0x0621, 0x0622, 0x0623, 0x0624, 0x0625, 0x0626, 0x0627, 0x0628, 0x0629, 0x062A, 0x062B, 0x062C, 0x062D,
    0x062E, 0x062F, 0x0630, 0x0631, 0x0632, 0x0633, 0x0634, 0x0635, 0x0636, 0x00D7, 0x0637, 0x0638, 0x0639,
    0x063A, 0x0640, 0x0641, 0x0642, 0x0643, 0x00E0, 0x0644, 0x00E2, 0x0645, 0x0646, 0x0647, 0x0648, 0x00E7,
    0x00E8, 0x00E9, 0x00EA, 0x00EB, 0x0649, 0x064A, 0x00EE, 0x00EF, 0x064B, 0x064C, 0x064D, 0x064E, 0x00F4,
    0x064F, 0x0650, 0x00F7, 0x0651, 0x00F9, 0x0652, 0x00FB, 0x00FC, 0x200E, 0x200F, 0x06D2,
  ]
}
