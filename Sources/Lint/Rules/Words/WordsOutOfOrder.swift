import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Word rows that aren't in the order in which they are heard.
  static let wordsOutOfOrder = Rule("W401", "words-out-of-order", .warning) { bundle, report in
    reportDisorder(of: bundle.words, report)
  }
}
