import Diagnostics
import Timing
import QuranIndex
import TilawaFormat

extension Rule {
  /// Two recordings that nothing tells apart.
  static let duplicateID = Rule("L801", "duplicate-id", .error) { bundles, report in
    var known: [String: [CheckedBundle]] = [:]
    for bundle in bundles {
      guard let id = bundle.recording?.id else { continue }
      let others = known[id.value] ?? []
      // Copies of one recording may share its id; a few different ones are enough to tell of.
      if !others.contains(where: { $0.isCopy(of: bundle) }) { known[id.value] = others.prefix(8) + [bundle] }
      guard let other = others.first(where: { !$0.isCopy(of: bundle) }), let first = other.recording?.id
      else { continue }
      report.add(
        "\(other.bundle.shownPath) has the id \"\(id.value)\" too; give one of them another",
        at: bundle.place(inRecording: id),
        notes: [.init("first used here", at: other.place(inRecording: first))])
    }
  }
}

extension CheckedBundle {
  fileprivate func isCopy(of other: CheckedBundle) -> Bool {
    guard let sha256 = audio?.sha256?.value else { return false }
    return sha256 == other.audio?.sha256?.value
  }
}
