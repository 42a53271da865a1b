/// The forms in which frames of an ID3 tag are written.
enum ID3Content {
  /// Returns the text of a frame, whose first byte is its encoding, up to the first zero.
  ///
  /// Text that is marked as Latin-1 is read in the encoding that `decoder` has found.
  static func text(_ content: ArraySlice<UInt8>, _ decoder: TagDecoder = TagDecoder()) -> String {
    guard let encoding = content.first else { return "" }
    let bytes = Array(content.dropFirst())
    switch encoding {
    case 0: return decoder.text(bytes)
    case 1, 2:
      let isLittleEndian = bytes.starts(with: [0xFF, 0xFE])
      let hasMark = isLittleEndian || bytes.starts(with: [0xFE, 0xFF])
      let units = stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isLittleEndian ? second << 8 | first : first << 8 | second
      }
      return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
    default: return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Returns the number in `bytes`, the highest first; each contains 7 or 8 `bits` of it.
  static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int {
    bytes.reduce(0) { $0 << bits | Int($1 & (bits == 7 ? 0x7f : 0xff)) }
  }
}
