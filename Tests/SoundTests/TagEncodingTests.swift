import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaSound

/// Tags whose encoding isn't what they say.
@Suite struct TagEncodingTests {
  /// `سورة الإخلاص` in Windows-1256.
  static let surah: [UInt8] = [0xD3, 0xE6, 0xD1, 0xC9, 0x20, 0xC7, 0xE1, 0xC5, 0xCE, 0xE1, 0xC7, 0xD5]

  static func sound(_ name: String, _ encoding: AudioEncoding, in folder: TemporaryFolder) throws -> [UInt8] {
    try GeneratedRecitation([.init(300, pauseAfter: 0)]).write(to: folder.path(of: name), encoding: encoding)
    return try FileContents.read(folder.path(of: name))
  }

  static func id3(_ version: UInt8, _ frames: [(String, [UInt8])]) -> [UInt8] {
    let content = frames.flatMap { name, text -> [UInt8] in
      let size = text.count + 1
      let head = Array(name.utf8) + (version == 2 ? [0, 0, UInt8(size)] : [0, 0, 0, UInt8(size), 0, 0])
      return head + [0] + text
    }
    return Array("ID3".utf8) + [version, 0, 0, 0, 0, UInt8(content.count >> 7), UInt8(content.count & 0x7F)]
      + content
  }

  /// A tag of version 1, whose fields have a length.
  static func old(_ title: [UInt8], _ artist: [UInt8]) -> [UInt8] {
    func field(_ text: [UInt8], _ length: Int) -> [UInt8] {
      text + [UInt8](repeating: 0, count: length - text.count)
    }
    return Array("TAG".utf8) + field(title, 30) + field(artist, 30) + [UInt8](repeating: 0, count: 65)
  }

  private static func read(
    _ bytes: [UInt8], _ name: String, in folder: TemporaryFolder, _ decoding: TagDecoding? = nil
  )
    throws -> AudioMetadata
  {
    try AtomicFile.write(bytes, to: folder.path(of: name))
    return try AudioMetadata.read(fromFileAt: folder.path(of: name), decoding: decoding)
  }

  @Test func arabicOfOldWindowsIsRead() throws {
    let folder = try TemporaryFolder()
    let mp3 = try Self.sound("plain.mp3", .mp3, in: folder)
    for version in [2, 3, 4] as [UInt8] {
      let names = version == 2 ? ("TT2", "TP1") : ("TIT2", "TPE1")
      // The surah alone has no small letter before a large one: it is read by what stands beside it.
      let tags = try Self.read(
        Self.id3(version, [(names.0, Self.surah), (names.1, [0xC7, 0xE1, 0xE1, 0xE5])]) + mp3, "a.mp3",
        in: folder)
      #expect(tags.title == "سورة الإخلاص" && tags.artist == "الله", "\(version)")
      #expect(tags.encoding == .windows1256)
    }
    let old = try Self.read(mp3 + Self.old(Self.surah, Array("Ali".utf8)), "b.mp3", in: folder)
    #expect(old.title == "سورة الإخلاص" && old.artist == "Ali")
    var wav = try Self.sound("plain.wav", .wav, in: folder)
    let list = Array("INFOINAM".utf8) + [13, 0, 0, 0] + Self.surah + [0, 0]
    wav += Array("LIST".utf8) + [UInt8(list.count), 0, 0, 0] + list
    wav.replaceSubrange(4..<8, with: UInt32(wav.count - 8).littleEndianBytes)
    #expect(try Self.read(wav, "c.wav", in: folder).title == "سورة الإخلاص")
  }

  @Test(
    arguments: [
      // Latin-1, UTF-8, Cyrillic and Greek that isn't what it says, and what the user says.
      (
        "Récitation d'été, «Ça»",
        [UInt8](
          "R\u{E9}citation d'\u{E9}t\u{E9}, \u{AB}\u{C7}a\u{BB}".unicodeScalars.map { UInt8($0.value) }),
        false
      ),
      ("سورة", Array("سورة".utf8), false), ("Ñóðà", [0xD1, 0xF3, 0xF0, 0xE0], true),
      ("ÊÏÑÁÍÉ", [0xCA, 0xCF, 0xD1, 0xC1, 0xCD, 0xC9], true),
    ] as [(String, [UInt8], Bool)]) func othersAreNotTakenForIt(text: String, bytes: [UInt8], isUnknown: Bool)
    throws
  {
    let folder = try TemporaryFolder()
    let mp3 = try Self.sound("plain.mp3", .mp3, in: folder)
    let tags = try Self.read(Self.id3(3, [("TIT2", bytes)]) + mp3, "a.mp3", in: folder)
    #expect(tags.title == text)
    #expect((tags.encoding == .unknown) == isUnknown)
    let told = try Self.read(Self.id3(3, [("TIT2", bytes)]) + mp3, "b.mp3", in: folder) { _ in "as told" }
    #expect(told.title == "as told")
  }

  /// The user's word for the form of old recorders: the day and time of a `bext` chunk.
  @Test func broadcastFilesTellWhenTheyWereBegun() throws {
    let folder = try TemporaryFolder()
    let wav = try Self.sound("plain.wav", .wav, in: folder)
    var chunk = [UInt8](repeating: 0, count: 602)
    chunk.replaceSubrange(320..<338, with: Array("2024-03-2020:15:00".utf8))
    var file =
      Array(wav[..<12]) + Array("bext".utf8) + UInt32(chunk.count).littleEndianBytes + chunk + wav[12...]
    file.replaceSubrange(4..<8, with: UInt32(file.count - 8).littleEndianBytes)
    #expect(try Self.read(file, "a.wav", in: folder).createdByItsClock == "2024-03-20T20:15:00")
    #expect(try Self.read(wav, "b.wav", in: folder).createdByItsClock == nil)
  }
}
