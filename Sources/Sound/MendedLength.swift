/// The length that a file's header should state, if the one it states can't be right.
///
/// libsndfile stops where the header says, or delivers nothing at all. A recorder that was stopped hard
/// leaves 0 there, and some programs write a length that was never true. In an AU file only sound can follow
/// the header. In WAV and AIFF, where chunks may follow the sound, only 0 is doubted.
struct MendedLength {
  /// Where the length stands, counted from `AudioFileStart.offset`.
  let offset: Int64
  /// The bytes that should be there.
  let bytes: [UInt8]
  /// True if the header states more than there is, as in a file that breaks off.
  let wasTooLong: Bool

  private init(at offset: Int64, _ bytes: [UInt8] = [0xff, 0xff, 0xff, 0xff], wasTooLong: Bool = false) {
    self.offset = offset
    self.bytes = bytes
    self.wasTooLong = wasTooLong
  }

  /// Returns the correction that `file` needs; nil if its header is reliable.
  static func needed(by file: AudioFileStart) -> Self? {
    switch String(decoding: file.bytes.prefix(4), as: UTF8.self) {
    case "fLaC": ofFLAC(file)
    case ".snd": ofAU(file)
    case "RIFF": ofEmptyChunk("data", besides: 0, file)
    case "FORM": ofEmptyChunk("SSND", besides: 8, file)
    default: nil
    }
  }

  /// Corrects a FLAC file. The total has 36 bits; 0 means that it is unknown.
  private static func ofFLAC(_ file: AudioFileStart) -> Self? {
    let total = bigEndian(file.bytes[21..<26]) & 0xf_ffff_ffff
    guard let last = endOfLastFLACBlock(of: file), last > total, last >> 36 == 0 else {
      return nil
    }
    let number = Int64(file.bytes[21] & 0xf0) << 32 | last
    return Self(at: 21, (0..<5).map { UInt8(truncatingIfNeeded: number >> (32 - 8 * $0)) })
  }

  private static func ofAU(_ file: AudioFileStart) -> Self? {
    let (start, length) = (bigEndian(file.bytes[4..<8]), bigEndian(file.bytes[8..<12]))
    guard length != 0xffff_ffff, start < file.size, start + length != file.size else { return nil }
    return Self(at: 8, wasTooLong: start + length > file.size)
  }

  /// Corrects a chunk of sound whose header states nothing beyond the bytes before its samples (`besides`),
  /// and that no other chunk follows.
  private static func ofEmptyChunk(_ name: String, besides: Int64, _ file: AudioFileStart) -> Self? {
    var place: Int64 = 12
    while let chunk = Chunk(at: place, of: file) {
      guard chunk.name == name else {
        place = chunk.end
        continue
      }
      let isEmpty = chunk.size <= besides && place + 8 + besides < file.size
      return isEmpty && Chunk(at: chunk.end, of: file) == nil ? Self(at: place + 4) : nil
    }
    return nil
  }
}

/// The part of a file that contains its samples: the number of bytes that its header states, and the number
/// that is there.
struct SoundChunk {
  let named: Int64
  let present: Int64

  /// Of WAV, RF64, AIFF, W64 and CAF; nil where none is found, and where the length isn't known to the writer either.
  init?(of file: AudioFileStart) {
    let found: (start: Int64, size: Int64)? =
      switch String(decoding: file.bytes.prefix(4), as: UTF8.self) {
      case "RIFF", "FORM": Self.chunk(of: file).flatMap { $0.size < 0x7fff_0000 ? $0 : nil }
      case "RF64": Self.chunk(of: file).map { ($0.start, littleEndian(file.bytes(8, at: 28))) }
      case "caff": Self.wideChunk(of: file, "data", from: 8, head: 12) { bigEndian($0[4...]) }
      // The name is the beginning of an identifier of 16 bytes, and the length has them in it.
      case "riff":
        Self.wideChunk(of: file, "data", from: 40, head: 24, padding: 8) { littleEndian($0[16...]) - 24 }
      default: nil
      }
    guard let found, found.size > 0, found.start < file.size else { return nil }
    named = found.size
    present = min(found.size, file.size - found.start)
  }

  private static func chunk(of file: AudioFileStart) -> (start: Int64, size: Int64)? {
    let name = file.bytes.starts(with: "FORM".utf8) ? "SSND" : "data"
    var place: Int64 = 12
    while let chunk = Chunk(at: place, of: file, mayBreakOff: true) {
      if chunk.name == name { return (place + 8, chunk.size) }
      place = chunk.end
    }
    return nil
  }

  private static func wideChunk(
    of file: AudioFileStart, _ name: String, from first: Int64, head: Int64, padding: Int64 = 1,
    size: ([UInt8]) -> Int64
  ) -> (start: Int64, size: Int64)? {
    var place = first
    while case let bytes = file.bytes(Int(head), at: place), bytes.count == Int(head) {
      let size = size(bytes)
      if bytes.starts(with: name.utf8) { return (place + head, size) }
      guard (0..<file.size).contains(size) else { return nil }
      place += head + (size + padding - 1) / padding * padding
    }
    return nil
  }
}

/// Returns the number of bytes that an ASF file (WMA) states in the object of its properties; nil if there is
/// none.
func lengthOfASF(_ file: AudioFileStart) -> Int64? {
  let name: [UInt8] = [
    0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
  ]
  // Objects stand behind the head of 30 bytes, each with its identifier and its length.
  var place: Int64 = 30
  while case let head = file.bytes(48, at: place), head.count == 48 {
    if head.starts(with: name) { return littleEndian(head[40...]) }
    let size = littleEndian(head[16..<24])
    guard (24..<file.size).contains(size) else { return nil }
    place += size
  }
  return nil
}

private func littleEndian(_ bytes: some BidirectionalCollection<UInt8>) -> Int64 {
  bigEndian(bytes.reversed())
}

/// The head of a chunk of WAV or AIFF; nil where none stands.
private struct Chunk {
  let name: String
  let size: Int64
  let end: Int64

  init?(at place: Int64, of file: AudioFileStart, mayBreakOff: Bool = false) {
    let head = file.bytes(8, at: place)
    guard head.count == 8, head[..<4].allSatisfy({ (0x20..<0x7f).contains($0) }) else { return nil }
    name = String(decoding: head[..<4], as: UTF8.self)
    size = bigEndian(file.bytes.first == UInt8(ascii: "R") ? head[4...].reversed() : Array(head[4...]))
    end = place + 8 + size + (size & 1)
    guard mayBreakOff || end <= file.size else { return nil }
  }
}
