/// What an MP3 file begins with to say what it is: an ID3 tag of version 2.3, which every player reads.
///
/// libsndfile writes version 1 alone, which cuts texts after 30 bytes.
struct ID3Tag {
  /// The tag.
  let bytes: [UInt8]

  /// Nil when there is nothing to say.
  init?(_ tags: AudioTags) {
    let names = ["title": "TIT2", "artist": "TPE1", "album": "TALB", "track": "TRCK", "disc": "TPOS"]
    var frames = tags.entries.flatMap { entry in
      names[entry.key].map { Self.frame($0, Self.text(entry.value)) } ?? []
    }
    if let picture = tags.picture { frames += Self.frame("APIC", picture.id3Frame) }
    guard !frames.isEmpty else { return nil }
    // The length is written in seven bits a byte, so that no part of it looks like the start of an MPEG frame.
    let size = [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 127) }
    bytes = Array("ID3".utf8) + [3, 0, 0] + size + frames
  }

  private static func frame(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + UInt32(content.count).bigEndianBytes + [0, 0] + content
  }

  /// Version 2.3 knows Latin-1 and UTF-16.
  private static func text(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return [0] + Array(text.utf8) }
    return [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }
}
