package import TilawaFormat

extension TilawaBundle {
  /// Unconfirmed markers that a person seems to have made, and that `new` ones don't stand at: finding markers anew would lose them.
  ///
  /// A tool gives each of its markers a confidence; one without, or with a note, is a person's.
  package func handMadeMarkers(besides new: [Marker]) -> [Placed<Marker>] {
    let times = Set(new.map(\.at))
    return markersInTime.filter { marker in
      !marker.isConfirmed && (marker.confidence == nil || marker.note != nil)
        && !times.contains(marker.at)
    }
  }
}
