package import TilawaBase
package import TilawaFormat
package import TilawaQuran
import TilawaYAML

/// A marker that a person adds, with the change to the files of its bundle.
package struct AddedMarker: Sendable {
  /// The identity of the new marker.
  package let identity: AnnotatedRow.Identity
  /// The change to `markers.yaml`, which is created if there is none.
  package let change: RowList.Change

  /// Plans a marker at `time`. The row that was open there ends there; if it had an end of its own, the new
  /// marker takes that over.
  ///
  /// Throws if another marker begins there, a segment covers the time, or the audio has ended by then.
  package init(
    at time: Milliseconds, _ ayah: AyahRange?, in bundle: TilawaBundle
  ) throws(Failure) {
    if let end = bundle.audioEnd, time >= end {
      throw Failure(refused: "cannot place a marker at \(time); the audio ends at \(end)")
    }
    let markers = bundle.markersInTime
    if let there = markers.first(where: { $0.at == time }) {
      throw Failure(refused: "\(there.label) is already at \(time)")
    }
    if let row = bundle.segmentsInTime.first(where: { $0.start <= time && time < $0.end }) {
      throw Failure(
        refused:
          "\(row.label) is already a segment there; split it, or turn the segments into markers")
    }
    identity = AnnotatedRow.Identity(.markers, time, ayah, nil)
    var draft = Marker(at: time)
    draft.ayah = ayah
    let before = markers.last { $0.at < time }
    let isOpen = before?.end.map { $0 > time } ?? false
    if isOpen { draft.end = before?.end }
    // Its ayah now ends here at the latest, so there can't be a later join.
    let losesJoins = before?.joins.contains { $0 >= time } ?? false
    var list = RowList(.markers, bundle.markers?.source)
    list.keepAll(of: bundle)
    list.add(draft.yaml, at: time.count)
    change = list.change { editor in
      guard let before, let node = list.node(at: before.index) else { return }
      if isOpen { editor.setRowKey(RowKey.end, to: nil, in: node, .markers) }
      if losesJoins { editor.setRowKey(RowKey.joins, to: nil, in: node, .markers) }
    }
  }
}
