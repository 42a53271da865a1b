import Testing
import TilawaTestSupport

@testable import TilawaCommandLine

/// `tilawa resolve` and `tilawa show` as their user sees them.
struct LibraryCommandTests {
  private static let friday = [
    "friday.tilawa/recording.yaml": """
    tilawa: 1
    id: friday
    title: "صلاة الجمعة"
    audio: { file: audio.flac, duration: 120.000, sample_rate: 44100, channels: 1 }
    reciter: yasser-al-dosari
    riwayah: hafs
    recorded_at: 2024-01-05

    """,
    "friday.tilawa/reciter.yaml": "tilawa: 1\nid: yasser-al-dosari\nname: Yasser al-Dosari\n",
    "friday.tilawa/audio.flac": "sound",
    "friday.tilawa/segments.yaml": """
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 0.000, end: 8.000, verified: true }
      - { ayah: "8:73-74", start: 20.000, end: 60.000 }
      - { ayah: "8:75-9:1", start: 60.000, end: 91.500, joins: [78.250], verified: true }   # no pause
      - { skip: takbir, start: 91.500, end: 96.000 }
      - { end: 103, ayah: 1:1, start: "1:40", confidence: 0.9, x-mine: { a: 1 } }

    """,
    "friday.tilawa/markers.yaml": "tilawa: 1\nmarkers:\n  - { at: 110.000 }\n",
    "friday.tilawa/words.yaml": """
    tilawa: 1
    words:
      - { ayah: "8:75", word: 1, start: 60.000, end: 61.000 }
      - { ayah: "9:1", word: 1, start: 79.000, end: 80.500 }

    """,
  ]

  private func run(_ arguments: String..., environment: [String: String] = [:], also: [String: String] = [:])
    throws -> String
  {
    let folder = try TemporaryFolder(Self.friday.merging(also) { $1 })
    return transcript(arguments, in: folder.path, environment: environment)
  }

  @Test func resolvesAyat() throws {
    #expect(
      try run("resolve", "8:74-9:1") == """
        8:74  friday.tilawa/audio.flac  20.000  60.000  Yasser al-Dosari  unverified shared
        8:75  friday.tilawa/audio.flac  60.000  78.250  Yasser al-Dosari  verified
        9:1  friday.tilawa/audio.flac  78.250  91.500  Yasser al-Dosari  verified

        """)
    #expect(
      try run("resolve", "1:1", "--explain", environment: ["TILAWA_LIBRARY": "friday.tilawa"]) == """
        1:1  friday.tilawa/audio.flac  0.000  8.000  Yasser al-Dosari  verified
          won          friday.tilawa/segments.yaml:3: it is verified
          lost         friday.tilawa/segments.yaml:7: it is not verified

        """)
  }

  @Test func tellsWhatHasNoAnswer() throws {
    #expect(
      try run("resolve", "1:1-3", "8:74", "--riwayah", "warsh", "--numbering", "kufi") == """
        [stderr]
        tilawa: nothing plays 1:1: 2 rows contain it, but they are in hafs, not warsh
        tilawa: nothing plays 1:2-3: the bundle has no row that contains it
        tilawa: nothing plays 8:74: 1 row contains it, but it is in hafs, not warsh
        [exit 1]

        """)
    #expect(
      try run("resolve", "1:1", "--library", "none") == """
        [stderr]
        tilawa: no such folder: "none"; a library is a folder that contains bundles
        [exit 2]

        """)
    #expect(
      try run("resolve", "1:1", "--riwayah", "hafz") == """
        [stderr]
        tilawa: no such riwayah: "hafz"; did you mean hafs?
        [exit 2]

        """)
    #expect(
      try run("resolve", "1:9") == """
        [stderr]
        tilawa: 1:9 does not exist; surah 1 (Al-Fatihah) has 7 ayat
        [exit 2]

        """)
  }

  /// A query for Warsh counts as mushafs of Warsh do, whatever the recording's own count.
  @Test func countsAsTheAskerSays() throws {
    let night = [
      "night.tilawa/recording.yaml":
        "tilawa: 1\nid: night\nriwayah: warsh\nreciter: tablawi\naudio: { file: audio.flac, duration: 60.000 }\n",
      "night.tilawa/audio.flac": "sound",
      "night.tilawa/segments.yaml": """
      tilawa: 1
      segments:
        - { ayah: "1:1", start: 0.000, end: 5.000 }
        - { ayah: "1:2", start: 5.000, end: 9.000 }

      """,
    ]
    let note =
      "tilawa: ayat are numbered by the last Madani count, as in mushafs of warsh; use --numbering for another, such as kufi"
    #expect(
      try run("resolve", "1:1", "--riwayah", "warsh", also: night) == """
        1:1  night.tilawa/audio.flac  5.000  9.000  tablawi  unverified as 1:2 in kufi
        [stderr]
        \(note)

        """)
    #expect(
      try run("resolve", "1:1", "--riwayah", "warsh", "--numbering", "kufi", also: night) == """
        1:1  night.tilawa/audio.flac  0.000  5.000  tablawi  unverified

        """)
    let json = try run("resolve", "1:1", "--riwayah", "warsh", "--json", also: night)
    for part in [
      "\"numbering\": \"madani_last\"", "\"held_as\": \"1:2\"", "\"held_numbering\": \"kufi\"",
    ] { #expect(json.contains(part), "\(part)") }
    // A queue counts by the same rule, and what playback.yaml says to play stays the same text.
    let queue = try run("queue", "1:1", "--riwayah", "warsh", "--no-basmalah", also: night)
    #expect(queue.contains("5.000") && queue.contains(note), "\(queue)")
    let settings = night.merging(["playback.yaml": "tilawa: 1\nayat: \"1:2\"\n"]) { $1 }
    let same = try run("queue", "--riwayah", "warsh", "--no-basmalah", also: settings)
    #expect(same.contains("1:1") && same.contains("5.000") && !same.contains("0.000  5.000"), "\(same)")
    let kufi = try run(
      "queue", "1:2", "--riwayah", "warsh", "--numbering", "kufi", "--no-basmalah", also: night)
    #expect(kufi.contains("5.000") && !kufi.contains(note), "\(kufi)")
    let coverage = try run("coverage", "--riwayah", "warsh", also: night)
    #expect(coverage.contains("Found 1 of 6214") && coverage.contains(note), "\(coverage)")
    #expect(try run("coverage", "--riwayah", "warsh", "--numbering", "kufi", also: night).contains("of 6236"))
    #expect(try !run("coverage", also: night).contains("--numbering"))
    #expect(try run("resolve", "67:31", also: night).contains("31 in the last Madani"))
  }

  /// A library's file of a reciter names them before the copies in bundles do; ids stay for programs.
  @Test func callsRecitersByTheirNames() throws {
    let known = [
      "reciters/dosari.yaml":
        "tilawa: 1\nid: yasser-al-dosari\nname: Yasser ad-Dosari\nshort_name: Dosari\nsort_order: 2\n"
    ]
    #expect(try run("resolve", "9:1", also: known).contains("  Yasser ad-Dosari  verified"))
    #expect(try run("queue", "9:1", also: known).contains("Yasser ad-Dosari"))
    #expect(try run("coverage", "9:1", "--each-reciter", also: known).hasPrefix("Yasser ad-Dosari\n"))
    #expect(try run("list", also: known).contains("  Yasser ad-Dosari  "))
    let folder = try TemporaryFolder(Self.friday.merging(known) { $1 })
    let recording = TerminalRecording(in: folder.path, environment: ["COLUMNS": "80"], isTerminal: true)
    _ = runTilawa(["list", "--color", "never"], in: recording.terminal)
    let narrow = recording.output
    #expect(narrow.contains("  Dosari ") && !narrow.contains("Yasser"), "\(narrow)")
    let json = try run("queue", "9:1", "--json", also: known)
    #expect(
      json.contains("\"reciter\": \"yasser-al-dosari\",")
        && json.contains("\"reciter_name\": \"Yasser ad-Dosari\""))
  }

  @Test func tellsOfBrokenBundlesAndAnswersAllTheSame() throws {
    let torn = [
      "torn.tilawa/recording.yaml": "tilawa: 1\nid: torn\n", "torn.tilawa/segments.yaml": "- 1:1\n",
    ]
    #expect(
      try run("resolve", "1:1", also: torn) == """
        1:1  friday.tilawa/audio.flac  0.000  8.000  Yasser al-Dosari  verified
        [stderr]
        tilawa: torn.tilawa/segments.yaml:1: segments.yaml must be a mapping of keys to values that begins with \
        "tilawa: 1"; `tilawa lint` shows all
        [exit 1]

        """)
    let pointer = """
      version https://git-lfs.github.com/spec/v1
      oid sha256:\(String(repeating: "a", count: 64))
      size 5

      """
    #expect(
      try run("resolve", "9:1", also: ["friday.tilawa/audio.flac": pointer]).hasSuffix(
        "tilawa: friday.tilawa/audio.flac is a Git LFS pointer; `git lfs pull` fetches the audio\n[exit 1]\n"
      ))
  }

  @Test func resolvesAsJSON() throws {
    #expect(
      try run("resolve", "9:1", "9:2", "--json") == """
        {
          "version": 1,
          "items": [
            {
              "ayah": "9:1",
              "numbering": "kufi",
              "held_as": "9:1",
              "held_numbering": "kufi",
              "path": "friday.tilawa/audio.flac",
              "url": null,
              "start": 78.250,
              "end": 91.500,
              "duration": 13.250,
              "reciter": "yasser-al-dosari",
              "reciter_name": "Yasser al-Dosari",
              "riwayah": "hafs",
              "origin": "personal",
              "verified": true,
              "confidence": null,
              "shared": false,
              "row": {
                "path": "friday.tilawa/segments.yaml",
                "line": 5
              },
              "availability": "available",
              "command": null,
              "words": [
                {
                  "word": 1,
                  "start": 79.000,
                  "end": 80.500
                }
              ],
              "more_rows": []
            }
          ],
          "unanswered": [
            {
              "ayah": "9:2",
              "message": "the bundle has no row that contains it"
            }
          ],
          "faults": []
        }
        [stderr]
        tilawa: nothing plays 9:2: the bundle has no row that contains it
        [exit 1]

        """)
  }

  private static let husary = """
    tilawa: 1
    id: husary
    name: Mahmoud al-Husary
    riwayah: hafs
    sources:
      - { url: "https://a.example/husary/", pattern: "{surah3}{ayah3}.mp3" }

    """

  @Test func asksSourcesToo() throws {
    let also = ["reciters/husary.yaml": Self.husary, "home/.keep": ""]
    #expect(
      try run("resolve", "1:2", "9:1", "--remote", also: also) == """
        1:2  https://a.example/husary/001002.mp3  0.000  -  Mahmoud al-Husary  unverified remote
        9:1  friday.tilawa/audio.flac  78.250  91.500  Yasser al-Dosari  verified

        """)
    #expect(
      try run("resolve", "1:2", also: also) == """
        [stderr]
        tilawa: nothing plays 1:2: 1 source may have it, but its file is not here; use tilawa audio fetch \
        --reciter husary to download it, or --remote to include it
        [exit 1]

        """)
    #expect(
      try run("resolve", "9:1", "--remote", "--explain", also: also) == """
        9:1  friday.tilawa/audio.flac  78.250  91.500  Yasser al-Dosari  verified
          won          friday.tilawa/segments.yaml:5: it is from a bundle
          lost         reciters/husary.yaml:6: its file must be downloaded

        """)
    let json = try run("resolve", "1:2", "--remote", "--format", "json", also: also)
    for member in [
      "\"end\": null", "\"origin\": \"remote\"", "\"availability\": \"remote\"",
      "\"command\": \"tilawa audio fetch --reciter husary 1:2\"",
    ] {
      #expect(json.contains(member), "\(member)")
    }
    #expect(
      try run("resolve", "1:2", "9:1", "--remote", "--format", "ffconcat", also: also) == """
        ffconcat version 1.0
        file 'https://a.example/husary/001002.mp3'
        file 'friday.tilawa/audio.flac'
        inpoint 78.250
        outpoint 91.500

        """)
    #expect(
      try run("coverage", "1", "--remote", "--by", "juz", also: also).contains("Found 7 of 7"))
    #expect(try run("coverage", "--missing", "1", also: also).hasPrefix("Found 1 of 7; missing 1:2-7"))
  }

  @Test func checksReciterFiles() throws {
    let also = ["reciters/husary.yaml": Self.husary.replacing("hafs", with: "hafz")]
    #expect(
      try run("lint", "reciters/husary.yaml", also: also).hasPrefix(
        "reciters/husary.yaml:4:10: error: no such riwayah: \"hafz\""))
    let loose = ["reciters/husary.yaml": Self.husary.replacing("id: husary", with: "id:   husary")]
    #expect(
      try run("fmt", "--check", "reciters/husary.yaml", also: loose) == "reciters/husary.yaml\n[exit 1]\n")
    #expect(try run("fmt", ".", "--check", also: loose).hasSuffix("reciters/husary.yaml\n[exit 1]\n"))
    let said = try run("lint", ".", "--select", "F110", also: also)
    #expect(
      said.contains("reciters/husary.yaml:4:10: error") && said.contains("1 bundle, 1 reciter file: 1 error"))
  }

  @Test func showsABundle() throws {
    #expect(
      try run("show", environment: ["COLUMNS": "60"]) == """
        friday.tilawa  \u{2068}صلاة الجمعة\u{2069}
        reciter    Yasser al-Dosari (yasser-al-dosari)
        riwayah    hafs (Hafs an Asim)
        recorded   2024-01-05
        audio      audio.flac, 2:00, 44100 Hz, mono, 1 kB
        status     partial
        rows       2 verified, 2 unverified, 1 skip
        markers    1 waiting, 1 unassigned
        coverage   1 Al-Fatihah 1 of 7, missing 2-7
                   8 Al-Anfal 73-75 of 75, missing 1-72
                   9 At-Tawbah 1 of 129, missing 2-129
        recited    1:23 of 2:00, 0:05 skipped
        gaps       0:12 without a row: 0:08-0:20
        repeated   1:1 (2 times)

        ####......++++++++++++++++++++################--..++...|||||
        # verified  + unverified  - skip  | marker  . nothing

        """)
    let coloured = try run("show", "--color", "always", environment: ["COLUMNS": "60", "LANG": "C.UTF-8"])
    #expect(coloured.contains("\u{1B}[32m\u{2588}\u{2588}\u{2588}\u{2588}\u{1B}[0m"))
  }

  @Test func showsWhichMarkersAreNamedAndConfirmed() throws {
    let marked = [
      "marked.tilawa/recording.yaml":
        "tilawa: 1\nid: marked\nriwayah: hafs\naudio: { file: a.flac, duration: 20.000 }\n",
      "marked.tilawa/markers.yaml":
        "tilawa: 1\nmarkers:\n  - { at: 0.000, ayah: \"1:1\", confirmed: true }\n  - { at: 5.000, ayah: \"1:2\" }\n",
    ]
    let said = try run("show", "marked.tilawa", environment: ["COLUMNS": "40"], also: marked)
    #expect(said.contains("status     marked, but not segmented\n"))
    #expect(said.contains("markers    2 waiting, 0 unassigned, 1 confirmed\n"))
    #expect(said.contains("\n==========::::::::::::::::::::::::::::::\n= confirmed  : named\n"))
    #expect(try run("list", "marked.tilawa", also: marked).contains("marked  "))
  }

  @Test func showsWhatIsMissing() throws {
    let bare = ["bare.tilawa/recording.yaml": "tilawa: 1\nid: bare\ntitle: \"a\\e[31m\"\n"]
    #expect(
      try run("show", "bare.tilawa", "none", also: bare) == """
        bare.tilawa  a\u{FFFD}[31m
        reciter    unknown
        riwayah    unknown
        audio      none named
        status     unannotated
        rows       no segments.yaml
        recited    0:00 of 0:00
        [stderr]
        tilawa: cannot read none: no such file or folder
        [exit 2]

        """)
  }

  @Test func whatOlderVersionsToldGitToShowIsTheFile() throws {
    let torn = "tilawa: 1\r\nsegments: [\r\n"
    #expect(try run("show", "--textconv", "x/segments.yaml", also: ["x/segments.yaml": torn]) == torn)
  }
}
