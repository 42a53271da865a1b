import TilawaBase
import TilawaQuran
import TilawaYAML

/// The rows of one file in several versions, as they vote on a consensus.
///
/// A run of ayat whose joins are known votes as a row for each ayah, unless more than half of the versions
/// have the run.
struct VotingRows {
  /// By version.
  private(set) var rows: [[RowPiece]] = []
  /// The index of each of them in its file; nil for a part of a run.
  private(set) var origins: [[Int?]] = []

  init(_ texts: [AnnotationText], _ kind: FileKind, _ countings: [CountingSystem]) {
    for (version, text) in texts.enumerated() {
      var rows: [RowPiece] = []
      var origins: [Int?] = []
      for (index, row) in text.rows.enumerated() {
        let parts = Self.parts(of: row, kind, countings[version])
        let owners = parts.isEmpty ? 0 : texts.count { $0.rows.contains { Self.isSameRun($0, row) } }
        if parts.isEmpty || owners * 2 > texts.count {
          rows.append(row)
          origins.append(index)
        } else {
          rows += parts
          origins += parts.map { _ in nil }
        }
      }
      self.rows.append(rows)
      self.origins.append(origins)
    }
  }

  private static func isSameRun(_ a: RowPiece, _ b: RowPiece) -> Bool {
    a.name == b.name && a.start < b.end && b.start < a.end
  }

  /// Returns a row for each ayah of a run; none if the row isn't a run, or its joins don't fit.
  private static func parts(
    of row: RowPiece, _ kind: FileKind, _ counting: CountingSystem
  ) -> [RowPiece] {
    guard case .ayat(let range) = row.name, !row.joins.isEmpty, counting.contains(range) else { return [] }
    let ayat = Array(counting.ayat(in: range))
    let bounds = [row.start] + row.joins + [row.end]
    guard ayat.count == bounds.count - 1 else { return [] }
    return ayat.indices.map { index in
      let own = AyahRange(ayat[index], ayat[index])
      // A marker ends where the next one opens, but for the last, which may say its end.
      let isOpen = kind == .markers && index < ayat.count - 1
      let start = bounds[index]
      let end = isOpen ? start : max(start, bounds[index + 1])
      let whole = row.piece
      let piece = Piece(
        source: whole.source, above: whole.above, body: whole.body, rest: whole.rest, isRow: true
      ) {
        var fields = whole.fields()
        fields[RowPath.ayah] = FieldValue(.quoted(own.description))
        fields[[kind.startKey]] = FieldValue(.plain(start.description))
        if isOpen {
          fields[RowPath.end] = nil
        } else if kind != .markers {
          fields[RowPath.end] = FieldValue(.plain(end.description))
        }
        fields[RowPath.joins] = nil
        return fields
      }
      return RowPiece(
        piece: piece, name: .ayat(own), start: start, end: end, isVerified: row.isVerified,
        confidence: row.confidence, times: Array((row.times ?? []).prefix(2)))
    }
  }
}
