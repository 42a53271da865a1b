import Timing

/// The chapters of an ID3 tag, which podcasts and audiobooks in MP3 have, and its synchronised lyrics (`ID3Lyrics`).
///
/// Read after the *ID3v2 Chapter Frame Addendum* 1.0 (2005), of versions 2.3 and 2.4: a `CHAP` frame a chapter, whose `TIT2` is its
/// title. `CTOC`, which groups chapters for menus, says nothing of when they are heard; version 2.2 has no chapters.
struct ID3Chapters {
  /// In the order of the tag.
  private(set) var chapters: [AudioMarker] = []
  /// The lines of its synchronised lyrics.
  private(set) var lyrics: [AudioMarker] = []
  /// Its other lyrics, which may be LRC.
  private(set) var lyricsTexts: [String] = []
  /// What of the tag has times and isn't read, in words.
  private(set) var unread: [String] = []
  private let version: UInt8

  /// A tag with pictures has some megabytes; nobody's is longer, and memory isn't taken on its word.
  private static let longestTag = 64 << 20

  /// Those of the tag at the beginning of a file; none where there is no such tag.
  static func read(ofFileAt path: String) -> ID3Chapters {
    let head = bytes(of: path, 10, at: 0)
    guard head.count == 10, head.starts(with: "ID3".utf8) else { return ID3Chapters(tag: []) }
    let size = min(ID3Content.number(head[6...9], bits: 7), longestTag)
    return ID3Chapters(tag: head + bytes(of: path, size, at: 10))
  }

  /// Reads `tag`, header included; what is broken off in it is left out.
  init(tag: [UInt8]) {
    version = tag.count >= 10 ? tag[3] : 0
    guard version == 3 || version == 4 else { return }
    var content = Array(tag[10...])
    // Of version 2.4 each frame says by itself whether it is so.
    if tag[5] & 0x80 != 0, version == 3 { content = Self.synchronised(content[...]) }
    var rest = content[...]
    if tag[5] & 0x40 != 0, rest.count >= 4 {
      // Version 2.3 doesn't count the four bytes of the number itself.
      let size = ID3Content.number(rest.prefix(4), bits: version == 4 ? 7 : 8)
      rest = rest.dropFirst(version == 4 ? size : size + 4)
    }
    while let frame = nextFrame(&rest) {
      if frame.name == "CHAP", let chapter = chapter(frame.content) { chapters.append(chapter) }
      if frame.name == "SYLT" {
        let found = ID3Lyrics(frame.content)
        lyrics += found.lines
        unread += found.unread.map { [$0] } ?? []
      }
      if frame.name == "USLT", let found = ID3Lyrics.text(frame.content, afterLanguage: true) {
        lyricsTexts.append(found.text)
      }
      if frame.name == "TXXX", let found = ID3Lyrics.text(frame.content, afterLanguage: false),
        AudioMetadata.holdsLyrics(found.description.lowercased())
      {
        lyricsTexts.append(found.text)
      }
    }
  }

  /// The frame that `rest` begins with, and takes it off; nil at the padding or the end.
  private func nextFrame(_ rest: inout ArraySlice<UInt8>) -> (name: String, content: ArraySlice<UInt8>)? {
    guard rest.count > 10, rest.first != 0 else { return nil }
    let head = Array(rest.prefix(10))
    let size = ID3Content.number(head[4..<8], bits: version == 4 ? 7 : 8)
    guard size <= rest.count - 10 else { return nil }
    var content = rest.dropFirst(10).prefix(size)
    rest = rest.dropFirst(10 + size)
    if version == 4 {
      // Its length without what was done to it.
      if head[9] & 0x01 != 0 { content = content.dropFirst(4) }
      if head[9] & 0x02 != 0 { content = Self.synchronised(content)[...] }
    }
    return (String(decoding: head[..<4], as: UTF8.self), content)
  }

  /// A name, four numbers of which the first two are milliseconds, and frames.
  private func chapter(_ content: ArraySlice<UInt8>) -> AudioMarker? {
    guard let nameEnd = content.firstIndex(of: 0) else { return nil }
    let numbers = content[(nameEnd + 1)...]
    guard numbers.count >= 16 else { return nil }
    let start = ID3Content.number(numbers.prefix(4), bits: 8)
    let end = ID3Content.number(numbers.dropFirst(4).prefix(4), bits: 8)
    // All bits are set where only the place of a byte is told.
    guard start < 0xffff_ffff else { return nil }
    var marker = AudioMarker(at: .init(Int64(start)), label: "")
    if end < 0xffff_ffff, end > start { marker.end = .init(Int64(end)) }
    var rest = numbers.dropFirst(16)
    while let frame = nextFrame(&rest) {
      if frame.name == "TIT2", marker.label.isEmpty { marker.label = ID3Content.text(frame.content) }
    }
    return marker
  }

  /// Without the zeros that were put behind 0xFF so that nothing looks like a frame of sound.
  private static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isAfterFF = false
    for byte in bytes {
      if !isAfterFF || byte != 0 { result.append(byte) }
      isAfterFF = byte == 0xFF
    }
    return result
  }
}
