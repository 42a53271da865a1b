import TilawaBase
import TilawaFormat

extension Rule {
  /// With too few or too many joins nobody can tell which ayah a piece is.
  static let wrongNumberOfJoins = Rule("S211", "wrong-number-of-joins", .error) { bundle, report in
    reportWrongNumberOfJoins(in: bundle.segments, bundle.counting, report)
  }
}
