import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaCommandLine

/// `tilawa list`, `coverage` and `missing` as their user sees them.
struct ListCommandTests {
  private static func bundle(_ name: String, _ recording: String, _ rows: String...) -> [String: String] {
    [
      "\(name).tilawa/recording.yaml":
        "tilawa: 1\nid: \(name.split(separator: "/").last ?? "")\naudio: { file: a.audio }\n\(recording)",
      "\(name).tilawa/a.audio": "sound of a format that isn't read here",
      "\(name).tilawa/segments.yaml": "tilawa: 1\nsegments:\n" + rows.map { "  - { \($0) }\n" }.joined(),
    ]
  }

  private static let library = [
    bundle(
      "2024/friday", "title: صلاة الجمعة\nreciter: dosari\nriwayah: hafs\nrecorded_at: 2024-01-05\n",
      "ayah: \"18:1-4\", start: 0, end: 60", "ayah: \"18:6-11\", start: 60, end: 3700"),
    bundle(
      "2023/night",
      "title: A long night of taraweeh\nreciter: husary\nriwayah: hafs\nrecorded_at: 2023-04-01\n",
      "ayah: \"1:1-7\", start: 0, end: 50", "ayah: \"18:19-31\", start: 50, end: 100, reciter: dosari"),
    bundle("2023/other", "riwayah: warsh\nreciter: husary\n", "ayah: \"18:5\", start: 0, end: 9"),
    bundle("old/draft", "riwayah: hafs\nrecorded_at: 2020-01-01\n", "ayah: \"18:5\", start: 0, end: 9"),
    ["new.tilawa/recording.yaml": "tilawa: 1\nid: new\n", ".gitignore": "old/\n"],
  ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  private func run(
    _ arguments: String..., environment: [String: String] = [:], also: [String: String] = [:]
  ) throws -> String {
    let folder = try TemporaryFolder(Self.library.merging(also) { $1 })
    return transcript(arguments, in: folder.path, environment: environment)
  }

  @Test func listsRecordings() throws {
    #expect(
      try run("list") == """
        title                     reciter         riwayah  coverage         status       duration
        A long night of taraweeh  husary, dosari  hafs     1, 18:19-31      complete         1:40
        new                                                                 unannotated      0:00
        other                     husary          warsh    18:5             complete         0:09
        \u{2068}صلاة الجمعة\u{2069}               dosari          hafs     18:1-4, 18:6-11  partial       1:01:40

        """)
  }

  private static let reciterFile = [
    "reciters/dosari.yaml": "tilawa: 1\nid: dosari\nname: Yasser al-Dosari\n"
  ]

  @Test func fitsATerminalAndNothingElse() throws {
    let folder = try TemporaryFolder(Self.library)
    for (width, reciters) in [("66", "husary, dosari"), ("62", "husary, dosa…")] {
      let recording = TerminalRecording(in: folder.path, environment: ["COLUMNS": width], isTerminal: true)
      _ = runTilawa(["list", "--color", "never"], in: recording.terminal)
      #expect(recording.output.contains("A long night of taraweeh  \(reciters)  complete         1:40\n"))
    }
    #expect(try run("list", environment: ["COLUMNS": "20"]) == run("list"))
  }

  @Test(arguments: [20, 40, 60, 80, 160]) func linesAreNoWiderThanTheTerminal(_ width: Int) throws {
    let folder = try TemporaryFolder(Self.library)
    for command in [["list"], ["coverage"], ["coverage", "--missing"], ["show", "2024/friday.tilawa"]] {
      let recording = TerminalRecording(
        in: folder.path, environment: ["COLUMNS": "\(width)", "LANG": "C.UTF-8"], isTerminal: true)
      _ = runTilawa(command + ["--color", "never"], in: recording.terminal)
      let lines = recording.output.split(separator: "\n")
      // Words such as paths aren't broken, and less than 40 columns hold no table.
      let widest = lines.map { columnCount(of: String($0)) }.max() ?? 0
      #expect(widest <= max(width, command == ["list"] ? 24 : 40) && !lines.isEmpty, "\(command) \(width)")
    }
  }

  @Test func namesRecitersOfTheLibrary() throws {
    #expect(try run("list", also: Self.reciterFile).contains("Yasser al-Dosari"))
    #expect(
      try run("list", "--reciter", "yasser al-dosari", "--paths", also: Self.reciterFile)
        == "2024/friday.tilawa\n")
  }

  @Test func choosesWhatIsDone() throws {
    let done = Self.bundle(
      "done", "riwayah: hafs\n", "ayah: \"1:1-7\", start: 0, end: 9, verified: true")
    #expect(try run("list", "--paths", "--verified", also: done) == "done.tilawa\n")
    #expect(!(try run("list", "--paths", "--unfinished", also: done).contains("done")))
    #expect(try run("list", "--verified", "--unfinished").hasSuffix("[exit 2]\n"))
  }

  @Test func drawsCoverage() throws {
    let folder = try TemporaryFolder(Self.library)
    let said = """
      [stderr]
      map.png: Found 30 of 6236; missing 2:1-17:111, 18:5, 18:12-18 and 1 more run

      """
    #expect(transcript("coverage", "-o", "map.png", in: folder.path) == said)
    #expect(
      transcript("coverage", "-o", "map.png", in: folder.path) == """
        [stderr]
        tilawa: map.png already exists; use --force to replace it
        [exit 2]

        """)
    #expect(transcript("coverage", "-o", "map.png", "--force", in: folder.path) == said)
    #expect(transcript("coverage", "-o", "map.pdf", in: folder.path).contains("(expected .svg or .png)"))
  }

  @Test func followsThePlaybackSettings() throws {
    let settings = [
      "playback.yaml":
        "tilawa: 1\nreciters:\n  - { id: husary }\nprofiles:\n  - { name: night, riwayah: warsh, missing: fill }\n"
    ]
    #expect(
      try run("coverage", "--missing", "18:1-4", "--playback", also: settings) == """
        Found 0 of 4; missing 18:1-4
        [stderr]
        tilawa: by playback.yaml: hafs, husary
        [exit 1]

        """)
    #expect(
      try run("resolve", "18:5", "--profile", "night", "--explain", also: settings)
        .contains("tilawa: by playback.yaml with profile \"night\": warsh, husary, then any other\n"))
    #expect(
      try run("coverage", "--missing", "18:1-4", "--playback", "--reciter", "dosari", "-q", also: settings)
        == "Found 4 of 4\n")
    #expect(
      try run("coverage", "--missing", "--playback").contains(
        "tilawa: --playback needs a playback.yaml, and there is none in ."))
    #expect(
      try run("coverage", "--missing", "--profile", "nigth", also: settings).contains(
        "did you mean \"night\"?"))
  }

  @Test func choosesAndSorts() throws {
    #expect(
      try run("list", "--paths") == "2023/night.tilawa\n2023/other.tilawa\n2024/friday.tilawa\nnew.tilawa\n")
    #expect(
      try run("list", "--paths", "--no-ignore", "--reverse")
        == "old/draft.tilawa\nnew.tilawa\n2024/friday.tilawa\n2023/other.tilawa\n2023/night.tilawa\n")
    for (options, paths) in [
      (["--reciter", "dosari"], "2023/night 2024/friday"), (["--riwayah", "warsh"], "2023/other"),
      (["--surah", "kahf 5-12"], "2023/other 2024/friday"),
      (["--surah", "1", "--surah", "18:5"], "2023/night 2023/other"),
      (["--status", "unannotated", "--status", "partial"], "2024/friday new"),
      (["--since", "2023-04"], "2023/night 2024/friday"), (["--until", "2023"], "2023/night"),
      (["--since", "2023-04-02", "--sort", "date"], "2024/friday"),
      (
        ["--sort", "duration", "--reverse", "--status", "partial", "--status", "complete"],
        "2024/friday 2023/night 2023/other"
      ),
    ] {
      let expected = paths.split(separator: " ").map { "\($0).tilawa\n" }.joined()
      let folder = try TemporaryFolder(Self.library)
      #expect(transcript(["list", "--paths"] + options, in: folder.path) == expected, "\(options)")
    }
    #expect(try run("list", "--paths", "-0", "2024") == "2024/friday.tilawa\0")
    #expect(
      try run("list", "--json", "--status", "partial") == """
        {
          "version": 1,
          "bundles": [
            {
              "bundle": "2024/friday.tilawa",
              "id": "friday",
              "title": "صلاة الجمعة",
              "reciters": [
                "dosari"
              ],
              "reciter_name": null,
              "riwayat": [
                "hafs"
              ],
              "numbering": "kufi",
              "recorded_at": "2024-01-05",
              "imported_at": null,
              "status": "partial",
              "availability": "available",
              "ayat": [
                "18:1-4",
                "18:6-11"
              ],
              "ayah_count": 10,
              "row_count": 2,
              "verified_count": 0,
              "duration": 3700.000
            }
          ],
          "faults": []
        }

        """)
  }

  @Test func saysWhatItCannotList() throws {
    #expect(
      try run("list", "2024", "--status", "complete") == "[stderr]\ntilawa: none of 1 bundle matches\n")
    #expect(
      try run("list", "bare", also: ["bare/notes.txt": ""]) == "[stderr]\ntilawa: no bundle found in bare\n")
    #expect(
      try run("list", "bare", also: ["bare/a/x.tilawa/r": "", "bare/.tilawaignore": "*\n"])
        == "[stderr]\ntilawa: no bundle found in bare; use --no-ignore to include folders that ignore files exclude\n"
    )
    #expect(
      try run("list", "--until", "2024-02-30")
        == "[stderr]\ntilawa: invalid date for --until: \"2024-02-30\" (expected 2024, 2024-01, 2024-01-05 or "
        + "2024-01-05T12:30:00+03:00)\n[exit 2]\n")
    for wrong in [
      ["--json", "--paths"], ["-0"], ["--sort", "size"], ["--surah", "xyzzy"], ["--riwayah", "hafz"],
      ["nowhere"],
      ["--since", "2024", "--until", "2023"], ["--status", "done"],
    ] {
      let folder = try TemporaryFolder(Self.library)
      #expect(transcript(["list"] + wrong, in: folder.path).hasSuffix("[exit 2]\n"), "\(wrong)")
    }
    let torn = ["a.tilawa/recording.yaml": "tilawa: 1\nid: torn\n", "a.tilawa/segments.yaml": "- 1:1\n"]
    let text = try run("list", "a.tilawa", also: torn)
    #expect(text.contains("\na      ") && text.contains("[stderr]\ntilawa: a.tilawa/segments.yaml:1: "))
    #expect(text.hasSuffix("[exit 1]\n"))
  }

  // MARK: - Coverage

  @Test func tellsWhatIsMissing() throws {
    #expect(
      try run("coverage", "--missing", "kahf", "1-31", "--reciter", "dosari")
        == "Found 23 of 31; missing 18:5, 18:12-18\n[exit 1]\n")
    #expect(
      try run("coverage", "--missing", "1:1-7", "18:4-6", "18:30") == """
        18:5  Al-Kahf, 1 ayah
        Found 10 of 11
        [exit 1]

        """)
    #expect(
      try run("coverage", "--missing", "1:1-7", "18:4-6", "18:30", "--by", "surah") == """
         18 Al-Kahf  3 of 4, missing 18:5
        Found 10 of 11
        [exit 1]

        """)
    #expect(
      try run("coverage", "--missing") == """
        2:1-17:111   Al-Baqarah to Al-Isra, 2133 ayat
        18:5         Al-Kahf, 1 ayah
        18:12-18     Al-Kahf, 7 ayat
        18:32-114:6  Al-Kahf to An-Nas, 4065 ayat
        Found 30 of 6236
        [exit 1]

        """)
    #expect(try run("coverage", "--missing", "1") == "Found 7 of 7\n")
    #expect(try run("coverage", "--missing", "18:5", "--no-ignore") == "Found 1 of 1\n")
    #expect(
      try run("coverage", "--missing", "18:4-12", "--each-reciter") == """
        dosari
        Found 7 of 9; missing 18:5, 18:12
        [exit 1]

        """)
    #expect(
      try run(
        "coverage", "--missing", "18:4-12", "--each-reciter", "--reciter", "husary", "--reciter", "dosari",
        "--json")
          == """
          {
            "version": 1,
            "riwayah": "hafs",
            "numbering": "kufi",
            "by": "surah",
            "coverage": null,
            "by_reciter": [
              {
                "reciter": "husary",
                "reciter_name": null,
                "coverage": {
                  "found": 0,
                  "of": 9,
                  "missing": [
                    "18:4-12"
                  ],
                  "groups": [
                    {
                      "number": 18,
                      "name": "Al-Kahf",
                      "found": 0,
                      "of": 9,
                      "missing": [
                        "18:4-12"
                      ]
                    }
                  ]
                }
              },
              {
                "reciter": "dosari",
                "reciter_name": null,
                "coverage": {
                  "found": 7,
                  "of": 9,
                  "missing": [
                    "18:5",
                    "18:12"
                  ],
                  "groups": [
                    {
                      "number": 18,
                      "name": "Al-Kahf",
                      "found": 7,
                      "of": 9,
                      "missing": [
                        "18:5",
                        "18:12"
                      ]
                    }
                  ]
                }
              }
            ],
            "faults": []
          }
          [exit 1]

          """)
  }

  @Test func showsCoverage() throws {
    #expect(
      try run("coverage", "18:1-31", "1", environment: ["COLUMNS": "50"]) == """
          1 Al-Fatihah  ########################    7 of 7
         18 Al-Kahf     ###+#####.....##########  23 of 31
        # found  + in part  . missing
        Found 30 of 38; missing 18:5, 18:12-18

        """)
    let coloured = try run("coverage", "1", "18:5", "--color", "always", environment: ["LANG": "C.UTF-8"])
    #expect(coloured.contains("\u{1B}[32m\u{2588}\u{2588}") && coloured.contains("\u{1B}[2m\u{B7}\u{B7}"))
    #expect(try run("coverage", "--by", "juz").contains("juz 30"))
    #expect(try run("coverage").split(separator: "\n").count == 116)
    let picture = try run("coverage", "--svg", "1", "18:1-31")
    #expect(
      picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n")
        && picture.contains(">found 30 of 38 ayat, 0 of them verified</text>"))
    let pictures = try run("coverage", "--svg", "--each-reciter", also: Self.reciterFile)
    #expect(pictures.contains(">Yasser al-Dosari</text>") && pictures.contains(">husary</text>"))
    #expect(
      try run("coverage", "--svg", "map.svg") == """
        [stderr]
        tilawa: invalid ayah "map.svg"; to draw a picture, use tilawa coverage -o map.svg
        [exit 2]

        """)
    #expect(try run("coverage", "--by", "hizb").hasSuffix("[exit 2]\n"))
    let torn = ["a.tilawa/recording.yaml": "tilawa: 1\nid: torn\n", "a.tilawa/segments.yaml": "- 18:5\n"]
    #expect(try run("coverage", "18:5", "-q", also: torn).hasSuffix("[exit 1]\n"))
    #expect(!(try run("coverage", "1", also: torn).contains("stderr")))
  }

  // MARK: - Tables

  @Test func fitsColumns() {
    var table = TextTable([.init(title: "name", leastWidth: 4), .init(title: "n", isAtRight: true)])
    table.add(["ab\u{1B}[31m", "1"])
    table.add(["ليلةٌ طويلةٌ جدًّا", "12"])
    table.add(["語語語", "3"])
    let lines = { (width: Int?) in
      table.lines(width: width, palette: .plain).map { TerminalText.shown($0) }
    }
    #expect(
      lines(nil) == [
        "name             n", "ab\u{FFFD}[31m          1", "\u{2068}ليلةٌ طويلةٌ جدًّا\u{2069}  12",
        "語語語           3",
      ])
    #expect(
      lines(9) == [
        "name    n", "ab\u{FFFD}[…   1", "\u{2068}ليلةٌ…\u{2069}  12", "語語…   3",
      ])
    #expect(lines(1)[0] == "name   n")
    #expect(columnCount(of: "e\u{301}\u{200F}") == 1)
  }
}
