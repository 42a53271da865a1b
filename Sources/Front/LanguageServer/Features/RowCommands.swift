import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran
import TilawaSound

/// A person's decisions about the row at a place, as changes that the editor is asked to make.
struct RowCommands {
  /// The commands.
  enum Command: String, CaseIterable {
    case confirmRow, unconfirmRow, confirmUpTo, splitRow, joinRow, assignFollowing, meetBefore, meetAfter,
      moveBoundary, snapBoundary

    /// As editors call it.
    var name: String { "tilawa.\(rawValue)" }
  }

  private let workspace: Workspace
  private let document: OpenDocument
  private let row: AnnotatedRow
  private let bundle: TilawaBundle

  /// Of the row at a place; nil where there is none that can be read.
  init?(_ document: OpenDocument, at offset: Int, in workspace: Workspace) {
    guard let path = document.bundlePath, let row = workspace.row(at: offset, in: document) else {
      return nil
    }
    (self.workspace, self.document, self.row) = (workspace, document, row)
    bundle = workspace.bundle(path)
  }

  /// The change of a command. `time` is where to split or to move to, `isEnd` which boundary of the row is
  /// meant.
  func change(
    _ command: Command, time: Milliseconds? = nil, isEnd: Bool = false
  ) throws(RPCFailure) -> EditorChange {
    switch command {
    case .confirmRow: return try corrected(.confirm, [row])
    case .unconfirmRow: return try corrected(.unconfirm, [row])
    case .confirmUpTo: return try confirmUpTo()
    case .splitRow:
      guard let time else { throw .missing("the time at which to split") }
      return try corrected(.split(at: time), [row])
    case .joinRow: return try corrected(.join, [row] + (rows.row(after: row).map { [$0] } ?? []))
    case .assignFollowing: return try assignFollowing()
    case .meetBefore:
      guard let before = rows.row(before: row) else { throw refused("no row before \(row.label)") }
      return try moving(.moveEnd(to: row.start), before)
    case .meetAfter:
      guard let after = rows.row(after: row) else { throw refused("no row after \(row.label)") }
      return try moving(.moveStart(to: row.end), after)
    case .moveBoundary:
      guard let time else { throw .missing("the new time of the boundary") }
      return try moving(isEnd ? .moveEnd(to: time) : .moveStart(to: time), row)
    case .snapBoundary:
      let time = try quietest(near: isEnd ? row.end : row.start)
      return try moving(isEnd ? .moveEnd(to: time) : .moveStart(to: time), row)
    }
  }

  private var rows: [AnnotatedRow] { workspace.rows(ofBundle: bundle.path) }

  private func refused(_ reason: String) -> RPCFailure { RPCFailure(.requestFailed, reason) }

  // MARK: Rows by themselves

  /// The change of one row and those that take part, regardless of the rest, so that faults elsewhere don't
  /// matter.
  private func corrected(_ correction: Correction, _ taking: [AnnotatedRow]) throws(RPCFailure)
    -> EditorChange
  {
    if let change = try ofExcerpt(correction, taking) { return change }
    guard document.source === bundle.source(of: row.kind), bundle.isReadable(row.kind) else {
      throw refused("\(document.shownPath) has faults; fix them first")
    }
    let corrected: CorrectedRow
    do throws(Failure) {
      corrected = try CorrectedRow(correction, of: row, in: bundle)
    } catch {
      throw refused(error.description)
    }
    return try taken(corrected.changes)
  }

  /// The change as one of the rows' lines; nil where the rows don't have lines of their own.
  private func ofExcerpt(
    _ correction: Correction, _ taking: [AnnotatedRow]
  ) throws(RPCFailure) -> EditorChange? {
    let text = document.text
    let starts = taking.map { text.line(at: $0.bytes.range.lowerBound) }
    let ends = taking.map { text.line(at: max($0.bytes.range.lowerBound, $0.bytes.range.upperBound - 1)) }
    guard let first = starts.min(), let last = ends.max(),
      let excerpt = RowExcerpt(of: document, lines: first..<last + 1)
    else { return nil }
    var part = bundle
    part.replace(.segments, by: nil)
    part.replace(.markers, by: nil)
    part.replace(row.kind, by: excerpt.source)
    let found = AnnotatedRow.rows(of: part)
    guard part.isReadable(row.kind), found.count == taking.count, let own = found.row(row.identity) else {
      return nil
    }
    // The last marker of a part ends where the whole says.
    if case .split(let time) = correction, row.kind == .markers, own.end <= time { return nil }
    let corrected: CorrectedRow
    do throws(Failure) {
      corrected = try CorrectedRow(correction, of: own, in: part)
    } catch {
      throw refused(error.description)
    }
    var change = EditorChange()
    for (kind, rows) in corrected.changes {
      guard kind == row.kind, case .edit(let edits) = rows, let moved = excerpt.edits(edits) else {
        return nil
      }
      change.add(moved, of: document.source, at: document.path, in: workspace)
    }
    return change
  }

  // MARK: Several rows

  private func confirmUpTo() throws(RPCFailure) -> EditorChange {
    let meant = rows.filter { $0.kind == row.kind && $0.index <= row.index && $0.isNamed }
    return try edited(meant.flatMap { (try? $0.edits(making: .confirm)) ?? [] })
  }

  /// Markers without ayah from this one on get the ayat that follow, one after the other, up to the next that has one.
  private func assignFollowing() throws(RPCFailure) -> EditorChange {
    guard row.kind == .markers else { throw refused("only markers can be named; this row is a segment") }
    guard let counting = bundle.counting else { throw refused("the numbering is unknown") }
    let markers = rows.filter { $0.kind == .markers }
    let before = markers.last { $0.start <= row.start && $0.ayah != nil }
    let first = before?.ayah.map(\.last) ?? bundle.recording?.content?.passage?.value.first?.value.first
    guard let first else { throw refused("no marker before \(row.start) names an ayah") }
    var next = before == nil ? first : counting.next(after: first)
    var edits: [RowEdit] = []
    for marker in markers where marker.start > before?.start ?? Milliseconds(-1) {
      guard let ayah = next, marker.ayah == nil else { break }
      if marker.skip != nil { continue }
      edits.append(.set(row: marker.index, key: RowKey.ayah, text: "\(ayah)"))
      next = counting.next(after: ayah)
    }
    return try edited(edits)
  }

  private func edited(_ edits: [RowEdit]) throws(RPCFailure) -> EditorChange {
    var change = EditorChange()
    guard bundle.isReadable(row.kind), let source = bundle.source(of: row.kind),
      let made = row.kind.edits(of: source, making: edits)
    else { throw refused("\(document.shownPath) has faults; fix them first") }
    change.add(made, of: source, at: document.path, in: workspace)
    return change
  }

  // MARK: Boundaries

  /// A boundary moves with all that lies on it, and with the words of `words.yaml`.
  private func moving(_ correction: Correction, _ row: AnnotatedRow) throws(RPCFailure) -> EditorChange {
    guard bundle.isReadable(row.kind) else {
      throw refused("\(document.shownPath) has faults; fix them first")
    }
    let corrected: CorrectedRow
    do throws(Failure) {
      corrected = try CorrectedRow(correction, of: row, in: bundle)
    } catch {
      throw refused(error.description)
    }
    return try taken(corrected.changes)
  }

  private func taken(_ changes: [(kind: FileKind, change: RowList.Change)]) throws(RPCFailure) -> EditorChange
  {
    var change = EditorChange()
    guard change.add(changes, of: bundle, in: workspace) else {
      throw refused("this would remove a file; use the command line instead")
    }
    return change
  }

  /// The distance from a boundary within which a quieter point is searched for.
  private static let reach = Milliseconds(500)

  private func quietest(near time: Milliseconds) throws(RPCFailure) -> Milliseconds {
    let times = Set(rows.filter { $0.kind == row.kind }.flatMap { [$0.start, $0.end] }).filter { $0 != time }
    let before = times.filter { $0 < time }.max() ?? .zero
    let after = times.filter { $0 > time }.min() ?? time + Self.reach + Self.reach
    // No boundary passes another: each has half of what lies between them.
    let low = max(.zero, time - Self.reach, Milliseconds((before.count + time.count) / 2 + 1))
    let high = min(time + Self.reach, Milliseconds((after.count + time.count) / 2 - 1))
    guard low < high else { return time }
    do {
      var points = try QuietPoints(fileAt: try bundle.audioPath())
      return try points.quietest(near: time, from: low, to: high)
    } catch {
      throw refused("\(error)")
    }
  }
}

extension TilawaBundle {
  /// True if a file's rows are known surely enough to be changed.
  fileprivate func isReadable(_ kind: FileKind) -> Bool {
    kind == .markers ? markers?.content != nil : segments?.content != nil
  }
}
