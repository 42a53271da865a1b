import Foundation
import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine

/// `review --by-sound`: rows are held against what is heard, one by one.
@Suite struct SoundReviewTests {
  private static let recitation = SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(112, 4)), seed: 4)

  private static var places: [(ayah: Ayah, start: Milliseconds, end: Milliseconds)] {
    recitation.hearings.compactMap { heard in heard.ayah.map { ($0, heard.span.start, heard.span.end) } }
  }

  private static func segments(_ rows: [String]) -> String {
    "tilawa: 1\nsegments:\n" + rows.map { "  - { \($0) }\n" }.joined()
  }

  /// The rows as they are, each beginning and ending somewhere in the pauses.
  private static var right: [String] {
    places.map { place in
      "ayah: \"\(place.ayah)\", start: \(max(.zero, place.start - Milliseconds(200))), end: \(place.end + Milliseconds(200))"
    }
  }

  private func folder(_ rows: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\naudio:\n  file: audio.wav\nriwayah: hafs\n",
      "a.tilawa/segments.yaml": Self.segments(rows),
    ])
    try Self.recitation.write(to: folder.path(of: "a.tilawa/audio.wav"), encoding: .wav)
    return folder
  }

  private func said(_ arguments: [String], in folder: TemporaryFolder) -> String {
    transcript(arguments, in: folder.path).replacing(/tilawa: \d+ % .*\n/, with: "")
  }

  @Test func rowsThatAreRightContradictNothing() throws {
    let folder = try folder(Self.right)
    #expect(
      said(["review", "a.tilawa", "--by-sound"], in: folder) == "none of 4 rows contradicts the sound\n")
    let marked = said(["mark", "a.tilawa", "--passage", "112", "--dry-run"], in: folder)
    #expect(!marked.contains("contradict"), "\(marked)")
  }

  /// The same recording as FLAC is found; another recitation of the passage is not.
  @Test func theSameRecordingInAnotherEncodingIsFound() throws {
    let folder = try TemporaryFolder()
    for (name, seed, ending) in [("a", 4, "wav"), ("b", 4, "flac"), ("c", 9, "wav")]
      as [(String, UInt64, String)]
    {
      let recitation = SpokenRecitation(AyahRange(Ayah(113, 1), Ayah(114, 6)), seed: seed)
      let rows = recitation.hearings.compactMap { heard in
        heard.ayah.map { "ayah: \"\($0)\", start: \(heard.span.start), end: \(heard.span.end)" }
      }
      try folder.write(
        "tilawa: 1\nid: \(name)\naudio:\n  file: audio.\(ending)\nriwayah: hafs\n",
        to: "\(name).tilawa/recording.yaml")
      try folder.write(Self.segments(rows), to: "\(name).tilawa/segments.yaml")
      try recitation.write(
        to: folder.path(of: "\(name).tilawa/audio.\(ending)"), encoding: ending == "flac" ? .flac : .wav)
    }
    let text = said(["review", ".", "--by-sound"], in: folder)
    #expect(
      text.contains(/b\.tilawa is the same recording as a\.tilawa: \d+ ayat begin at the same times\n/),
      "\(text)")
    #expect(!text.contains("c.tilawa is the same") && !text.contains("as c.tilawa"), "\(text)")
  }

  /// Each label one ayah early, some of them verified: what was heard is listed and nothing is changed.
  @Test func labelsThatAreOneAyahOffAreListedOneByOne() throws {
    let places = Self.places
    let rows =
      [
        "ayah: \"112:1\", start: 0.000, end: \(places[0].start)",
        "ayah: \"112:2\", start: \(places[0].start), end: \(places[0].end), verified: true",
        "ayah: \"112:3\", start: \(places[1].start), end: \(places[1].end)",
        "ayah: \"112:4\", start: \(places[2].start), end: \(places[2].end)",
        "skip: other, start: \(places[3].start), end: \(places[3].end)",
      ]
    let folder = try folder(Array(rows.dropFirst()))
    let text = try folder.text(of: "a.tilawa/segments.yaml")
    let listed = said(["review", "a.tilawa", "--by-sound"], in: folder)
    // 112:1 has no row, so nobody listens for it; 112:2 is heard elsewhere, and was only labelled here.
    #expect(
      listed.contains("a.tilawa/segments.yaml:3:5: \(places[0].start)  112:2  by the sound, begins at "))
    #expect(
      listed.contains("  112:3  heard here: 112:2\n") && listed.contains("  112:4  heard here: 112:3\n")
    )
    #expect(listed.contains("  skip other  heard here: 112:4\n"), "\(listed)")
    #expect(listed.hasSuffix("4 of 4 rows contradict the sound\n[exit 1]\n"), "\(listed)")
    #expect(try folder.text(of: "a.tilawa/segments.yaml") == text)
    // Marking goes around what is verified, so it speaks of the others.
    let open = try self.folder(rows.dropFirst().map { $0.replacing(", verified: true", with: "") })
    let marked = said(["mark", "a.tilawa", "--passage", "112", "--dry-run"], in: open)
    #expect(
      marked.contains(
        "segments.yaml contradict the sound; to list them, run `tilawa review a.tilawa --by-sound`\n"),
      "\(marked)")
    #expect(marked.hasSuffix("[exit 1]\n"))
  }

  @Test func aBoundaryThatLiesElsewhereIsTold() throws {
    let places = Self.places
    var rows = Self.right
    let wrong = places[2].start + Milliseconds((places[2].end - places[2].start).count / 2 - 100)
    rows[1] = "ayah: \"112:2\", start: \(places[1].start), end: \(wrong)"
    rows[2] = "ayah: \"112:3\", start: \(wrong), end: \(places[2].end)"
    let listed = said(["review", "a.tilawa", "--by-sound"], in: try folder(rows))
    #expect(listed.contains(/\s112:3  by the sound, begins at \d+\.\d+\n/), "\(listed)")
    #expect(!listed.contains("112:1  ") && !listed.contains("112:4  "), "\(listed)")
    #expect(listed.hasSuffix("[exit 1]\n"))
  }

  @Test func aRecordingThatCanNotBeHeardIsNoSilentSuccess() throws {
    let folder = try folder(Self.right)
    _ = try BuiltProgram.shell("cp -r a.tilawa b.tilawa && rm b.tilawa/audio.wav", in: folder.path)
    let listed = said(["review", ".", "--by-sound"], in: folder)
    #expect(listed.contains("b.tilawa") && listed.hasSuffix("[exit 2]\n"), "\(listed)")
    #expect(said(["review", ".", "--by-sound", "--listen"], in: folder).contains("cannot be used together"))
  }
}
