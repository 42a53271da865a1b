/// Corrects the checksums of tar headers after bytes were changed. Otherwise the rest of a header would never
/// be read.
enum ArchiveMutation {
  private static let block = 512
  private static let sum = 148..<156

  /// Mends the blocks that say `ustar` where a header does.
  static func mend(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    var place = 0
    while place + block <= bytes.count {
      if bytes[(place + 257)..<(place + 262)].elementsEqual("ustar".utf8) { mendHeader(bytes, place) }
      place += block
    }
  }

  /// Corrects a header of POSIX.1-1988, ustar. The checksum is the sum of all bytes, with the field itself as
  /// spaces, in six octal digits.
  private static func mendHeader(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ place: Int) {
    for index in sum { bytes[place + index] = 0x20 }
    var rest = bytes[place..<(place + block)].reduce(0) { $0 + Int($1) }
    for index in (sum.lowerBound..<(sum.lowerBound + 6)).reversed() {
      bytes[place + index] = UInt8(0x30 + rest & 7)
      rest >>= 3
    }
    bytes[place + sum.upperBound - 2] = 0
  }
}
