package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// An assignment of consecutive ayat to unassigned markers.
package struct Assignment: Sendable {
  /// The ayat that were assigned, or nil if there are none.
  package let given: AyahRange?
  /// The number of markers that were assigned an ayah.
  package let count: Int
  /// The number of markers that are still unassigned.
  package let left: Int
  /// The first ayah of the range without a marker, or nil if there is none.
  package let next: Ayah?
  /// The edits of the text of `markers.yaml`.
  package let edits: [TextEdit]

  /// Assigns the ayat from `first`, up to `last` or the end of the Quran, to the unassigned markers in order
  /// of time.
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

  /// Assigns ayat to the unassigned markers from `time` on, beginning with `first`. After a marker that
  /// already contains ayat, it continues with the following ones.
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
