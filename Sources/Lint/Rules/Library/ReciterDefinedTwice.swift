import Diagnostics
import Timing
import QuranIndex
import TilawaFormat

extension Rule {
  /// Two bundles say different things of one reciter.
  static let reciterDefinedTwice = Rule("L802", "reciter-defined-twice", .warning) { bundles, report in
    var known: [String: CheckedBundle] = [:]
    for bundle in bundles {
      guard bundle.bundle.reciter?.hasErrors == false, let reciter = bundle.reciter, let id = reciter.id
      else { continue }
      guard let other = known[id.value], let first = other.reciter, let firstID = first.id else {
        known[id.value] = bundle
        continue
      }
      let difference =
        differs("name", first.name?.value, reciter.name?.value)
        ?? differs("arabic_name", first.arabicName?.value, reciter.arabicName?.value)
        ?? differs("riwayah", first.riwayah?.value.rawValue, reciter.riwayah?.value.rawValue)
      guard let difference else { continue }
      report.add(
        "\"\(id.value)\" is described otherwise in \(other.bundle.shownPath): \(difference)",
        at: bundle.place(inReciter: id),
        notes: [.init("first described here", at: other.place(inReciter: firstID))])
    }
  }
}

private func differs(_ key: String, _ first: String?, _ second: String?) -> String? {
  guard first != second else { return nil }
  func said(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "absent" }
  return "\(key) is \(said(first)) there and \(said(second)) here"
}
