import Foundation
import Testing
import TilawaBase
import TilawaPrograms
import TilawaTestSupport

@testable import TilawaSound

/// The tags in files, written without ffmpeg and read by it.
@Suite struct AudioTagsTests {
  private static let picture = CoverPicture(
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + (0..<5000).map { UInt8($0 & 255) })

  private var tags: AudioTags {
    var tags = AudioTags()
    tags.title = "Al-Kahf 18:10, a title of more than thirty letters: سورة الكهف"
    tags.artist = "ياسر الدوسري"
    tags.track = 10
    tags.disc = 18
    return tags
  }

  private func write(_ encoding: AudioEncoding, _ tags: AudioTags, to path: String) throws {
    try AudioPrograms.$searchPath.withValue("") {
      var writer = try AudioWriter(
        path: path, encoding: encoding, sampleRate: 48_000, channels: 1, tags: tags)
      for part in 0..<10 {
        try writer.write((0..<4800).map { Float(sin(Double($0 + part * 4800) / 20)) / 3 })
      }
      try writer.finish()
    }
  }

  private func samples(_ path: String) throws -> [Float] {
    var reader = try AudioReader(fileAt: path)
    var all: [Float] = []
    while case let block = try reader.read(frames: 4096), !block.isEmpty { all += block }
    return all
  }

  @Test(arguments: [AudioEncoding.mp3, .flac, .flac24]) func tagsAndCoverLeaveTheSound(
    encoding: AudioEncoding
  ) throws {
    let folder = try TemporaryFolder()
    let (plain, tagged) = (folder.path(of: "plain"), folder.path(of: "tagged"))
    try write(encoding, AudioTags(), to: plain)
    var tags = tags
    tags.picture = Self.picture
    let picture = try #require(tags.picture)
    try write(encoding, tags, to: tagged)
    #expect(try samples(tagged) == samples(plain))
    #expect(try samples(plain).count == 48_000)
    let bytes = try Data(contentsOf: URL(filePath: tagged))
    #expect(bytes.range(of: Data(picture.bytes)) != nil)
    if encoding == .mp3 {
      let own = try Data(contentsOf: URL(filePath: plain))
      #expect(bytes.suffix(own.count) == own, "the tag stands before what would be there without it")
    }
  }

  /// The pages of sound are renumbered and contain the same packets. The picture takes one page, many pages,
  /// and many with a remainder.
  @Test(arguments: [AudioEncoding.ogg, .opus], [3, 5000, 400_000]) func oggFilesTakeACover(
    encoding: AudioEncoding, size: Int
  ) throws {
    let folder = try TemporaryFolder()
    let (plain, tagged) = (folder.path(of: "plain"), folder.path(of: "tagged"))
    try write(encoding, self.tags, to: plain)
    var tags = tags
    let picture = [0xFF, 0xD8, 0xFF] + (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    tags.picture = CoverPicture(picture)
    try write(encoding, tags, to: tagged)
    #expect(try samples(tagged) == samples(plain))
    #expect(try samples(plain).count == 48_000)
    let pages = try OggPages(tagged)
    #expect(pages.numbers == Array(0..<pages.numbers.count))
    #expect(pages.sums.allSatisfy { $0 })
    #expect(try pages.sound(after: encoding) == OggPages(plain).sound(after: encoding))
    let comments = try #require(pages.packets.dropFirst().first)
    let key = Data("METADATA_BLOCK_PICTURE=".utf8)
    let place = try #require(Data(comments).range(of: key))
    let length = comments[(place.lowerBound - 4)..<place.lowerBound].reversed().reduce(0) {
      $0 << 8 | Int($1)
    }
    let text = Data(comments)[place.upperBound..<place.lowerBound + length]
    let block = try #require(Data(base64Encoded: text))
    #expect(block.suffix(picture.count) == Data(picture))
    #expect(block.count == 4 + 4 + "image/jpeg".utf8.count + 4 + 16 + 4 + picture.count)
    #expect(Data(comments).range(of: Data("ياسر الدوسري".utf8)) != nil, "the other tags stay")
  }

  @Test(
    .enabled(if: AudioPrograms.areInstalled),
    arguments: [AudioEncoding.mp3, .m4a, .flac, .ogg, .opus])
  func othersSeeTheCover(encoding: AudioEncoding) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a.\(encoding.fileEnding)")
    let png = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR42mP4z8AARAAI/gH/GcBr5wAAAABJRU5ErkJggg=="
      ))
    var tags = tags
    tags.picture = CoverPicture([UInt8](png))
    var writer = try AudioWriter(path: path, encoding: encoding, sampleRate: 48_000, channels: 1, tags: tags)
    try writer.write([Float](repeating: 0.1, count: 48_000))
    try writer.finish()
    let answer = try #require(AudioPrograms.ffprobe).ask([
      "-v", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0", path,
    ])
    #expect(answer.talk.isEmpty)
    #expect(String(decoding: answer.output, as: UTF8.self).contains("png,2,1"))
  }

  @Test(.enabled(if: AudioPrograms.areInstalled), arguments: [AudioEncoding.mp3, .flac])
  func longTextsAreWhole(encoding: AudioEncoding) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "a.\(encoding.fileEnding)")
    try write(encoding, tags, to: path)
    let read = try ProbedAudio.of(path, container: nil).tags
    #expect(read["title"] == tags.title && read["artist"] == tags.artist)
    #expect((read["track"] ?? read["tracknumber"]) == "10")
  }

  @Test func onlyPicturesAreCovers() {
    #expect(CoverPicture([]) == nil && CoverPicture(Array("GIF89a".utf8)) == nil)
    #expect(CoverPicture([0xFF, 0xD8, 0xFF])?.mediaType == "image/jpeg")
    #expect(CoverPicture([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: CoverPicture.maximumSize)) == nil)
  }
}

/// The pages of an Ogg file, taken apart by the letter of RFC 3533.
struct OggPages {
  var numbers: [Int] = []
  /// For each page, true if its checksum matches its bytes.
  var sums: [Bool] = []
  var packets: [[UInt8]] = []

  init(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var place = 0
    var isOpen = false
    while place + 27 <= bytes.count {
      let lengths = bytes[(place + 27)..<(place + 27 + Int(bytes[place + 26]))]
      let end = lengths.reduce(lengths.endIndex) { $0 + Int($1) }
      func number(at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[place + offset + $1]) << (8 * UInt32($1)) }
      }
      numbers.append(Int(number(at: 18)))
      var page = Array(bytes[place..<end])
      page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
      sums.append(Self.sum(page) == number(at: 22))
      var start = lengths.endIndex
      for length in lengths {
        if !isOpen { packets.append([]) }
        packets[packets.count - 1] += bytes[start..<start + Int(length)]
        start += Int(length)
        isOpen = length == 255
      }
      place = end
    }
    #expect(place == bytes.count)
  }

  /// The packets behind the headers.
  func sound(after encoding: AudioEncoding) -> [[UInt8]] {
    Array(packets.dropFirst(encoding == .opus ? 2 : 3))
  }

  static func sum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
      }
    }
  }
}
