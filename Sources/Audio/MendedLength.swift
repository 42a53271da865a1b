/// The length that a file's header should name, where the one it names can't be so.
///
/// libsndfile stops where the header says, or gives nothing at all: a recorder that was stopped hard leaves 0 there, and
/// some programs write what was never true. In an AU file only sound can follow the header; of WAV and AIFF, where chunks
/// may follow the sound, only 0 is doubted.
struct MendedLength {
  /// Where the length stands, counted from `AudioFileStart.offset`.
  let offset: Int64
  /// What should stand there.
  let bytes: [UInt8]
  /// Whether the header names more than there is, as when a file breaks off.
  let wasTooLong: Bool

  private init(at offset: Int64, _ bytes: [UInt8] = [0xff, 0xff, 0xff, 0xff], wasTooLong: Bool = false) {
    self.offset = offset
    self.bytes = bytes
    self.wasTooLong = wasTooLong
  }

  /// What `file` needs; nil when its header can be taken at its word.
  static func needed(by file: AudioFileStart) -> Self? {
    switch String(decoding: file.bytes.prefix(4), as: UTF8.self) {
    case "fLaC": ofFLAC(file)
    case ".snd": ofAU(file)
    case "RIFF": ofEmptyChunk("data", besides: 0, file)
    case "FORM": ofEmptyChunk("SSND", besides: 8, file)
    default: nil
    }
  }

  /// The total has 36 bits.
  private static func ofFLAC(_ file: AudioFileStart) -> Self? {
    let total = bigEndian(file.bytes[21..<26]) & 0xf_ffff_ffff
    guard total > 0, let last = endOfLastFLACBlock(of: file), last > total, last >> 36 == 0 else {
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

  /// For a chunk of sound that holds nothing `besides` what stands before its samples, and behind which no other begins.
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

/// The head of a chunk of WAV or AIFF; nil where none stands.
private struct Chunk {
  let name: String
  let size: Int64
  let end: Int64

  init?(at place: Int64, of file: AudioFileStart) {
    let head = file.bytes(8, at: place)
    guard head.count == 8, head[..<4].allSatisfy({ (0x20..<0x7f).contains($0) }) else { return nil }
    name = String(decoding: head[..<4], as: UTF8.self)
    size = bigEndian(file.bytes.first == UInt8(ascii: "R") ? head[4...].reversed() : Array(head[4...]))
    end = place + 8 + size + (size & 1)
    guard end <= file.size else { return nil }
  }
}
