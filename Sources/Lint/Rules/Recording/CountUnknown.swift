import TilawaBase
import TilawaFormat

extension Rule {
  /// The counting system can't be determined, so the numbers of ayat aren't checked.
  static let countUnknown = Rule("R510", "count-unknown", .note) { bundle, report in
    // A missing file has no place, and other rules report it.
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
