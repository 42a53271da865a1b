import Diagnostics
import TilawaFormat

extension Rule {
  /// Two files of `reciters/` claim one reciter: which sources are meant?
  static let reciterFiledTwice = Rule("L804", "reciter-filed-twice", .error) { bundles, report in
    var known: [String: CheckedBundle] = [:]
    for bundle in bundles where bundle.bundle.isReciterFile {
      guard let id = bundle.reciter?.id else { continue }
      guard let other = known[id.value], let first = other.reciter?.id else {
        known[id.value] = bundle
        continue
      }
      report.add(
        "\(other.bundle.shownPath) is of \"\(id.value)\" too; put their sources into one file",
        at: bundle.place(inReciter: id), notes: [.init("first given here", at: other.place(inReciter: first))]
      )
    }
  }
}
