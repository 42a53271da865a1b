import ArgumentParser
import TilawaQuran

extension CompletionKind {
  /// Surahs, by the letters of their names, which shells needn't quote.
  static var surahs: CompletionKind { .list(plainSurahNames) }

  /// Ids of the reciters of the library that one stands in, or that the environment names.
  static var reciters: CompletionKind { .shellCommand("tilawa list --reciter-ids 2>/dev/null") }
}

// Once: every command is declared anew each time arguments are parsed.
private let plainSurahNames = Surah.all.map(\.plainName)

extension Surah {
  /// `baqarah`, `al-imran`; small letters and hyphens.
  var plainName: String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.compactMap { scalar in
          scalar == " "
            ? "-" : (scalar.isASCII && scalar.properties.isAlphabetic) || scalar == "-" ? scalar : nil
        }))
  }
}
