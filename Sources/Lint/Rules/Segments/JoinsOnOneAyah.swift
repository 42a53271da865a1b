import TilawaBase
import TilawaFormat

extension Rule {
  /// One ayah isn't cut; the row was meant to hold a run, or the joins are left over.
  static let joinsOnOneAyah = Rule("S214", "joins-on-one-ayah", .error) { bundle, report in
    reportJoinsOnOneAyah(in: bundle.segments, report)
  }
}
