import Testing
import TilawaTestSupport

@testable import TilawaQuran

@Suite struct TextSearchTests {
  private func found(_ query: String, in text: String, whole: Bool = false) throws -> [String] {
    let file = try #require(
      TextFile(Array("112|1|\(text)\n".utf8), passage: AyahRange(Ayah(112, 1), Ayah(112, 4))))
    return file.search(try #require(TextQuery(query, whole: whole))).flatMap(\.words).map {
      "\($0.number) \($0.text)"
    }
  }

  /// Pairs of a searched word and its spelling in a text.
  @Test(arguments: [
    ("رحمن", "ٱلرَّحۡمَـٰنِ"), ("رحمن", "الرَّحْمَٰنِ"), ("الرحمن", "ٱلرَّحۡمَـٰنِ"), ("ٱلرَّحۡمَـٰنِ", "الرحمن"),
    ("الصلاة", "ٱلصَّلَوٰةَ"),
    ("الصلوة", "ٱلصَّلَوٰةَ"), ("كتاب", "كِتَـٰبٌ"), ("كتب", "كِتَـٰبٌ"), ("السماوات", "ٱلسَّمَـٰوَٰتِ"), ("السموات", "ٱلسَّمَـٰوَٰتِ"),
    ("قرآن", "قُرۡءَانٌ"), ("قران", "قُرْآنٌ"), ("ابراهيم", "إِبۡرَٰهِـۧمَ"), ("ابراهيم", "إِبْرَاهِيمَ"), ("امنوا", "ءَامَنُوا۟"),
    ("آمنوا", "آمَنُوا"),
    ("رحمه", "رَحْمَةً"), ("رحمة", "رَحۡمَةࣰ"), ("هدي", "هُدٗى"), ("موسى", "مُوسَىٰ"), ("داود", "دَاوُۥدَ"),
    ("داوود", "دَاوُۥدَ"), ("شيء", "شَىۡءٍ"),
    ("يسالونك", "يَسۡـَٔلُونَكَ"), ("MERCY", "mercy"), ("allah", "Allāh,"), ("hud", "ḥūd"), ("Ka'bah", "Kaʿbah"),
    ("ya", "yā-sīn"), ("ملك", "مَـٰلِكِ"),
  ]) func aWordIsFoundHoweverItIsWritten(_ query: String, _ text: String) throws {
    #expect(
      try !found(query, in: "x \(text) y").isEmpty, "\(TextQuery.folded(query)) \(TextQuery.folded(text))")
  }

  @Test func wordsAreToldWithTheirNumbers() throws {
    #expect(try found("b", in: "ab \u{6D6} c bb") == ["1 ab", "3 bb"])
    #expect(try found("b c", in: "ab \u{6D6} c bb") == ["1 ab", "2 c"])
    #expect(try found("b", in: "ab b", whole: true) == ["2 b"])
    #expect(try found("of the", in: "of theirs, of the end", whole: true) == ["3 of", "4 the"])
    #expect(try found("a-b", in: "x a b") == ["2 a", "3 b"])
    #expect(try found("b c", in: "bc").isEmpty)
    #expect(TextQuery("\u{64E} \u{640}.") == nil && TextQuery("") == nil)
    #expect(try found("يا ايها", in: "يَـٰٓأَيُّهَا") == ["1 يَـٰٓأَيُّهَا"])
    #expect(try found("يا ايها", in: "يا أيها") == ["1 يا", "2 أيها"])
  }

  @Test func wordsOfAFileOfWordsAreFoundByWhatTheyMeanToo() throws {
    let text = "112:1:1\tqul\tSay, it\n112:1:2\thuwa\the (is)\n112:2:1\tallah\tGod\n"
    let file = try #require(TextFile(Array(text.utf8), passage: AyahRange(Ayah(112, 1), Ayah(112, 4))))
    func found(_ query: String) throws -> [String] {
      file.search(try #require(TextQuery(query))).flatMap { finding in
        finding.words.map { "\(finding.ayah):\($0.number) \($0.text)" }
      }
    }
    #expect(try found("qul huwa") == ["112:1:1 qul", "112:1:2 huwa"])
    #expect(try found("is") == ["112:1:2 huwa"])
    #expect(try found("it he") == ["112:1:1 qul", "112:1:2 huwa"])
    #expect(try found("god") == ["112:2:1 allah"])
    #expect(try found("huwa allah").isEmpty)
  }

  @Test func everyWordOfATextIsFoundAgain() throws {
    let file = try #require(TextFile(Array(GeneratedQuranText.references().utf8)))
    for ayah in [Ayah(1, 1), Ayah(18, 10), Ayah(114, 6)] {
      let words = try #require(file.words(of: ayah))
      for count in [1, words.count] {
        let query = try #require(TextQuery(words.prefix(count).map(\.text).joined(separator: " ")))
        let found = file.search(query).first { $0.ayah == ayah }
        #expect(found?.words.prefix(count).map(\.number) == Array(1...count), "\(ayah)")
      }
    }
  }
}
