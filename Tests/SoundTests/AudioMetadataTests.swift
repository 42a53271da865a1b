import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

@Suite struct AudioMetadataTests {
  typealias Marker = AudioMetadata.Marker

  @Test func cuePointsAndLabelsOfWAVAreRead() throws {
    let labels = ["first", "سورة الكهف", ""]
    for order in ["fdca", "fcad", "fdac", "facd"] {
      let markers = try markers(of: wav(labels, spacing: 4000, order))
      #expect(
        markers == [
          Marker(at: Milliseconds(0), label: "first"), Marker(at: Milliseconds(500), label: "سورة الكهف"),
          Marker(at: Milliseconds(1000), label: ""),
        ], "\(order)")
    }
  }

  @Test func longListsAreReadWhole() throws {
    let labels = (0..<6236).map { "ayah \($0)" }
    #expect(try markers(of: wav(labels, spacing: 1, "fdca")).map(\.label) == labels)
  }

  @Test func damagedCueChunksGiveWhatIsThere() throws {
    var bytes = wav(["a", "b"], spacing: 800, "fdca")
    let cue = try #require(bytes.firstRange(of: Array("cue ".utf8)))
    bytes.replaceSubrange((cue.upperBound + 4)..<(cue.upperBound + 8), with: [255, 255, 255, 255])
    #expect(try markers(of: bytes).map(\.label) == ["a", "b"])
    for length in cue.lowerBound..<bytes.count {
      #expect(try markers(of: Array(bytes.prefix(length))).count <= 2)
    }
    bytes.replaceSubrange(cue.upperBound..<(cue.upperBound + 4), with: [255, 255, 255, 127])
    #expect(try markers(of: bytes).isEmpty)
  }

  @Test func markersOfAIFFAreRead() throws {
    let rate: [UInt8] = [0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0]  // 8000 as an 80-bit float
    var marks = big16(2)
    for (index, name) in ["one", "two"].enumerated() {
      marks += big16(index + 1) + big32(index * 4000) + [UInt8(name.utf8.count)] + Array(name.utf8)
    }
    let body =
      Array("AIFF".utf8) + chunk("COMM", big16(1) + big32(8000) + big16(16) + rate, big32)
      + chunk("MARK", marks, big32) + chunk("SSND", [UInt8](repeating: 0, count: 16008), big32)
    #expect(
      try markers(of: chunk("FORM", body, big32)) == [
        Marker(at: Milliseconds(0), label: "one"), Marker(at: Milliseconds(500), label: "two"),
      ])
  }

  @Test func tagsAreReadAndTrimmed() throws {
    let list =
      Array("INFO".utf8) + chunk("INAM", Array("  يوم الجمعة \0".utf8), little32)
      + chunk("IART", Array("Salama\0".utf8), little32) + chunk("ICRD", Array("2024-01-05\0".utf8), little32)
      + chunk("ICMT", Array(" \0".utf8), little32)
    var bytes = wav([], spacing: 1, "fd") + chunk("LIST", list, little32)
    bytes.replaceSubrange(4..<8, with: little32(bytes.count - 8))
    try withScratchDirectory { directory in
      try Data(bytes).write(to: URL(filePath: directory + "/a.wav"))
      let metadata = try AudioMetadata.read(fromFileAt: directory + "/a.wav")
      var wanted = AudioMetadata()
      wanted.title = "يوم الجمعة"
      wanted.artist = "Salama"
      wanted.date = "2024-01-05"
      #expect(metadata == wanted)
    }
  }

  private func markers(of bytes: [UInt8]) throws -> [Marker] {
    try withScratchDirectory { directory in
      try Data(bytes).write(to: URL(filePath: directory + "/a"))
      return try AudioMetadata.read(fromFileAt: directory + "/a").markers
    }
  }

  /// One second of silence at 8000 Hz; `order` of the chunks: f format, d data, c cue points, a labels.
  private func wav(_ labels: [String], spacing: Int, _ order: String) -> [UInt8] {
    var cues = little32(labels.count)
    var names = Array("adtl".utf8)
    for (index, label) in labels.enumerated() {
      cues += little32(index + 1) + little32(0) + Array("data".utf8) + little32(0) + little32(0)
      cues += little32(index * spacing)
      if !label.isEmpty {
        names += chunk("labl", little32(index + 1) + Array(label.utf8) + [0], little32)
      }
    }
    let format = [1, 0, 1, 0] + little32(8000) + little32(16000) + [2, 0, 16, 0]
    let parts: [Character: [UInt8]] = [
      "f": chunk("fmt ", format, little32), "d": chunk("data", [UInt8](repeating: 0, count: 16000), little32),
      "c": chunk("cue ", cues, little32), "a": chunk("LIST", names, little32),
    ]
    return chunk("RIFF", Array("WAVE".utf8) + order.flatMap { parts[$0] ?? [] }, little32)
  }

  private func chunk(_ name: String, _ body: [UInt8], _ size: (Int) -> [UInt8]) -> [UInt8] {
    Array(name.utf8) + size(body.count) + body + (body.count % 2 == 1 ? [0] : [])
  }
  private func little32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
  private func big32(_ value: Int) -> [UInt8] { little32(value).reversed() }
  private func big16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
}
