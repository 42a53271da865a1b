import Foundation
import Testing
import TilawaTestSupport

@testable import TilawaBase

/// A journal from and to the records of an app.
@Suite struct JournalRecordsTests {
  private let environment = ["SOURCE_DATE_EPOCH": "1704463331", "HOME": "/nowhere"]

  private func run(_ arguments: String..., in folder: TemporaryFolder) -> String {
    transcript(arguments, in: folder.path, environment: environment)
  }

  private static func record(_ type: String, _ fields: String) -> String {
    "{\"recordType\":\"CD_\(type)\",\"fields\":{\(fields)}}"
  }

  private static func field(_ key: String, _ value: String) -> String {
    "\"CD_\(key)\":{\"value\":\(value)}"
  }

  private static let records =
    "{\"records\":["
    + [
      record(
        "NoteCategory",
        "\(field("id", "\"c1\"")),\(field("name", "\"tafsir\"")),\(field("colorHex", "\"#00ff00\""))"),
      record(
        "QuranNote",
        "\(field("id", "\"n1\"")),\(field("surahNumber", "18")),\(field("verseNumber", "10")),\(field("userNote", "\"mercy\"")),\(field("createdAt", "726000000")),\(field("category", "\"c1\"")),\(field("englishTranslation", "\"When the  youths\""))"
      ),
      record(
        "FavoriteVerse",
        "\(field("id", "\"f1\"")),\(field("surahNumber", "2")),\(field("verseNumber", "255"))"),
      record(
        "MemorizedVerse",
        "\(field("id", "\"m1\"")),\(field("surahNumber", "112")),\(field("verseNumber", "9"))"),
      record(
        "SavedWord",
        "\(field("id", "\"w1\"")),\(field("arabicWord", "\"الكهف\"")),\(field("surahNumber", "18")),\(field("verseNumber", "10")),\(field("wordPosition", "0"))"
      ),
      record(
        "QuranVerse",
        "\(field("id", "\"18010\"")),\(field("surahNumber", "18")),\(field("verseNumber", "10")),\(field("fullEnglishTranslation", "\"When the youths\""))"
      ),
      record(
        "QuranWord",
        "\(field("verseId", "\"18010\"")),\(field("position", "0")),\(field("arabic", "\"إذ\"")),\(field("englishTranslation", "\"When\""))"
      ),
      record(
        "QuranWord",
        "\(field("verseId", "\"18:10\"")),\(field("position", "1")),\(field("arabic", "\"أوى\""))"),
    ].joined(separator: ",\n") + "]}\n"

  private func library() throws -> TemporaryFolder {
    try TemporaryFolder([
      "records.json": Self.records,
      "journal/favourites.yaml":
        "tilawa: 1\n# mine\nfavourites:\n  - { ayat: \"2:255\", note: daily }  # Throne\n",
    ])
  }

  @Test func whatIsNewIsTakenAndWhatIsHereStays() throws {
    let folder = try library()
    let dry = run("journal", "import", "records.json", "--dry-run", in: folder)
    #expect(
      dry.hasSuffix(
        """
        categories: 1 new
        notes: 1 new
        favourites: 1 changed
        vocabulary: 1 new
        nothing was written
        [exit 1]

        """))
    #expect(dry.contains("this record of the type CD_MemorizedVerse has no valid ayah"))
    #expect(dry.contains("wordPosition counts from 0 here; words are numbered from 1"))
    #expect(
      dry.contains("left out: 1 record of the type CD_QuranVerse; `tilawa text add` imports the texts"))
    #expect(try FileTree.entries(ofFolder: folder.path(of: "journal")) == ["favourites.yaml"])
    #expect(run("journal", "import", "records.json", in: folder).hasSuffix("vocabulary: 1 new\n[exit 1]\n"))
    #expect(
      try folder.text(of: "journal/favourites.yaml")
        == "tilawa: 1\n# mine\nfavourites:\n  - { ayat: \"2:255\", note: daily, x-cloud-id: f1 }  # Throne\n")
    #expect(
      try folder.text(of: "journal/notes.yaml") == """
        tilawa: 1
        categories:
          - { name: tafsir, color: "#00ff00", x-cloud-id: c1 }
        notes:
          - ayat: "18:10"
            text: mercy
            category: tafsir
            created: 2024-01-03T18:40:00Z
            id: n1
            x-cloud-english: When the  youths

        """)
    #expect(
      try folder.text(of: "journal/vocabulary.yaml")
        == "tilawa: 1\nvocabulary:\n  - { ayah: \"18:10\", word: 1, arabic: الكهف, x-cloud-id: w1 }\n")
    #expect(((try? FileStatus.ifAny(folder.path(of: "journal/notes.yaml")))?.mode ?? 0) & 0o777 == 0o600)
    #expect(!run("lint", "journal", in: folder).contains("error"))
    // A second time nothing is left to do.
    let before = try folder.text(of: "journal/notes.yaml")
    #expect(
      run("journal", "import", "records.json", in: folder).contains(
        "notes: 1 already here\nfavourites: 1 already here\n"))
    #expect(try folder.text(of: "journal/notes.yaml") == before)
    // What a person changed later than the app did stays.
    _ = run("journal", "set", "notes", "18:10", "--text", "refuge", in: folder)
    _ = run("journal", "import", "records.json", in: folder)
    #expect(try folder.text(of: "journal/notes.yaml").contains("text: refuge"))
  }

  @Test func textsOfTheSameFileAreAddedAndNotKeptTwice() throws {
    let folder = try library()
    #expect(
      run(
        "text", "add", "records.json", "--id", "en", "--kind", "translation", "--language", "en", "--passage",
        "18:10", in: folder
      ).contains("en: translation in en, 1 ayah; written to texts/en.txt"))
    #expect(
      run(
        "text", "add", "records.json", "--id", "words", "--language", "en", "--passage", "18:10", in: folder
      ).contains("words: word_by_word in en, 1 ayah, 2 words; written to texts/words.tsv"))
    #expect(try folder.text(of: "texts/words.tsv") == "18:10:1\tإذ\tWhen\n18:10:2\tأوى\n")
    _ = run("journal", "import", "records.json", in: folder)
    #expect(try !folder.text(of: "journal/notes.yaml").contains("x-cloud-english"))
    // The app is told what the text says.
    #expect(run("journal", "export", "notes", "--format", "cloudkit", in: folder).contains("When the youths"))
  }

  @Test func textsAreWrittenAsRecordsAndComeBack() throws {
    let folder = try TemporaryFolder([
      "en.txt": GeneratedQuranText.references(arabic: false), "words.tsv": GeneratedQuranText.words(),
      "journal/notes.yaml": "tilawa: 1\nnotes:\n  - text: secret\n",
    ])
    #expect(run("text", "export", in: folder).contains("no texts in ."))
    _ = run("text", "add", "en.txt", "--language", "en", in: folder)
    _ = run("text", "add", "words.tsv", "--language", "en", in: folder)
    #expect(
      run("text", "export", "-o", "all.json", in: folder)
        == "[stderr]\nwrote 114 surahs, 6236 verses and 77433 words of en, words to all.json\n")
    let text = try folder.text(of: "all.json")
    #expect(!text.contains("secret") && text.contains("\"CD_Surah\"") && text.contains("\"Medinan\""))
    // Surahs say what the index says: nothing of them is told as left out.
    #expect(!run("journal", "import", "all.json", in: folder).contains("Surah"))
    _ = run(
      "text", "add", "all.json", "--id", "again", "--kind", "translation", "--language", "en", in: folder)
    _ = run("text", "add", "all.json", "--id", "words-again", "--language", "en", in: folder)
    // Records have no place for the notice below a text.
    #expect(
      try folder.text(of: "texts/again.txt") + "\n# A notice.\n#  It stays.\n"
        == folder.text(of: "texts/en.txt"))
    #expect(try folder.text(of: "texts/words-again.tsv") == folder.text(of: "texts/words.tsv"))
  }

  @Test func whatNoRecordHasAPlaceForIsCounted() throws {
    let folder = try TemporaryFolder([
      "journal/notes.yaml": """
      tilawa: 1
      categories:
        - { name: tafsir, color: green, x-cloud-id: c1 }
      notes:
        - ayat: "18:9-10"
          text: mercy
          category: tafsir
          id: n1
          x-mood: calm

      """,
      "journal/memorised.yaml":
        "tilawa: 1\nmemorised:\n  - { ayat: \"112:1-3\", ease: 2.6, repetitions: 2 }\n",
      "journal/reading.yaml": "tilawa: 1\nprogress:\n  - { surah: 18, progress: 0.4 }\n",
    ])
    let said = run("journal", "export", "all", "--format", "cloudkit", "-o", "out.json", in: folder)
    #expect(
      said == """
        [stderr]
        tilawa: left out: color of categories (once)
        tilawa: left out: ease of memorised (once)
        tilawa: left out: repetitions of memorised (once)
        tilawa: left out: the ayat after the first of notes (once)
        tilawa: left out: x-mood of notes (once)
        wrote 4 rows to out.json

        """)
    #expect(((try? FileStatus.ifAny(folder.path(of: "out.json")))?.mode ?? 0) & 0o777 == 0o600)
    #expect(try folder.text(of: "out.json").components(separatedBy: "CD_MemorizedVerse").count == 4)
    // What was written is read again: nothing of it is new.
    let again = run("journal", "import", "out.json", "-n", in: folder)
    #expect(again.contains("categories: 1 already here\nnotes: 1 already here\n"))
    #expect(again.contains("memorised: 3 already here\nprogress: 1 already here\n"))
    #expect(
      run("journal", "export", "notes", "18:10", "--format", "cloudkit", in: folder).contains(
        "--format cloudkit writes whole lists"))
    #expect(run("journal", "export", "all", in: folder).contains("no such list: \"all\""))
  }

  @Test func whatIsNoJournalIsRefused() throws {
    let folder = try TemporaryFolder([
      "a.json": "{\"records\":[]}", "b.txt": "hello",
      "c.json": "{\"records\":[\(Self.record("Surah", "\(Self.field("surahNumber", "1"))"))]}",
    ])
    for file in ["a.json", "b.txt", "c.json", "gone.json", "."] {
      #expect(run("journal", "import", file, in: folder).hasSuffix("[exit 2]\n"), "\(file)")
    }
    #expect(try FileTree.entries(ofFolder: folder.path).sorted() == ["a.json", "b.txt", "c.json"])
  }
}
