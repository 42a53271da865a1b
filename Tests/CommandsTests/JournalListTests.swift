import Testing
import TilawaTestSupport

@testable import TilawaBase

/// The lists of a journal, whose commands follow from their declarations.
@Suite struct JournalListTests {
  private let environment = ["SOURCE_DATE_EPOCH": "1704463331", "HOME": "/nowhere"]

  private func run(_ arguments: String..., in folder: TemporaryFolder) -> String {
    transcript(arguments, in: folder.path, environment: environment)
  }

  @Test func rowsAreAddedChangedAndRemovedAndNothingElseChanges() throws {
    let text = """
      tilawa: 1
      # mine
      favourites:
        - { ayat: "2:255", x-mood: calm }   # the Throne

      """
    let folder = try TemporaryFolder(["journal/favourites.yaml": text])
    #expect(
      run("journal", "add", "favourites", "kahf", "9-10", "--note", "the cave", in: folder)
        == "[stderr]\nadded 18:9-10 to favourites\n")
    let row = "  - { ayat: \"18:9-10\", created: 2024-01-05T14:02:11Z, note: the cave }\n"
    #expect(try folder.text(of: "journal/favourites.yaml") == text + row)
    #expect(
      run("journal", "set", "favourites", "1", "note=daily", in: folder)
        == "[stderr]\nchanged 2:255 in favourites\n")
    #expect(
      try folder.text(of: "journal/favourites.yaml")
        == text.replacing("\"2:255\",", with: "\"2:255\", note: daily,") + row)
    _ = run("journal", "set", "favourites", "2:255", "--note=", in: folder)
    #expect(
      run("journal", "remove", "favourites", "2", in: folder) == "[stderr]\nremoved 18:9-10 from favourites\n"
    )
    #expect(try folder.text(of: "journal/favourites.yaml") == text)
  }

  @Test func whatIsThereIsChangedAndNotListedTwice() throws {
    let folder = try TemporaryFolder(["journal/x": ""])
    #expect(
      run("journal", "add", "reading", "kahf", "--progress", "0.4", in: folder)
        == "[stderr]\nadded surah 18 to progress\n")
    #expect(
      run("journal", "add", "progress", "18", "--progress", "0.5", in: folder)
        == "[stderr]\nchanged surah 18 in progress\n")
    #expect(run("journal", "add", "viewed", "18:1-10", in: folder) == "[stderr]\nadded 18:1-10 to viewed\n")
    #expect(
      try folder.text(of: "journal/reading.yaml") == """
        tilawa: 1
        progress:
          - { surah: 18, progress: 0.5, at: 2024-01-05T14:02:11Z }
        viewed:
          - { ayat: "18:1-10", at: 2024-01-05T14:02:11Z }

        """)
    #expect(!run("lint", "journal", in: folder).contains("warning"))
    #expect(!run("fmt", "--check", "journal", in: folder).contains("reading"))
  }

  @Test func notesHaveCategoriesAndWordsAreExported() throws {
    let folder = try TemporaryFolder(["journal/x": ""])
    _ = run("journal", "add", "categories", "tafsir", "--color", "green", in: folder)
    #expect(
      run(
        "journal", "add", "notes", "18:10", "--text", "They asked: mercy", "--category", "tafsr", in: folder)
        == "[stderr]\nadded 18:10 to notes\ntilawa: warning: no such category: \"tafsr\"; did you mean \"tafsir\"?\n"
    )
    #expect(
      run("journal", "set", "notes", "18:10", "--category", "tafsir", in: folder)
        == "[stderr]\nchanged 18:10 in notes\n")
    #expect(
      try folder.text(of: "journal/notes.yaml") == """
        tilawa: 1
        categories:
          - { name: tafsir, color: green, created: 2024-01-05T14:02:11Z }
        notes:
          - ayat: "18:10"
            text: "They asked: mercy"
            category: tafsir
            created: 2024-01-05T14:02:11Z
            changed: 2024-01-05T14:02:11Z

        """)
    _ = run(
      "journal", "add", "vocabulary", "18:10:4", "--arabic", "ٱلۡكَهۡفِ", "--meaning", "the cave", in: folder)
    #expect(run("journal", "list", "vocabulary", "--search", "الكهف", in: folder).contains("the cave"))
    _ = run("journal", "set", "vocabulary", "18:10:4", "--mastered", in: folder)
    #expect(
      run("journal", "export", "vocabulary", "--format", "anki", in: folder).contains(
        "ٱلۡكَهۡفِ\tthe cave\t18:10:4\t\ttilawa mastered\n"))
    #expect(
      run("journal", "export", "notes", "kahf", "--format", "jsonl", in: folder).contains(
        "{\"ayat\":\"18:10\",\"text\":"))
  }

  @Test func whatIsSortedAndChosenIsListed() throws {
    let folder = try TemporaryFolder([
      "journal/favourites.yaml": """
      tilawa: 1
      favourites:
        - { ayat: "18:10", created: 2024-03-01 }
        - { ayat: "2:255", created: 2024-01-01T10:00:00+03:00 }
        - { ayat: "9:1-5", created: 2024-02-01 }
        - { ayat: "2:1" }

      """
    ])
    func places(_ arguments: String...) -> [String] {
      transcript(["journal", "list", "favourites"] + arguments, in: folder.path, environment: environment)
        .split(separator: "\n").dropFirst().map { String($0.split(separator: " ")[1]) }
    }
    #expect(places("--sort", "created") == ["2:255", "9:1-5", "18:10", "2:1"])
    #expect(places("--sort", "created", "--reverse") == ["2:1", "18:10", "9:1-5", "2:255"])
    #expect(places("--sort", "ayat") == ["2:1", "2:255", "9:1-5", "18:10"])
    #expect(places("--since", "2024-02") == ["18:10", "9:1-5"])
    #expect(places("9", "juz 1") == ["9:1-5", "2:1"])
    #expect(places("9:5-18:10") == ["18:10", "9:1-5"])
    #expect(
      run("journal", "list", "favourites", "--sort", "craeted", in: folder).contains("did you mean created?"))
  }

  @Test func aWordIsTakenFromTheTexts() throws {
    let folder = try TemporaryFolder([
      "journal/x": "",
      "texts/texts.yaml":
        "tilawa: 1\ntexts:\n  - { id: ar, kind: text, language: ar, passage: \"112:1-2\", file: ar.txt }\n"
        + "  - { id: words, kind: word_by_word, language: en, passage: \"112:1\", file: words.tsv }\n",
      "texts/ar.txt": "قُلۡ هُوَ ٱللَّهُ أَحَدٌ\nٱللَّهُ ٱلصَّمَدُ\n",
      "texts/words.tsv": "112:1:1\tقُلۡ\tSay\n112:1:2\tهُوَ\tHe\n",
    ])
    _ = run("journal", "add", "vocabulary", "112:1:1", in: folder)
    _ = run("journal", "add", "vocabulary", "112:1:2", "--meaning", "it is", in: folder)
    _ = run("journal", "add", "vocabulary", "112:2:2", "--meaning", "the sought", in: folder)
    #expect(
      run("journal", "add", "vocabulary", "112:3:1", in: folder).contains("vocabulary needs --arabic: text"))
    #expect(
      run("journal", "add", "vocabulary", "112:2:3", "--arabic", "x", in: folder)
        == "[stderr]\nadded 112:2:3 to vocabulary\ntilawa: warning: 112:2 has 2 words, so word 3 does not exist\n"
    )
    let saved = "saved: 2024-01-05T14:02:11Z }\n"
    #expect(
      try folder.text(of: "journal/vocabulary.yaml") == "tilawa: 1\nvocabulary:\n"
        + "  - { ayah: \"112:1\", word: 1, arabic: قُلۡ, meaning: Say, \(saved)"
        + "  - { ayah: \"112:1\", word: 2, arabic: هُوَ, meaning: it is, \(saved)"
        + "  - { ayah: \"112:2\", word: 2, arabic: ٱلصَّمَدُ, meaning: the sought, \(saved)"
        + "  - { ayah: \"112:2\", word: 3, arabic: x, \(saved)")
    _ = run("journal", "set", "vocabulary", "112:1:1", "--mastered", in: folder)
    #expect(
      run("journal", "export", "vocabulary", "--unmastered", in: folder).split(separator: "\r\n").count == 4)
  }

  @Test func whatIsMisspeltIsToldAndNothingIsWritten() throws {
    let folder = try TemporaryFolder(["journal/x": ""])
    #expect(run("journal", "add", "favorites", "2:255", in: folder).contains("did you mean favourites?"))
    #expect(
      run("journal", "add", "favourites", "2:255", "--nite", "x", in: folder).contains("did you mean note?"))
    #expect(run("journal", "add", "favourites", "2:287", in: folder).contains("2:287"))
    #expect(
      run("journal", "add", "progress", "18", "--progress", "40", in: folder).contains(
        "40 is not between 0 and 1"))
    #expect(run("journal", "add", "notes", "18:10", in: folder).contains("notes needs --text: text"))
    #expect(
      run("journal", "add", "memorised", "1", "--since", "yesterday", in: folder).contains(
        "is not a date that exists"))
    #expect(try FileTree.entries(ofFolder: folder.path(of: "journal")) == ["x"])
  }

  @Test func whatIsMadeIsForItsOwnerAlone() throws {
    let folder = try TemporaryFolder()
    let data = ["SOURCE_DATE_EPOCH": "1704463331", "XDG_DATA_HOME": folder.path(of: "data")]
    _ = transcript("journal", "add", "favourites", "2:255", in: folder.path, environment: data)
    let path = folder.path(of: "data/tilawa/journal")
    #expect(((try? FileStatus.ifAny(path))?.mode ?? 0) & 0o777 == 0o700)
    #expect(((try? FileStatus.ifAny(path + "/favourites.yaml"))?.mode ?? 0) & 0o777 == 0o600)
  }

  /// A journal is warned about if its repository has a remote; without one, nobody else gets it.
  @Test func aJournalThatGitSendsAwayIsWarnedOf() throws {
    let folder = try TemporaryFolder([
      "journal/favourites.yaml": "tilawa: 1\nfavourites:\n  - { ayat: \"2:255\" }\n"
    ])
    func shell(_ command: String) throws {
      _ = try BuiltProgram.shell(
        command, in: folder.path, environment: HistoryRepository.environment(folder.path))
    }
    func lint() -> String { transcript("lint", ".", in: folder.path, environment: Surroundings.environment) }
    try shell("git init -q . && git add .")
    #expect(!lint().contains("J903"))
    try shell("git remote add origin https://example.org/x")
    #expect(lint().contains("journal/favourites.yaml: warning: git tracks this file"))
    try shell("git rm -q --cached journal/favourites.yaml")
    #expect(!lint().contains("J903"))
  }
}
