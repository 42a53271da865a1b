package import TilawaBase
package import TilawaFormat

extension RowList {
  /// Returns `markers.yaml` with new markers in place of all unconfirmed ones.
  ///
  /// A row that already has the new content stays as it is. With `span`, nothing changes outside of it.
  package static func replacingUnconfirmed(
    in bundle: TilawaBundle, with all: [Marker], within span: TimeSpan? = nil
  ) -> Change {
    func isMeant(_ time: Milliseconds) -> Bool { span.map { $0.start <= time && time < $0.end } ?? true }
    let staying = bundle.markersInTime.filter { $0.isConfirmed || !isMeant($0.at) }
    let markers = all.filter { isMeant($0.at) }.map { marker in
      var marker = marker
      marker.confidence = marker.confidence?.inHundredths
      return marker
    }.settled(besides: staying.map(\.value), until: bundle.audioEnd)
    var list = RowList(.markers, bundle.markers?.source)
    var same: [Milliseconds: Placed<Marker>] = [:]
    for marker in bundle.markersInTime {
      if marker.isConfirmed || !isMeant(marker.at) {
        list.keep(marker.index, at: marker.at.count)
      } else {
        same[marker.at] = marker
      }
    }
    for (place, var marker) in markers.enumerated() {
      guard let old = same.removeValue(forKey: marker.at) else {
        list.add(marker.yaml, at: marker.at.count)
        continue
      }
      // A remark was written by a person, even if a tool set the marker.
      marker.note = marker.note ?? old.note
      if marker.ayah == old.ayah { marker.cut = marker.cut ?? old.cut }
      marker.rakah = marker.rakah ?? old.rakah
      let next = markers[(place + 1)...].first { $0.at > marker.at }?.at
      marker.takeJoins(of: old.value, before: marker.end ?? next)
      if old.value.says(marker) {
        list.keep(old.index, at: marker.at.count)
      } else {
        list.add(marker.yaml, at: marker.at.count, carrying: [RowList.OldRow(list: list, index: old.index)])
      }
    }
    return list.change()
  }
}

extension Marker {
  /// Takes over the joins of `old`, which only a person sets, if both markers name the same ayat and the
  /// joins lie before `end`.
  fileprivate mutating func takeJoins(of old: Marker, before end: Milliseconds?) {
    guard facts.joins.isEmpty, facts.ayah == old.ayah, let last = old.joins.max(),
      end.map({ last < $0 }) ?? true
    else { return }
    facts.joins = old.joins
  }

  /// Returns true if a row with this content needs no change to say `other`, which a tool found.
  ///
  /// Confidences are compared to two decimals.
  fileprivate func says(_ other: Marker) -> Bool {
    var mine = self
    mine.facts.confidence = facts.confidence?.inHundredths
    return mine == other
  }
}
