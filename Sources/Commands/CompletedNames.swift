import ArgumentParser
import QuranIndex

extension CompletionKind {
  /// Surahs, by the letters of their names, which shells needn't quote.
  static var surahs: CompletionKind { .list(Surah.all.map(\.plainName)) }

  /// Ids of the reciters of the library that one stands in, or that the environment names.
  static var reciters: CompletionKind { .shellCommand("tilawa list --reciter-ids 2>/dev/null") }
}

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
