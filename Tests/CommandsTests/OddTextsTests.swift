import Foundation
import Testing
import TilawaExchange
import TilawaTestSupport

@testable import TilawaBase

/// An export with full labels that comes back unedited changes nothing, whatever the texts are.
@Suite struct OddTextsTests {
  private static let formats = ForeignFormat.all.filter { format in
    switch format.write {
    // What doesn't say where rows lie goes into no bundle that is there.
    case .file, .collection: format.read != nil && format.holds.hasRows && !format.loses.contains(.start)
    case .folder, .sound, .none: false
    }
  }.map(\.name)

  /// Each text as a note of a segment and of a marker, and as a value of a key of the user's own.
  private static var files: [String: String] {
    let texts = OddTexts.all.map { JSONValue.string($0).compactText }
    var segments = "tilawa: 1\n# by hand\nsegments:\n"
    var markers = "tilawa: 1\nmarkers:\n"
    for (index, text) in texts.enumerated() {
      let start = index * 2
      let note = index % 2 == 0 ? "note: \(text)" : "note: plain, x-take: \(text)"
      segments +=
        "  - { ayah: \"2:\(index + 1)\", start: \(start).000, end: \(start + 2).000, \(note) }  # row \(index)\n"
      markers += "  - { at: \(1000 + start).000, note: \(text) }\n"
      markers += "  - { at: \(1001 + start).500, ayah: '2:\(index + 1)', note: \(text), confidence: 0.9 }\n"
    }
    for (index, value) in [
      "1e3", "true", "null", "'true'", "\"1e3\"", "[1, 'a b']", "{ a: 'b c' }", "1.50", "0x1F",
    ].enumerated() {
      segments +=
        "  - { skip: talk, start: \(400 + index).000, end: \(401 + index).000, x-value: \(value) }\n"
    }
    for (index, note) in ["1e3", "true", "'so'", "5", "plain text"].enumerated() {
      segments += "  - { skip: talk, start: \(420 + index).000, end: \(421 + index).000, note: \(note) }\n"
    }
    for (index, number) in ["0.996", "0.8951", "0.9", "0.50", "1", "0", "0.00001", "0.123456789"].enumerated()
    {
      segments +=
        "  - { ayah: \"3:\(index + 1)\", start: \(500 + index).000, end: \(501 + index).000, confidence: \(number) }\n"
      markers += "  - { at: \(2000 + index).000, confidence: \(number) }\n"
    }
    return [
      "a.tilawa/recording.yaml": """
      tilawa: 1
      id: "1e3"
      title: '"so": # odd'
      audio: { file: a.flac, duration: 3600.000 }
      reciter: cem.x
      riwayah: hafs

      """,
      "a.tilawa/segments.yaml": segments, "a.tilawa/markers.yaml": markers,
    ]
  }

  @Test(arguments: formats, [["--label", "full"], ["--label", "full", "--guard-formulas"], []])
  func whatComesBackUneditedChangesNothing(_ name: String, _ options: [String]) throws {
    let folder = try TemporaryFolder(Self.files)
    let out = transcript(
      ["convert", "a.tilawa", "out.x", "--to", name] + options, in: folder.path, environment: [:])
    // Formats of whole surahs have nothing to write.
    guard FileStatus.mayBe(.file, folder.path(of: "out.x")) else {
      #expect(out.contains("[exit"), "\(out)")
      return
    }
    let back = transcript(
      ["convert", "out.x", "a.tilawa", "--from", name], in: folder.path, environment: [:])
    for (path, text) in Self.files {
      #expect(try folder.text(of: path) == text, "\(name) \(options) \(path): \(back)")
    }
    #expect(!back.contains("[exit"), "\(name) \(options): \(back)")
  }

  /// Among all of them what a person did change comes in, and nothing else.
  @Test func anEditAmongOddTextsIsTheOnlyChange() throws {
    let folder = try TemporaryFolder(Self.files)
    _ = transcript(
      ["convert", "a.tilawa", "out.txt", "--to", "audacity", "--label", "full"], in: folder.path,
      environment: [:])
    let labels = try folder.text(of: "out.txt").components(separatedBy: "\n")
    let edited = labels.map { line in
      line.hasPrefix("4.000000\t") ? line.replacingOccurrences(of: "4.000000\t", with: "4.250000\t") : line
    }.filter { !$0.hasPrefix("500.000000\t") }
    #expect(edited.count == labels.count - 1 && edited != labels)
    _ = try folder.write(edited.joined(separator: "\n"), to: "out.txt")
    let back = transcript(
      ["convert", "out.txt", "a.tilawa", "--from", "audacity"], in: folder.path, environment: [:])
    let expected = try #require(Self.files["a.tilawa/segments.yaml"]).components(separatedBy: "\n").map {
      $0.replacingOccurrences(of: "start: 4.000,", with: "start: 4.250,")
    }.filter { !$0.contains("start: 500.000") }
    #expect(try folder.text(of: "a.tilawa/segments.yaml") == expected.joined(separator: "\n"), "\(back)")
    #expect(try folder.text(of: "a.tilawa/markers.yaml") == Self.files["a.tilawa/markers.yaml"], "\(back)")
  }
}
