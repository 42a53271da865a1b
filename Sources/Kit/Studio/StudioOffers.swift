import Synchronization
import TilawaBase
import TilawaFormat
import TilawaQuran

// The actions that the studio offers next.

extension StudioSession {
  /// Returns the facts to show besides the rows.
  static func facts(_ desk: Desk, _ length: Milliseconds?) -> StudioFacts {
    let bundle = desk.session.bundle
    var facts = StudioFacts()
    (facts.undo, facts.redo) = (desk.session.undoable?.title, desk.session.redoable?.title)
    let unnamed = desk.session.rows.first { !$0.isNamed }
    facts.next = offered(for: unnamed, desk.session.rows, bundle)?.description
    let obstacle = Segmenting.obstacle(in: bundle, end: bundle.audioEnd ?? length)
    facts.canSegment = obstacle == nil
    facts.segmenting =
      obstacle?.description ?? "segments will be made of \(counted(bundle.markersInTime.count, "marker"))"
    return facts
  }

  /// True if all rows are segments. New markers would overlap them.
  var hasOnlySegments: Bool {
    desk.withLock { desk in
      let rows = desk.session.rows
      return rows.contains { $0.kind == .segments && !$0.isConfirmed }
        && !rows.contains { $0.kind == .markers }
    }
  }

  /// Returns the ayah after the last one before a row without a name, or after the last of all rows.
  /// Without any, returns the first of the passage. After the last ayah of a passage, returns the first of
  /// the next passage, or nil if there is none.
  static func offered(for row: AnnotatedRow?, _ rows: [AnnotatedRow], _ bundle: TilawaBundle) -> Ayah? {
    guard let counting = bundle.counting else { return nil }
    let passages = (bundle.recording?.content?.passage?.value ?? []).map(\.value).filter(counting.contains)
    let before = row.map { row in rows.filter { $0.start < row.start } } ?? rows
    guard let last = before.last(where: { $0.ayah != nil })?.ayah?.last else { return passages.first?.first }
    if let index = passages.firstIndex(where: { $0.last == last }) {
      return index + 1 < passages.count ? passages[index + 1].first : nil
    }
    return counting.next(after: last)
  }
}
