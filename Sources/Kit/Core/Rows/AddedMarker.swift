package import TilawaBase
package import TilawaFormat
package import TilawaQuran
import TilawaYAML

/// A marker that a person sets, and what it does to the files of its bundle.
package struct AddedMarker: Sendable {
  /// As it will be known.
  package let identity: AnnotatedRow.Identity
  /// What becomes of `markers.yaml`, which is made where there is none.
  package let change: RowList.Change

  /// Works out what a marker at `time` does. What was open there is over there, and where it had an end of its own, the new marker
  /// takes that over.
  ///
  /// Throws when something begins there already, a segment holds the place, or the audio is over by then.
  package init(
    at time: Milliseconds, _ ayah: AyahRange?, in bundle: TilawaBundle
  ) throws(Failure) {
    if let end = bundle.audioEnd, time >= end {
      throw Failure(refused: "a marker can't stand at \(time); the audio ends at \(end)")
    }
    let markers = bundle.markersInTime
    if let there = markers.first(where: { $0.at == time }) {
      throw Failure(refused: "\(there.label) stands at \(time) already")
    }
    if let row = bundle.segmentsInTime.first(where: { $0.start <= time && time < $0.end }) {
      throw Failure(
        refused:
          "\(row.label) is saved as a segment there; split it, or make markers of the segments")
    }
    identity = AnnotatedRow.Identity(.markers, time, ayah, nil)
    var draft = Marker(at: time)
    draft.ayah = ayah
    let before = markers.last { $0.at < time }
    let isOpen = before?.end.map { $0 > time } ?? false
    if isOpen { draft.end = before?.end }
    // Its ayah is heard up to here at most, so no join can lie behind.
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
