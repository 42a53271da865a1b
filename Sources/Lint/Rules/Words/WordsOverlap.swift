import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension Rule {
  /// Two words claim the same audio.
  static let wordsOverlap = Rule("W403", "words-overlap", .error) { bundle, report in
    reportOverlaps(of: bundle.words, report)
  }
}
