import Testing
import TilawaBase

@testable import TilawaSound

/// Synchronised lyrics of ID3, as mutagen 1.47 writes them.
struct ID3LyricsTests {
  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    var digits = hexadecimal[...]
    var bytes: [UInt8] = []
    while let byte = UInt8(digits.prefix(2), radix: 16) {
      bytes.append(byte)
      digits = digits.dropFirst(2)
    }
    return bytes
  }

  /// `\n1:1:1` at 4.2 s, ` 1:1:2` at 5, `\nس` at 9.05 and an empty text at 14.3, in UTF-8 and UTF-16.
  private static let tags = [
    "4944330400000000003553594c540000002b000003617261020164000a313a313a31000000106820313a313a3200000013880ad8b3"
      + "000000235a00000037dc",
    "4944330400000000005253594c54000000480000016172610201fffe64000000fffe0a0031003a0031003a003100000000001068fffe"
      + "200031003a0031003a003200000000001388fffe0a00330600000000235afffe0000000037dc",
  ].map { bytes($0) }

  private static func lines(_ tag: [UInt8]) -> [String] {
    ID3Chapters(tag: tag).lyrics.flatMap { [$0] + $0.parts }.map {
      "\($0.label) \($0.at)-\($0.end.map { "\($0)" } ?? "")"
    }
  }

  @Test func linesAndTheirPartsHaveTheirTimes() {
    for tag in Self.tags {
      #expect(
        Self.lines(tag) == [
          "1:1:1 1:1:2 4.200-9.050", "1:1:1 4.200-5.000", "1:1:2 5.000-9.050", "س 9.050-14.300",
        ])
      #expect(ID3Chapters(tag: tag).unread.isEmpty)
    }
  }

  /// Without line ends, each text is a line. The length of the last one is unknown.
  @Test func textsWithoutLinesAreLines() {
    let frame = ID3Lyrics([3, 0x61, 0x72, 0x61, 2, 1, 0] + [0x61, 0, 0, 0, 0, 5] + [0x62, 0, 0, 0, 1, 0])
    #expect(frame.lines.map(\.label) == ["a", "b"])
    #expect(frame.lines.map(\.at) == [Milliseconds(5), Milliseconds(256)])
    #expect(frame.lines.map(\.end) == [Milliseconds(256), nil])
  }

  @Test func whatIsNotReadIsTold() {
    let head: [UInt8] = [3, 0x61, 0x72, 0x61]
    func unread(_ rest: [UInt8]) -> String? { ID3Lyrics((head + rest)[...]).unread }
    #expect(unread([1, 1, 0]) == "synchronised lyrics whose times count frames")
    #expect(unread([2, 5, 0]) == "synchronised chords, remarks or links")
    #expect(unread([2, 1, 0x64]) == "synchronised lyrics that are cut short")
    #expect(unread([2, 1, 0, 0x61, 0, 0]) == "the unreadable end of synchronised lyrics")
    #expect(unread([2, 1, 0]) == nil)
    for tag in Self.tags {
      for length in tag.indices { #expect(Self.lines(Array(tag[..<length])).isEmpty) }
      // Cut within the frame, whose header is right.
      let content = tag[20...]
      for length in 0..<content.count {
        let lyrics = ID3Lyrics(content.prefix(length))
        #expect(lyrics.lines.count <= 4)
      }
    }
  }

  @Test func textsOfTagsWithoutTimesAreRead() {
    let latin: [UInt8] = [0] + Array("ara".utf8) + [0x64, 0] + Array("[00:01]a".utf8)
    #expect(ID3Lyrics.text(latin[...], afterLanguage: true)?.text == "[00:01]a")
    #expect(ID3Lyrics.text(latin[...], afterLanguage: true)?.description == "d")
    // The mark stands before the description alone.
    let wide: [UInt8] = [1] + Array("ara".utf8) + [0xFF, 0xFE, 0, 0, 0x33, 0x06]
    #expect(ID3Lyrics.text(wide[...], afterLanguage: true)?.text == "س")
    #expect(ID3Lyrics.text(latin[..<5], afterLanguage: true) == nil)
    #expect(ID3Lyrics.text([], afterLanguage: false) == nil)
    let own: [UInt8] = [3] + Array("LYRICS\0[00:01]a".utf8)
    let frame = Array("TXXX".utf8) + [0, 0, 0, UInt8(own.count), 0, 0] + own + [0]
    let tag: [UInt8] = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    #expect(ID3Chapters(tag: tag).lyricsTexts == ["[00:01]a"])
  }
}
