package import TilawaBase
package import TilawaFormat
import TilawaQuran

/// A row as a picture of a recording shows it: a stretch with a label.
package struct ShownRow: Hashable, Sendable {
  /// What tells rows apart at a glance.
  package enum State: Hashable, Sendable {
    /// A person has confirmed it.
    case confirmed
    /// Nobody has yet.
    case unconfirmed
    /// It is no ayah.
    case skipped
  }

  /// Where it is.
  package let span: TimeSpan
  /// The ayat, or the word of what is skipped; empty for neither.
  package let label: String
  /// How it is to look.
  package let state: State
  /// Whether it doesn't go on with the ayah after the last one before it.
  package let beginsPassage: Bool
}

extension TilawaBundle {
  /// The segments, and then the markers up to their end, the next row or the end of the audio. Rows without length are left out.
  package var shownRows: [ShownRow] {
    let segments = segmentsInTime.compactMap { row in
      row.span.map { ($0, row.ayah?.value, row.skip?.value, row.isVerified) }
    }
    let markers = markersInTime
    let starts = (markers.map(\.at.value) + segments.map(\.0.start)).sorted()
    let drawn = markers.compactMap { marker in
      let next = starts.first { $0 > marker.at.value }
      // Past any recording: what the picture shows ends before.
      let end = marker.end?.value ?? next ?? audioEnd ?? Milliseconds(Int64.max / 4)
      return TimeSpan(marker.at.value, end).map {
        ($0, marker.ayah?.value, marker.skip?.value, marker.isConfirmed)
      }
    }
    var before: AyahRange?
    return (segments + drawn).map { span, ayah, skip, isChecked in
      let expected = before.flatMap { counting?.next(after: $0.last) }
      before = ayah ?? before
      return ShownRow(
        span: span, label: ayah?.description ?? skip ?? "",
        state: skip != nil ? .skipped : isChecked ? .confirmed : .unconfirmed,
        beginsPassage: ayah.map { $0.first != expected } ?? false)
    }
  }
}
