import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// A word after the audio is over.
  static let wordPastEnd = Rule("W406", "word-past-end", .error) { bundle, report in
    reportEndsPastAudio(of: bundle.words, bundle, report)
  }
}
