import TilawaBase
package import TilawaFormat

extension RowList {
  /// Returns `markers.yaml` with more markers; every existing row stays as it is.
  package static func adding(_ markers: [Marker], to bundle: TilawaBundle) -> Change {
    var list = RowList(.markers, bundle.markers?.source)
    for marker in bundle.markersInTime { list.keep(marker.index, at: marker.at.count) }
    for marker in markers { list.add(marker.yaml, at: marker.at.count) }
    return list.change()
  }
}
