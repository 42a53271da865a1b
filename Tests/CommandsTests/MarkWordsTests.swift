import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaCommandLine
@testable import TilawaKit

/// Tests `mark` by sounds from the user's side: bundles and bare files, words, segments, and the messages
/// about them.
@Suite struct MarkWordsTests {
  private let recitation = SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(112, 4)), seed: 20)

  private var recording: String {
    """
    tilawa: 1
    id: a
    audio:
      file: audio.flac
      duration: \(recitation.duration)
    passage: "112:1-4"

    """
  }

  private func inBundle(
    _ files: [String: String] = [:], _ body: (TemporaryFolder) throws -> Void
  ) throws {
    let folder = try TemporaryFolder(["a.tilawa/recording.yaml": recording + "riwayah: warsh\n"])
    for (name, text) in files { try folder.write(text, to: "a.tilawa/\(name)") }
    try recitation.write(to: folder.path(of: "a.tilawa/audio.flac"), encoding: .flac)
    return try withExtendedLifetime(folder) { try body(folder) }
  }

  /// The values of a key in rows of flow mappings.
  private func times(_ key: String, _ text: String) -> [Double] {
    text.split(separator: "\n").compactMap { line in
      line.split(separator: "\(key): ").dropFirst().first.flatMap {
        Double($0.prefix { $0.isNumber || $0 == "." })
      }
    }
  }

  @Test func aRiwayahIsAlsoThatOfTheReciter() throws {
    let reciter = "tilawa: 1\nid: b\nname: B\nriwayah: warsh\n"
    try inBundle(["recording.yaml": recording, "reciter.yaml": reciter]) { folder in
      for more in [[], ["--dry-run"]] {
        let told = transcript(["mark", "a.tilawa"] + more, in: folder.path)
        #expect(told.contains("recognition uses the sounds of hafs; warsh may differ"), "\(told)")
      }
    }
  }

  @Test func writesWordsAndKeepsThoseOfAPerson() throws {
    let hand = recitation.hearings[0].words[0]
    let mine = "  - { ayah: \"112:1\", word: 1, start: \(hand.start), end: \(hand.end) }   # by ear\n"
    try inBundle(["words.yaml": "tilawa: 1\nwords:\n\(mine)"]) { folder in
      let told = transcript("mark", "a.tilawa", "--words", in: folder.path)
      #expect(told.contains("a.tilawa/markers.yaml: 4 markers, 112:1-4 recognised"))
      #expect(told.contains("a.tilawa/words.yaml: 14 words, 1 of yours kept\n"))
      #expect(told.contains("recognition uses the sounds of hafs; warsh may differ"))
      let words = try folder.text(of: "a.tilawa/words.yaml")
      #expect(words.contains(mine))
      let starts = times("start", words)
      let truth = recitation.hearings.flatMap(\.words)
      #expect(starts.count == truth.count && starts == starts.sorted())
      let near = zip(starts, truth).count { abs($0 - $1.start.seconds) <= 0.2 }
      #expect(near >= truth.count - 1)
      #expect(
        transcript("lint", "a.tilawa", "--quiet", in: folder.path).hasSuffix("[exit 0]\n")
          || !transcript("lint", "a.tilawa", in: folder.path).contains("W4"))
      // A second time finds the same, and writes nothing.
      let before = try folder.text(of: "a.tilawa/words.yaml")
      #expect(transcript("mark", "a.tilawa", "--words", "--dry-run", "-q", in: folder.path) == "")
      #expect(try folder.text(of: "a.tilawa/words.yaml") == before)
    }
  }

  @Test func goesStraightToSegments() throws {
    try inBundle { folder in
      let shown = transcript("mark", "a.tilawa", "--segment", "--dry-run", in: folder.path)
      #expect(shown.contains("a.tilawa/segments.yaml\n") && !shown.contains("markers.yaml\n"))
      #expect(try folder.names(in: "a.tilawa") == ["audio.flac", "recording.yaml"])
      let told = transcript("mark", "a.tilawa", "--segment", in: folder.path)
      #expect(told.contains("a.tilawa: 4 markers, 112:1-4 recognised"))
      #expect(told.contains("a.tilawa/segments.yaml: 4 segments made\n"))
      #expect(try folder.names(in: "a.tilawa") == ["audio.flac", "recording.yaml", "segments.yaml"])
      let segments = try folder.text(of: "a.tilawa/segments.yaml")
      #expect(times("start", segments).count == 4)
      #expect(
        transcript("mark", "a.tilawa", "--segment", in: folder.path).contains("0 segments made, 4 unchanged"))
      #expect(try folder.text(of: "a.tilawa/segments.yaml") == segments)
    }
  }

  @Test func printsWhatABareFileHolds() throws {
    try inBundle { folder in
      try FileTransfer.move(folder.path(of: "a.tilawa/audio.flac"), to: folder.path(of: "a.flac"))
      func marked(_ options: String...) -> String {
        transcript(["mark", "a.flac", "-q"] + options, in: folder.path)
      }
      #expect(
        marked("--passage=112", "--segment").hasPrefix("tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: ")
      )
      let words = marked("--passage=112", "--words")
      #expect(words.hasPrefix("tilawa: 1\nwords:\n  - { ayah: \"112:1\", word: 1, start: "))
      let json = marked("--passage=112", "--words", "--json")
      #expect(
        json.contains(
          "\"passages\": [\n    \"112:1-4\"\n  ],\n  \"rows\": [\n    {\n      \"ayah\": \"112:1\",\n      \"skip\": null,\n"
        ))
      #expect(json.contains("\"words\": [\n    {\n      \"ayah\": \"112:1\",\n      \"word\": 1,\n"))
      #expect(marked("--passage=112", "--words", "--segment").hasSuffix("[exit 2]\n"))
      #expect(marked("--passage=112", "--words", "--method=lengths").hasSuffix("[exit 2]\n"))
      #expect(try folder.names(in: ".") == ["a.flac", "a.tilawa"])
    }
  }

  /// Ayat that are stated and not recited are not reported as found, and the exit status is 1.
  @Test func whatIsNotHeardIsNotCalledFound() throws {
    let part = SpokenRecitation(AyahRange(Ayah(91, 3), Ayah(91, 9)), seed: 7)
    let folder = try TemporaryFolder()
    try part.write(to: folder.path(of: "part.flac"), encoding: .flac)
    let said = transcript("mark", "part.flac", "--passage", "91:1-10", in: folder.path)
    #expect(said.contains("markers, 91:3-9 recognised"), "\(said)")
    #expect(said.contains("tilawa: 91:1-2, 91:10 not heard"))
    #expect(said.hasSuffix("[exit 1]\n"))
    #expect(!transcript("mark", "part.flac", "--passage", "91:3-9", in: folder.path).contains("[exit"))
  }

  /// A marker that the search had to place somewhere is reported as a guess. An ayah that is also surely
  /// found elsewhere isn't.
  @Test func guessesAreCalledGuesses() {
    func told(_ ayat: [(ayah: Int, confidence: Double)], unheard: [AyahRange] = []) -> String {
      var marks = RecordingMarks(naming: .bySound, ayat: 7)
      marks.unheard = unheard
      marks.markers = ayat.enumerated().map { place, row in
        var marker = Marker(at: Milliseconds(Int64(place) * 1000), confidence: row.confidence)
        marker.ayah = AyahRange(Ayah(1, row.ayah))
        return marker
      }
      let recording = TerminalRecording(in: "/")
      let passage = AyahRange(Ayah(1, 1), Ayah(1, 7))
      let report = MarkReport(passages: [passage], isDryRun: false, terminal: recording.terminal)
      let outcome = report.tell(marks, at: "a", kept: 0)
      return recording.talk + "[\(outcome.rawValue)]"
    }
    let all = (1...7).map { (ayah: $0, confidence: 0.99) }
    #expect(told(all) == "a: 7 markers, 1:1-7 recognised\n[0]")
    let some = [(1, 0.99), (2, 0.95), (6, 0.02), (7, 0.02)].map { (ayah: $0.0, confidence: $0.1) }
    #expect(
      told(some, unheard: [AyahRange(Ayah(1, 3), Ayah(1, 5))]) == """
        a: 4 markers, 1:1-2 recognised, 2 to check
        tilawa: 1:3-5 not heard; markers are missing, or the passage is wrong
        tilawa: 1:6-7 not recognised; the markers there are guesses
        [1]
        """)
    #expect(
      told(all.map { ($0.ayah, 0.02) }).hasPrefix(
        "a: 7 markers, no part of 1:1-7 recognised, 7 to check\n"))
    #expect(told(all + [(ayah: 1, confidence: 0.02)]).hasSuffix("[0]"))
  }
}
