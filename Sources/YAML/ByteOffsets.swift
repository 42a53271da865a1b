/// Turns libyaml's positions, which count code points after the byte order mark, into bytes.
///
/// Positions come mostly in rising order, so one step from the last answer is short.
struct ByteOffsets {
  /// The start of the text, after a byte order mark.
  let start: Int
  private let isASCII: Bool
  private var codePoint = 0
  private var byte: Int

  init(isASCII: Bool, start: Int) {
    self.isASCII = isASCII
    self.start = start
    byte = start
  }

  /// The byte at which code point `index` begins; never past the end.
  mutating func byte(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if isASCII { return min(index + start, bytes.count) }
    while codePoint < index, byte < bytes.count {
      byte += 1
      while byte < bytes.count, bytes[byte] & 0xC0 == 0x80 { byte += 1 }
      codePoint += 1
    }
    while codePoint > index {
      byte -= 1
      while bytes[byte] & 0xC0 == 0x80 { byte -= 1 }
      codePoint -= 1
    }
    return byte
  }
}
