/// Corrects the checksums of Ogg pages after bytes were changed. Otherwise a page would be discarded before
/// its contents are read.
enum SoundMutation {
  /// Mends the pages that begin with `OggS` and are there wholly.
  static func mend(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    var place = 0
    while place + 27 <= bytes.count {
      guard bytes[place] == 0x4F, bytes[place + 1] == 0x67, bytes[place + 2] == 0x67, bytes[place + 3] == 0x53
      else {
        place += 1
        continue
      }
      let table = place + 27..<place + 27 + Int(bytes[place + 26])
      guard table.upperBound <= bytes.count else { return }
      let end = table.reduce(table.upperBound) { $0 + Int(bytes[$1]) }
      guard end <= bytes.count else { return }
      for index in 22..<26 { bytes[place + index] = 0 }
      let sum = (place..<end).reduce(UInt32(0)) { sum, index in
        sum << 8 ^ table256[Int(sum >> 24 ^ UInt32(bytes[index]))]
      }
      for index in 0..<4 { bytes[place + 22 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
      place = end
    }
  }

  /// RFC 3533, 6: the sum of each byte.
  private static let table256: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
      sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
    }
  }
}
