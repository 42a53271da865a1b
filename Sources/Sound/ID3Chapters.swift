import TilawaBase

/// The chapters of an ID3 tag, which podcasts and audiobooks in MP3 have, and its synchronised lyrics
/// (`ID3Lyrics`).
///
/// They are read after the *ID3v2 Chapter Frame Addendum* 1.0 (2005), from versions 2.3 and 2.4: a `CHAP`
/// frame for each chapter, whose `TIT2` is its title. `CTOC`, which groups chapters for menus, has no times.
/// Version 2.2 has no chapters. The texts of the tag are read here as well, since libsndfile always reads
/// texts marked as Latin-1 as such.
struct ID3Chapters {
  /// In the order of the tag.
  private(set) var chapters: [AudioMarker] = []
  /// The lines of its synchronised lyrics.
  private(set) var lyrics: [AudioMarker] = []
  /// Its other lyrics, which may be LRC.
  private(set) var lyricsTexts: [String] = []
  /// Descriptions of the parts of the tag that have times and aren't read.
  private(set) var unread: [String] = []
  /// Its texts by the names of their frames; of several frames of a name the first.
  private(set) var texts: [String: String] = [:]
  /// The decoder for its texts.
  let decoder: TagDecoder
  private let version: UInt8

  /// The maximum length of a tag. A tag with pictures has some megabytes, and memory isn't reserved on a
  /// tag's own statement.
  private static let longestTag = 64 << 20

  /// Reads the tag at the beginning of a file; the result is empty if there is none.
  ///
  /// The texts of a tag of version 1, at the file's end, stand in for those that are missing.
  static func read(ofFileAt path: String, _ given: TagDecoding? = nil) -> ID3Chapters {
    let foot = lastBytes(of: path, 128)
    let old = foot.count == 128 && foot.starts(with: "TAG".utf8) ? foot : []
    let head = bytes(of: path, 10, at: 0)
    guard head.count == 10, head.starts(with: "ID3".utf8) else {
      return ID3Chapters(tag: [], old: old, given)
    }
    let size = min(ID3Content.number(head[6...9], bits: 7), longestTag)
    return ID3Chapters(tag: head + bytes(of: path, size, at: 10), old: old, given)
  }

  /// The fields of version 1, under the names of frames.
  private static let oldFields = [
    ("TIT2", 3..<33), ("TPE1", 33..<63), ("TALB", 63..<93), ("TYER", 93..<97), ("COMM", 97..<125),
  ]
  /// The names that frames of version 2.2 had.
  private static let shortNames = [
    "TT2": "TIT2", "TP1": "TPE1", "TAL": "TALB", "TYE": "TYER", "COM": "COMM", "TCO": "TCON", "TCR": "TCOP",
    "TRK": "TRCK", "TSS": "TSSE", "ULT": "USLT", "SLT": "SYLT", "TXX": "TXXX",
  ]

  /// Reads `tag`, header included; what is broken off in it is left out. `old` is a tag of version 1.
  init(tag: [UInt8], old: [UInt8] = [], _ given: TagDecoding? = nil) {
    version = tag.count >= 10 && (2...4).contains(tag[3]) ? tag[3] : 0
    var frames: [(name: String, content: ArraySlice<UInt8>)] = []
    if version > 0 {
      var content = Array(tag[10...])
      // Of version 2.4 each frame says by itself whether it is so.
      if tag[5] & 0x80 != 0, version < 4 { content = Self.synchronised(content[...]) }
      var rest = content[...]
      if tag[5] & 0x40 != 0, version > 2, rest.count >= 4 {
        // Version 2.3 doesn't count the four bytes of the number itself.
        let size = ID3Content.number(rest.prefix(4), bits: version == 4 ? 7 : 8)
        rest = rest.dropFirst(version == 4 ? size : size + 4)
      }
      while let frame = Self.nextFrame(&rest, version) { frames.append(frame) }
    }
    let fields = old.isEmpty ? [] : Self.oldFields.map { ($0, Array(old[$1])) }
    let isOfText = { (name: String) in name.begins(with: "T") || name == "COMM" }
    decoder = TagDecoder(
      given,
      for: frames.filter { isOfText($0.name) && $0.content.first == 0 }.map { Array($0.content.dropFirst()) }
        + fields.map(\.1))
    for frame in frames { take(frame) }
    for (name, bytes) in fields where texts[name] == nil { texts[name] = decoder.text(bytes) }
  }

  private mutating func take(_ frame: (name: String, content: ArraySlice<UInt8>)) {
    switch frame.name {
    case "CHAP": if let chapter = chapter(frame.content) { chapters.append(chapter) }
    case "SYLT":
      let found = ID3Lyrics(frame.content, decoder)
      lyrics += found.lines
      unread += found.unread.map { [$0] } ?? []
    case "USLT":
      if let found = ID3Lyrics.text(frame.content, afterLanguage: true, decoder) {
        lyricsTexts.append(found.text)
      }
    case "TXXX":
      if let found = ID3Lyrics.text(frame.content, afterLanguage: false, decoder),
        AudioMetadata.holdsLyrics(found.description.lowercased())
      {
        lyricsTexts.append(found.text)
      }
    case "COMM":
      // Those with a description are mostly what programs note for themselves.
      if let found = ID3Lyrics.text(frame.content, afterLanguage: true, decoder), found.description.isEmpty,
        texts["COMM"] == nil
      {
        texts["COMM"] = found.text
      }
    default:
      if frame.name.begins(with: "T"), texts[frame.name] == nil {
        texts[frame.name] = ID3Content.text(frame.content, decoder)
      }
    }
  }

  /// The frame that `rest` begins with, and takes it off; nil at the padding or the end.
  private static func nextFrame(
    _ rest: inout ArraySlice<UInt8>, _ version: UInt8
  ) -> (name: String, content: ArraySlice<UInt8>)? {
    if version == 2 {
      guard rest.count > 6, rest.first != 0 else { return nil }
      let head = Array(rest.prefix(6))
      let size = ID3Content.number(head[3...], bits: 8)
      guard size <= rest.count - 6 else { return nil }
      let name = String(decoding: head[..<3], as: UTF8.self)
      defer { rest = rest.dropFirst(6 + size) }
      return (shortNames[name] ?? name, rest.dropFirst(6).prefix(size))
    }
    guard rest.count > 10, rest.first != 0 else { return nil }
    let head = Array(rest.prefix(10))
    let size = ID3Content.number(head[4..<8], bits: version == 4 ? 7 : 8)
    guard size <= rest.count - 10 else { return nil }
    var content = rest.dropFirst(10).prefix(size)
    rest = rest.dropFirst(10 + size)
    if version == 4 {
      // Its length without what was done to it.
      if head[9] & 0x01 != 0 { content = content.dropFirst(4) }
      if head[9] & 0x02 != 0 { content = synchronised(content)[...] }
    }
    return (String(decoding: head[..<4], as: UTF8.self), content)
  }

  /// Reads a chapter: a name, four numbers of which the first two are milliseconds, and frames.
  private func chapter(_ content: ArraySlice<UInt8>) -> AudioMarker? {
    guard let nameEnd = content.firstIndex(of: 0) else { return nil }
    let numbers = content[(nameEnd + 1)...]
    guard numbers.count >= 16 else { return nil }
    let start = ID3Content.number(numbers.prefix(4), bits: 8)
    let end = ID3Content.number(numbers.dropFirst(4).prefix(4), bits: 8)
    // All bits are set if only a byte offset is stated.
    guard start < 0xffff_ffff else { return nil }
    var marker = AudioMarker(at: .init(Int64(start)), label: "")
    if end < 0xffff_ffff, end > start { marker.end = .init(Int64(end)) }
    var rest = numbers.dropFirst(16)
    while let frame = Self.nextFrame(&rest, version) {
      if frame.name == "TIT2", marker.label.isEmpty {
        marker.label = ID3Content.text(frame.content, decoder)
      }
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
