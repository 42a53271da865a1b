/// Returns the number of frames of a FLAC file by its last block; nil if none is found near the end.
///
/// A block's header contains the number of the block or of its first frame, and how many frames it has. (RFC
/// 9639, 9.1; a block here is a frame there.) Its checksum has eight bits only, so the header must also agree
/// with the file's in all that they have in common.
func endOfLastFLACBlock(of file: AudioFileStart) -> Int64? {
  let longest = Int(bigEndian(file.bytes[15..<18]))
  // Tags may follow the last block.
  let tail = lastBytes(of: file.path, (longest > 0 ? min(longest, 1 << 20) : 1 << 16) + 1024)
  return tail.indices.dropLast(5).reversed().lazy
    .compactMap { tail[$0] == 0xff ? endOfBlock(tail[$0...].prefix(16), file.bytes) : nil }.first
}

/// The frame behind the block whose header begins here; nil when none does.
private func endOfBlock(_ block: ArraySlice<UInt8>, _ file: [UInt8]) -> Int64? {
  let block = Array(block)
  let (sizeCode, rateCode) = (block[2] >> 4, block[2] & 15)
  let (channels, depth) = (file[20] >> 1 & 7, Int(file[20] & 1) << 4 | Int(file[21] >> 4))
  guard block[1] & 0xfe == 0xf8, sizeCode != 0, rateCode != 15, block[3] & 1 == 0,
    block[3] >> 4 == channels || (channels == 1 && (8...10).contains(block[3] >> 4)),
    [depth, nil].contains([nil, 7, 11, nil, 15, 19, 23, 31][Int(block[3] >> 1 & 7)]),
    let (number, afterNumber) = codedNumber(block)
  else { return nil }
  let sizeWidth = sizeCode == 6 ? 1 : sizeCode == 7 ? 2 : 0
  let check = afterNumber + sizeWidth + (rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0)
  guard check < block.count, checksum(block[..<check]) == block[check] else { return nil }
  let frames: Int64 =
    switch sizeCode {
    case 1: 192
    case 2...5: 576 << (Int64(sizeCode) - 2)
    case 6, 7: bigEndian(block[afterNumber..<afterNumber + sizeWidth]) + 1
    default: 256 << (Int64(sizeCode) - 8)
    }
  // With blocks of one size their numbers are counted, else their frames.
  return number * (block[1] & 1 == 0 ? bigEndian(file[10..<12]) : 1) + frames
}

/// The number at 4, in as many bytes as UTF-8 would take, and where it ends.
private func codedNumber(_ block: [UInt8]) -> (Int64, Int)? {
  let length = (~block[4]).leadingZeroBitCount
  guard length != 1, length < 8, 4 + max(1, length) < block.count else { return nil }
  if length == 0 { return (Int64(block[4]), 5) }
  let rest = block[5..<4 + length]
  guard rest.allSatisfy({ $0 & 0xc0 == 0x80 }) else { return nil }
  return (rest.reduce(Int64(block[4]) & (0x7f >> Int64(length))) { $0 << 6 | Int64($1 & 0x3f) }, 4 + length)
}

private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
  bytes.reduce(0) { sum, byte in
    (0..<8).reduce(sum ^ byte) { rest, _ in rest << 1 ^ (rest & 0x80 != 0 ? 0x07 : 0) }
  }
}
