package import TilawaBase
package import TilawaFormat

extension RowList {
  /// `markers.yaml` with new markers in the place of all that nobody has confirmed.
  ///
  /// A row that says already what is to be said stays as it is. With `span` nothing changes outside of it.
  package static func replacingUnconfirmed(
    in bundle: TilawaBundle, with all: [MarkerDraft], within span: TimeSpan? = nil
  ) -> Change {
    func isMeant(_ time: Milliseconds) -> Bool { span.map { $0.start <= time && time < $0.end } ?? true }
    let staying = bundle.markersInTime.filter { $0.isConfirmed || !isMeant($0.at.value) }
    let markers = all.filter { isMeant($0.at) }.map { marker in
      var marker = marker
      marker.confidence = marker.confidence?.inHundredths
      return marker
    }.settled(besides: staying.map { MarkerDraft($0) }, until: bundle.audioEnd)
    var list = RowList(.markers, bundle.markers?.source)
    var same: [Milliseconds: Marker] = [:]
    for marker in bundle.markersInTime {
      if marker.isConfirmed || !isMeant(marker.at.value) {
        list.keep(marker.index, at: marker.at.value.count)
      } else {
        same[marker.at.value] = marker
      }
    }
    for (place, var marker) in markers.enumerated() {
      guard let old = same.removeValue(forKey: marker.at) else {
        list.add(marker.yaml, at: marker.at.count)
        continue
      }
      // A remark is a person's, whoever set the marker.
      marker.note = marker.note ?? old.note?.value
      marker.rakah = marker.rakah ?? old.rakah?.value
      let next = markers[(place + 1)...].first { $0.at > marker.at }?.at
      marker.takeJoins(of: old, before: marker.end ?? next)
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
  /// Nobody but a person says where the ayat of a marker part, as long as it is of the same ayat and they lie in it.
  fileprivate mutating func takeJoins(of old: Marker, before end: Milliseconds?) {
    let known = old.joins?.value.map(\.value) ?? []
    guard joins.isEmpty, ayah == old.ayah?.value, let last = known.max(), end.map({ last < $0 }) ?? true
    else {
      return
    }
    joins = known
  }

  /// Whether a row that says this needs no change to say `other`, which a tool found: no two decimals of a confidence
  /// more surely than others.
  fileprivate func says(_ other: MarkerDraft) -> Bool {
    var mine = self
    mine.confidence = confidence?.inHundredths
    return mine == other
  }
}
