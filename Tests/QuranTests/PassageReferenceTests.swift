import Testing
import TilawaQuran

@Suite struct PassageReferenceTests {
  private func parsed(_ text: String, _ counting: CountingSystem = .kufi) -> String {
    switch PassageReference.parse(text, counting: counting) {
    case .success(let range): range.description
    case .failure(let error): error.message
    }
  }

  @Test func whatPeopleType() {
    let expected: [String: String] = [
      "2:255": "2:255", " 2:255 ": "2:255", "2:1-5": "2:1-5", "8:75-9:1": "8:75-9:1", "2 : 1 - 5": "2:1-5",
      "2:1\u{2013}5": "2:1-5", "٢:٢٥٥": "2:255", "۲:۱-۵": "2:1-5", "2:0": "2:0", "2:0-3": "2:0-3",
      "18": "18:1-110",
      "18 1-10": "18:1-10", "2 255": "2:255", "78-114": "78:1-114:6", "surah 18": "18:1-110",
      "surah 78-80": "78:1-80:42", "kahf": "18:1-110", "Al-Kahf": "18:1-110", "kahf:10": "18:10",
      "kahf 10": "18:10", "kahf 1-10": "18:1-10", "surah al-kahf 10": "18:10", "al kahf : 1 - 10": "18:1-10",
      "anfal:75-tawbah:1": "8:75-9:1", "al-anfal:75-at-tawbah:1": "8:75-9:1", "الكهف": "18:1-110",
      "سورة الكهف ١-١٠": "18:1-10", "الكهف:١٠": "18:10", "ya-sin 1": "36:1", "page 50": "3:1-9",
      "p50": "3:1-9",
      "page 2": "2:1-5", "juz 30": "78:1-114:6", "Juz' 1-2": "1:1-2:252", "juz 1\u{2013}2": "1:1-2:252",
      "hizb 3": "2:142-202", "rub 12": "2:189-202", "quarter 12": "2:189-202", "manzil 7": "50:1-114:6",
      "ruku 1": "1:1-7", "جزء ٣٠": "78:1-114:6", "صفحة 2": "2:1-5", "ahzab": "33:1-73",
    ]
    for (text, range) in expected { #expect(parsed(text) == range, "\(text)") }
  }

  @Test func everySurahByNameIsNoPortion() {
    for surah in Surah.all {
      let range = "\(surah.number):1-\(surah.ayahCount)"
      for text in [surah.name, surah.slug, surah.arabicName, "\(surah.number)"] {
        #expect(parsed(text) == range, "\(text)")
      }
    }
  }

  @Test func otherCounts() {
    #expect(parsed("2", .madaniLast) == "2:1-285")
    #expect(parsed("1:0", .madaniLast) == "1:0")
    #expect(parsed("page 1", .madaniLast) == "1:1-7")
    #expect(
      parsed("2:286", .madaniLast)
        == "2:286 does not exist; surah 2 (Al-Baqarah) has 285 ayat in the last Madani count, 286 in the Kufi count and 287 in the Basri count"
    )
  }

  @Test func whatIsWrongIsTold() {
    let expected: [String: String] = [
      "2:287":
        "2:287 does not exist; surah 2 (Al-Baqarah) has 286 ayat in the Kufi count and 287 in the Basri count",
      "2:288": "2:288 does not exist; surah 2 (Al-Baqarah) has 286 ayat",
      "67:31":
        "67:31 does not exist; surah 67 (Al-Mulk) has 30 ayat in the Kufi count and 31 in the last Madani, Makki and Makki (KFGQPC) counts",
      "kahf 100-112": "18:112 does not exist; surah 18 (Al-Kahf) has 110 ayat",
      "115": "surah 115 does not exist; surahs are numbered 1 to 114",
      "115:1": "surah 115 does not exist; surahs are numbered 1 to 114",
      "page 605": "page 605 does not exist; they are numbered 1 to 604",
      "juz 0": "juz 0 does not exist; they are numbered 1 to 30",
      "1:0": "1:0 does not exist; the basmalah of surah 1 is 1:1 in the Kufi count",
      "9:0": "9:0 does not exist; surah 9 (At-Tawbah) has no basmalah",
      "2:5-1": "\"2:5-1\" runs backwards; write 2:1-5",
      "juz 3-2": "\"juz 3-2\" runs backwards; write juz 2-3",
      "fatha": "no such surah: \"fatha\"; did you mean Al-Fatihah (1) or Al-Fath (48)?",
      "": "no passage given; write 2:255, 2:1-5, 8:75-9:1, kahf, kahf 1-10, page 50 or juz 30",
      "zzzzzz": "no such surah: \"zzzzzz\"",
    ]
    for (text, message) in expected { #expect(parsed(text) == message, "\(text)") }
    for text in [
      "2:", ":5", "2:1-", "2:-1", "2:a", "2:1-5-7", "2:1:3", "juz", "juz x", "-", "?", "2.5", "1-2-3",
    ] {
      #expect(parsed(text).contains("is not a passage"), "\(text): \(parsed(text))")
    }
  }

  @Test func existenceIsToldFromForm() {
    func isAboutExistence(_ text: String) -> Bool? {
      guard case .failure(let error) = PassageReference.parse(text) else { return nil }
      return error.isAboutExistence
    }
    #expect(isAboutExistence("2:999") == true)
    #expect(isAboutExistence("page 99999") == true)
    #expect(isAboutExistence("200") == true)
    #expect(isAboutExistence("nonsense") == false)
    #expect(isAboutExistence("2:5-1") == false)
    #expect(isAboutExistence("2:5") == nil)
  }

  @Test func garbageNeverCrashes() {
    var state: UInt64 = 88_172_645_463_325_252
    let letters = Array("0129:- kahflju ٣ـآ\u{2067}\u{301}\u{0}🙂")
    for _ in 0..<400 {
      var text = ""
      for _ in 0..<(state % 12) {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        text.append(letters[Int(state % UInt64(letters.count))])
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1
      if case .success(let range) = PassageReference.parse(text) {
        #expect(CountingSystem.kufi.contains(range), "\(text)")
      }
    }
  }

  /// Files contain whatever people typed, and a crash would be the worst answer.
  @Test func endlessNumbersAreNoReference() {
    let digits = String(repeating: "9", count: 40)
    for text in [digits, "\(digits):1", "1:\(digits)", "1:1-\(digits)", "1:1-1:\(digits)", "0001:1"] {
      #expect(AyahRange(text) == nil, "\(text)")
    }
    #expect(AyahRange("001:001-999:999") == AyahRange(Ayah(1, 1), Ayah(999, 999)))
  }
}
