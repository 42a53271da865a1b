import Testing
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaSound
import TilawaTestSupport

@Suite struct AudioImportTests {
  private func sound(_ length: Int64, in folder: TemporaryFolder, _ name: String) throws -> String {
    var recitation = GeneratedRecitation([.init(length, pauseAfter: 0)])
    recitation.leadIn = .zero
    try recitation.write(to: folder.path(of: name), encoding: .wav)
    return folder.path(of: name)
  }

  private func run(
    _ file: String, in folder: TemporaryFolder, _ transfer: AudioImport.Transfer = .copy,
    title: String? = "Night"
  ) throws -> AudioImport.Result {
    var facts = AudioImport.Facts(id: "night")
    facts.title = title
    return try AudioImport(
      file, shownAs: file, into: folder.path, transfer: transfer, facts: facts
    ).run()
  }

  @Test func copiesAndTellsWhatTheFileIs() throws {
    let folder = try TemporaryFolder()
    let file = try sound(2500, in: folder, "memo.wav")
    let result = try run(file, in: folder)
    #expect(result.bundle == folder.path(of: "night.tilawa") && !result.wasThere)
    #expect(result.duration.count == 2500)
    let bundle = TilawaBundle(readingAt: result.bundle, shownAs: "night.tilawa")
    #expect(bundle.diagnostics.isEmpty)
    let audio = try #require(bundle.recording?.content?.audio)
    #expect(audio.file?.value == "audio.wav" && audio.duration?.value.count == 2500)
    #expect(audio.sha256?.value == (try FileDigest.of(file).sha256))
    #expect(try FileContents.read(folder.path(of: "night.tilawa/audio.wav")) == FileContents.read(file))
  }

  @Test func theSameAudioIsFoundAndOtherAudioRefused() throws {
    let folder = try TemporaryFolder()
    let file = try sound(1000, in: folder, "memo.wav")
    _ = try run(file, in: folder)
    #expect(try run(file, in: folder).wasThere)
    let recording = try folder.text(of: "night.tilawa/recording.yaml")
    let other = try sound(2000, in: folder, "other.wav")
    #expect(throws: Failure.self) { try run(other, in: folder, .move) }
    #expect(try folder.text(of: "night.tilawa/recording.yaml") == recording)
    #expect(try folder.names(in: ".") == ["memo.wav", "night.tilawa", "other.wav"])
  }

  /// Chapters that follow each other are kept by their starts. An end is kept if it lies before the next
  /// chapter, or before the end of the audio.
  @Test func chaptersInsideBecomeMarkers() throws {
    let folder = try TemporaryFolder()
    func chapter(_ start: Int64, _ end: Int64, _ label: String) -> AudioMetadata.Marker {
      var chapter = AudioMetadata.Marker(at: Milliseconds(start), label: label)
      chapter.end = Milliseconds(end)
      return chapter
    }
    for (ending, keepsEnds) in [("mp3", true), ("flac", false)] {
      let encoding = try #require(AudioEncoding(fileName: "a.\(ending)"))
      let file = folder.path(of: "\(ending).\(ending)")
      try AudioCut.copy(
        TimeSpan(length: Milliseconds(3000)), ofFileAt: sound(3000, in: folder, "\(ending).wav"), to: file,
        encoding: encoding)
      let chapters = [
        chapter(0, 500, "1:1"), chapter(500, 900, "Intro\u{7}duction"), chapter(1000, 9000, "1:8"),
        chapter(20_000, 21_000, "late"),
      ]
      try AudioChapters.insert(chapters, intoFileAt: file, as: encoding)
      let result = try run(file, in: folder, title: ending)
      #expect(result.markers == 3)
      #expect(
        result.remarks == ["left out: 1 of the markers or chapters in the file, after its end"])
      #expect(
        try folder.text(of: "\(ending).tilawa/markers.yaml") == """
          tilawa: 1
          markers:
            - { at: 0.000, ayah: "1:1" }
            - { at: 0.500, \(keepsEnds ? "end: 0.900, " : "")note: Intro duction }
            - { at: 1.000, note: "1:8" }

          """)
    }
  }

  /// Only `1:1` was read as a reference; all else became a note.
  @Test func labelsInsideAreReadAsLabels() throws {
    let folder = try TemporaryFolder()
    let file = try sound(3000, in: folder, "cues.wav")
    let labels = [
      "2.255", "\u{662}:\u{662}\u{665}\u{665}", "Al-Kahf 10",
      "1:2 verified conf=0.9 x-take=2 priority=3 -- louder",
      "skip=takbir", "? -- 1:1", "1:3:2", "1:9 verified", "cough",
    ]
    let points = labels.enumerated().map {
      AudioMetadata.Marker(at: Milliseconds(Int64($0 * 100)), label: $1)
    }
    // At one moment with the last.
    let twin = AudioMetadata.Marker(at: Milliseconds(800), label: "1:4 -- softer")
    try AudioChapters.insert(points + [twin], intoFileAt: file, as: .wav)
    let result = try run(file, in: folder)
    #expect(result.markers == 9)
    #expect(result.remarks == ["left out: the priority of rows in markers"])
    #expect(
      try folder.text(of: "night.tilawa/markers.yaml") == """
        tilawa: 1
        markers:
          - { at: 0.000, ayah: "2:255" }
          - { at: 0.100, ayah: "2:255" }
          - { at: 0.200, ayah: "18:10" }
          - { at: 0.300, ayah: "1:2", confirmed: true, confidence: 0.90, note: louder, x-take: 2 }
          - { at: 0.400, skip: takbir }
          - { at: 0.500, note: "1:1" }
          - { at: 0.600, ayah: "1:3", note: words 1:3:2 }
          - { at: 0.700, note: 1:9 verified }
          - { at: 0.800, ayah: "1:4", note: cough; softer }

        """)
  }

  @Test func movesOnceTheBundleIsComplete() throws {
    let folder = try TemporaryFolder()
    _ = try run(sound(1000, in: folder, "memo.wav"), in: folder, .move, title: nil)
    #expect(try folder.names(in: ".") == ["memo.tilawa"])
    #expect(try folder.names(in: "memo.tilawa") == ["audio.wav", "recording.yaml"])
  }

  @Test func aLinkIsSaidToLeadOutside() throws {
    let folder = try TemporaryFolder()
    let file = try sound(1000, in: folder, "memo.wav")
    _ = try run(file, in: folder, .link)
    let audio = folder.path(of: "night.tilawa/audio.wav")
    #expect((try? FileStatus.ifAny(audio, followingLinks: false))?.kind == .link)
    #expect(try folder.text(of: "night.tilawa/recording.yaml").contains("external: true"))
  }

  @Test func whatIsNoAudioLeavesNothing() throws {
    let folder = try TemporaryFolder(["memo.m4a": "nobody can read this"])
    let failure = AudioPrograms.$searchPath.withValue("") {
      #expect(throws: AudioError.self) { try run(folder.path(of: "memo.m4a"), in: folder) }
    }
    #expect(failure?.message.contains("install ffmpeg") == true)
    #expect(try folder.names(in: ".") == ["memo.m4a"])
  }
}
