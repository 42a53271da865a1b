import TilawaBase
import TilawaFormat

extension Rule {
  /// By what count the ayat are numbered can't be told, so nothing is asked of their numbers.
  static let countUnknown = Rule("R510", "count-unknown", .note) { bundle, report in
    // A file that isn't there has no place, and is told of by other rules.
    guard let doubt = bundle.bundle.doubtAboutCount, doubt.place.range != nil, bundle.namesAyat else {
      return
    }
    report.add(doubt.message, at: doubt.place)
  }
}

extension CheckedBundle {
  fileprivate var namesAyat: Bool {
    recording?.passage != nil || !words.rows.isEmpty || segments.rows.contains { $0.ayah != nil }
      || markers.rows.contains { $0.ayah != nil }
  }
}
