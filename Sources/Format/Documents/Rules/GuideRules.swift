import TilawaBase
import TilawaQuran

extension DocumentRule {
  /// Two guides of a library have one id.
  static let guideListedTwice = DocumentRule("G901", "guide-listed-twice", .error) {
    (file: BundleFile<Guide>, library, report) in
    guard let id = file.content?.id, let first = library.guides?.ids[id.value],
      !first.path.isExactly(file.source.path)
    else { return }
    report.add(
      "the id \"\(id.value)\" is already used by another guide", at: file.place(id),
      notes: [.init("it is here", at: first)]
    )
  }

  /// Steps are not numbered 1, 2, 3 and so on.
  static let stepOutOfOrder = DocumentRule("G902", "step-out-of-order", .error) {
    (file: BundleFile<Guide>, report) in
    var expected = 1
    for number in file.content?.steps.compactMap(\.number) ?? [] {
      if number.value != expected {
        report.add("expected step \(expected), found \(number.value)", at: file.place(number))
      }
      // A missing step isn't reported again at every step after it.
      expected = number.value + 1
    }
  }

  /// A text that should be Arabic has no Arabic letters.
  static let notArabic = DocumentRule("G903", "not-arabic", .error) { (file: BundleFile<Guide>, report) in
    for arabic in file.content?.steps.compactMap(\.arabic) ?? [] where !arabic.value.hasArabicLetters {
      report.add(
        "it contains no Arabic letters; use \"transliteration\" for other scripts", at: file.place(arabic))
    }
  }

  /// A step doesn't say what is done.
  static let stepUndescribed = DocumentRule("G904", "step-undescribed", .warning) {
    (file: BundleFile<Guide>, report) in
    for step in file.content?.steps ?? [] where step.description == nil {
      guard let title = step.title else { continue }
      report.add("\"\(title.value)\" has no description", at: file.place(title))
    }
  }

  /// The prayer has another number of rak'at.
  static let unusualRakaat = DocumentRule("G905", "unusual-rakaat", .warning) {
    (file: BundleFile<Guide>, report) in
    guard let rakaat = file.content?.rakaat, let prayer = file.content?.prayer?.value,
      let usual = prayer.rakaat, usual != rakaat.value
    else { return }
    report.add(
      "\(prayer.rawValue) has \(usual) rak'at, not \(rakaat.value)", at: file.place(rakaat))
  }

  /// Ayat that are to be heard don't exist.
  static let noSuchHeardAyah = DocumentRule("G906", "no-such-heard-ayah", .error) {
    (file: BundleFile<Guide>, report) in
    for phrase in file.content?.steps.flatMap({ $0.hear?.value ?? [] }) ?? [] {
      guard case .ayat(let ayat) = phrase.value, !CountingSystem.kufi.contains(ayat) else { continue }
      report.add(
        CountingSystem.kufi.absence(in: ayat)
          ?? "\"\(ayat)\" runs backwards; write \"\(AyahRange(ayat.last, ayat.first))\"",
        at: file.place(phrase))
    }
  }

  /// A school has guides of some of the five prayers of a day, and of others none.
  static let prayerWithoutGuide = DocumentRule("G907", "prayer-without-guide", .note) {
    (file: BundleFile<Guide>, library, report) in
    // It is reported once, at the first of them.
    guard let school = file.content?.school, let known = library.guides?.daily[school.value],
      known.path.isExactly(file.source.path)
    else { return }
    let missing = Prayer.ofADay.filter { !known.prayers.contains($0) }.map(\.rawValue)
    guard !missing.isEmpty else { return }
    report.add(
      "of the five daily prayers, these lack a \(school.value.displayName) guide: "
        + missing.joined(separator: ", "), at: file.place(school))
  }
}

extension String {
  fileprivate var hasArabicLetters: Bool {
    unicodeScalars.contains { scalar in
      guard scalar.properties.isAlphabetic else { return false }
      switch scalar.value {
      case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: return true
      default: return false
      }
    }
  }
}
