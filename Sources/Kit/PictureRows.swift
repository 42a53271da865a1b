import TilawaBase
package import TilawaFormat
import TilawaQuran
package import TilawaSound

extension TilawaBundle {
  /// The segments, followed by the markers. A marker ends at its own end, the next row, or the end of the
  /// audio. Rows without length are left out.
  package var pictureRows: [PictureRow] {
    let segments = segmentsInTime.compactMap { row in
      row.span.map { ($0, row.ayah, row.skip, row.isVerified) }
    }
    let markers = markersInTime
    let starts = (markers.map(\.at) + segments.map(\.0.start)).sorted()
    let drawn = markers.compactMap { marker in
      let next = starts.first { $0 > marker.at }
      // A time after the end of any recording; the picture ends earlier.
      let end = marker.end ?? next ?? audioEnd ?? Milliseconds(Int64.max / 4)
      return TimeSpan(marker.at, end).map {
        ($0, marker.ayah, marker.skip, marker.isConfirmed)
      }
    }
    var before: AyahRange?
    return (segments + drawn).map { span, ayah, skip, isChecked in
      let expected = before.flatMap { counting?.next(after: $0.last) }
      before = ayah ?? before
      return PictureRow(
        span, label: ayah?.description ?? skip ?? "",
        kind: skip != nil ? .skip : isChecked ? .verified : .unverified,
        beginsPassage: ayah.map { $0.first != expected } ?? false)
    }
  }
}
