import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Two words claim the same audio.
  static let wordsOverlap = Rule("W403", "words-overlap", .error) { bundle, report in
    reportOverlaps(of: bundle.words, report)
  }
}
