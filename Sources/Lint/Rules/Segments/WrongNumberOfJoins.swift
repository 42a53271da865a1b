import TilawaBase
import TilawaFormat

extension Rule {
  /// A segment has too few or too many joins, so that its pieces can't be assigned to ayat.
  static let wrongNumberOfJoins = Rule("S211", "wrong-number-of-joins", .error) { bundle, report in
    reportWrongNumberOfJoins(in: bundle.segments, bundle.counting, report)
  }
}
