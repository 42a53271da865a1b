import Foundation
import Testing

@testable import TilawaCommandLine

@Suite struct QuranCommandTests {
  private func quran(_ arguments: String...) -> String { transcript(["quran"] + arguments, in: "/") }

  @Test func showsAnAyah() {
    #expect(
      quran("2:255") == """
        2:255
          surah     2 Al-Baqarah \u{2068}البقرة\u{2069} (The Cow), ayah 255 of 286
          page      42
          juz       3
          hizb      5
          quarter   17
          manzil    1
          ruku      35
          length    50 words, 184 letters, 352 units
          previous  2:254
          next      2:256

        """)
    #expect(quran("32:15").contains("  sajdah    after 32:15\n"))
    #expect(!quran("114:6").contains("next"))
    #expect(quran("2:0").contains("(The Cow), the basmalah\n"))
  }

  @Test func showsASurah() {
    let kahf = """
      18:1-110 (surah kahf)
        surah     18 Al-Kahf \u{2068}الكهف\u{2069} (The Cave)
        ayat      110
        rukus     12
        basmalah  before ayah 1, as 18:0
        revealed  Meccan, 69 in order
        page      293-304
        juz       15-16
        hizb      30-31
        quarter   117-122
        manzil    4
        ruku      252-263
        length    1579 words, 6478 letters, 12486 units
        previous  17:111
        next      19:1

      """
    #expect(quran("surah", "kahf") == kahf)
    #expect(quran("surah kahf") == kahf)
    #expect(quran("الكهف").contains("(\u{2068}الكهف\u{2069})\n"))
    #expect(quran("9").contains("basmalah  none"))
  }

  @Test func showsPortions() {
    #expect(quran("page", "50").hasPrefix("3:1-9 (page 50)\n"))
    #expect(quran("juz", "30").hasPrefix("78:1-114:6 (juz 30)\n  surahs    78 An-Naba"))
    #expect(quran("juz", "1-2").contains("surahs    1 Al-Fatihah"))
  }

  @Test func readsSeveralPassages() {
    let text = quran("2:255", "kahf", "1-10", "page", "50", "al", "imran")
    #expect(text.contains("2:255\n"))
    #expect(text.contains("\n\n18:1-10 (kahf 1-10)\n"))
    #expect(text.contains("\n\n3:1-9 (page 50)\n"))
    #expect(text.contains("\n\n3:1-200 (al imran)\n"))
  }

  @Test func otherNumbering() {
    let text = quran("2:1", "--numbering", "warsh")
    #expect(text.contains("ayah 1 of 285\n  kufi      2:1-2 (split)\n"))
    #expect(text.contains("length    8 words, 91 units\n"))
    #expect(quran("1:1", "--numbering", "basri").contains("kufi      1:2 (renumbered)"))
  }

  @Test func maps() {
    #expect(
      quran("map", "2:1", "--from", "warsh", "--to", "hafs") == "2:1 in warsh is 2:1-2 in hafs (split)\n")
    #expect(
      quran("map", "1", "--from", "kufi", "--to", "madani_last").hasPrefix(
        """
        1:1 in kufi is 1:0 in madani_last (unnumbered)
        1:2 in kufi is 1:1 in madani_last (renumbered)

        """))
    #expect(
      quran("map", "2:286", "--from", "warsh", "--to", "hafs").contains("in the last Madani count"))
  }

  @Test func lists() {
    let riwayat = quran("riwayat").split(separator: "\n")
    #expect(riwayat.count == 20)
    #expect(riwayat.first?.hasPrefix("hafs             Hafs an Asim              6236  kufi ") == true)
    #expect(quran("surahs").split(separator: "\n").count == 114)
  }

  @Test func tellsWhatIsWrong() {
    #expect(
      quran("2:288") == """
        [stderr]
        tilawa: 2:288 does not exist; surah 2 (Al-Baqarah) has 286 ayat
        [exit 2]

        """)
    #expect(
      quran("fatha", "3") == """
        [stderr]
        tilawa: no such surah: "fatha"; did you mean Al-Fatihah (1) or Al-Fath (48)?
        [exit 2]

        """)
    #expect(
      quran("map", "2:1", "--from", "hafz", "--to", "hafs") == """
        [stderr]
        tilawa: no such riwayah or counting system: "hafz"; did you mean hafs?
        [exit 2]

        """)
    #expect(
      quran("map", "2:1", "--from", "doori", "--to", "hafs").contains("doori_abu_amr or doori_al_kisai?"))
    #expect(quran("2:1", "--numbering", "xyz").contains("see `tilawa quran riwayat`\n[exit 2]"))
    #expect(quran("page", "605").contains("page 605 does not exist; they are numbered 1 to 604\n[exit 2]"))
    #expect(quran().contains("no passage given") && quran().hasSuffix("[exit 2]\n"))
    // What can be answered is, and the graver end is told.
    let mixed = quran("2:1", "2:287", "page", "x")
    #expect(mixed.hasPrefix("2:1\n") && mixed.hasSuffix("[exit 2]\n"))
  }

  @Test func jsonIsValidAndKeepsItsKeys() throws {
    func object(_ arguments: String...) throws -> [String: Any] {
      let recording = TerminalRecording(in: "/")
      _ = runTilawa(["quran"] + arguments + ["--json"], in: recording.terminal)
      let value = try JSONSerialization.jsonObject(with: Data(recording.output.utf8))
      return try #require(value as? [String: Any])
    }
    let passages = try #require(try object("2:255", "page 605")["results"] as? [[String: Any]])
    let first = try #require(passages.first)
    #expect(
      first.keys.sorted() == [
        "ayah_count", "first", "kufi", "last", "letter_count", "next", "numbering", "passage",
        "pause_mark_count", "portions", "previous", "query", "sajdah", "surahs", "unit_count", "word_count",
      ])
    #expect(first["passage"] as? String == "2:255")
    #expect(first["next"] as? String == "2:256")
    let page = try #require((first["portions"] as? [[String: Any]])?.first)
    #expect(page["portion"] as? String == "page" && page["first_number"] as? Int == 42)
    let failed = try object("2:255", "page 605")["errors"] as? [[String: String]]
    #expect(failed?.first?["query"] == "page 605")
    #expect((try object()["errors"] as? [Any])?.count == 1)
    let mapped = try object("map", "2:1", "--from", "warsh", "--to", "hafs")
    #expect((mapped["mappings"] as? [[String: String]])?.first?["relation"] == "split")
    #expect((mapped["from"] as? [String: String]) == ["riwayah": "warsh", "numbering": "madani_last"])
    #expect((try object("riwayat")["results"] as? [Any])?.count == 20)
    #expect((try object("surahs")["surahs"] as? [Any])?.count == 114)
  }
}
