import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A word of no or negative length.
  static let wordEndsEarly = Rule("W402", "word-ends-early", .error) { bundle, report in
    reportEarlyEnds(of: bundle.words, report)
  }
}
