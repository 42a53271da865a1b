package import TilawaFormat

extension TilawaBundle {
  /// Returns the unconfirmed markers that seem hand-made and don't share a time with any of the `new` ones.
  ///
  /// Marking the recording again would lose them.
  ///
  /// A tool gives each of its markers a confidence, so one without, or with a note, counts as hand-made.
  package func handMadeMarkers(besides new: [Marker]) -> [Placed<Marker>] {
    let times = Set(new.map(\.at))
    return markersInTime.filter { marker in
      !marker.isConfirmed && (marker.confidence == nil || marker.note != nil)
        && !times.contains(marker.at)
    }
  }
}
