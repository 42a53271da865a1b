import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

/// `tilawa play` and `tilawa render` as their user sees them.
@Suite(.waits) struct PlayCommandTests {
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
        tilawa: no sound device works (tried pw-play); `tilawa studio` plays in a browser instead
        [exit 2]

        """)
  }

  @Test func tellsTheJournalHowFarOneListened() throws {
    let folder = try Self.library()
    try fake("paplay", "exec cat > heard", in: folder)
    let play = "tilawa play 112:1-2 --player paplay --no-basmalah"
    #expect(try shell("\(play) --no-journal", in: folder) == "")
    #expect(try shell("\(play) --stdout > a.wav", in: folder) == "")
    #expect((try? FileStatus.ifAny(folder.path(of: "data"))) == nil)
    #expect(try shell(play, in: folder) == "")
    func journal(_ listened: String) -> String {
      """
      tilawa: 1
      ayah: "112:2"
      item: 2
      position: 0.250
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
    #expect(said.hasPrefix("tilawa: cannot record your position: ") && !said.contains("[exit"), "\(said)")
    #expect(try folder.text(of: "mine/listening.yaml") == "tilawa: 1\nayah: soon\n")
  }

  /// A listener stops, by a key or a signal, and continues at the same moment of the same repetition, at the
  /// same speed.
  @Test(arguments: ["q", "INT"]) func goesOnExactlyWhereOneStopped(_ end: String) throws {
    let folder = try Self.library()
    try fake("paplay", "exec cat > heard", in: folder)
    let environment = [
      "PATH": "\(folder.path)/bin:/bin:/usr/bin", "TERM": "xterm", "LANG": "C.UTF-8",
      "XDG_DATA_HOME": "\(folder.path)/data", "SOURCE_DATE_EPOCH": "1704463331",
    ]
    let terminal = try KeyboardTerminal(
      [
        "play", "112:1-2", "--no-basmalah", "--speed", "0.5", "--ayah-repeats", "3", "--gap", "0.1",
        "--no-fade",
      ],
      in: folder.path, environment: environment)
    #expect(terminal.wait { $0.contains("of 0:05  112:1  ali  ayah 1/3") && $0.contains("q quit") })
    #expect(terminal.press("n") { $0.contains("ayah 2/3") })
    #expect(terminal.wait { $0.contains("0:02 of 0:05") })
    if end == "q" { _ = terminal.press("q") } else { terminal.kill(SIGINT) }
    #expect(terminal.end() == (end == "q" ? 0 : SIGINT))
    let journal = try folder.text(of: "data/tilawa/journal/listening.yaml")
    #expect(
      journal.hasPrefix("tilawa: 1\nayah: \"112:1\"\nitem: 2\nposition: 0.")
        && journal.contains("speed: 0.5\ngap: 0.100\nayah_repeats: 3\nat:"), "\(journal)")
    let position = try #require(
      journal.split(separator: "\n").first { $0.hasPrefix("position:") }?.split(separator: " ").last
        .flatMap { Milliseconds($0) })
    #expect(position > Milliseconds(150) && position < Milliseconds(490), "\(position)")
    // What was heard of the ayah is left out; the rest of it and what follows is as it was to be.
    let shown = try shell("tilawa queue --resume --no-basmalah", in: folder).split(separator: "\n")
    #expect(shown.first?.contains("stopped at 112:1, \(position) s into it") == true, "\(shown)")
    #expect(shown.count == 1 + 5 + 4 + 1, "\(shown)")
    #expect(shown.dropFirst().first?.contains("\(position)  0.500") == true, "\(shown)")
    #expect(try shell("tilawa play --resume --no-basmalah --no-fade", in: folder).contains("stopped at"))
    let rest = 0.5 - position.seconds
    let seconds = (rest + 0.5 + 3 * 0.25) / 0.5 + 4 * 0.1
    let heard = try Double(FileContents.read(folder.path(of: "heard")).count) / 16_000
    #expect(abs(heard - seconds) < 0.1, "\(heard) \(seconds)")
    let after = try folder.text(of: "data/tilawa/journal/listening.yaml")
    #expect(after.contains("ayah: \"112:2\"\nitem: 6\nposition: 0.250\nayat: \"112:1-2\""), "\(after)")
    #expect(after.contains("speed: 0.5\ngap: 0.100\nayah_repeats: 3\n"), "\(after)")
  }

  /// The settings decide where the journal's item isn't of its ayah any more.
  @Test func findsTheNearestItemWhenTheQueueHasChanged() throws {
    let folder = try Self.library()
    try folder.write(
      """
      tilawa: 1
      ayah: "112:1"
      item: 3
      position: 0.125
      ayat: "112:1-2"
      reciter: ali
      riwayah: hafs
      x-mine: kept

      """, to: "mine/listening.yaml")
    let resume = "tilawa queue --resume --journal mine --no-basmalah"
    #expect(try shell(resume, in: folder).contains("0.125  0.500"))
    let repeated = try shell("\(resume) --ayah-repeats 2", in: folder)
    // The second of 112:1, 112:1, 112:2, 112:2 is nearest.
    #expect(
      repeated.contains("total of 3 items") && !repeated.contains("112:1           ayah 1/2"), "\(repeated)")
    try fake("paplay", "exec cat > heard", in: folder)
    _ = try shell("tilawa play --resume --journal mine --no-basmalah --no-fade", in: folder)
    #expect(try FileContents.read(folder.path(of: "heard")).count == 10_000)
    #expect(try folder.text(of: "mine/listening.yaml").contains("x-mine: kept"))
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

  @Test func repeatsAStretchOfARecording() throws {
    let folder = try Self.library()
    try folder.write(
      """
      tilawa: 1
      words:
        - { ayah: "112:1", word: 1, start: 0.000, end: 0.100 }
        - { ayah: "112:1", word: 2, start: 0.100, end: 0.300 }
        - { ayah: "112:1", word: 3, start: 0.300, end: 0.500 }

      """, to: "a.tilawa/words.yaml")
    // A header of 80 bytes, and 16-bit samples at 8000 Hz.
    func length(_ options: String) throws -> Int {
      #expect(try shell("tilawa play a.tilawa \(options) --stdout > a.wav", in: folder) == "")
      return (try FileContents.read(folder.path(of: "a.wav")).count - 80) / 16
    }
    #expect(try length("--start 0.1 --end 0.3") == 200)
    #expect(try length("--start 0.1 --end 0.3 --range-repeats 3") == 600)
    #expect(try length("--start 0.1 --end 0.3 --range-repeats 3 --set-pause 1") == 2600)
    #expect(try length("112:1-2 --range-repeats 2 --set-pause 0.5") == 2000)
    #expect(try length("112:1 --words 2-3 --range-repeats 2") == 800)
    let endless = "tilawa play a.tilawa --start 0.1 --end 0.3 --range-repeats infinite --stdout"
    #expect(try shell("\(endless) | head -c 100000 | wc -c", in: folder).contains("100000"))
    #expect(
      try shell("tilawa play a.tilawa 112:1-2 --words 2 --stdout | wc -c", in: folder).contains(
        "--words needs one ayah"))
    #expect(
      try shell("tilawa play a.tilawa 112:2 --words 2 --stdout | wc -c", in: folder).contains(
        "a.tilawa has no times of its words; find them with `tilawa mark --words a.tilawa`"))
    #expect(
      try shell("tilawa play a.tilawa --gap 1 --stdout | wc -c", in: folder).contains(
        "--gap applies to ayat of a library"))
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
        tilawa: 112:3: the last 0.500 s are after the end of the recording
        out.flac: 0:01, 3 chapters, 8000 Hz, mono; chapters in out.cue
        [exit 1]

        """)
    #expect(try AudioProbe.properties(ofFileAt: folder.path(of: "out.flac")).frames == 2000 + 4000 + 4000)
    #expect(try folder.text(of: "out.cue").contains("TITLE \"112:4 missing\""))
    #expect(
      transcript("render", "112:1", "--range-repeats", "infinite", "-o", "out.wav", in: folder.path)
        .contains("the queue has no end; limit it with --for 30m"))
    #expect(
      transcript("render", "112:1", "--sample-rate", "44100", "-o", "x.opus", in: folder.path).contains(
        "opus does not support 44100 Hz; it supports 8000, 12000, 16000, 24000, 48000"))
    #expect(
      transcript("render", "113", "-o", "out.wav", in: folder.path).contains("[exit 1]"))
  }
}

/// `tilawa play` of one bundle, and at a terminal.
@Suite(.waits) struct PlayBundleTests {
  private func folder(_ files: [String: String] = [:]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder(
      [
        "a.tilawa/recording.yaml": """
        tilawa: 1
        id: a
        audio: { file: audio.wav, duration: 6.000 }
        riwayah: hafs

        """,
        "a.tilawa/segments.yaml": """
        tilawa: 1
        segments:
          - { skip: takbir, start: 0.000, end: 0.500 }
          - { ayah: "112:1", start: 0.500, end: 1.000, verified: true }

        """,
        "a.tilawa/markers.yaml": """
        tilawa: 1
        markers:
          - { at: 2.000, ayah: "112:3", confidence: 0.60 }
          - { at: 1.500, ayah: "112:2", end: 1.750 }
          - { at: 3.000 }

        """,
      ].merging(files) { $1 })
    var recitation = GeneratedRecitation([.init(6000, pauseAfter: 0)])
    recitation.leadIn = .zero
    recitation.sampleRate = 8000
    try recitation.write(to: folder.path(of: "a.tilawa/audio.wav"), encoding: .wav)
    try folder.write(
      """
      #!/bin/sh
      cd '\(folder.path)'
      echo "$0" "$@" >> called
      exec cat > heard

      """, to: "bin/mpv")
    _ = try BuiltProgram.shell("chmod +x bin/mpv", in: folder.path)
    return folder
  }

  private func play(_ arguments: String..., in folder: TemporaryFolder) -> String {
    transcript(
      ["play", "a.tilawa"] + arguments, in: folder.path,
      environment: ["PATH": "\(folder.path)/bin:/bin:/usr/bin", "XDG_DATA_HOME": "\(folder.path)/data"])
  }

  /// The samples of the recording between these frames, as they were given to the player.
  private func expected(_ ranges: [Range<Int>], _ folder: TemporaryFolder) throws -> [UInt8] {
    var reader = try AudioReader(fileAt: folder.path(of: "a.tilawa/audio.wav"))
    let samples = try reader.read(frames: 48_000)
    return ranges.flatMap { WAVBytes.of(Array(samples[$0])) }
  }

  private func heard(_ folder: TemporaryFolder) throws -> [UInt8] {
    try FileContents.read(folder.path(of: "heard"))
  }

  @Test func playsRowsInOrderOfTime() throws {
    let folder = try folder()
    #expect(play("--no-fade", in: folder) == "")
    #expect(
      try heard(folder) == expected([4000..<8000, 12000..<14000, 16000..<24000, 24000..<48000], folder))
    #expect(
      try folder.text(of: "called").contains(
        "mpv --no-config --no-terminal --no-video --cache=no --audio-buffer=0.1 --demuxer=rawaudio "
          + "--demuxer-rawaudio-format=s16le --demuxer-rawaudio-rate=8000 --demuxer-rawaudio-channels=1 -"))
    #expect(play("112:2-3", "--no-fade", in: folder) == "")
    #expect(try heard(folder) == expected([12000..<14000, 16000..<24000], folder))
    #expect(play("--row", "3", "--no-fade", in: folder) == "")
    #expect(try heard(folder) == expected([12000..<14000], folder))
    #expect(play("--row", "1", "--no-fade", in: folder) == "")
    #expect(try heard(folder) == expected([0..<4000], folder))
    #expect(play("--start", "1.25", "--end", "0:01.5", "--no-fade", in: folder) == "")
    #expect(try heard(folder) == expected([10000..<12000], folder))
    #expect(play("112:1", "--stdout", "--no-fade", in: folder).utf8.count > 40)
    #expect(play("112:1-2", "--skips", "--no-fade", in: folder) == "")
  }

  /// A bundle that is played by itself goes on in the very moment of its recording, too.
  @Test func goesOnInTheRecording() throws {
    let folder = try folder()
    let environment = [
      "PATH": "\(folder.path)/bin:/bin:/usr/bin", "XDG_DATA_HOME": "\(folder.path)/data",
      "SOURCE_DATE_EPOCH": "1704463331",
    ]
    func run(_ arguments: String...) -> String {
      transcript(arguments, in: folder.path, environment: environment)
    }
    #expect(run("play", "a.tilawa", "112:1-2", "--speed", "2") == "")
    let journal = """
      tilawa: 1
      ayah: "112:2"
      position: 1.750
      bundle: a.tilawa
      ayat: "112:1-2"
      riwayah: hafs
      speed: 2.0
      at: 2024-01-05T14:02:11Z
      listened: 0.375

      """
    let path = "data/tilawa/journal/listening.yaml"
    #expect(try folder.text(of: path) == journal)
    #expect(
      run("play", "--resume", "--no-fade").hasSuffix("a.tilawa was already played to its end\n[exit 1]\n"))
    try folder.write(journal.replacing("1.750", with: "0.750").replacing("speed: 2.0\n", with: ""), to: path)
    let shown = run("queue", "--resume")
    #expect(
      shown == """
        [stderr]
        stopped at 0.750 s of a.tilawa, 112:2, page 604, 2024-01-05T14:02:11Z; listened 0:00 in all
        use `tilawa play --resume` to continue

        """)
    #expect(run("play", "--resume", "--no-fade").contains("stopped at 0.750 s of a.tilawa"))
    #expect(try heard(folder) == expected([6000..<8000, 12000..<14000], folder))
    #expect(try folder.text(of: path).contains("position: 1.750\nbundle: a.tilawa\n"))
    #expect(
      run("queue", "--resume", "--json").contains("has no queue; use `tilawa play --resume` to continue it"))
    // A queue that is heard afterwards takes its place.
    #expect(run("play", "112:1", "--no-basmalah", "--no-journal", "--library", ".") == "")
    #expect(try folder.text(of: path).contains("bundle:"))
    #expect(run("lint", "data").contains("error") == false)
  }

  /// Playing goes on with what was requested, and ends where that ends.
  @Test(arguments: [
    (["--row", "3"], "0.750", "start: 1.500\nend: 1.750", 12000..<14000),
    (["--start", "1.25", "--end", "1.5"], "1.300", "start: 1.250\nend: 1.500", 10400..<12000),
    (["--rakah", "1"], "0.750", "rakah: 1", 6000..<8000),
    (["--skips"], "0.250", "skips: true", 2000..<4000),
  ])
  func goesOnWithWhatWasAskedFor(_ words: [String], _ place: String, _ kept: String, _ first: Range<Int>)
    throws
  {
    let folder = try folder()
    let rows = try folder.text(of: "a.tilawa/segments.yaml")
    try folder.write(
      rows.replacing("end: 1.000,", with: "end: 1.000, rakah: 1,"), to: "a.tilawa/segments.yaml")
    let environment = [
      "PATH": "\(folder.path)/bin:/bin:/usr/bin", "XDG_DATA_HOME": "\(folder.path)/data",
      "SOURCE_DATE_EPOCH": "1704463331",
    ]
    func run(_ arguments: [String]) -> String {
      transcript(arguments, in: folder.path, environment: environment)
    }
    #expect(run(["play", "a.tilawa", "--no-fade"] + words) == "")
    let all = try heard(folder)
    let path = "data/tilawa/journal/listening.yaml"
    let journal = try folder.text(of: path)
    #expect(journal.contains("bundle: a.tilawa\n\(kept)\n"), "\(journal)")
    #expect(run(["play", "--resume", "--no-fade"]).contains("was already played to its end"))
    let position = try #require(journal.firstMatch(of: /position: ([0-9.]+)/)).1
    try folder.write(journal.replacing("position: \(position)", with: "position: \(place)"), to: path)
    let said = run(["play", "--resume", "--no-fade"])
    #expect(
      said.hasPrefix("[stderr]\nstopped at \(place) s of a.tilawa") && !said.contains("exit"), "\(said)")
    let rest = try heard(folder)
    #expect(rest.count <= all.count && Array(all.suffix(rest.count)) == rest)
    #expect(try Array(rest.prefix(first.count * 2)) == expected([first], folder))
    #expect(try folder.text(of: path).contains("bundle: a.tilawa\n\(kept)\n"))
    // A queue that is heard afterwards has none of it.
    #expect(run(["play", "112:1", "--no-basmalah", "--library", "."]) == "")
    #expect(try !folder.text(of: path).contains(kept))
  }

  /// Commands that play report a missing player. Those with an option that avoids it name the option.
  @Test func saysThatNothingPlays() throws {
    let folder = try folder()
    try folder.write("tilawa: 1\nposition: 0.250\nbundle: a.tilawa\n", to: "journal/listening.yaml")
    func run(_ words: String...) -> String {
      transcript(words, in: folder.path, environment: ["PATH": "\(folder.path)/empty"])
    }
    let missing = "no player is installed; install one of "
    let around = "; use --stdout to send the audio to another program\n[exit 2]\n"
    #expect(
      run("play", "a.tilawa").contains(missing) && run("play", "a.tilawa", "--no-journal").hasSuffix(around))
    #expect(run("play", "--resume", "--journal", "journal").hasSuffix(around))
    #expect(run("play", "a.tilawa", "--player", "aplay").hasSuffix("aplay is not installed\n[exit 2]\n"))
  }

  @Test func playsWhatHasNoRowsYet() throws {
    let empty = ["a.tilawa/segments.yaml": "tilawa: 1\nsegments: []\n"]
    let folder = try folder(empty.merging(["a.tilawa/markers.yaml": "tilawa: 1\nmarkers: []\n"]) { $1 })
    #expect(play("--end", "0.5", in: folder) == "")
    #expect(try heard(folder).count == 8000)
    #expect(play("--speed", "2", in: folder) == "")
    #expect(try abs(heard(folder).count - 48_000) < 1000)
    #expect(
      play("112:1", in: folder) == "[stderr]\ntilawa: no row of a.tilawa contains 112:1\n[exit 2]\n")
  }

  @Test func saysWhatCannotBePlayed() throws {
    let folder = try folder([
      "a.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { skip: takbir, start: 7.000, end: 8.000 }\n",
      "a.tilawa/markers.yaml": "tilawa: 1\nmarkers: []\n",
      "b.tilawa/recording.yaml": "tilawa: 1\nid: b\nriwayah: hafs\n",
    ])
    for (arguments, message) in [
      (["--row", "2"], "a.tilawa has no row 2; it has 1"),
      (["--row", "0"], "a.tilawa has no row 0; it has 1"),
      (
        ["--row", "1"],
        "skip takbir begins at 7.000, after the end of the recording at 6.000"
      ),
      (["--start", "6.5"], "6.500 is after the end of the recording at 6.000"),
      (["--start", "1", "--end", "1:00"], "60.000 is after the end of the recording at 6.000"),
      (["--start", "2", "--end", "1"], "nothing to play from 2.000 to 1.000"),
      ([], "a.tilawa has only rows without ayat; use --skips to play them"),
      (["113:9"], "113:9 does not exist; surah 113 (Al-Falaq) has 5 ayat"),
      (["--ayah-repeats", "2"], "--ayah-repeats applies to ayat of a library"),
      (["112:1", "--start", "1"], "ayat cannot be combined with --row, --rakah, --start or --end"),
    ] {
      let said = transcript(
        ["play", "a.tilawa"] + arguments, in: folder.path, environment: ["PATH": "\(folder.path)/bin:/bin"])
      #expect(said.contains(message) && said.hasSuffix("[exit 2]\n"), "\(arguments) \(said)")
    }
    #expect(
      transcript("play", "b.tilawa", in: folder.path)
        == "[stderr]\ntilawa: recording.yaml of b.tilawa names no audio (audio.file)\n[exit 2]\n")
    #expect(
      transcript("play", "c.tilawa", in: folder.path).contains("cannot read c.tilawa: no such file or folder")
    )
    #expect(transcript("play", "112:1", "--row", "1", in: folder.path).contains("need a bundle"))
    #expect(
      transcript("play", "a.tilawa", "--row", "1", "--skips", in: folder.path).contains(
        "cannot be used together"))
  }

  /// The number of the word that is playing, and the word itself if the library has it and the line is wide
  /// enough.
  @Test(
    arguments: [(nil, "\u{2068}word 2/4 هُوَ\u{2069}"), ("55", "word 2/4 …")]
      as [(String?, String)])
  func showsTheWord(_ columns: String?, _ shown: String) throws {
    let folder = try folder([
      "a.tilawa/words.yaml": """
      tilawa: 1
      words:
        - { ayah: "112:1", word: 1, start: 0.500, end: 0.600 }
        - { ayah: "112:1", word: 2, start: 0.600, end: 1.000 }

      """,
      "texts/texts.yaml": """
      tilawa: 1
      texts:
        - { id: ikhlas, kind: text, language: ar, riwayah: hafs, passage: "112:1-4", file: ikhlas.txt }

      """,
      "texts/ikhlas.txt":
        "قُلۡ هُوَ ٱللَّهُ أَحَدٌ\nٱللَّهُ ٱلصَّمَدُ\nلَمۡ يَلِدۡ وَلَمۡ يُولَدۡ\nوَلَمۡ يَكُن لَّهُۥ كُفُوًا أَحَدٌۢ\n",
    ])
    var environment = ["PATH": "\(folder.path)/bin:/bin:/usr/bin", "TERM": "xterm", "LANG": "C.UTF-8"]
    environment["COLUMNS"] = columns
    let terminal = try KeyboardTerminal(["play", "a.tilawa"], in: folder.path, environment: environment)
    #expect(terminal.wait { $0.contains("112:1  row 2 of 5  confirmed  \(shown)") }, "\(terminal.text)")
    _ = terminal.press("q")
    #expect(terminal.end() == 0)
  }

  @Test func showsTimeRowAndKeys() throws {
    let folder = try folder()
    let terminal = try KeyboardTerminal(
      ["play", "a.tilawa"], in: folder.path,
      environment: ["PATH": "\(folder.path)/bin:/bin:/usr/bin", "TERM": "xterm", "LANG": "C.UTF-8"])
    let keys = "space pauses  n next  p back  q quit"
    #expect(terminal.wait { $0.contains("0:01 of 0:06  112:1  row 2 of 5  confirmed") && $0.contains(keys) })
    // What stays as it was isn't sent again.
    #expect(terminal.press("n") { $0.contains("112:2  row 3 of 5") })
    #expect(!terminal.text.contains("quit"), "\(terminal.text)")
    #expect(terminal.press(" ") { $0.contains("paused") && $0.contains("space resumes") })
    #expect(terminal.press(" ") { $0.contains("112:3  row 4 of 5  confidence 0.60") })
    #expect(terminal.press("n") { $0.contains("0:03 of 0:06") && $0.contains("row 5 of 5") })
    #expect(terminal.press("p") { $0.contains("112:3  row 4 of 5") })
    _ = terminal.press("q")
    #expect(terminal.end() == 0)
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
