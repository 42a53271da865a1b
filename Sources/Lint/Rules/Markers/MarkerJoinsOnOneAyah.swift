import TilawaBase
import TilawaFormat

extension Rule {
  /// One ayah isn't cut, and what a marker doesn't name neither.
  static let markerJoinsOnOneAyah = Rule("M311", "marker-joins-on-one-ayah", .error) { bundle, report in
    reportJoinsOnOneAyah(in: bundle.markers, report)
  }
}
