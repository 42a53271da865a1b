import Audio
import Files
import TestSupport
import Testing
import Timing

/// `tilawa play` and `tilawa render` as their user sees them.
struct PlayCommandTests {
  /// 112:1-3 of one recording, the second half of which is not there.
  private static func library() throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": """
      tilawa: 1
      id: a
      title: a
      audio: { file: audio.flac, duration: 2.000 }
      reciter: ali
      riwayah: hafs

      """,
      "a.tilawa/segments.yaml": """
      tilawa: 1
      segments:
        - { ayah: "112:1", start: 0.000, end: 0.500, verified: true }
        - { ayah: "112:2", start: 0.500, end: 0.750 }
        - { ayah: "112:3", start: 1.000, end: 2.000 }

      """,
    ])
    var recitation = GeneratedRecitation([.init(1500, pauseAfter: 0)])
    recitation.leadIn = .zero
    recitation.sampleRate = 8000
    try recitation.write(to: folder.path(of: "a.tilawa/audio.flac"), encoding: .flac)
    return folder
  }

  private func fake(_ name: String, _ script: String, in folder: TemporaryFolder) throws {
    try folder.write("#!/bin/sh\necho \"$0\" \"$@\" >> called\n\(script)\n", to: "bin/\(name)")
    _ = try BuiltProgram.shell("chmod +x bin/\(name)", in: folder.path)
  }

  private func shell(_ command: String, in folder: TemporaryFolder) throws -> String {
    try BuiltProgram.shell(
      command, in: folder.path,
      environment: [
        "PATH": "\(folder.path)/bin:\(BuiltProgram.folder):/bin", "XDG_DATA_HOME": "\(folder.path)/data",
        "SOURCE_DATE_EPOCH": "1704463331",
      ])
  }

  @Test func playsThroughTheFirstPlayerThatWorks() throws {
    let folder = try Self.library()
    try fake("pw-play", "exit 1", in: folder)
    try fake("paplay", "exec cat > heard", in: folder)
    #expect(try shell("tilawa play 112:1-2 --gap 0.25 --no-basmalah --no-fade", in: folder) == "")
    var reader = try AudioReader(fileAt: folder.path(of: "a.tilawa/audio.flac"))
    let source = try reader.read(frames: 6000)
    let expected =
      Array(source[..<4000]) + [Float](repeating: 0, count: 2000) + Array(source[4000...])
    #expect(try FileContents.read(folder.path(of: "heard")) == WAVBytes.of(expected))
    #expect(
      try folder.text(of: "called").contains(
        "bin/paplay --raw --format=s16le --rate=8000 --channels=1 --latency-msec=150"))
    #expect(
      try shell("tilawa play 112:1 --no-basmalah --player pw-play", in: folder) == """
        tilawa: nothing can be played; pw-play: exit status 1; pw-play: exit status 1
        [exit 2]

        """)
  }

  @Test func tellsTheJournalHowFarOneListened() throws {
    let folder = try Self.library()
    try fake("paplay", "exec cat > heard", in: folder)
    let play = "tilawa play 112:1-2 --player paplay --no-basmalah"
    #expect(try shell("\(play) --no-journal", in: folder) == "")
    #expect(try shell("\(play) --stdout > a.wav", in: folder) == "")
    #expect(FileStatus.ifAny(folder.path(of: "data")) == nil)
    #expect(try shell(play, in: folder) == "")
    func journal(_ listened: String) -> String {
      """
      tilawa: 1
      ayah: "112:2"
      ayat: "112:1-2"
      reciter: ali
      riwayah: hafs
      at: 2024-01-05T14:02:11Z
      listened: \(listened)

      """
    }
    #expect(try folder.text(of: "data/tilawa/journal/listening.yaml") == journal("0.750"))
    #expect(try shell("\(play) --journal mine && \(play) --journal mine", in: folder) == "")
    #expect(try folder.text(of: "mine/listening.yaml") == journal("1.500"))
    // What can't be written stops nobody from listening, and stays as it is.
    try folder.write("tilawa: 1\nayah: soon\n", to: "mine/listening.yaml")
    let said = try shell("\(play) --journal mine", in: folder)
    #expect(said.hasPrefix("tilawa: can't remember where you stop: ") && !said.contains("[exit"), "\(said)")
    #expect(try folder.text(of: "mine/listening.yaml") == "tilawa: 1\nayah: soon\n")
  }

  /// However it ends: what was heard is remembered.
  @Test(arguments: ["INT", "TERM", "HUP"]) func remembersWhenASignalEndsIt(signal: String) throws {
    let folder = try Self.library()
    try fake("paplay", "exec cat > heard", in: folder)
    let said = try shell(
      """
      tilawa play 112:1-2 --player paplay --no-basmalah --range-repeats infinite --for 40h 2> /dev/null &
      await 'test -s heard'
      sleep 0.3
      kill -\(signal) $!
      wait $! 2> /dev/null
      echo "status $?"
      """, in: folder)
    #expect(said.contains("status \(["INT": 130, "TERM": 143, "HUP": 129][signal] ?? 0)"), "\(said)")
    let journal = try folder.text(of: "data/tilawa/journal/listening.yaml")
    #expect(journal.contains("ayah: \"112:") && journal.contains("reciter: ali\n"), "\(journal)")
    #expect(!journal.contains("listened: 0.000"))
  }

  @Test func writesTheSameToStandardOutput() throws {
    let folder = try Self.library()
    let command = "--ayah-repeats 2 --no-basmalah --speed 1.25"
    _ = try shell("tilawa play 112:1-2 --stdout \(command) > a.wav", in: folder)
    _ = try shell("tilawa render 112:1-2 \(command) -o b.wav --quiet", in: folder)
    var a = try AudioReader(fileAt: folder.path(of: "a.wav"))
    var b = try AudioReader(fileAt: folder.path(of: "b.wav"))
    let samples = try a.read(frames: 100_000)
    #expect(samples.count == 2 * (3200 + 1600))
    #expect(try b.read(frames: 100_000) == samples)
    let cues = try AudioMetadata.read(fromFileAt: folder.path(of: "b.wav")).markers
    #expect(cues.map(\.at.count) == [0, 400, 800, 1000])
    #expect(cues.map(\.label) == ["112:1", "112:1", "112:2", "112:2"])
  }

  @Test func rendersWhatIsThereAndSaysWhatIsNot() throws {
    let folder = try Self.library()
    #expect(
      transcript("render", "112:2-4", "--no-basmalah", "-o", "out.flac", in: folder.path) == """
        [stderr]
        tilawa: missing 112:4; each is replaced by 0.500 s of silence
        tilawa: 112:3: the last 0.500 s are past the end of the recording
        out.flac: 0:01, 3 chapters, 8000 Hz, mono; chapters in out.cue
        [exit 1]

        """)
    #expect(try AudioProbe.properties(ofFileAt: folder.path(of: "out.flac")).frames == 2000 + 4000 + 4000)
    #expect(try folder.text(of: "out.cue").contains("TITLE \"112:4 missing\""))
    #expect(
      transcript("render", "112:1", "--range-repeats", "infinite", "-o", "out.wav", in: folder.path)
        .contains("the queue has no end; --for 30m ends it"))
    #expect(
      transcript("render", "112:1", "--sample-rate", "44100", "-o", "out.opus", in: folder.path).contains(
        "opus can't hold 44100 Hz; it can 8000, 12000, 16000, 24000, 48000"))
    #expect(
      transcript("render", "113", "-o", "out.wav", in: folder.path).contains("[exit 1]"))
  }
}

/// Samples as 16-bit little-endian whole numbers.
private enum WAVBytes {
  static func of(_ samples: [Float]) -> [UInt8] {
    samples.flatMap { sample -> [UInt8] in
      let value = Int16(sample * 32768)
      return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
  }
}
