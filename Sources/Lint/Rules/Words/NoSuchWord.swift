import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The ayah doesn't exist, or has fewer words.
  static let noSuchWord = Rule("W404", "no-such-word", .error) { bundle, report in
    guard let counting = bundle.counting else { return }
    for row in bundle.words.rows {
      if let absence = counting.absence(of: row.ayah) {
        report.add(absence, at: bundle.words.place(row, RowKey.ayah))
      } else if counting == .kufi, let count = AyahLength.of(row.ayah)?.words,
        row.word > count
      {
        report.add(
          "\(row.ayah) has \(count) words, so word \(row.word) does not exist",
          at: bundle.words.place(row, RowKey.word))
      }
    }
  }
}
