import TilawaBase
import TilawaFormat

extension Rule {
  /// A marker has too few or too many joins, so that its pieces can't be assigned to ayat.
  static let markerWrongNumberOfJoins = Rule("M309", "marker-wrong-number-of-joins", .error) {
    bundle, report in
    reportWrongNumberOfJoins(in: bundle.markers, bundle.counting, report)
  }
}
