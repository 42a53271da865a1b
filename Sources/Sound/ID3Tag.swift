import TilawaBase

/// An ID3 tag of version 2.3, which every player reads, for the beginning of an MP3 file.
///
/// libsndfile writes only version 1, which cuts texts after 30 bytes.
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
    bytes = Array("ID3".utf8) + [3, 0, 0] + Self.sevenBits(frames.count) + frames
  }

  /// A length in seven bits a byte, so that no part of it looks like the start of an MPEG frame.
  static func sevenBits(_ size: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(size >> $0 & 127) } }

  /// Chapters as frames: a table of contents, and each with its title (*ID3v2 Chapter Frame Addendum* 1.0).
  ///
  /// A table names at most 255, so more than these stand in several, which hang on one of their own.
  static func frames(of chapters: [AudioMarker], version: UInt8) -> [UInt8] {
    func frame(_ name: String, _ content: [UInt8]) -> [UInt8] { Self.frame(name, content, version: version) }
    func table(_ name: String, _ entries: [String], isTop: Bool) -> [UInt8] {
      // The lowest bit says that the entries are in order.
      frame(
        "CTOC",
        Array(name.utf8) + [0, isTop ? 3 : 1, UInt8(entries.count)] + entries.flatMap { Array($0.utf8) + [0] }
      )
    }
    let names = chapters.indices.map { "chp\($0)" }
    let groups = stride(from: 0, to: names.count, by: 255).map {
      Array(names[$0..<min($0 + 255, names.count)])
    }
    var frames: [UInt8] = []
    if groups.count == 1 {
      frames += table("toc", groups[0], isTop: true)
    } else {
      let tables = groups.indices.map { "toc\($0)" }
      frames += table("toc", Array(tables.prefix(255)), isTop: true)
      for (name, group) in zip(tables, groups) { frames += table(name, group, isTop: false) }
    }
    for (index, chapter) in chapters.enumerated() {
      let next = index + 1 < chapters.count ? chapters[index + 1].at : chapter.at
      let times = [chapter.at, chapter.end ?? next].flatMap { UInt32(clamping: $0.count).bigEndianBytes }
      let title = chapter.label.isEmpty ? [] : frame("TIT2", text(chapter.label))
      // The byte offsets aren't stated.
      frames += frame(
        "CHAP", Array(names[index].utf8) + [0] + times + [UInt8](repeating: 0xFF, count: 8) + title)
    }
    return frames
  }

  private static func frame(_ name: String, _ content: [UInt8], version: UInt8 = 3) -> [UInt8] {
    let size = version == 4 ? sevenBits(content.count) : UInt32(content.count).bigEndianBytes
    return Array(name.utf8) + size + [0, 0] + content
  }

  /// Returns a text as Latin-1 if it is ASCII, else as UTF-16; version 2.3 has no other encodings.
  private static func text(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return [0] + Array(text.utf8) }
    return [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }
}
