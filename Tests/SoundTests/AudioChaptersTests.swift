import Foundation
import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaSound

/// Chapters inside audio files: read as others write them, and written so that others read them.
@Suite struct AudioChaptersTests {
  private static func chapter(_ start: Int64, _ end: Int64?, _ label: String) -> AudioMetadata.Marker {
    var chapter = AudioMetadata.Marker(at: Milliseconds(start), label: label)
    chapter.end = end.map { Milliseconds($0) }
    return chapter
  }

  private static let chapters = [
    chapter(0, 300, "1:1"), chapter(300, 500, "سورة الكهف; a=b \"c\""), chapter(600, 900, "1:3"),
  ]

  private static func write(_ encoding: AudioEncoding, _ tags: AudioTags = AudioTags(), to path: String)
    throws
  {
    var writer = try AudioWriter(
      path: path, encoding: encoding, sampleRate: 48_000, channels: 1, tags: tags)
    try writer.write((0..<48_000).map { Float(sin(Double($0) / 20)) / 3 })
    try writer.finish()
  }

  private static func samples(_ path: String) throws -> [Float] {
    var reader = try AudioReader(fileAt: path)
    var all: [Float] = []
    while case let block = try reader.read(frames: 4096), !block.isEmpty { all += block }
    return all
  }

  // MARK: ID3 as others write it

  private static func frame(_ name: String, _ content: [UInt8], _ version: UInt8, flags: UInt8 = 0) -> [UInt8]
  {
    let size = version == 4 ? ID3Tag.sevenBits(content.count) : UInt32(content.count).bigEndianBytes
    return Array(name.utf8) + size + [0, flags] + content
  }

  private static func chap(_ start: UInt32, _ end: UInt32, _ title: [UInt8], _ version: UInt8) -> [UInt8] {
    frame(
      "CHAP",
      Array("c\(start)".utf8) + [0] + start.bigEndianBytes + end.bigEndianBytes
        + [UInt8](repeating: 0xFF, count: 8) + frame("TIT2", title, version)
        + frame("WXXX", [0] + Array("\0https://example.com/".utf8), version), version)
  }

  private static func tag(_ version: UInt8, _ frames: [UInt8], flags: UInt8 = 0) -> [UInt8] {
    Array("ID3".utf8) + [version, 0, flags] + ID3Tag.sevenBits(frames.count) + frames
  }

  @Test(arguments: [UInt8(3), 4]) func titlesOfEveryEncodingAreRead(version: UInt8) {
    let titles: [(bytes: [UInt8], text: String)] = [
      ([0] + Array("Caf".utf8) + [0xE9, 0], "Café"),
      ([1, 0xFF, 0xFE, 0x33, 0x06, 0x48, 0x06, 0, 0], "سو"), ([1, 0xFE, 0xFF, 0x06, 0x33], "س"),
      ([2, 0x06, 0x33, 0x06, 0x48], "سو"), ([3] + Array("سورة\0".utf8), "سورة"), ([3], ""),
    ]
    for title in titles {
      let frames =
        Self.frame("TALB", [0] + Array("An album".utf8), version)
        + Self.chap(1000, 200_000, title.bytes, version)
        + [UInt8](repeating: 0, count: 30)
      #expect(
        ID3Chapters(tag: Self.tag(version, frames)).chapters == [Self.chapter(1000, 200_000, title.text)],
        "\(title.text)")
    }
  }

  @Test func whatTellsNoTimeOrBreaksOffIsNoChapter() {
    let whole = Self.tag(
      3, Self.chap(0, 500, [3, 0x61], 3) + Self.chap(0xFFFF_FFFF, 0xFFFF_FFFF, [3, 0x62], 3))
    #expect(ID3Chapters(tag: whole).chapters == [Self.chapter(0, 500, "a")])
    let endless = Self.tag(4, Self.chap(700, 0xFFFF_FFFF, [3, 0x61], 4))
    #expect(ID3Chapters(tag: endless).chapters == [Self.chapter(700, nil, "a")])
    for length in whole.indices { #expect(ID3Chapters(tag: Array(whole[..<length])).chapters.count <= 1) }
    #expect(ID3Chapters(tag: Self.tag(2, Self.chap(0, 500, [3, 0x61], 3))).chapters.isEmpty)
  }

  @Test func tagsWithoutFalseFramesOfSoundAreRead() {
    // 0xFF 0xFE of the title is written 0xFF 0x00 0xFE, in the whole tag or in the frame.
    func guarded(_ bytes: [UInt8]) -> [UInt8] {
      bytes.indices.flatMap { index in
        bytes[index] == 0xFF && index + 1 < bytes.count && (bytes[index + 1] >= 0xE0 || bytes[index + 1] == 0)
          ? [bytes[index], 0] : [bytes[index]]
      }
    }
    let title: [UInt8] = [1, 0xFF, 0xFE, 0x33, 0x06]
    let third = Self.tag(3, guarded(Self.chap(1, 255, title, 3)), flags: 0x80)
    #expect(ID3Chapters(tag: third).chapters == [Self.chapter(1, 255, "س")])
    let plain = Array(Self.chap(1, 255, title, 4).dropFirst(10))
    let fourth = Self.tag(4, Self.frame("CHAP", ID3Tag.sevenBits(plain.count) + guarded(plain), 4, flags: 3))
    #expect(ID3Chapters(tag: fourth).chapters == [Self.chapter(1, 255, "س")])
  }

  @Test func anExtendedHeaderIsPassedOver() {
    let chapter = Self.chap(0, 500, [3, 0x61], 3)
    let third = Self.tag(3, [0, 0, 0, 6, 0, 0, 0, 0, 0, 0] + chapter, flags: 0x40)
    #expect(ID3Chapters(tag: third).chapters == [Self.chapter(0, 500, "a")])
    let fourth = Self.tag(4, [0, 0, 0, 6, 1, 0] + Self.chap(0, 500, [3, 0x61], 4), flags: 0x40)
    #expect(ID3Chapters(tag: fourth).chapters == [Self.chapter(0, 500, "a")])
  }

  // MARK: Written

  private static var tags: AudioTags {
    var tags = AudioTags()
    tags.title = "Al-Kahf"
    tags.artist = "ياسر الدوسري"
    return tags
  }

  /// With tags and a cover, and without; what the file said before and its sound stay.
  @Test(arguments: [AudioEncoding.mp3, .flac, .flac24, .ogg, .opus], [false, true])
  func chaptersComeBackAndLeaveTheRest(encoding: AudioEncoding, hasTags: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a.\(encoding.fileEnding)")
    var tags = hasTags ? Self.tags : AudioTags()
    if hasTags {
      tags.picture = CoverPicture(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<100_000).map { UInt8($0 & 255) })
    }
    try AudioPrograms.$searchPath.withValue("") {
      try Self.write(encoding, tags, to: path)
      let before = try (samples: Self.samples(path), metadata: AudioMetadata.read(fromFileAt: path))
      try AudioChapters.insert(Self.chapters, intoFileAt: path, as: encoding)
      let after = try AudioMetadata.read(fromFileAt: path)
      let hasEnds = encoding == .mp3
      #expect(
        after.markers
          == Self.chapters.map { Self.chapter($0.at.count, hasEnds ? $0.end?.count : nil, $0.label) })
      #expect(after.title == before.metadata.title && after.artist == before.metadata.artist)
      #expect(try Self.samples(path) == before.samples)
      if let picture = tags.picture {
        let cover =
          encoding == .mp3 ? picture.bytes : encoding == .ogg || encoding == .opus ? [] : picture.bytes
        #expect(try cover.isEmpty || Data(FileContents.read(path)).range(of: Data(cover)) != nil)
      }
    }
  }

  @Test func thousandsOfChaptersComeBack() throws {
    let folder = try TemporaryFolder()
    let many = (0..<6236).map { Self.chapter(Int64($0), Int64($0 + 1), "ayah \($0)") }
    for encoding in [AudioEncoding.mp3, .flac, .opus] {
      let path = folder.path(of: "a.\(encoding.fileEnding)")
      try Self.write(encoding, to: path)
      try AudioChapters.insert(many, intoFileAt: path, as: encoding)
      #expect(try AudioMetadata.read(fromFileAt: path).markers.map(\.label) == many.map(\.label))
    }
  }

  @Test func whatHasNoPlaceForChaptersStays() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a.aiff")
    try Self.write(.aiff, to: path)
    let bytes = try FileContents.read(path)
    #expect(throws: AudioError.self) {
      try AudioChapters.insert(Self.chapters, intoFileAt: path, as: .aiff)
    }
    #expect(try FileContents.read(path) == bytes)
  }

  // MARK: Beside ffmpeg

  @Test(.enabled(if: AudioPrograms.areInstalled), arguments: [AudioEncoding.mp3, .opus, .m4a, .mka, .webm])
  func othersReadTheChapters(encoding: AudioEncoding) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a.\(encoding.fileEnding)")
    try Self.write(encoding, Self.tags, to: path)
    let before = try Self.samples(path)
    try AudioChapters.insert(Self.chapters, intoFileAt: path, as: encoding)
    let found = try ProbedAudio.of(path, container: nil)
    #expect(found.chapters.map(\.label) == Self.chapters.map(\.label))
    #expect(found.chapters.map(\.at) == Self.chapters.map(\.at))
    if encoding == .mka || encoding == .webm { #expect(found.chapters == Self.chapters) }
    #expect(found.tags["title"] == "Al-Kahf")
    #expect(try Self.samples(path) == before)
    #expect(try AudioMetadata.read(fromFileAt: path).markers.map(\.label) == Self.chapters.map(\.label))
    #expect(try FileTree.entries(ofFolder: folder.path) == ["a.\(encoding.fileEnding)"])
  }

  /// MKVToolNix, whose library for Matroska is its own.
  @Test(
    .enabled(
      if: AudioPrograms.areInstalled && program("mkvextract") != nil,
      "needs ffmpeg and mkvextract (MKVToolNix)"),
    arguments: [AudioEncoding.mka, .webm])
  func chaptersOfMatroskaAreAsItHasThem(encoding: AudioEncoding) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a.\(encoding.fileEnding)")
    try Self.write(encoding, to: path)
    try AudioChapters.insert(Self.chapters, intoFileAt: path, as: encoding)
    let mkvextract = try #require(Self.program("mkvextract"))
    let ending = try mkvextract.run([path, "chapters", folder.path(of: "chapters.xml")])
    try #require(ending.status == 0, "\(ending.talk)")
    let text = try folder.text(of: "chapters.xml")
    func values(_ name: String) -> [String] {
      text.components(separatedBy: "<\(name)>").dropFirst().map { String($0.prefix { $0 != "<" }) }
    }
    #expect(values("ChapterTimeStart") == ["00:00:00.000000000", "00:00:00.300000000", "00:00:00.600000000"])
    #expect(values("ChapterTimeEnd") == ["00:00:00.300000000", "00:00:00.500000000", "00:00:00.900000000"])
    #expect(values("ChapterString") == Self.chapters.map(\.label))
  }

  private static func program(_ name: String) -> ChildProgram? {
    ChildProgram(named: name, searchPath: Surroundings.environment["PATH"] ?? "")
  }

  /// A film stays, and a picture that is attached becomes none.
  @Test(.enabled(if: AudioPrograms.areInstalled))
  func whatElseMatroskaHoldsStays() throws {
    let folder = try TemporaryFolder()
    try Self.write(.wav, to: folder.path(of: "a.wav"))
    let ffmpeg = try #require(AudioPrograms.ffmpeg)
    let film = ["-f", "lavfi", "-i", "color=red:s=16x16:d=0.5"]
    for arguments in [
      film + ["-frames:v", "1", "-y", folder.path(of: "cover.png")],
      ["-i", folder.path(of: "a.wav")] + film + [
        "-map", "0", "-map", "1", "-c:v", "mjpeg", "-attach", folder.path(of: "cover.png"), "-metadata:s:t",
        "mimetype=image/png", "-y", folder.path(of: "a.mkv"),
      ],
    ] {
      let ending = try ffmpeg.run(["-v", "error", "-nostdin"] + arguments)
      try #require(ending.status == 0, "\(ending.talk)")
    }
    try AudioChapters.insert(Self.chapters, intoFileAt: folder.path(of: "a.mkv"), as: .mka)
    let answer = try #require(
      try AudioPrograms.ffprobe?.ask(
        ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", folder.path(of: "a.mkv")],
        within: 60, atMost: 1 << 20))
    #expect(
      Set(String(decoding: answer.output, as: UTF8.self).split(separator: "\n")) == ["mjpeg", "vorbis"])
    #expect(try AudioMetadata.read(fromFileAt: folder.path(of: "a.mkv")).markers == Self.chapters)
  }

  @Test(arguments: [(AudioEncoding.m4a, "M4A"), (.mka, "Matroska"), (.webm, "WebM")])
  func whatNeedsFFmpegSaysSo(encoding: AudioEncoding, kind: String) throws {
    let folder = try TemporaryFolder(["a": "some bytes"])
    let error = AudioPrograms.$searchPath.withValue("") {
      #expect(throws: AudioError.self) {
        try AudioChapters.insert(Self.chapters, intoFileAt: folder.path(of: "a"), as: encoding)
      }
    }
    #expect(
      error?.message
        == "chapters in \(kind) require ffmpeg, which is not installed; install ffmpeg and try again"
    )
    #expect(try folder.text(of: "a") == "some bytes")
  }

  /// An error from ffmpeg is reported in its own words, and the file stays as it was.
  @Test(.enabled(if: AudioPrograms.areInstalled), arguments: [AudioEncoding.m4a, .mka, .webm])
  func whatIsNoSuchFileIsTold(encoding: AudioEncoding) throws {
    let folder = try TemporaryFolder(["a": "some bytes"])
    let error = #expect(throws: AudioError.self) {
      try AudioChapters.insert(Self.chapters, intoFileAt: folder.path(of: "a"), as: encoding)
    }
    #expect(
      error?.kind == .unwritable && error?.message.hasPrefix("ffmpeg failed: ") == true, "\(error as Any)")
    #expect(try folder.text(of: "a") == "some bytes")
    #expect(try folder.names() == ["a"])
  }

  @Test(.enabled(if: AudioPrograms.areInstalled), arguments: ["a.mp3", "a.m4b", "a.opus", "a.mka"])
  func chaptersOfOthersAreRead(name: String) throws {
    let folder = try TemporaryFolder()
    try Self.write(.wav, to: folder.path(of: "a.wav"))
    // Without gaps, which M4B can't have, and in whole seconds' places that every form has.
    let chapters = [Self.chapter(0, 400, "1:1"), Self.chapter(400, 900, "سورة \"a\"=b")]
    try AtomicFile.write(Array(FFMetadataText.text(of: chapters).utf8), to: folder.path(of: "list"))
    let path = folder.path(of: name)
    let ffmpeg = try #require(AudioPrograms.ffmpeg)
    let ending = try ffmpeg.run([
      "-v", "error", "-nostdin", "-i", folder.path(of: "a.wav"), "-f", "ffmetadata", "-i",
      folder.path(of: "list"),
      "-map_metadata", "1", "-map_chapters", "1", path,
    ])
    try #require(ending.status == 0, "\(ending.talk)")
    let found = try AudioMetadata.read(fromFileAt: path).markers
    #expect(found.map(\.label).first == "1:1" && found.count == 2)
    // ffmpeg 5.1 itself writes other times and no name for the second of an Opus file.
    if name != "a.opus" { #expect(found == chapters) }
  }
}
