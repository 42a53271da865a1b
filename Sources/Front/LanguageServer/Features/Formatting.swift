import TilawaBase
import TilawaFormat
import TilawaKit

/// The canonical form of an open text, as `tilawa fmt` writes it.
struct Formatting {
  private let document: OpenDocument

  init(_ document: OpenDocument) { self.document = document }

  /// The edits that make it canonical; none of a text that can't be read surely enough. Throws why not.
  func edits() throws(RPCFailure) -> [TextEdit] {
    switch FormattingPlan.result(of: document.source) {
    case .changed(_, let edits): return edits
    case .canonical, .absent, nil: return []
    case .faults(let faults):
      let first = faults.inOrder().first
      throw RPCFailure(
        .requestFailed,
        "cannot format \(document.shownPath) while it has faults: \(first?.message ?? "")")
    case .changesMeaning(let path):
      throw RPCFailure(
        .requestFailed,
        "\(path) is unchanged: formatting would change its meaning; please report this")
    case .failure(let message, _, _): throw RPCFailure(.requestFailed, message)
    }
  }

  /// Those of the lines of a range: of rows whatever the rest of the text is like, of other lines where they can be changed
  /// without the others.
  func edits(inLinesOf range: Range<Int>) throws(RPCFailure) -> [TextEdit] {
    let text = document.text
    let last = text.line(at: max(range.lowerBound, range.upperBound - 1))
    if let edits = edits(ofRowsIn: text.line(at: range.lowerBound)..<last + 1) { return edits }
    let lines =
      text.range(ofLine: text.line(at: range.lowerBound)).lowerBound..<text.range(ofLine: last).upperBound
    let all = try edits()
    let some = all.filter {
      lines.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= lines.upperBound
    }
    guard some.count < all.count, !some.isEmpty else { return some }
    // What is left to be done afterwards must lead to the same text.
    guard let whole = all.applied(to: text.bytes), let part = some.applied(to: text.bytes),
      case .changed(let source, let rest) = FormattingPlan.result(
        of: SourceText(path: document.shownPath, bytes: part)),
      rest.applied(to: source.bytes) == whole
    else { return [] }
    return some
  }

  /// The edits of rows that stand on whole lines; nil where these hold anything else, or rows with faults.
  private func edits(ofRowsIn lines: Range<Int>) -> [TextEdit]? {
    guard let excerpt = RowExcerpt(of: document, lines: lines) else { return nil }
    switch FormattingPlan.result(of: excerpt.source) {
    case .changed(_, let edits): return excerpt.edits(edits)
    case .canonical: return []
    default: return nil
    }
  }

  /// The edits of the row whose closing brace stands right before a place, whatever the rest of the text is like.
  func editsOfRow(endingAt offset: Int) -> [TextEdit] {
    guard offset > 0, document.text.bytes[offset - 1] == UInt8(ascii: "}") else { return [] }
    let line = document.text.line(at: offset - 1)
    return edits(ofRowsIn: line..<line + 1) ?? []
  }
}
