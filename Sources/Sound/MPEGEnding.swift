import TilawaBase

/// The packets of MPEG audio, layer III or AAC, which stand one after the other, each as long as its header says.
enum MPEGPackets {
  /// Returns the number of packets that the Xing or Info header of an MP3 file states; nil without a header.
  ///
  /// The header is a packet of silence: its side information, then the name, flags, and where flag 1 is set
  /// the number.
  static func counted(byHeaderOf path: String) throws(AudioError) -> Int64? {
    let file = try AudioFileStart(path)
    guard file.bytes[0] == 0xff, file.bytes[1] & 0xe6 == 0xe2 else { return nil }
    let (isFirst, isMono) = (file.bytes[1] >> 3 & 3 == 3, file.bytes[3] >> 6 == 3)
    // With a checksum it stands two bytes further on.
    let side: Int64 = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
    for place in [4 + side, 6 + side] {
      let tag = file.bytes(12, at: place)
      guard tag.starts(with: "Xing".utf8) || tag.starts(with: "Info".utf8), tag.count == 12 else { continue }
      return tag[7] & 1 != 0 ? bigEndian(tag[8...]) : nil
    }
    return nil
  }

  /// Returns true if the last packet is incomplete. A complete one ends where the file does, or where its
  /// tags begin.
  static func endAmidOne(_ path: String) -> Bool {
    var bytes = lastBytes(of: path, 1 << 16)
    // ID3v1, and APE tags with their own length, in which their head isn't counted.
    if bytes.suffix(128).starts(with: "TAG".utf8) { bytes.removeLast(128) }
    let foot = Array(bytes.suffix(32))
    if foot.starts(with: "APETAGEX".utf8) {
      let length = foot[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) } + 32
      bytes.removeLast(min(bytes.count, length))
    }
    var isBroken = false
    var place = 0
    while place < bytes.count {
      var (end, frames) = (place, 0)
      while let length = frameLength(bytes, at: end) {
        end += length
        frames += 1
      }
      // One or two headers may be chance.
      guard frames > 2 else {
        place += 1
        continue
      }
      let rest = bytes.count - end
      isBroken = rest < 0 || ((1..<4).contains(rest) && bytes[end] == 0xff)
      place = end
    }
    return isBroken
  }

  /// Returns the length of the packet whose header is at `place`; nil if there is no header.
  private static func frameLength(_ bytes: [UInt8], at place: Int) -> Int? {
    if place + 6 <= bytes.count, bytes[place] == 0xff, bytes[place + 1] & 0xf6 == 0xf0 {
      let length = Int(bytes[place + 3] & 3) << 11 | Int(bytes[place + 4]) << 3 | Int(bytes[place + 5] >> 5)
      return length > 7 ? length : nil
    }
    guard place + 4 <= bytes.count, bytes[place] == 0xff, bytes[place + 1] & 0xe6 == 0xe2 else { return nil }
    let version = bytes[place + 1] >> 3 & 3
    let rates = [44_100, 48_000, 32_000]
    let isFirst = version == 3
    let bits =
      isFirst
      ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    let (bitIndex, rateIndex) = (Int(bytes[place + 2] >> 4) - 1, Int(bytes[place + 2] >> 2 & 3))
    guard version != 1, bits.indices.contains(bitIndex), rates.indices.contains(rateIndex) else { return nil }
    let rate = rates[rateIndex] / (isFirst ? 1 : version == 2 ? 2 : 4)
    return (isFirst ? 144 : 72) * bits[bitIndex] * 1000 / rate + Int(bytes[place + 2] >> 1 & 1)
  }
}
