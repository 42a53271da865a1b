import Testing

@testable import TilawaQuran

@Suite struct SurahTests {
  @Test func tableIsWhole() {
    let all = Surah.all
    #expect(all.map(\.number) == Array(1...114))
    #expect(all.reduce(0) { $0 + $1.ayahCount } == 6236)
    #expect(all.reduce(0) { $0 + $1.rukuCount } == 556)
    #expect(all.map(\.revelationOrder).sorted() == Array(1...114))
    #expect(all.count { $0.revelationPlace == .meccan } == 86)
    #expect(Set(all.map(\.name)).count == 114)
    #expect(Set(all.map(\.slug)).count == 114)
    #expect(Set(all.map(\.arabicName)).count == 114)
    #expect(all.allSatisfy { !$0.meaning.isEmpty })
    #expect(Surah.numbered(0) == nil)
    #expect(Surah.numbered(115) == nil)
    #expect(Surah.numbered(18)?.name == "Al-Kahf")
  }

  @Test func basmalah() {
    #expect(Surah.numbered(1)?.basmalah == .isAyahOne)
    #expect(Surah.numbered(9)?.basmalah == Surah.Basmalah.none)
    #expect(Surah.all.count { $0.basmalah == .precedes } == 112)
  }

  @Test func everyOwnSpellingFindsItsSurah() {
    for surah in Surah.all {
      let bare = surah.name.split(separator: "-").last.map(String.init) ?? surah.name
      let arabic = surah.arabicName
      var spellings = [
        surah.name, surah.slug, arabic, surah.name.uppercased(), "surah \(surah.name)", "سورة \(arabic)",
        surah.slug.filter { $0 != "-" }, surah.slug.replacing("-", with: " "), "\(surah.number)",
        "surah \(surah.number)", surah.meaning, surah.name.replacing("'", with: "\u{2019}"),
      ]
      if surah.name.contains("-"), surah.number != 36 { spellings.append(bare) }
      if arabic.hasPrefix("ال") { spellings.append(String(arabic.dropFirst(2))) }
      for spelling in spellings {
        #expect(Surah.named(spelling)?.number == surah.number, "\(spelling)")
      }
    }
  }

  @Test func forgivenSpellings() {
    let expected: [String: Int] = [
      "baqara": 2, "yaseen": 36, "Yasin": 36, "yā-sīn": 36, "kahf": 18, "alkahf": 18, "al kahf": 18,
      "el-kahf": 18,
      "ikhlaas": 112, "الكهف": 18, "كهف": 18, "ٱلْكَهْفِ": 18, "سورة الكهف": 18, "البقره": 2, "النبأ": 78,
      "سبأ": 34,
      "fatiha": 1, "al-faatihah": 1, "rahman": 55, "ar-rahmaan": 55, "al-rahman": 55, "arrahman": 55,
      "mominoon": 23, "mu'min": 40, "mulk": 67, "tabarak": 67, "lahab": 111, "bani israil": 17, "ال عمران": 3,
      "aal-e-imran": 3, "Āl ʿImrān": 3, "imran": 3, "quraish": 106, "kausar": 108, "al-kauthar": 108,
      "mudassir": 74, "takasur": 102, "zariyat": 51, "jasiya": 45, "tauba": 9, "baraah": 9, "براءة": 9,
      "inshirah": 94,
      "kahff": 18, "bakarah": 2, "baqrah": 2, "ankabout": 29, "muzammil": 73, "١٨": 18, "018": 18,
      "the cow": 2,
      "Joseph": 12, "ha mim sajdah": 41, "suratul kahf": 18, "surat al-mulk": 67, "ياسين": 36, "ن": 68,
      "ق": 50, "qaf": 50,
      "saad": 38, "bakara": 2, "kadr": 97, "الكهق": 18, "insan": 76, "nas": 114, "nasr": 110,
    ]
    for (spelling, number) in expected { #expect(Surah.named(spelling)?.number == number, "\(spelling)") }
  }

  @Test func ambiguousAndForeignSpellingsNameNone() {
    for spelling in [
      "", " ", "-", "xyz", "fatha", "115", "0", "1 1", "kahf 1", "2:1", "al", "the", "surah", "nasx",
    ] {
      #expect(Surah.named(spelling) == nil, "\(spelling)")
    }
  }

  @Test func noSpellingBelongsToTwoSurahs() {
    for spelling in [\SurahNames.Entry.plain, \.folded] {
      for (text, entries) in Dictionary(grouping: SurahNames.primary, by: { $0[keyPath: spelling] }) {
        #expect(Set(entries.map(\.surah)).count == 1, "\(text)")
      }
    }
  }

  @Test func suggestionsAreNearAndFew() {
    #expect(Surah.suggestions(for: "fatha").map(\.number) == [1, 48])
    #expect(Surah.suggestions(for: "bkra").first?.number == 2)
    #expect(Surah.suggestions(for: "mu").count <= 5)
    #expect(Surah.suggestions(for: "zzzzzzzz").isEmpty)
    #expect(Surah.suggestions(for: "").isEmpty)
  }
}
