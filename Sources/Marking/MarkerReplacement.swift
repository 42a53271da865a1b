public import TilawaFormat
import Timing

extension RowList {
  /// `markers.yaml` with new markers in the place of all that nobody has confirmed.
  public static func replacingUnconfirmed(in bundle: TilawaBundle, with markers: [MarkerDraft]) -> Change {
    var list = RowList(.markers, bundle.markers?.source)
    for marker in bundle.markersInTime where marker.isConfirmed { list.keep(marker.index, at: marker.at.value.count) }
    for marker in markers { list.add(marker.yaml, at: marker.at.count) }
    return list.change()
  }
}
