package import TilawaBase
import TilawaYAML

/// A text with the conflicts that a merge left in it.
package struct ConflictedText: Sendable {
  /// The lines of a conflict that are kept.
  package enum Choice: String, CaseIterable, Sendable {
    case ours, theirs, base
    /// Those of ours, then those of theirs.
    case both
  }

  /// One conflict: the bytes of all its lines, and of those of each side.
  package struct Conflict: Sendable {
    /// From the first marker line to the last, both included.
    package let range: Range<Int>
    /// The lines of our side.
    package let ours: Range<Int>
    /// Those of the ancestor; nil when the conflict doesn't show them.
    package let base: Range<Int>?
    /// Those of the other side.
    package let theirs: Range<Int>
  }

  /// The text.
  package let source: SourceText
  /// In the order of the text.
  package let conflicts: [Conflict]

  /// Finds the conflicts of a text; markers have seven characters or more.
  package init(_ source: SourceText) {
    self.source = source
    let starts = source.lineStarts()
    var conflicts: [Conflict] = []
    var open: (start: Int, size: Int, ours: Int, base: (Int, Int)?, theirs: (Int, Int)?)?
    for (index, start) in starts.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1] : source.bytes.count
      guard let mark = Self.mark(source.bytes[start..<next]) else { continue }
      switch mark.character {
      case UInt8(ascii: "<"): open = (start, mark.size, next, nil, nil)
      case UInt8(ascii: "|") where open?.size == mark.size && open?.theirs == nil: open?.base = (start, next)
      case UInt8(ascii: "=") where open?.size == mark.size && open?.theirs == nil:
        open?.theirs = (start, next)
      case UInt8(ascii: ">"):
        guard let found = open, found.size == mark.size, let theirs = found.theirs else { continue }
        conflicts.append(
          Conflict(
            range: found.start..<next, ours: found.ours..<(found.base?.0 ?? theirs.0),
            base: found.base.map { $0.1..<theirs.0 }, theirs: theirs.1..<start))
        open = nil
      default: break
      }
    }
    self.conflicts = conflicts
  }

  private static func mark(_ line: ArraySlice<UInt8>) -> (character: UInt8, size: Int)? {
    guard let first = line.first, [0x3C, 0x3D, 0x3E, 0x7C].contains(first) else { return nil }
    let size = line.prefix { $0 == first }.count
    let next = line.dropFirst(size).first ?? 0x0A
    return size >= 7 && [0x20, 0x0A, 0x0D].contains(next) ? (first, size) : nil
  }

  /// The text with all of its conflicts left out.
  ///
  /// For a common ancestor that git made from several: it has nothing where they disagree.
  package var withoutConflicts: [UInt8] {
    var result: [UInt8] = []
    var done = 0
    for conflict in conflicts {
      result += source.bytes[done..<conflict.range.lowerBound]
      done = conflict.range.upperBound
    }
    return result + source.bytes[done...]
  }

  /// Returns the text with the conflicts of these indices settled; the others stay. Nil if `base` is chosen
  /// for a conflict that doesn't show it.
  package func settled(_ indices: Set<Int>, _ choice: Choice) -> [UInt8]? {
    settled(Dictionary(uniqueKeysWithValues: indices.map { ($0, Settlement.side(choice)) }))
  }

  /// The way in which one conflict is settled.
  package enum Settlement: Sendable {
    /// Lines of the conflict.
    case side(Choice)
    /// Other lines.
    case lines([UInt8])
  }

  /// The text with conflicts settled, each in its own way; the others stay. Nil as above.
  package func settled(_ settlements: [Int: Settlement]) -> [UInt8]? {
    var result: [UInt8] = []
    var done = 0
    for (index, conflict) in conflicts.enumerated() {
      guard let settlement = settlements[index] else { continue }
      result += source.bytes[done..<conflict.range.lowerBound]
      switch settlement {
      case .lines(let lines): result += lines
      case .side(.ours): result += source.bytes[conflict.ours]
      case .side(.theirs): result += source.bytes[conflict.theirs]
      case .side(.both): result += source.bytes[conflict.ours] + source.bytes[conflict.theirs]
      case .side(.base):
        guard let base = conflict.base else { return nil }
        result += source.bytes[base]
      }
      done = conflict.range.upperBound
    }
    return result + source.bytes[done...]
  }
}

extension ConflictedText {
  /// The rows of our side with the notes of both, where the sides differ in nothing else; nil where they do.
  package func rowsWithBothNotes(of conflict: Conflict, _ kind: DocumentKind) -> [UInt8]? {
    guard let list = kind.timedList, let kind = kind.ofBundle else { return nil }
    let head = Array("\(FileKey.version): \(FormatVersion.current)\n\(list.key):\n".utf8)
    func text(_ range: Range<Int>) -> SourceText {
      SourceText(path: source.path, bytes: head + source.bytes[range])
    }
    let ours = text(conflict.ours)
    guard let mine = try? AnnotationText(ours, kind.document).rows,
      let others = try? AnnotationText(text(conflict.theirs), kind.document).rows, mine.count == others.count
    else { return nil }
    let document = YAMLDocument(parsing: ours)
    var editor = YAMLEditor(document)
    for (row, (one, other)) in zip(document.root?[list.key]?.sequence ?? [], zip(mine, others)) {
      var (one, other) = (one.piece.fields(), other.piece.fields())
      let notes = [one.removeValue(forKey: RowPath.note), other.removeValue(forKey: RowPath.note)].compactMap
      {
        $0?.shown
      }
      guard one == other else { return nil }
      guard let first = notes.first, let last = notes.last else { continue }
      editor.setRowKey(RowKey.note, to: .text(first == last ? first : "\(first); \(last)"), in: row, kind)
    }
    return editor.edits.applied(to: ours.bytes).map { Array($0.dropFirst(head.count)) }
  }
}
