import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A stretch of a recording in seconds and the ayah in it, as scoring compares them.
///
/// Seconds as they were written, of any number of decimals: a program's answer is measured as it is.
package struct RecitedRow: Hashable, Sendable {
  /// What is recited; nil when that isn't said.
  package var ayah: Ayah?
  /// Where it begins.
  package var start: Double
  /// Where it is over; nil when nothing says so before the next row.
  package var end: Double?

  /// A stretch; ayah 0 is what opens a surah.
  package init(_ ayah: Ayah?, start: Double, end: Double?) {
    self.ayah = ayah
    self.start = start
    self.end = end
  }
}

extension RecitedRow {
  /// The rows of a bundle, saved and in work, in order of time: a run with joins is several, what is skipped
  /// is none.
  package static func rows(of bundle: TilawaBundle, _ counting: CountingSystem) -> [RecitedRow] {
    rows(bundle.segments?.content?.rows ?? [], bundle.markers?.content?.rows ?? [], counting)
  }

  /// The same of the rows of one file, or of both.
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

  /// Rows in order of time, each up to its own end or the next row; what is skipped is left out then.
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
