import Diagnostics
import Timing
import QuranIndex
import TilawaFormat

extension Rule {
  /// Asking one place twice for what it hasn't got is of no use.
  static let sourceListedTwice = Rule("Q603", "source-listed-twice", .warning) { bundle, report in
    var first: [[String]: ReciterSource] = [:]
    for source in bundle.reciter?.sources ?? [] {
      guard let url = source.url, let pattern = source.pattern else { continue }
      let key = [url.value, pattern.value]
      guard let earlier = first[key] else {
        first[key] = source
        continue
      }
      report.add(
        "the source is listed already", at: bundle.place(inReciter: url),
        notes: earlier.url.map { [.init("first listed here", at: bundle.place(inReciter: $0))] } ?? [])
    }
  }
}
