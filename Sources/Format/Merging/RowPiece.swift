import TilawaBase
import TilawaYAML

/// A row with what pairing and merging ask of it.
///
/// A class, because thousands of them are passed on and sorted, and none is changed.
final class RowPiece: Sendable {
  let piece: Piece
  let name: RowName
  /// The time at which it begins; 0 for a row that can't be read.
  let start: Milliseconds
  /// The time at which it ends; equal to `start` if it isn't given.
  let end: Milliseconds
  /// True if a person has verified the row.
  let isVerified: Bool
  let confidence: Double?
  /// Every position in it; nil for a row that can't be read.
  let times: [Milliseconds]?
  /// The times at which one ayah of a run is followed by the next.
  let joins: [Milliseconds]

  init(
    piece: Piece, name: RowName, start: Milliseconds, end: Milliseconds, isVerified: Bool,
    confidence: Double?, times: [Milliseconds]?, joins: [Milliseconds] = []
  ) {
    self.piece = piece
    self.name = name
    self.start = start
    self.end = end
    self.isVerified = isVerified
    self.confidence = confidence
    self.times = times
    self.joins = joins
  }
}

extension RowPiece {
  /// Its times moved, as edits of its file.
  func moving(_ moved: (Milliseconds) -> Milliseconds) -> [TextEdit] {
    let text = SourceText(path: piece.source.path, bytes: Array(piece.bytes(piece.body)))
    guard let row = YAMLDocument(parsing: text).root?.sequence?.first else { return [] }
    let start = piece.body.lowerBound
    return zip(times ?? [], row.times).map { time, node in
      TextEdit(node.range.lowerBound + start..<node.range.upperBound + start, moved(time).description)
    }
  }
}

extension YAMLNode {
  /// The values of a row that are positions in the recording, from its start to the last join.
  var times: [YAMLNode] {
    [RowKey.at, RowKey.start, RowKey.end, RowKey.joins].flatMap { key in
      self[key].map { $0.sequence ?? [$0] } ?? []
    }
  }
}

extension RowPiece: PlacedRow {
  var writing: ArraySlice<UInt8> { piece.bytes(piece.body) }
}
