import Testing
import TilawaTestSupport

/// Everything known of one ayah, on one screen.
@Suite struct AboutCommandTests {
  private func run(_ arguments: String..., in folder: TemporaryFolder) -> String {
    transcript(
      arguments, in: folder.path, environment: ["SOURCE_DATE_EPOCH": "1704463331", "HOME": "/nowhere"])
  }

  private func library() throws -> TemporaryFolder {
    try TemporaryFolder(
      QueueTranscriptTests.library.merging([
        "texts/texts.yaml": """
        tilawa: 1
        texts:
          - { id: ar, kind: text, language: ar, passage: "67:1-2", file: ar.txt }
          - { id: english, kind: translation, language: en, passage: "67:1-2", file: en.txt }

        """,
        "texts/ar.txt": "تَبَارَكَ\nٱلَّذِي خَلَقَ\n", "texts/en.txt": "Blessed\nWho created\n",
        "journal/notes.yaml": """
        tilawa: 1
        categories:
          - { name: tafsir }
        notes:
          - ayat: "67:1-3"
            text: |
              Death and life:
              which of them comes first?
            category: tafsir
            created: 2024-01-05
          - ayat: "67:3"
            text: another

        """,
        "journal/favourites.yaml": "tilawa: 1\nfavourites:\n  - { ayat: \"67:2\", created: 2024-01-04 }\n",
        "journal/memorised.yaml":
          "tilawa: 1\nmemorised:\n  - { ayat: \"67:1-30\", since: 2023-03-01, last_reviewed: 2024-01-05, repetitions: 3, interval: 15, ease: 2.6 }\n",
        "journal/reading.yaml": """
        tilawa: 1
        progress:
          - { surah: 67, progress: 0.4, at: 2024-01-05 }
        viewed:
          - { ayat: "67:1-2", at: 2024-01-05 }

        """,
        "journal/vocabulary.yaml":
          "tilawa: 1\nvocabulary:\n  - { ayah: \"67:2\", word: 2, arabic: خَلَقَ, meaning: created, mastered: true }\n",
        "journal/bookmarks.yaml":
          "tilawa: 1\nbookmarks:\n  - { page: 562, label: mulk }\n  - { ayah: \"2:255\" }\n",
        "journal/listening.yaml":
          "tilawa: 1\nayah: \"67:12\"\nayat: \"67:1-30\"\nreciter: husary\nat: 2024-01-05T21:14:00Z\n",
      ]) { $1 })
  }

  @Test func tellsWhenOneReadOfItInBooks() throws {
    let folder = try library()
    try folder.write("tilawa: 1\nid: caves\ntitle: On the Dominion\n", to: "shelf/caves.yaml")
    try folder.write(
      """
      tilawa: 1
      book: caves
      sessions:
        - { date: 2024-01-04, minutes: 20, pages: 1, ayat: "67:1-5", note: slowly }
        - { date: 2024-01-03, minutes: 35, ayat: "67:2" }
        - { date: 2024-01-05, minutes: 10, ayat: "67:20" }
        - { date: 2024-01-06, minutes: 10 }

      """, to: "journal/shelf/caves.yaml")
    try folder.write(
      "tilawa: 1\nbook: gone\nsessions:\n  - { date: 2024-01-07, ayat: \"67:1-30\" }\n",
      to: "journal/shelf/gone.yaml")
    let said = run("about", "67:2", in: folder)
    #expect(
      said.contains(
        """

        books
          2024-01-03  On the Dominion  35 min
          2024-01-04  On the Dominion  67:1-5  20 min, 1 page  slowly
          2024-01-07  gone  67:1-30

        """))
    #expect(
      run("about", "67:2", "--json", in: folder).contains("\"book_title\": \"On the Dominion\""))
    #expect(!run("about", "2:255", in: folder).contains("books"))
    try folder.write(
      "tilawa: 1\nbook: caves\nsessions: [{ date: x, ayat: 5 }]\n", to: "journal/shelf/caves.yaml")
    #expect(run("about", "67:2", in: folder).contains("journal/shelf/caves.yaml:3:"))
  }

  @Test func tellsWhatEveryFileSays() throws {
    let said = run("about", "mulk", "2", in: try library())
    #expect(said.hasPrefix("67:2\n  surah     67 Al-Mulk "))
    #expect(
      said.hasSuffix(
        """

        texts
          ar       \u{2068}ٱلَّذِي خَلَقَ\u{2069}
          english  Who created

        recordings
          minshawi.tilawa/audio.flac   10.000   19.000  minshawi  verified
          husary.tilawa/audio.flac    106.000  116.000  husary    unverified

        bookmarks
          #1  page 562  mulk

        notes
          #1  67:1-3  Death and life: which of them comes first?  category tafsir  2024-01-05

        favourites
          #1  2024-01-04

        memorised
          #1  67:1-30  since 2023-03-01  last_reviewed 2024-01-05  repetitions 3  interval 15  ease 2.6  due 2024-01-20

        progress
          #1  surah 67  0.4  2024-01-05

        viewed
          #1  67:1-2  2024-01-05

        vocabulary
          #1  word 2  \u{2068}خَلَقَ\u{2069}  created  mastered true

        listening
          stopped at 67:12 of 67:1-30  husary  2024-01-05T21:14:00Z

        """))
    #expect(
      run("about", "67:2", "--limit", "1", in: try library()).contains(
        "and 1 more; use --limit 0 to show all"))
  }

  @Test func anAyahThatNothingKnowsIsStillInTheMushaf() throws {
    let said = run("about", "2:255", "--reciter", "nobody", in: try TemporaryFolder(["a.txt": ""]))
    #expect(
      said.hasPrefix("2:255\n") && said.contains("recordings\n  nothing plays 2:255: no bundle found in ."))
    #expect(!said.contains("[exit"))
  }

  /// The journal counts as the Kufi count does, whatever the session's is.
  @Test func ayatAreFoundInTheCountThatIsAskedFor() throws {
    let folder = try TemporaryFolder([
      "journal/notes.yaml": "tilawa: 1\nnotes:\n  - ayat: \"1:2\"\n    text: praise\n"
    ])
    #expect(run("about", "1:1", "--riwayah", "warsh", in: folder).contains("praise"))
    #expect(!run("about", "1:1", in: folder).contains("praise"))
  }

  @Test func oneAyahIsAskedFor() throws {
    let folder = try TemporaryFolder(["a.txt": ""])
    #expect(
      run("about", "67", in: folder)
        == "[stderr]\ntilawa: about takes one ayah, not the run 67:1-30; for runs use tilawa resolve, text or journal list\n[exit 2]\n"
    )
    #expect(run("about", "67:2", "67:3", in: folder).hasSuffix("[exit 2]\n"))
    #expect(run("about", "2:287", in: folder).hasSuffix("[exit 2]\n"))
    #expect(run("about", "67:2", "--library", "gone", in: folder).hasSuffix("[exit 2]\n"))
  }

  @Test func aJournalWithFaultsIsToldOf() throws {
    let folder = try TemporaryFolder(["journal/notes.yaml": "tilawa: 1\nnotes: none\n"])
    let said = run("about", "67:2", in: folder)
    #expect(said.contains("journal/notes.yaml:2:") && said.hasSuffix("[exit 1]\n"))
  }
}
