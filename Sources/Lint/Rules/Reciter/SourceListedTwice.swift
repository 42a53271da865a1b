import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// Asking one place twice for what it hasn't got is of no use.
  static let sourceListedTwice = Rule("Q603", "source-listed-twice", .warning) { bundle, report in
    var first: [[String]: Located<String>] = [:]
    for source in bundle.reciter?.sources ?? [] {
      // Where there is no address the folder is the place.
      guard let place = source.url ?? source.cache, let pattern = source.pattern else { continue }
      let key = [source.url == nil ? "cache" : "url", place.value, pattern.value]
      guard let earlier = first[key] else {
        first[key] = place
        continue
      }
      report.add(
        "the source is already listed", at: bundle.place(inReciter: place),
        notes: [.init("first listed here", at: bundle.place(inReciter: earlier))])
    }
  }
}
