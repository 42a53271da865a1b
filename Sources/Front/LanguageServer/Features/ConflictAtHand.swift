import TilawaBase
import TilawaFormat

/// The conflict of a merge in which a place lies.
struct ConflictAtHand {
  private let document: OpenDocument
  private let conflict: ConflictedText.Conflict

  /// Nil where there is none.
  init?(_ document: OpenDocument, at offset: Int) {
    guard document.text.bytes.count < 1 << 26, document.source.holdsConflictMarks else { return nil }
    let found = ConflictedText(document.source).conflicts.first {
      $0.range.lowerBound <= offset && offset < $0.range.upperBound
    }
    guard let found else { return nil }
    (self.document, conflict) = (document, found)
  }

  /// The sides that may be kept, with imperative titles.
  var choices: [(choice: ConflictedText.Choice, title: String)] {
    [(.ours, "Take ours")] + [(.theirs, "Take theirs"), (.both, "Take both, ours first")]
      + (conflict.base == nil ? [] : [(.base, "Take the common ancestor")])
  }

  /// The edits that keep a choice.
  func edits(_ choice: ConflictedText.Choice) -> [TextEdit] {
    let text = document.text
    let kept =
      switch choice {
      case .ours: text.text(conflict.ours)
      case .theirs: text.text(conflict.theirs)
      case .both: text.text(conflict.ours) + text.text(conflict.theirs)
      case .base: conflict.base.map(text.text) ?? ""
      }
    return [TextEdit(conflict.range, kept)]
  }

  /// The stretches of the recording that each side gives to its rows: ours, then theirs.
  func spans() -> [TimeSpan] { [conflict.ours, conflict.theirs].flatMap(spans) }

  private func spans(of side: Range<Int>) -> [TimeSpan] {
    guard let kind = document.kind.ofBundle, let list = kind.list else { return [] }
    let head = Array("\(FileKey.version): \(FormatVersion.current)\n\(list.key):\n".utf8)
    var part = TilawaBundle()
    part.replace(kind, by: SourceText(path: "", bytes: head + document.text.bytes[side]))
    return (part.segments?.content?.rows ?? []).compactMap(\.span)
      + (part.markers?.content?.rows ?? []).compactMap {
        TimeSpan($0.at, $0.end ?? $0.at + Milliseconds(3000))
      }
  }
}

extension SourceText {
  /// True if a line may begin a conflict; checked without splitting the text into lines.
  fileprivate var holdsConflictMarks: Bool {
    var count = 0
    for byte in bytes {
      count = byte == UInt8(ascii: "<") ? count + 1 : 0
      if count == 7 { return true }
    }
    return false
  }
}
