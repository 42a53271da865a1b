import TilawaBase
import TilawaFormat

extension Rule {
  /// A marker is of an earlier rak'ah than the one before it.
  static let markerRakahBackwards = Rule("M312", "marker-rakah-backwards", .error) { bundle, report in
    bundle.markers.tellRakatBackwards(report)
  }
}
