import TilawaBase

/// The lines that git leaves around what it could not merge.
struct ConflictMarkers {
  private(set) var findings = CappedFindings()
  /// The text with one side of each conflict and blanks in the place of the rest, once for each side; empty when
  /// nothing is left of a merge.
  private(set) var sides: [[UInt8]] = []

  private let source: SourceText

  /// Looks through `source`, and makes its sides out of `bytes`, which are as long.
  init(in source: SourceText, of bytes: [UInt8], start: Int) {
    self.source = source
    let marks = source.bytes.withUnsafeBufferPointer { Self.marks(in: $0, from: start) }
    guard !marks.isEmpty else { return }
    sides = [bytes, bytes]
    var index = 0
    while index < marks.count {
      index = report(marks, from: index)
    }
    if sides[0] == sides[1] { sides.removeLast() }
  }

  private struct Mark {
    let kind: UInt8
    /// Without the line end.
    let line: Range<Int>
    /// The start of the next line.
    let next: Int
  }

  private static func marks(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [Mark] {
    var marks: [Mark] = []
    var index = start
    while index < bytes.count {
      let first = bytes[index]
      // Seven of one kind, then a blank or the line's end.
      if first == 0x3C || first == 0x3D || first == 0x3E || first == 0x7C, index + 7 <= bytes.count,
        bytes[index..<index + 7].allSatisfy({ $0 == first }),
        index + 7 == bytes.count || [0x20, 0x0A, 0x0D].contains(bytes[index + 7])
      {
        var end = index
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        var next = end
        if next < bytes.count, bytes[next] == 0x0D { next += 1 }
        if next < bytes.count, bytes[next] == 0x0A { next += 1 }
        marks.append(Mark(kind: first, line: index..<end, next: next))
        index = next
      } else {
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        index += 1
      }
    }
    return marks
  }

  /// Tells one conflict, and returns the mark after it.
  private mutating func report(_ marks: [Mark], from index: Int) -> Int {
    let opening = marks[index]
    var next = index + 1
    var base: Mark?
    guard opening.kind == UInt8(ascii: "<") else { return reportLeftover(opening, next) }
    if next < marks.count, marks[next].kind == UInt8(ascii: "|") {
      base = marks[next]
      next += 1
    }
    guard next + 1 < marks.count, marks[next].kind == UInt8(ascii: "="),
      marks[next + 1].kind == UInt8(ascii: ">")
    else { return reportLeftover(opening, index + 1) }
    let middle = marks[next]
    let closing = marks[next + 1]
    blank(opening.line, ofSides: 0...1)
    blank((base ?? middle).line.lowerBound..<closing.line.upperBound, ofSides: 0...0)
    blank(opening.next..<middle.line.upperBound, ofSides: 1...1)
    blank(closing.line, ofSides: 1...1)
    let finding = conflict(opening, base, middle, closing)
    findings.add(finding)
    return next + 2
  }

  private func conflict(_ opening: Mark, _ base: Mark?, _ middle: Mark, _ closing: Mark) -> Diagnostic {
    let ours = label(of: opening, else: "ours")
    let theirs = label(of: closing, else: "theirs")
    var notes = [note(ours, opening.next..<(base ?? middle).line.lowerBound, opening)]
    if let base {
      notes.append(note(label(of: base, else: "base"), base.next..<middle.line.lowerBound, base))
    }
    notes.append(note(theirs, middle.next..<closing.line.lowerBound, closing))
    return Diagnostic(
      YAMLRules.conflictMarkers,
      "unresolved merge conflict between \"\(ours)\" and \"\(theirs)\"; keep what is right and delete the "
        + "marker lines",
      at: Place(source, opening.line), notes: notes)
  }

  private mutating func reportLeftover(_ mark: Mark, _ next: Int) -> Int {
    findings.add(
      Diagnostic(
        YAMLRules.conflictMarkers,
        "\"\(source.text(in: mark.line.lowerBound..<mark.line.lowerBound + 7))\" is left over from a merge "
          + "conflict; delete the line",
        at: Place(source, mark.line)))
    blank(mark.line, ofSides: 0...1)
    return next
  }

  private func label(of mark: Mark, else name: String) -> String {
    let label = source.text(in: mark.line.lowerBound + 7..<mark.line.upperBound).trimmed(of: " ")
    return label.isEmpty ? name : label
  }

  private func note(_ label: String, _ side: Range<Int>, _ mark: Mark) -> Diagnostic.Note {
    guard !side.isEmpty else { return .init("\"\(label)\" is empty here", at: Place(source, mark.line)) }
    var end = side.upperBound
    while end > side.lowerBound, source.bytes[end - 1] == 0x0A || source.bytes[end - 1] == 0x0D { end -= 1 }
    return .init("\"\(label)\" has this", at: Place(source, side.lowerBound..<max(end, side.lowerBound)))
  }

  private mutating func blank(_ range: Range<Int>, ofSides indices: ClosedRange<Int>) {
    for side in indices {
      for index in range where sides[side][index] != 0x0A && sides[side][index] != 0x0D {
        sides[side][index] = 0x20
      }
    }
  }
}
