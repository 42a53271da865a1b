package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// Giving ayat to the markers that have none, one after the other.
package struct Assignment: Sendable {
  /// Which ayat were given; nil when none was.
  package let given: AyahRange?
  /// How many markers got one.
  package let count: Int
  /// How many markers are still without one.
  package let left: Int
  /// The first ayah of the range that no marker was there for.
  package let next: Ayah?
  /// What that does to the text of `markers.yaml`.
  package let edits: [TextEdit]

  /// Gives the ayat from `first`, up to `last` or the end of the Quran, to the unassigned markers in order of
  /// time.
  package init(
    of markers: BundleFile<MarkersFile>, from first: Ayah, to last: Ayah?, counting: CountingSystem
  ) {
    let waiting = (markers.content?.rows ?? []).filter { !$0.isNamed }
      .sorted { ($0.at, $0.index) < ($1.at, $1.index) }
    var next: Ayah? = first
    var latest: Ayah?
    var changes: [RowEdit] = []
    for marker in waiting {
      guard let ayah = next, ayah <= last ?? ayah else { break }
      changes.append(.set(row: marker.index, key: RowKey.ayah, text: "\(ayah)"))
      latest = ayah
      next = counting.next(after: ayah)
    }
    given = latest.map { AyahRange(first, $0) }
    count = changes.count
    left = waiting.count - count
    self.next = next.flatMap { ayah in last.map { ayah <= $0 } ?? false ? ayah : nil }
    edits = FileKind.markers.edits(of: markers.source, making: changes) ?? []
  }

  /// Gives ayat to the unassigned markers from `time` on, beginning with `first`; behind a marker that holds ayat it goes on with
  /// those that follow them.
  package init(
    of markers: BundleFile<MarkersFile>, at time: Milliseconds, from first: Ayah, counting: CountingSystem
  ) {
    let inTime = (markers.content?.rows ?? []).sorted { ($0.at, $0.index) < ($1.at, $1.index) }
    var next: Ayah? = first
    var given: [Ayah] = []
    var changes: [RowEdit] = []
    for marker in inTime where marker.at >= time {
      if let held = marker.ayah {
        next = counting.next(after: held.last)
      } else if !marker.isNamed, let ayah = next {
        changes.append(.set(row: marker.index, key: RowKey.ayah, text: "\(ayah)"))
        given.append(ayah)
        next = counting.next(after: ayah)
      }
    }
    self.given = given.isEmpty ? nil : AyahRange(given[0], given[given.count - 1])
    count = changes.count
    left = inTime.count { !$0.isNamed } - changes.count
    self.next = next
    edits = FileKind.markers.edits(of: markers.source, making: changes) ?? []
  }
}
