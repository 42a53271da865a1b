import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaQuran

/// Clock time and length behind each row, and the surah where it is the first row of one.
struct InlayHints {
  private let workspace: Workspace
  private let document: OpenDocument

  init(_ document: OpenDocument, in workspace: Workspace) {
    (self.workspace, self.document) = (workspace, document)
  }

  /// Where each hint stands, of the rows of a range.
  func hints(in range: Range<Int>) -> [(offset: Int, text: String)] {
    guard let path = document.bundlePath, let kind = document.kind.ofBundle else { return [] }
    let rows = workspace.rows(ofBundle: path).filter { $0.kind == kind }
    let text = document.text
    var surah: Int?
    return rows.compactMap { row in
      let isFirst = row.ayah.map { $0.first.surah != surah } ?? false
      if let ayat = row.ayah { surah = ayat.last.surah }
      let bytes = row.bytes.range
      guard range.overlaps(bytes) || range.isEmpty && bytes.contains(range.lowerBound) else { return nil }
      var hint = "\(row.start.clock) · \((row.end - row.start).shortLength)"
      if isFirst, let ayat = row.ayah { hint += " · \(AyahFacts.name(ofSurah: ayat.first.surah))" }
      // Behind a comment of the row, which would otherwise seem to begin with the hint.
      return (text.range(ofLine: text.line(at: max(bytes.lowerBound, bytes.upperBound - 1))).upperBound, hint)
    }
  }
}
