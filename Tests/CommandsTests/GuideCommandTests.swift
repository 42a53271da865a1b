import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaTestSupport

@testable import TilawaCommandLine

@Suite struct GuideCommandTests {
  private let folder: TemporaryFolder

  /// Every key of a row of `prayer_guides`, with and without values, as a database hands it out.
  private static let rows = """
    [
      {
        "id": "0d2c0f0e-1111-4222-8333-444455556666",
        "content_id": "fajr_sunni_guide",
        "title": "Fajr Prayer Guide (Sunni)",
        "prayer_name": "fajr",
        "sect": "sunni",
        "rakah_count": 2,
        "content_type": "guide",
        "text_content": {
          "steps": [
            {
              "step": 1,
              "title": "Intention",
              "description": "Make it.",
              "arabic": null,
              "transliteration": null,
              "translation": null
            },
            {
              "step": 2,
              "title": "Takbir",
              "description": "Raise the hands.",
              "arabic": "اللَّهُ أَكْبَرُ",
              "transliteration": "Allahu akbar",
              "translation": "God is greater"
            }
          ],
          "rakah_instructions": [
            "First",
            "Second: sit"
          ],
          "important_notes": [
            "Two rak'at"
          ]
        },
        "video_url": "https://x.example/v.mp4",
        "thumbnail_url": "https://x.example/a.jpg",
        "is_available_offline": true,
        "version": 3,
        "created_at": "2025-07-03T12:34:56.789012+00:00",
        "updated_at": "2025-07-04T00:00:00Z"
      },
      {
        "id": "1d2c0f0e-1111-4222-8333-444455556666",
        "content_id": "tahajjud_shia_guide",
        "title": "Tahajjud",
        "prayer_name": "tahajjud",
        "sect": "zaydi",
        "rakah_count": 8,
        "content_type": "guide",
        "text_content": null,
        "video_url": null,
        "thumbnail_url": null,
        "is_available_offline": false,
        "version": 1,
        "created_at": "2025-07-03T12:34:56Z",
        "updated_at": "2025-07-03T12:34:56Z"
      }
    ]

    """

  private static let shafi = """
    tilawa: 1
    id: fajr-shafi
    title: صلاة الفجر
    prayer: fajr
    school: shafi
    steps:
      - step: 1
        title: Takbir
        description: Raise the hands to the height of the shoulders, say the takbir, and lower them again afterwards.
        arabic: اللَّهُ أَكْبَرُ
        hear: takbir
      - step: 2
        title: Fatihah
        description: Recite.
        hear: ["1:1-7", "2:255"]

    """

  init() throws {
    var segments = "tilawa: 1\nsegments:\n"
    let heard =
      ["skip: takbir"] + (1...7).map { "ayah: \"1:\($0)\"" } + ["ayah: \"112:1-4\"", "skip: takbir"]
      + (1...7).map { "ayah: \"1:\($0)\"" } + ["ayah: \"114:1-6\"", "skip: taslim", "skip: speech"]
    for (index, what) in heard.enumerated() {
      segments += "  - { \(what), start: \(index * 2).000, end: \(index * 2 + 2).000 }\n"
    }
    folder = try TemporaryFolder([
      "rows.json": Self.rows, "guides/shafi.yaml": Self.shafi, "journal/.keep": "",
      "fajr.tilawa/recording.yaml":
        "tilawa: 1\nid: fajr\naudio:\n  file: a.wav\n  duration: 60.000\nreciter: husary\nriwayah: hafs\nprayer: fajr\n",
      "fajr.tilawa/segments.yaml": segments, "fajr.tilawa/a.wav": "x",
      "all.tilawa/recording.yaml": "tilawa: 1\nid: all\nriwayah: hafs\n",
      "all.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"1:1-7\", start: 0.000, end: 20.000, verified: true }\n",
      "warsh.tilawa/recording.yaml": "tilawa: 1\nid: warsh\nriwayah: warsh\nprayer: fajr\n",
      "warsh.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"1:1-7\", start: 0.000, end: 20.000, verified: true }\n",
    ])
  }

  private func run(_ arguments: String...) -> String { transcript(arguments, in: folder.path) }

  // MARK: In and out

  @Test func everyFieldComesBack() throws {
    let said = run("guide", "import", "rows.json")
    #expect(
      said == """
        [stderr]
        guides/fajr_sunni_guide.yaml: written, 2 steps
        guides/tahajjud_shia_guide.yaml: written, 0 steps

        """)
    #expect(
      try folder.text(of: "guides/fajr_sunni_guide.yaml") == """
        tilawa: 1
        id: fajr_sunni_guide
        title: Fajr Prayer Guide (Sunni)
        prayer: fajr
        school: sunni
        rakaat: 2
        type: guide
        edition: 3
        created: 2025-07-03T12:34:56.789012+00:00
        changed: 2025-07-04T00:00:00Z
        offline: true
        video: https://x.example/v.mp4
        image: https://x.example/a.jpg
        x-id: 0d2c0f0e-1111-4222-8333-444455556666
        steps:
          - step: 1
            title: Intention
            description: Make it.
          - step: 2
            title: Takbir
            description: Raise the hands.
            arabic: اللَّهُ أَكْبَرُ
            transliteration: Allahu akbar
            translation: God is greater
        rakah_notes:
          - { rakah: 1, text: First }
          - { rakah: 2, text: "Second: sit" }
        notes:
          - { text: Two rak'at }

        """)
    try FileTransfer.remove(folder.path(of: "guides/shafi.yaml"))
    #expect(run("guide", "export") == Self.rows)
    #expect(run("guide", "import", "rows.json").contains("guides/fajr_sunni_guide.yaml: unchanged"))
    #expect(run("fmt", "--check", ".") == "")
    #expect(!run("lint", ".", "--ignore", "R,A,S").contains("error"))
  }

  @Test func anUnknownPrayerIsNeverGuessed() throws {
    _ = run("guide", "import", "rows.json")
    let text = try folder.text(of: "guides/tahajjud_shia_guide.yaml")
    #expect(text.contains("prayer: other\nschool: other\n"))
    #expect(text.contains("x-prayer_name: tahajjud\nx-sect: zaydi\n"))
    try folder.write(Self.shafi.replacing("prayer: fajr", with: "prayer: fajar"), to: "guides/shafi.yaml")
    #expect(run("lint", "guides/shafi.yaml").contains("did you mean fajr? [F109"))
  }

  @Test func whatFindsNoPlaceIsTold() throws {
    try folder.write(
      """
      [{"content_id": "a", "title": "A", "prayer_name": "asr", "sect": "hanafi", "rakah_count": "many", "version": 0,
        "video_url": "ftp://x", "created_at": "2025-07-03 12:34:56+00", "updated_at": "yesterday", "mood": "calm",
        "text_content": "{\\"steps\\": [{\\"step\\": 4, \\"title\\": \\"T\\", \\"colour\\": \\"red\\"}, {\\"step\\": 5}]}"},
       {"title": "no id", "prayer_name": "asr"}, {"content_id": "b", "title": "no prayer"}, {"content_id": "a b", "title": "T", "prayer_name": "asr"}]
      """, to: "odd.json")
    let said = run("guide", "import", "odd.json")
    for told in [
      "rakah_count is not a number", "version is not a number", "video_url is not an http or https address",
      "updated_at is not an ISO 8601 date", "left out: [].mood", "left out: steps[].colour",
      "steps are renumbered",
      "step 2 has no title", "a row has no content_id", "b has no prayer_name", "\"a b\" is not a valid id",
      "guides/a.yaml: written, 1 step", "[exit 1]",
    ] {
      #expect(said.contains(told), "\(told): \(said)")
    }
    #expect(try folder.text(of: "guides/a.yaml").contains("created: 2025-07-03T12:34:56+00:00\n"))
    for (text, told) in [
      ("{}", "has no rows of prayer_guides"), ("nothing", "is not JSON"),
      ("---\nid: x\n", "no front matter between"),
      ("---\nid: x\n---\n## A\n", "lacks a prayer such as prayer: fajr"),
      ("[]", "has no rows of prayer_guides"),
    ] {
      try folder.write(text, to: "x.json")
      let said = run("guide", "import", "x.json")
      #expect(said.contains(told) && said.contains("[exit 2]"), "\(said)")
    }
    #expect(run("guide", "import", "nowhere.json").contains("no such file"))
  }

  @Test func onTheWayOutLossesAreCounted() throws {
    let said = run("guide", "export", "fajr-shafi")
    #expect(said.contains("\"sect\": \"sunni\"") && said.contains("\"rakah_count\": 2"))
    #expect(said.contains("2 steps lose the recitation (hear)"))
    #expect(said.contains("1 guide loses the school, and keeps its tradition"))
    #expect(said.contains("1 guide lacks a school, type, created or changed"))
    #expect(said.contains("[exit 1]"))
    #expect(run("guide", "export", "nobody").contains("no such guide: \"nobody\""))
    #expect(run("guide", "export", "isha").contains("no guide for isha\n[exit 2]"))
  }

  @Test func aPageComesBack() throws {
    let page = run("guide", "export", "fajr-shafi", "--format", "markdown")
    #expect(
      page == """
        ---
        id: fajr-shafi
        title: صلاة الفجر
        prayer: fajr
        school: shafi
        ---

        ## 1. Takbir

        Raise the hands to the height of the shoulders, say the takbir, and lower them again afterwards.

        - Arabic: اللَّهُ أَكْبَرُ
        - Hear: takbir

        ## 2. Fatihah

        Recite.

        - Hear: 1:1-7, 2:255

        """)
    try folder.write(page, to: "fajr.md")
    #expect(run("guide", "import", "fajr.md") == "[stderr]\nguides/shafi.yaml: unchanged, 2 steps\n")
    _ = run("guide", "import", "rows.json")
    #expect(run("guide", "export", "--format", "markdown").contains("contains one guide, not 3"))
    try folder.write(run("guide", "export", "fajr_sunni_guide", "--format", "markdown"), to: "sunni.md")
    #expect(
      run("guide", "import", "sunni.md") == "[stderr]\nguides/fajr_sunni_guide.yaml: unchanged, 2 steps\n")
  }

  @Test func aPageByHandIsUnderstood() throws {
    try folder.write(
      """
      ---
      prayer: witr
      rakaat: 3
      mood: calm
      ---
      # The witr

      Nobody's step.

      ## 1) Standing

      Stand
      upright.

      Then begin.

      **Arabic:** بِسْمِ اللَّهِ
      **Translation:** In the name

      \\- not a list

      ## Prostration
      سُبْحَانَ رَبِّيَ الْأَعْلَى

      * Hear: takbir, 1:9x

      ### deeper

      ## Rak'at
      - 3: the qunut
      - sit: after each

      ## Notes
      * at night

      """, to: "witr.md")
    let said = run("guide", "import", "witr.md")
    for told in [
      "mood", "left out: \"Nobody's step.\"", "left out: \"### deeper\"", "\"1:9x\" is neither",
    ] {
      #expect(said.contains(told), "\(told): \(said)")
    }
    #expect(
      try folder.text(of: "guides/witr.yaml") == """
        tilawa: 1
        id: witr
        title: The witr
        prayer: witr
        rakaat: 3
        steps:
          - step: 1
            title: Standing
            description: "Stand upright.\\nThen begin.\\n- not a list"
            arabic: بِسْمِ اللَّهِ
            translation: In the name
          - step: 2
            title: Prostration
            arabic: سُبْحَانَ رَبِّيَ الْأَعْلَى
            hear: takbir
        rakah_notes:
          - { rakah: 3, text: the qunut }
          - { text: "sit: after each" }
        notes:
          - { text: at night }

        """)
  }

  @Test func whatIsThereIsOnlyReplacedWhenAsked() throws {
    let page = run("guide", "export", "fajr-shafi", "--format", "markdown").replacing(
      "Recite.", with: "Listen.")
    try folder.write(page, to: "fajr.md")
    let refusal = run("guide", "import", "fajr.md")
    #expect(
      refusal.contains(
        "guides/shafi.yaml already exists with different content; use --force to replace it"))
    #expect(try folder.text(of: "guides/shafi.yaml") == Self.shafi)
    #expect(run("guide", "import", "fajr.md", "--force", "-n").contains("would be replaced"))
    #expect(try folder.text(of: "guides/shafi.yaml") == Self.shafi)
    #expect(run("guide", "import", "fajr.md", "--force").contains("guides/shafi.yaml: replaced"))
    #expect(try folder.text(of: "guides/shafi.yaml") == Self.shafi.replacing("Recite.", with: "Listen."))
    try folder.write("tilawa: 1\n", to: "guides/fajr_sunni_guide.yaml")
    #expect(run("guide", "import", "rows.json").contains("is not the guide \"fajr_sunni_guide\""))
    try folder.write("[\(Self.rows.dropFirst().dropLast(2)),\(Self.rows.dropFirst())", to: "twice.json")
    #expect(run("guide", "import", "twice.json", "--force").contains("contains two guides"))
  }

  // MARK: Lists and screens

  @Test func listsAndFilters() throws {
    _ = run("guide", "import", "rows.json")
    #expect(
      run("guide") == """
        id                   prayer          rak'at  steps  title
        fajr_sunni_guide     Fajr (Sunni)         2      2  Fajr Prayer Guide (Sunni)
        fajr-shafi           Fajr (Shafi'i)       2      2  \u{2068}صلاة الفجر\u{2069}
        tahajjud_shia_guide  Other (Other)        8      0  Tahajjud

        """)
    func ids(_ arguments: String...) -> [String] {
      transcript(["guide", "list"] + arguments, in: folder.path).split(separator: "\n").dropFirst().map {
        String($0.prefix { $0 != " " })
      }
    }
    #expect(ids("--prayer", "fajr") == ["fajr_sunni_guide", "fajr-shafi"])
    #expect(ids("--school", "shafi") == ["fajr-shafi"])
    #expect(ids("--school", "sunni") == ["fajr_sunni_guide", "fajr-shafi"])
    #expect(ids("--search", "الله اكبر") == ["fajr_sunni_guide", "fajr-shafi"])
    #expect(ids("--search", "second") == ["fajr_sunni_guide"])
    #expect(run("guide", "list", "--bookmarked").contains("no guide matches"))
    #expect(run("guide", "list", "--prayer", "fajar").contains("did you mean fajr?"))
    #expect(run("guide", "list", "--school", "shafei").contains("did you mean shafi?"))
  }

  @Test func showsAGuide() throws {
    #expect(
      run("guide", "fajr") == """
        \u{2068}صلاة الفجر\u{2069}
        fajr-shafi  Fajr (Shafi'i) \u{2068}الفجر\u{2069}  2 rak'at

         1  Takbir
            Raise the hands to the height of the shoulders, say the takbir, and lower
            them again afterwards.
            \u{2068}اللَّهُ أَكْبَرُ\u{2069}
            heard: takbir

         2  Fatihah
            Recite.
            heard: 1:1-7
            heard: 2:255

        """)
    #expect(run("guide", "fajr-shafei").contains("did you mean fajr-shafi?"))
    #expect(run("guide", "isha").contains("no guide for isha\n[exit 2]"))
    #expect(run("guide", "--library", "all.tilawa").contains("tilawa guide import FILE"))
    #expect(run("guide", "x", "--library", "all.tilawa").contains("there are no guides"))
    try folder.write("tilawa: 1\nid: [\n", to: "guides/broken.yaml")
    let said = run("guide", "fajr")
    #expect(said.contains("guides/broken.yaml:") && said.contains("[exit 1]"))
  }

  @Test func namesAreDerived() throws {
    let json = run("guide", "list", "--json")
    #expect(json.contains("\"display_title\": \"Fajr (Shafi'i)\"") && json.contains("\"rakah_count\": 2"))
    #expect(run("guide", "fajr").contains("  2 rak'at\n"))
    #expect(!(try folder.text(of: "guides/shafi.yaml")).contains("rakaat"))
  }

  @Test func aPersonsStateIsInTheJournal() throws {
    _ = run("guide", "import", "rows.json")
    #expect(
      run("guide", "fajr").contains("fajr has 2 guides: fajr_sunni_guide, fajr-shafi; name one"))
    #expect(
      run(
        "journal", "add", "guides", "fajr-shafi", "--bookmarked", "--read", "2024-01-05", "--progress", "0.5",
        "--offline"
      ).contains("added fajr-shafi to guides"))
    #expect(
      run("journal", "set", "guides", "fajr-shafi", "--progress", "0.75").contains("changed fajr-shafi"))
    let text = try folder.text(of: "journal/guides.yaml")
    #expect(
      text == """
        tilawa: 1
        guides:
          - { guide: fajr-shafi, bookmarked: true, read: 2024-01-05, progress: 0.75, offline: true }

        """)
    try folder.write(
      text.replacing(
        "guides:", with: "school: hanbali\nnotifications: false\nlocation: true\nx-id: 77\nguides:"),
      to: "journal/guides.yaml")
    #expect(run("lint", "journal").contains("nothing to report"))
    #expect(run("fmt", "--check", "journal") == "")
    #expect(run("guide", "fajr-shafi").contains("bookmarked, read 2024-01-05, 75 %, offline"))
    #expect(run("guide").contains(" bookmarked, read 2024-01-05, 75 %, offline\n"))
    // Of no hanbali guide that of its tradition is the nearest.
    #expect(run("guide", "fajr").contains("fajr_sunni_guide  Fajr (Sunni)"))
    #expect(run("guide", "list", "--bookmarked").contains("fajr-shafi"))
    try folder.write(text.replacing("guides:", with: "school: shafi\nguides:"), to: "journal/guides.yaml")
    #expect(run("guide", "fajr").contains("fajr-shafi  Fajr (Shafi'i)"))
  }

  @Test func manyGuidesAreHeldAgainstEachOther() throws {
    for number in 1...300 {
      let id = number == 300 ? "g7" : "g\(number)"
      try folder.write(
        "tilawa: 1\nid: \(id)\ntitle: T\nprayer: asr\nschool: maliki\nsteps: []\n",
        to: "many/guides/g\(number).yaml")
    }
    for path in ["many", folder.path(of: "many"), "many/guides"] {
      let said = run("lint", path)
      #expect(
        said.contains("many/guides/g7.yaml:2:5: error: the id \"g7\" is already used by another guide [G901"))
      #expect(
        said.contains("many/guides/g1.yaml:5:9: note: of the five daily prayers, these lack a Maliki guide"))
      #expect(said.contains("300 files: 1 error, 1 note"))
    }
  }

  @Test func theUserOfAnAppIsReadAndWritten() throws {
    let user = """
      {
        "id": "7E3A-11",
        "preferredMadhab": "shia",
        "enabledNotifications": false,
        "locationPermissionGranted": true,
        "bookmarkedGuides": ["fajr-shafi", "isha_shia_guide"],
        "offlineGuides": ["fajr-shafi"]
      }

      """
    try folder.write(user, to: "user.json")
    let said = run("journal", "import", "user.json")
    #expect(said.contains("guides: 2 new\nguides.yaml: school: shia\nguides.yaml: notifications: false\n"))
    let file = "journal/guides.yaml"
    #expect(
      try folder.text(of: file) == """
        tilawa: 1
        school: shia
        notifications: false
        location: true
        guides:
          - { guide: fajr-shafi, bookmarked: true, offline: true }
          - { guide: isha_shia_guide, bookmarked: true }
        x-id: 7E3A-11

        """)
    #expect(run("lint", file).contains("nothing to report"))
    func words(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
    #expect(words(run("journal", "export", "guides", "--format", "user")) == words(user))
    // What is here stays, and what else the file has is told.
    try folder.write(
      user.replacing("\"shia\"", with: "\"hanbali\"").replacing(
        "\"7E3A-11\"", with: "\"7E3A-11\", \"theme\": 1"),
      to: "user.json")
    let again = run("journal", "import", "user.json")
    #expect(again.contains("school stays shia, although the file has hanbali") && again.contains("theme"))
    #expect(again.contains("guides: 2 already here\n") && !again.contains("guides.yaml:"))
    // A school and an id that nobody has said are never made up; what has no place is counted.
    try folder.write(
      "tilawa: 1\nguides:\n  - { guide: a, read: 2024-01-05, progress: 0.5, offline: true }\n", to: file)
    let export = run("journal", "export", "guides", "--format", "user")
    #expect(!export.contains("preferredMadhab") && words(export).contains("\"offlineGuides\":[\"a\"]"))
    #expect(export.contains("left out: read of guides (1)"))
    #expect(export.contains("neither a school nor an id"))
    try folder.write("tilawa: 1\nschool: shafi\nx-id: 7\nguides: []\n", to: file)
    #expect(
      run("journal", "export", "guides", "--format", "user").contains("the school loses its name"))
    #expect(run("journal", "export", "notes", "--format", "user").contains("needs the list guides"))
    #expect(run("journal", "import", "rows.json").contains("neither CloudKit records nor the User"))
  }

  // MARK: Recordings

  @Test func namesThePlaces() {
    #expect(run("mark", "fajr.tilawa", "--rakah").contains("2 rows numbered"))
    let said = run("guide", "fajr", "--hear")
    #expect(
      said.contains(
        """
            takbir  fajr.tilawa/a.wav  0.000  2.000  husary  fajr unverified

        """), "\(said)")
    let second = "    1:1-7  fajr.tilawa/a.wav  20.000  34.000  husary  fajr rak'ah 2 unverified\n"
    let first = "    1:1-7  fajr.tilawa/a.wav  2.000  16.000  husary  fajr rak'ah 1 unverified\n"
    let other = "    1:1-7  all.tilawa  0.000  20.000  -  verified not here\n"
    #expect(said.contains(first + second + other + "    2:255  not found\n"))
    #expect(!said.contains("warsh.tilawa"))
    #expect(run("guide", "fajr", "--hear", "--rakah", "2").contains(second + first))
    #expect(run("guide", "fajr", "--hear", "--rakah", "2", "--limit", "1").contains(second + "    2:255"))
    #expect(run("guide", "fajr", "--hear", "--riwayah", "warsh").contains("    1:1-7  warsh.tilawa"))
    #expect(run("guide", "fajr", "--limit", "1").contains("need --hear"))
    #expect(run("guide", "--hear").contains("--hear needs a guide"))
  }

  @Test func whereNothingIsHeardIsTold() throws {
    try folder.write(Self.shafi, to: "lib/guides/shafi.yaml")
    let said = run("guide", "fajr", "--hear", "--library", "lib")
    #expect(said.contains("no recording of any step of fajr-shafi in lib\n[exit 1]"))
    try folder.write("tilawa: 1\nid: a\ntitle: A\nprayer: isha\n", to: "guides/isha.yaml")
    #expect(run("guide", "isha", "--hear").contains("no step of a has the key hear"))
  }

  @Test func everyRowOfTheModelIsInTheTable() throws {
    let text = try ConformanceSuite.text(of: "Examples/guides/models.md")
    let section = try #require(
      text.components(separatedBy: "\n## ").first { $0.hasPrefix("Prayer guides\n") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| 5") || $0.hasPrefix("| 6") }.map {
      line in
      line.dropFirst(2).dropLast(2).components(separatedBy: " | ").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(rows.map { Int($0[0]) } == Array(527...620))
    let tests = try FileTree.entries(ofFolder: "\(ConformanceSuite.repository)/Tests").filter {
      $0.hasSuffix("Tests")
    }.flatMap { room in
      try FileTree.entries(ofFolder: "\(ConformanceSuite.repository)/Tests/\(room)").filter {
        $0.hasSuffix(".swift")
      }.map { try ConformanceSuite.text(of: "Tests/\(room)/\($0)") }
    }
    for row in rows {
      try #require(row.count == 6, "\(row)")
      #expect(["there", "derived", "other"].contains(row[3]), "\(row)")
      #expect(row[3] != "other" || !row[4].isEmpty, "\(row) has no reason")
      #expect(row[5].isEmpty == (row[2] == "none" && row[3] == "other" && row[0] != "598"), "\(row)")
      #expect(row[5].isEmpty || tests.contains { $0.contains("func \(row[5])(") }, "\(row)")
      try expectPlaces(row[2], "\(row)")
    }
  }

  /// Checks that keys of kinds, and cells of tables, exist where a row places them.
  private func expectPlaces(_ text: String, _ row: Comment) throws {
    for match in text.matches(of: /`(\w+)\.([\w.-]+)`/) {
      let kind = try #require(DocumentKind(named: String(match.1)), row)
      let keys = match.2.split(separator: ".").map(String.init)
      if keys[0].hasPrefix("x-") { continue }
      let table = try #require(
        SchemaFiles.table(of: kind.name, keysOf: keys.count == 2 ? keys[0] : ""), row)
      #expect(table.contains("| `\(keys[keys.count - 1])` |"), row)
    }
    if let match = text.wholeMatch(of: /(\w+\.tsv) (\w+): (\w+) (.+)/) {
      let lines = try ConformanceSuite.text(of: "spec/tables/\(match.1)").split(separator: "\n").map {
        $0.split(separator: "\t").map(String.init)
      }
      let column = try #require(lines[0].firstIndex(of: String(match.3)), row)
      let line = try #require(lines.first { $0[0] == String(match.2) }, row)
      #expect(line[column] == String(match.4), row)
    }
  }
}
