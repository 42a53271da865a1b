import TilawaBase

extension Surah {
  /// The surah that a person means: `kahf`, `Al-Kahf`, `surah yaseen`, `الكهف`, `18`.
  ///
  /// Case, hyphens, apostrophes, accents, vowel signs, the article and the usual ways of transliteration
  /// don't matter; a second name (`Bani Israil`), an English meaning, or a slip of a letter or two will do
  /// when it can only mean one surah. Nil otherwise.
  public static func named(_ text: String) -> Surah? {
    if let surah = spelt(text) { return surah }
    if SurahNames.number(text) != nil { return nil }
    let wanted = SurahNames.wanted(text)
    let hasDigits = wanted.utf8.contains { (0x30...0x39).contains($0) }
    if hasDigits || SurahNames.isSurahWord(text[...]) { return nil }
    let nearest = SurahNames.nearest(to: wanted, within: Spelling.tolerance(for: wanted))
    return nearest.count == 1 ? numbered(nearest[0]) : nil
  }

  /// The surah of a number, or of a name that is known in this spelling; a slip makes it another.
  static func spelt(_ text: String) -> Surah? {
    if let number = SurahNames.number(text) { return numbered(number) }
    let wanted = SurahNames.wanted(text)
    return (SurahNames.exact[wanted] ?? SurahNames.folded[Spelling.folded(wanted)]).flatMap(numbered)
  }

  /// Surahs whose names are like a text, the likeliest first; at most five, and none for what is like no
  /// name.
  public static func suggestions(for text: String) -> [Surah] {
    let wanted = SurahNames.wanted(text)
    let opening = SurahNames.primary.filter { wanted.utf8.count >= 2 && $0.plain.begins(with: wanted) }
    let near = SurahNames.nearest(to: wanted, within: max(1, wanted.unicodeScalars.count / 2))
    var numbers: [Int] = []
    for number in near + opening.map(\.surah) where !numbers.contains(number) { numbers.append(number) }
    return numbers.prefix(5).compactMap(numbered)
  }
}

/// The spellings by which surahs are found.
enum SurahNames {
  /// Returns the plain form of a text, without a leading "surah".
  static func wanted(_ text: String) -> String {
    let words = words(of: text)
    guard words.count > 1, let first = words.first else { return Spelling.plain(text) }
    let rest = Spelling.plain(words.dropFirst().joined())
    if isSurahWord(first) { return rest }
    return Spelling.plain(first) == "suratul" ? "al" + rest : Spelling.plain(text)
  }

  /// The number of a text that is a number, besides a "surah" before it.
  static func number(_ text: String) -> Int? {
    let words = words(of: text)
    guard let last = words.last, words.count == 1 || words.count == 2 && isSurahWord(words[0]),
      last.unicodeScalars.allSatisfy({ $0.properties.numericType == .decimal })
    else { return nil }
    return Int(Spelling.plain(last))
  }

  /// Returns true if a word means "surah".
  static func isSurahWord(_ word: Substring) -> Bool {
    ["surah", "sura", "surat", "soorah", "suratu", "\u{633}\u{648}\u{631}\u{647}"].contains(
      Spelling.plain(word))
  }

  private static func words(of text: String) -> [Substring] {
    text.words.flatMap { $0.words(by: "-_\u{2011}") }
  }

  /// A spelling that allows a slip: a name with or without its article.
  struct Entry {
    let surah: Int
    let plain: String
    let folded: String
    fileprivate let plainScalars: [Unicode.Scalar]
    fileprivate let foldedScalars: [Unicode.Scalar]

    fileprivate init(_ name: String, _ surah: Int) {
      self.surah = surah
      plain = Spelling.plain(name)
      folded = Spelling.folded(plain)
      plainScalars = Array(plain.unicodeScalars)
      foldedScalars = Array(folded.unicodeScalars)
    }
  }

  /// Surahs by every plain spelling; what is a name of one and a meaning of another is the first's.
  static let exact: [String: Int] = Dictionary(
    primary.map { ($0.plain, $0.surah) } + others, uniquingKeysWith: { first, _ in first })

  /// Surahs by every folded spelling.
  static let folded: [String: Int] = Dictionary(
    primary.map { ($0.folded, $0.surah) } + others.map { (Spelling.folded($0.0), $0.1) },
    uniquingKeysWith: { first, _ in first })

  /// The spellings of the names themselves.
  static let primary: [Entry] = Surah.all.flatMap { surah in
    var names: Set = [surah.name, surah.slug, surah.arabicName]
    let parts = surah.name.words(by: "-", atMost: 2)
    if parts.count == 2, articles.contains(String(parts[0])) {
      let slug = String(surah.slug.unicodeScalars.drop { $0 != "-" })
      names.formUnion([String(parts[1]), "al" + parts[1], "el" + parts[1], slug, "al" + slug])
    }
    if let name = surah.arabicName.after("ال") { names.insert(String(name)) }
    names.formUnion(names.compactMap { $0.before("ah").map { "\($0)a" } })
    return names.sorted().map { Entry($0, surah.number) }
  }

  /// The surahs with the least distance from a plain spelling, in order, if that is within the limit.
  ///
  /// Plain and folded forms are compared, and the nearer counts.
  static func nearest(to wanted: String, within limit: Int) -> [Int] {
    var best = limit
    var found: Set<Int> = []
    let plain = Array(wanted.unicodeScalars)
    let folded = Array(Spelling.folded(wanted).unicodeScalars)
    func measure(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], _ surah: Int) {
      // A name isn't a misspelling of another that shares less than half with it.
      guard abs(a.count - b.count) <= min(best, b.count / 2) else { return }
      let distance = editDistance(a, b)
      guard distance <= min(best, b.count / 2) else { return }
      if distance < best {
        best = distance
        found = []
      }
      found.insert(surah)
    }
    for entry in primary {
      measure(plain, entry.plainScalars, entry.surah)
      measure(folded, entry.foldedScalars, entry.surah)
    }
    return found.sorted()
  }

  private static let articles: Set = ["Al", "An", "Ar", "As", "Ash", "At", "Az", "Ad", "Adh"]

  /// Second names and meanings, plain; none is a name of another surah.
  private static let others: [(String, Int)] = {
    let second = rows(in: secondNames).flatMap { row -> [(String, Int)] in
      guard let first = row.first, let surah = Int(first) else { return [] }
      return row.dropFirst().map { (Spelling.plain($0), surah) }
    }
    let meanings = Surah.all.flatMap { surah in
      let meaning = surah.meaning
      let plain = Spelling.plain(meaning)
      let short = meaning.begins(with: "The ") ? Spelling.plain(meaning.dropFirst(4)) : plain
      return [(plain, surah.number), (short, surah.number)]
    }
    return second + meanings
  }()

  /// Names besides those of `SurahTable` that books, mushafs and prayer tables use.
  private static let secondNames: StaticString = """
    1|hamd|al-hamd|umm al-kitab|umm al-quran|fatihat al-kitab|الحمد|أم الكتاب|أم القرآن|فاتحة الكتاب
    3|imran|al-e-imran|aal-e-imran|ale imran|al imran|aal imran
    9|baraah|bara'ah|baraa|براءة
    17|bani israil|bani israel|banu israil|subhan|بني إسرائيل
    20|طاها
    32|alif lam mim sajdah|alif lam mim as-sajdah|tanzil as-sajdah|الم السجدة
    35|malaikah|al-malaikah|الملائكة
    36|yaa siin|ياسين
    38|saad|صاد
    40|mu'min|al-mu'min|المؤمن|مؤمن
    41|ha mim sajdah|ha mim as-sajdah|hamim sajdah|حم السجدة
    47|qital|al-qital|القتال
    50|qaaf|قاف
    61|saff|as-saff
    65|nisa al-sughra
    66|النبي
    67|tabarak|تبارك
    68|nun|noon|نون|ن
    70|sa'ala sa'il|سأل سائل
    76|dahr|ad-dahr|hal ata|الدهر|هل أتى
    78|amma|عم
    83|tatfif|at-tatfif|التطفيف
    94|inshirah|al-inshirah|alam nashrah|الانشراح|انشراح|ألم نشرح
    96|iqra|اقرأ
    98|lam yakun|لم يكن
    99|zilzal|az-zilzal|الزلزال|زلزال
    106|quraish
    107|araayta|أرأيت
    111|lahab|al-lahab|tabbat|اللهب|لهب|تبت
    112|tawhid|at-tawhid|التوحيد
    """
}
