package import TilawaFormat
import Timing

extension RowList {
  /// `markers.yaml` with new markers in the place of all that nobody has confirmed.
  ///
  /// A row that says already what is to be said stays as it is.
  package static func replacingUnconfirmed(in bundle: TilawaBundle, with markers: [MarkerDraft]) -> Change {
    var list = RowList(.markers, bundle.markers?.source)
    var same: [Milliseconds: Marker] = [:]
    for marker in bundle.markersInTime {
      if marker.isConfirmed {
        list.keep(marker.index, at: marker.at.value.count)
      } else {
        same[marker.at.value] = marker
      }
    }
    for var marker in markers {
      guard let old = same.removeValue(forKey: marker.at) else {
        list.add(marker.yaml, at: marker.at.count)
        continue
      }
      // A remark is a person's, whoever set the marker.
      marker.note = marker.note ?? old.note?.value
      if MarkerDraft(old).says(marker) {
        list.keep(old.index, at: marker.at.count)
      } else {
        list.add(marker.yaml, at: marker.at.count, carrying: [RowList.OldRow(list: list, index: old.index)])
      }
    }
    return list.change()
  }
}

extension MarkerDraft {
  /// Whether a row that says this needs no change to say `other`; a confidence is written with two decimals.
  fileprivate func says(_ other: MarkerDraft) -> Bool {
    var mine = self
    var others = other
    let hundredths = { (value: Double?) in value.map { Int(($0 * 100).rounded()) } }
    guard hundredths(confidence) == hundredths(other.confidence) else { return false }
    mine.confidence = nil
    others.confidence = nil
    return mine == others
  }
}
