import TilawaBase
import TilawaFormat

extension Rule {
  /// A mistyped time: one finding for it, and none for what would follow from it.
  static let wordTimeStray = Rule("W407", "word-time-stray", .error) { bundle, report in
    reportStrayTimes(of: bundle.words, report)
  }
}
