import Testing
import TilawaTestSupport

/// `tilawa queue` for each setting, as transcripts that a person can check: `Golden/Queue/<SETTING>.txt`.
///
/// `TILAWA_RECORD=1 swift test --filter QueueTranscriptTests` writes the files again and fails once.
@Suite(.waits) struct QueueTranscriptTests {
  /// Husary lacks 67:3, and has 114 in one row. Minshawi has little. One bundle is in Warsh.
  static let library = [
    "husary.tilawa/recording.yaml": recording("husary", riwayah: "hafs"),
    "husary.tilawa/audio.flac": "sound",
    "husary.tilawa/segments.yaml": """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 0.000, end: 4.000, verified: true }
      - { ayah: "8:75", start: 10.000, end: 25.000 }
      - { ayah: "9:1", start: 25.000, end: 31.000 }
      - { ayah: "66:12", start: 90.000, end: 99.000 }
      - { ayah: "67:1", start: 100.000, end: 106.000 }
      - { ayah: "67:2", start: 106.000, end: 116.000 }
      - { ayah: "67:4", start: 126.000, end: 134.000 }
      - { ayah: "67:5", start: 134.000, end: 146.000 }
      - { ayah: "67:6", start: 146.000, end: 151.000 }
      - { ayah: "112:1", start: 200.000, end: 203.000 }
      - { ayah: "112:2", start: 203.000, end: 205.000 }
      - { ayah: "112:3", start: 205.000, end: 208.000 }
      - { ayah: "112:4", start: 208.000, end: 212.000 }
      - { ayah: "113:0", start: 212.000, end: 216.500 }
      - { ayah: "113:1-5", start: 216.500, end: 239.500, joins: [219.500, 222.500, 227.500, 233.500] }
      - { ayah: "114:1-6", start: 240.000, end: 270.000 }

    """,
    "husary.tilawa/words.yaml": """
    tilawa: 1
    words:
      - { ayah: "112:4", word: 1, start: 208.000, end: 208.500 }
      - { ayah: "112:4", word: 2, start: 208.500, end: 209.250 }
      - { ayah: "112:4", word: 3, start: 209.250, end: 210.000 }
      - { ayah: "112:4", word: 2, start: 210.000, end: 210.500 }
      - { ayah: "112:4", word: 3, start: 210.500, end: 211.000 }
      - { ayah: "112:4", word: 4, start: 211.000, end: 212.000 }

    """,
    "minshawi.tilawa/recording.yaml": recording("minshawi", riwayah: "hafs"),
    "minshawi.tilawa/audio.flac": "sound",
    "minshawi.tilawa/segments.yaml": """
    tilawa: 1
    segments:
      - { ayah: "67:2", start: 10.000, end: 19.000, verified: true }
      - { ayah: "67:3", start: 19.000, end: 30.000, verified: true }

    """,
    "madinah.tilawa/recording.yaml": recording("tablawi", riwayah: "warsh"),
    "madinah.tilawa/audio.flac": "sound",
    "madinah.tilawa/segments.yaml": """
    tilawa: 1
    segments:
      - { ayah: "67:1", start: 1.000, end: 8.000 }
      - { ayah: "67:2", start: 8.000, end: 18.000 }
      - { ayah: "67:3", start: 18.000, end: 31.000 }

    """,
    "playback.yaml": """
    tilawa: 1
    reciters:
      - { id: husary }
      - { id: minshawi, enabled: false }
    default_profile: short
    profiles:
      - name: short
        ayat: "112:1-2"
      - name: evening
        ayat: "67:1-2"
        reciters:
          - { id: minshawi }
          - { id: husary }
        gap: 1.000
        speed: 1.25
      - name: learn
        ayat: "112:1-3"
        basmalah: false
        memorise: { each: 2, window: 2, window_repeats: 2 }
      - name: nobody
        ayat: "67:1"
        reciters:
          - { id: husary, enabled: false }

    """,
  ]

  private static func recording(_ reciter: String, riwayah: String) -> String {
    "tilawa: 1\nid: \(reciter)\naudio: { file: audio.flac, duration: 300.000 }\nreciter: \(reciter)\n"
      + "riwayah: \(riwayah)\n"
  }

  /// The command lines, by setting.
  private static let transcripts: [(name: String, commands: [String])] = [
    ("range", ["queue 112:2-3", "queue surah ikhlas", "queue --pages 604", "queue 112:4-113:1"]),
    (
      "connection",
      [
        "queue 67:1-2 --connect-before 1 --connect-after 2 --range-repeats 2 --no-basmalah",
        "queue 114:6 --connect-after 3 --missing cancel",
      ]
    ),
    ("speed", ["queue 112:1-3 --speed 0.5", "queue 112:1-3 --speed 1.25", "queue 112:1-3 --speed 2"]),
    ("gap", ["queue 112:1-3 --gap 0.75", "queue 112:1-3 --gap 3 --speed 2 --no-basmalah"]),
    ("ayah-repeats", ["queue 112:1-2 --ayah-repeats 3", "queue 112:2 --ayah-repeats infinite --for 10"]),
    (
      "range-repeats",
      [
        "queue 112:1-2 --range-repeats 2", "queue 112:2-3 --range-repeats infinite --for 20s --gap 1",
        "queue 112:2-3 --ayah-repeats 2 --range-repeats 2",
      ]
    ),
    (
      "after-last",
      [
        "queue 112:3 --range-repeats 2 --after-last stop",
        "queue 112:3 --range-repeats 2 --after-last '3 ayat'",
        "queue 113:5 --after-last '1 page'",
        "queue 112:2 --connect-after 1 --range-repeats 2 --after-last '2 ayat'",
      ]
    ),
    (
      "reciters",
      [
        "queue 67:1-3", "queue 67:1-3 --reciter husary --reciter minshawi",
        "queue 67:1-3 --reciter minshawi --reciter husary", "queue 67:1 --profile nobody",
      ]
    ),
    ("riwayah", ["queue 67:1-3 --riwayah warsh --reciter tablawi", "queue 67:1 --riwayah warsh"]),
    (
      "basmalah",
      [
        "queue 113:1-2", "queue 113:0-2", "queue 8:75-9:1", "queue 1:1", "queue 112:1 --no-basmalah",
        "queue 112:1 --ayah-repeats 2 --range-repeats 2", "queue 67:2 --connect-before 1 --reciter minshawi",
      ]
    ),
    (
      "missing",
      [
        "queue 67:2-4", "queue 67:2-4 --ayah-repeats 2 --gap 1", "queue 67:2-4 --missing fill",
        "queue 67:2-4 --missing cancel", "queue 2:1-3",
      ]
    ),
    ("shared-rows", ["queue 113:5-114:6", "queue 114:2-3 --ayah-repeats 2"]),
    (
      "memorise",
      [
        "queue --profile learn", "queue --profile learn --each 1 --window 3 --range-repeats 2 --gap 0.25",
        "queue 112:1-2 --memorise --no-basmalah",
        "queue 112:1-4 --memorise --each 1 --cumulative --no-basmalah",
      ]
    ),
    (
      "pauses",
      [
        "queue 112:1-2 --ayah-pause 1 --gap 0.5", "queue 112:1-2 --ayah-pause 0.1 --gap 0.5 --speed 2",
        "queue 67:2-4 --ayah-pause 1 --ayah-repeats 2 --set-pause 20",
        "queue 112:1-2 --ayah-repeats 2 --set-pause 4 --range-repeats 2 --after-last '1 ayah' --no-basmalah",
        "queue 112:2 --ayah-repeats infinite --ayah-pause 1.5 --for 15",
        "queue --profile learn --each 1 --set-pause 5",
      ]
    ),
    (
      "words",
      [
        "queue 112:4 --words 1-2 --range-repeats 2 --ayah-pause 1", "queue 112:4 --words 3-4",
        "queue 112:4 --words 4", "queue 112:4 --words 4-5", "queue 112:3 --words 1", "queue 112 --words 1-2",
        "queue 114:2 --words 1 --connect-after 1", "queue 67:3 --words 1",
      ]
    ),
    (
      "display",
      [
        "queue 112:1 --ayah-repeats 2 --no-show-repetition",
        "queue 112:1 --no-show-reciter --no-show-words --jsonl",
      ]
    ),
    (
      "profiles",
      [
        "queue", "queue --profile evening", "queue --profile evening --speed 1 67:2",
        "queue --profile evenings", "queue --settings other.yaml",
      ]
    ),
    ("for", ["queue 112:1-4 --for 5", "queue 112:1-4 --for 1h", "queue 112 --range-repeats infinite"]),
    (
      "wrong-use",
      [
        "queue 112:9", "queue 112:1 113:1", "queue 112 --speed 2.5", "queue 112 --gap 4",
        "queue 112 --ayah-repeats 0",
        "queue --pages 600-605", "queue 112 --after-last later", "queue 112 --window 1",
        "queue 112 --for soon",
        "queue 112 --riwayah hafz", "queue 112 --no-memorise --each 3", "queue 112 --ayah-pause 11",
        "queue 112 --set-pause 61", "queue 112:4 --words 7-3",
      ]
    ),
  ]

  @Test func playsWhatItPlayed() throws {
    let folder = try TemporaryFolder(Self.library)
    let goldens = "\(ConformanceSuite.repository)/Tests/CommandsTests/Golden/Queue"
    for (name, commands) in Self.transcripts {
      let text = commands.map { "$ tilawa \($0)\n" + transcript(words(of: $0), in: folder.path) }
        .joined(separator: "\n")
      let path = "\(goldens)/\(name).txt"
      #expect(try text == Golden.text(of: path, recording: text), "\(name) plays otherwise than \(path)")
    }
  }

  /// Separated by spaces, but within single quotes.
  private func words(of command: String) -> [String] {
    command.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  @Test func faultySettingsAreToldAndNotUsed() throws {
    let folder = try TemporaryFolder(
      Self.library.merging(["playback.yaml": "tilawa: 1\nspeed: 3\nriwayah: Hafs\n"]) { $1 })
    #expect(
      transcript("queue", "112", in: folder.path) == """
        [stderr]
        playback.yaml:2:8: error: 3 is not between 0.5 and 2.0 [F108 out-of-range]
        2 | speed: 3
          |        ^
        tilawa: playback.yaml has errors; fix them, or name another file with --settings
        [exit 2]

        """)
  }

  @Test func checksAndFormatsTheFilesOfALibrary() throws {
    let folder = try TemporaryFolder([
      "playback.yaml": "tilawa: 1\nayat: 67:30-1  # backwards\n",
      "journal/bookmarks.yaml": "tilawa: 1\nbookmarks:\n  - {page: 294, label: Friday}\n",
    ])
    #expect(
      transcript("lint", ".", in: folder.path) == """
        playback.yaml:2:7: error: "67:30-1" runs backwards; write "67:1-30" [P901 no-such-range]
        2 | ayat: 67:30-1  # backwards
          |       ^^^^^^^
        [stderr]
        2 files: 1 error
        [exit 1]

        """)
    #expect(transcript("lint", "journal", in: folder.path) == "[stderr]\n1 file: nothing to report\n")
    #expect(transcript("fmt", ".", in: folder.path) == "playback.yaml\njournal/bookmarks.yaml\n")
    #expect(try folder.text(of: "playback.yaml") == "tilawa: 1\nayat: \"67:30-1\"  # backwards\n")
    #expect(transcript("fmt", "journal/bookmarks.yaml", in: folder.path) == "")
    #expect(
      transcript("fmt", "-", "--stdin-filename", "playback.yaml", in: folder.path, input: "tilawa: 1\ngap: 1")
        == "tilawa: 1\ngap: 1.000\n")
  }

  @Test func anEndlessQueueAsJSONGoesOnUntilNobodyReads() throws {
    let folder = try TemporaryFolder(Self.library)
    let text = try BuiltProgram.shell(
      "tilawa queue 112:2 --range-repeats infinite --jsonl --no-basmalah | sed -n '50002{p;q;}'",
      in: folder.path)
    #expect(text.contains("\"round\":{\"number\":50001,\"of\":null}"), "\(text)")
  }
}
