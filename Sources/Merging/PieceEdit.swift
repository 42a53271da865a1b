import Diagnostics
import TilawaFormat
import YAMLDocuments

/// The edit of one piece that makes it say something else and leaves the rest of it as it is written.
struct PieceEdit {
  private let piece: Piece
  private let kind: FileKind

  init(of piece: Piece, _ kind: FileKind) {
    self.piece = piece
    self.kind = kind
  }

  /// The body of the piece with the values that the merge chose.
  func bytes(saying merge: FieldMerge) -> [UInt8] {
    let head = piece.isRow ? Array("rows:\n".utf8) : []
    let source = SourceText(path: piece.source.path, bytes: head + piece.bytes(piece.body))
    let document = YAMLDocument(parsing: source)
    let root = piece.isRow ? document.root?["rows"]?.sequence?.first : document.root
    guard let root else { return Array(piece.bytes(piece.body)) }
    var editor = YAMLEditor(document)
    let changes = merge.choices.filter { $0.result != $0.ours }
    // What comes goes in before anything goes: a key may take the place of one that is removed.
    for choice in changes.filter({ $0.result != nil }) + changes.filter({ $0.result == nil }) {
      guard let key = choice.path.last, let mapping = Self.mapping(root, choice.path.dropLast()) else {
        continue
      }
      if let value = choice.result {
        editor.set(key, to: value.yaml, in: mapping, after: keys(before: key))
      } else {
        editor.removeKey(key, in: mapping)
      }
    }
    let edited = editor.edits.applied(to: source.bytes) ?? source.bytes
    return Array(edited.dropFirst(head.count))
  }

  private static func mapping(_ root: YAMLNode, _ path: ArraySlice<String>) -> YAMLNode? {
    path.reduce(Optional(root)) { node, key in node?[key] }
  }

  private func keys(before key: String) -> [String] {
    guard let place = kind.rowKeyOrder.firstIndex(of: key) else { return [] }
    return Array(kind.rowKeyOrder[..<place]) + (key == "ayah" ? ["skip"] : [])
  }
}
