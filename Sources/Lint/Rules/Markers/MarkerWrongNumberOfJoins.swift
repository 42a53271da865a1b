import TilawaBase
import TilawaFormat

extension Rule {
  /// With too few or too many joins nobody can tell which ayah a piece is.
  static let markerWrongNumberOfJoins = Rule("M309", "marker-wrong-number-of-joins", .error) {
    bundle, report in
    reportWrongNumberOfJoins(in: bundle.markers, bundle.counting, report)
  }
}
