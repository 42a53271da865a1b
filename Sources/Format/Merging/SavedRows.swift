import TilawaBase

/// Markers that became segments between two versions, and segments that were opened again: one row each, not
/// two.
///
/// A removed row of one file and an added row of the other are the same if they have the same name and begin
/// at the same place, to within half a second. Saving moves nothing, but a person may have moved the row
/// since.
struct SavedRows {
  private static let reach: Int64 = 500

  /// Says of the changes of both files which belong together.
  static func pair(_ files: inout [FileDiff]) {
    guard let markers = files.firstIndex(where: { $0.kind == .markers }),
      let segments = files.firstIndex(where: { $0.kind == .segments })
    else { return }
    pair(&files, from: markers, to: segments)
    pair(&files, from: segments, to: markers)
  }

  private static func pair(_ files: inout [FileDiff], from old: Int, to new: Int) {
    var came: [String: [Int]] = [:]
    for (index, change) in files[new].changes.enumerated() where change.isRow && change.kind == .added {
      came[change.place, default: []].append(index)
    }
    let shift = files[old].offset
    for index in files[old].changes.indices {
      let gone = files[old].changes[index]
      guard gone.isRow, gone.kind == .removed, let all = came[gone.place] else { continue }
      func distance(_ other: Int) -> Int64 {
        abs((files[new].changes[other].start - shift - gone.start).count)
      }
      guard let other = all.min(by: { distance($0) < distance($1) }), distance(other) <= reach else {
        continue
      }
      came[gone.place] = all.filter { $0 != other }
      files[new].changes[other].counterpart = counterpart(gone, files[old].kind)
      files[old].changes[index].counterpart = counterpart(files[new].changes[other], files[new].kind)
    }
  }

  private static func counterpart(_ change: FileDiff.Change, _ kind: DocumentKind) -> FileDiff.Counterpart {
    let fields = change.kind == .removed ? change.before : change.after
    return FileDiff.Counterpart(kind: kind, start: change.start, end: fields[RowPath.end]?.time)
  }
}
