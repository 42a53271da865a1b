import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A stretch of a recording in seconds and the ayah in it, as scoring compares them.
///
/// Times are seconds as they were written, with any number of decimals, so that a program's output is scored
/// unrounded.
package struct RecitedRow: Hashable, Sendable {
  /// The recited ayah, or nil if it isn't stated.
  package var ayah: Ayah?
  /// The time at which the stretch begins, in seconds.
  package var start: Double
  /// The time at which the stretch ends, in seconds, or nil if it isn't stated before the next row.
  package var end: Double?

  /// Creates a stretch; ayah 0 is what opens a surah.
  package init(_ ayah: Ayah?, start: Double, end: Double?) {
    self.ayah = ayah
    self.start = start
    self.end = end
  }
}

extension RecitedRow {
  /// Returns the segments and markers of a bundle in order of time. A run with joins becomes several rows;
  /// skips are left out.
  package static func rows(of bundle: TilawaBundle, _ counting: CountingSystem) -> [RecitedRow] {
    rows(bundle.segments?.content?.rows ?? [], bundle.markers?.content?.rows ?? [], counting)
  }

  /// Returns the given segments and markers in order of time, as ``rows(of:_:)`` does for a bundle.
  package static func rows(
    _ segments: [Placed<Segment>], _ markers: [Placed<Marker>], _ counting: CountingSystem = .kufi
  ) -> [RecitedRow] {
    var found: [(row: RecitedRow, isSkip: Bool)] = []
    for segment in segments {
      let pieces = pieces(
        of: segment.ayah, segment.start.seconds, segment.joins, segment.end.seconds,
        counting)
      found += pieces.map { ($0, segment.ayah == nil) }
    }
    for marker in markers {
      let pieces = pieces(
        of: marker.ayah, marker.at.seconds, marker.joins, marker.end?.seconds, counting)
      found += pieces.map { ($0, marker.skip != nil) }
    }
    return inTime(found)
  }

  /// Returns the rows in order of time, each up to its own end or the next row. Skips are left out after
  /// that.
  package static func inTime(_ rows: [(row: RecitedRow, isSkip: Bool)]) -> [RecitedRow] {
    var rows = rows.enumerated().sorted {
      ($0.element.row.start, $0.offset) < ($1.element.row.start, $1.offset)
    }.map(\.element)
    for index in rows.indices.dropLast() where rows[index].row.end == nil {
      rows[index].row.end = rows[index + 1].row.start
    }
    return rows.filter { !$0.isSkip }.map(\.row)
  }

  private static func pieces(
    of range: AyahRange?, _ start: Double, _ places: [Milliseconds], _ end: Double?,
    _ counting: CountingSystem
  ) -> [RecitedRow] {
    let joins = places.map(\.seconds)
    guard let range else { return [RecitedRow(nil, start: start, end: end)] }
    let ayat = joins.isEmpty || !counting.contains(range) ? [] : Array(counting.ayat(in: range))
    return zip([start] + joins, joins.map(Optional.some) + [end]).enumerated().map { index, times in
      let ayah = index == 0 ? range.first : ayat.indices.contains(index) ? ayat[index] : nil
      return RecitedRow(ayah, start: times.0, end: times.1)
    }
  }
}
