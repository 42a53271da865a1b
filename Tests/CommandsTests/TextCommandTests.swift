import Testing
import TilawaBase
import TilawaQuran
import TilawaTestSupport

@testable import TilawaCommandLine
@testable import TilawaFormat

@Suite struct TextCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "texts/texts.yaml": """
      tilawa: 1
      # ours
      texts:
        - { id: ikhlas, kind: text, language: ar, riwayah: hafs, passage: "112:1-4", file: ikhlas.txt }
        - { id: en, kind: translation, language: en, passage: "112:1-4", file: en.txt }
        - { id: words, kind: word_by_word, language: en, passage: "112:1-4", file: words.tsv }

      """,
      "texts/ikhlas.txt": "قُلۡ هُوَ ٱللَّهُ أَحَدٌ\nٱللَّهُ ٱلصَّمَدُ\nلَمۡ يَلِدۡ وَلَمۡ يُولَدۡ\nوَلَمۡ يَكُن لَّهُۥ كُفُوًا أَحَدٌۢ\n",
      "texts/en.txt": "112|1|Say: One\n112|2|The sought\n112|3|begets not\n112|4|none\n# notice\n",
      "texts/words.tsv": "112:1:1\tقُلۡ\tSay\n112:1:2\tهُوَ\tHe (is)\n",
      "all.txt": GeneratedQuranText.references(), "english.txt": GeneratedQuranText.references(arabic: false),
      "all.tsv": GeneratedQuranText.words(),
      "friday.tilawa/recording.yaml": "tilawa: 1\nid: friday\nriwayah: hafs\n",
      "friday.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"112:1\", start: 0.000, end: 2.000 }\n  - { ayah: \"112:2\", start: 2.000, end: 4.000 }\n",
    ])
  }

  private func run(_ arguments: String...) -> String { transcript(arguments, in: folder.path) }

  @Test func printsAnAyahWithItsTranslationAndItsWords() {
    #expect(
      run("text", "112:1", "--words") == """
        112:1
          ikhlas  \u{2068}قُلۡ هُوَ ٱللَّهُ أَحَدٌ\u{2069}
          en      Say: One
            1  \u{2068}قُلۡ\u{2069}  Say
            2  \u{2068}هُوَ\u{2069}  He (is)

        """)
    #expect(run("text", "112:2", "--words", "--in", "ikhlas").contains("    2  \u{2068}ٱلصَّمَدُ\u{2069}\n"))
    #expect(run("text", "2:255").contains("no text contains 2:255\n[exit 1]"))
    #expect(run("text", "112", "--in", "eng").contains("no such text: \"eng\"; did you mean en?"))
    #expect(run("text", "112:9").contains("[exit 2]"))
    #expect(
      run("text", "112:1", "--library", "friday.tilawa").contains(
        "no texts in friday.tilawa; add one with tilawa text add FILE"))
  }

  @Test func findsWordsHoweverTheyAreWritten() throws {
    #expect(
      run("text", "search", "الله").hasPrefix(
        """
        112:1    ikhlas  3 \u{2068}ٱللَّهُ\u{2069}
        112:2    ikhlas  1 \u{2068}ٱللَّهُ\u{2069}

        """))
    #expect(run("text", "search", "he", "is").contains("112:1    words   2 \u{2068}هُوَ\u{2069} He (is)\n"))
    #expect(run("text", "search", "xyzzy").contains("0 ayat found\n[exit 1]"))
    #expect(run("text", "search", "...").contains("has no letters to search for"))
    // Nothing is written beside the texts for the next search.
    #expect(
      try FileTree.entries(ofFolder: folder.path(of: "texts")).sorted() == [
        "en.txt", "ikhlas.txt", "texts.yaml", "words.tsv",
      ])
  }

  @Test func listsTheTexts() {
    #expect(
      run("text", "list").hasPrefix(
        "id      kind          language  riwayah  title  licence\nikhlas  text          ar        hafs"))
  }

  @Test func aTextIsCheckedCopiedAndListed() throws {
    let before = try folder.text(of: "texts/texts.yaml")
    #expect(
      run("text", "add", "all.txt", "--id", "uthmani", "--riwayah", "hafs", "--licence", "ours", "-n")
        .contains("uthmani: text in ar, 6236 ayat; would be written to texts/all.txt"))
    #expect(try folder.text(of: "texts/texts.yaml") == before)
    #expect(
      run("text", "add", "all.txt", "--id", "uthmani", "--riwayah", "hafs", "--licence", "ours").contains(
        "uthmani: text in ar, 6236 ayat; written to texts/all.txt"))
    #expect(
      try folder.text(of: "texts/texts.yaml") == before
        + "  - { id: uthmani, kind: text, language: ar, riwayah: hafs, licence: ours, file: all.txt }\n")
    #expect(try folder.text(of: "texts/all.txt") == folder.text(of: "all.txt"))
    #expect(run("text", "add", "english.txt").contains("name it with --language"))
    #expect(
      run("text", "add", "english.txt", "--language", "en").contains(
        "english: translation in en, 6236 ayat; written to texts/english.txt"))
    #expect(
      run("text", "add", "english.txt", "--language", "en").contains(
        "the id \"english\" is already used by another text"))
    #expect(
      run("text", "add", "english.txt", "--id", "e", "--language", "en").contains(
        "cannot create texts/english.txt: it already exists\n[exit 2]"))
    #expect(
      run("text", "add", "all.tsv", "--language", "en").contains(
        "all: word_by_word in en, 6236 ayat, 77433 words; written to texts/all.tsv"))
    #expect(!run("lint", ".").contains("error"))
    #expect(run("text", "2:255", "--in", "uthmani").hasPrefix("2:255\n  uthmani  \u{2068}"))
  }

  @Test func aTextThatIsNotWhatItShouldBeIsRefused() throws {
    try folder.write("1|1|a\n1|1|b\n", to: "twice.txt")
    try folder.write("1|1|a\n", to: "part.txt")
    #expect(
      run("text", "add", "twice.txt", "--language", "en").contains("twice.txt, line 2: 1:1 occurs twice"))
    #expect(
      run("text", "add", "part.txt", "--language", "en").contains(
        "part.txt has no line for 1:2-7 and 113 more; use --passage for a part of the Quran"))
    #expect(run("text", "add", "nowhere.txt", "--language", "en").contains("no such file"))
    #expect(run("text", "add", "part.txt", "--language", "English").contains("invalid language"))
    #expect(run("text", "add", "part.txt", "--kind", "poem").contains("no such kind of text"))
    #expect(
      run("text", "add", "part.txt", "--id", "../x", "--language", "en", "--passage", "1:1").contains(
        "invalid id"))
    #expect(
      run("text", "add", "part.txt", "--language", "en", "--passage", "1:1").contains(
        "written to texts/part.txt"))
    try folder.write("tilawa: 1\ntexts: x\n", to: "texts/texts.yaml")
    #expect(
      run("text", "add", "part.txt", "--id", "p", "--language", "en", "--passage", "1:1").contains(
        "cannot change texts/texts.yaml: it has errors; nothing was written; `tilawa lint` shows them"))
  }

  /// Notes are shown below the texts in `play` and `review`.
  @Test func notesStandBelowTheTextsOfWhatIsHeard() throws {
    let journal = try TemporaryFolder([
      "notes.yaml": "tilawa: 1\nnotes:\n"
        + ["112:1-2", "112:1", "112:1", "112:1", "2:255"].enumerated().map {
          "  - ayat: \"\($0.element)\"\n    text: |\n      line\n      \($0.offset)\n"
        }.joined() + "  - text: of no ayah\n"
    ])
    var texts = TextsAtHand(inLibrary: folder.path)
    texts.notes = NotesAtHand(JournalFolder(at: journal.path, shownAs: "journal"))
    #expect(
      texts.lines(of: AyahRange(Ayah(112, 1)), width: 20).dropFirst(2) == [
        "note: line 0", "note: line 1", "note: line 2", "and 1 more note",
      ])
    #expect(texts.plainLines(of: AyahRange(Ayah(112, 2))).last == "note: line 0")
    #expect(texts.plainLines(of: AyahRange(Ayah(112, 3))) == ["لَمۡ يَلِدۡ وَلَمۡ يُولَدۡ", "begets not"])
    #expect(TextsAtHand(inLibrary: folder.path).plainLines(of: AyahRange(Ayah(112, 1))).count == 2)
  }

  @Test func exportsOfOtherProgramsAreWrittenAnew() throws {
    for (name, text, expected) in [
      (
        "a.json", "{\"112:1\": {\"t\": \"Say: <i>One</i><sup foot_note=1>1</sup>\"}, \"112:2\": \"two\"}",
        "112|1|Say: One\n112|2|two\n"
      ),
      (
        "b.json",
        "{\"112:1:1\": {\"surah\": \"112\", \"ayah\": \"1\", \"word\": \"1\", \"location\": \"112:1:1\", \"text\": \"qul\"}}",
        "112:1:1\tqul\n"
      ),
      (
        "c.json",
        "{\"verses\": [{\"id\": 1, \"verse_key\": \"112:1\", \"words\": [{\"position\": 1, \"char_type_name\": \"word\", \"text_uthmani\": \"qul\", \"translation\": {\"text\": \"Say\"}}, {\"position\": 2, \"char_type_name\": \"end\", \"text_uthmani\": \"1\"}]}]}",
        "112:1:1\tqul\tSay\n"
      ),
      (
        "d.json",
        "[{\"surahNumber\": 112, \"verseNumber\": 2, \"fullEnglishTranslation\": \"two\"}, {\"sura\": 112, \"aya\": 1, \"text\": \"a\\nb\"}]",
        "112|1|a b\n112|2|two\n"
      ),
    ] {
      try folder.write(text, to: name)
      let said = run("text", "add", name, "--language", "en", "--passage", "112:1-2", "--kind", "tafsir")
      let id = String(name.prefix(1))
      let file = expected.contains("\t") ? "texts/\(id).tsv" : "texts/\(id).txt"
      #expect(said.contains("written to \(file)"), "\(said)")
      #expect(try folder.text(of: file) == expected)
    }
    try folder.write("{}", to: "e.json")
    #expect(run("text", "add", "e.json", "--language", "en").contains("contains no texts"))
  }

  @Test func wordsStandBesideWhatIsListenedToAndChecked() throws {
    let arabic = "\u{2068}قُلۡ هُوَ ٱللَّهُ أَحَدٌ\u{2069}"
    #expect(run("show", "friday.tilawa", "--text").contains("\n112:1\n  \(arabic)\n  Say: One\n\n112:2\n"))
    #expect(!run("show", "friday.tilawa").contains("Say"))
    #expect(run("show", "friday.tilawa", "--text", "--json").contains("cannot be used with --json"))
    #expect(run("quran", "112:1").hasSuffix("\n\n  \(arabic)\n  Say: One\n"))
    #expect(!run("quran", "2:1").contains("Say"))
    #expect(run("review", "friday.tilawa").contains("  \(arabic)\n"))
    // The text of another riwayah is not shown beside what is recited.
    try folder.write("tilawa: 1\nid: friday\nriwayah: shuabah\n", to: "friday.tilawa/recording.yaml")
    #expect(run("show", "friday.tilawa", "--text").contains("\n112:1\n  Say: One\n"))
  }
}
