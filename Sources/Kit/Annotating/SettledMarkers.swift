package import TilawaBase
package import TilawaFormat

extension [Marker] {
  /// Returns the markers as a file may contain them: in order of time, each at a different time before `end`,
  /// and ending before the next one begins.
  ///
  /// Of two at the same time, the named one is kept. Markers in `staying` are already in the file and stay as
  /// they are. A marker at the time of one of them, or before its end, is left out.
  package func settled(besides staying: [Marker] = [], until end: Milliseconds? = nil) -> [Marker] {
    let all = staying.map { (marker: $0, stays: true) } + map { (marker: $0, stays: false) }
    let inOrder = all.sorted { one, other in
      (one.marker.at, one.stays ? 0 : 1, one.marker.isNamed ? 0 : 1)
        < (other.marker.at, other.stays ? 0 : 1, other.marker.isNamed ? 0 : 1)
    }
    var taken = Milliseconds.zero
    var places: Set<Milliseconds> = []
    var result: [(marker: Marker, stays: Bool)] = []
    for (marker, stays) in inOrder {
      let isFree = marker.at >= taken && end.map { marker.at < $0 } ?? true && !places.contains(marker.at)
      guard stays || isFree else { continue }
      if stays { taken = Swift.max(taken, marker.end ?? .zero) }
      places.insert(marker.at)
      result.append((marker, stays))
    }
    let nexts = result.dropFirst().map { Optional($0.marker.at) } + [nil]
    return zip(result, nexts).compactMap { entry, next in
      guard !entry.stays else { return nil }
      var marker = entry.marker
      if let over = marker.end, over <= marker.at || next.map({ over > $0 }) ?? false { marker.end = nil }
      if let over = marker.end, let end, over > end { marker.end = end }
      let (start, over) = (marker.at, marker.end ?? next ?? Milliseconds(.max))
      marker.facts.joins.removeAll { $0 <= start || over <= $0 }
      return marker
    }
  }
}

extension RecordingMarks {
  /// Returns the marks with their markers as a file may contain them, for a recording that ends at `end`.
  package func settled(until end: Milliseconds) -> Self {
    var marks = self
    marks.markers = markers.settled(until: end)
    return marks
  }
}
