import TilawaFormat
import TilawaQuran

/// A phrase said before, between or after ayat, by the names that other programs give it.
///
/// After Quranic Universal Audio, QuranCaption and lafzize; `spec/companions/formats.md` has the table.
enum SpokenPhrase {
  /// The kind of a row that is skipped; `basmalah` for that which may be an ayah 0. Nil for other texts.
  static func kind(_ name: some StringProtocol) -> SkipKind? {
    switch plain(name) {
    case "istiadha", "istiadhah", "taawwudh", "taawudh", "audhubillah", "istiaatha": .istiadhah
    case "basmala", "basmalah", "bismillah": .basmalah
    case "amin", "ameen": .amin
    case "takbir", "takbeer": .takbir
    case "tahmid", "tahmeed": .tahmid
    case "taslim", "tasleem": .taslim
    case "sadaqa", "sadaqallahulazim", "tasdiq", "sadaghallah": .tasdiq
    case "silence": .silence
    case "speech": .speech
    case "other": .other
    default: nil
    }
  }

  /// The name of a kind in Quranic Universal Audio and QuranCaption; nil when they have none.
  static func universalName(_ kind: SkipKind?) -> String? {
    switch kind {
    case .istiadhah: "Isti'adha"
    case .basmalah: "Basmala"
    case .amin: "Amin"
    case .takbir: "Takbir"
    case .tahmid: "Tahmeed"
    case .taslim: "Tasleem"
    case .tasdiq: "Sadaqa"
    default: nil
    }
  }

  private static func plain(_ name: some StringProtocol) -> String {
    String(String.UnicodeScalarView(name.lowercased().unicodeScalars.filter(\.properties.isAlphabetic)))
  }
}

extension AnnotatedRecording {
  /// Turns a basmalah before the first ayah of a surah into ayah 0, if the surah has one. Rows must be
  /// ordered by time.
  mutating func findOpeningBasmalahs() {
    for index in segments.indices.dropLast() where segments[index].row.skip == SkipKind.basmalah.rawValue {
      guard let next = segments[index + 1].row.ayah?.first, next.number == 1, next.surah > 1, next.surah != 9
      else { continue }
      segments[index].row.skip = nil
      segments[index].row.ayah = AyahRange(Ayah(next.surah, 0))
    }
  }
}
