import Files
import Foundation
import TestSupport
import Testing

@testable import Audio

/// What files say of themselves, written without ffmpeg and read by it.
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
