import Diagnostics
import QuranIndex
import TilawaFormat
import Timing

extension Rule {
  /// One ayah isn't cut; the row was meant to hold a run, or the joins are left over.
  static let joinsOnOneAyah = Rule("S214", "joins-on-one-ayah", .error) { bundle, report in
    for row in bundle.segments.rows {
      guard let joins = row.joins, row.ayah?.value.isSingle ?? true else { continue }
      report.add(
        row.ayah == nil
          ? "a row with \"skip\" has nothing to join; remove them"
          : "\(row.label) is one ayah, which has nothing to join; remove them, or name the whole run",
        at: bundle.segments.place(joins))
    }
  }
}
