import TilawaBase

/// A move of all rows by one length, as after a cut at the recording's start.
struct RecordingShift {
  /// The length by which the second version lies later; 0 if it isn't shifted as a whole.
  let offset: Milliseconds

  /// Finds the shift that most rows share between the versions: at least three rows, and seven of ten.
  init(from first: AnnotationText, to second: AnnotationText) {
    let pairing = RowPairing(first.rows, second.rows)
    let moved = pairing.partners.enumerated().count { index, partner in
      guard let partner else { return false }
      let (old, new) = (first.rows[index], second.rows[partner])
      return new.start - old.start == pairing.offset && new.end - old.end == pairing.offset
    }
    let isWhole = moved >= 3 && moved * 10 >= first.rows.count * 7
    offset = isWhole ? pairing.offset : .zero
  }
}

extension AnnotationText {
  /// Returns the text with every time of its rows moved, and all else as it is written. Nil if a time would
  /// lie before 0, or if a row can't be read.
  func shifted(by offset: Milliseconds) throws(FileMerge.Unmergeable) -> AnnotationText? {
    var edits: [TextEdit] = []
    for row in rows {
      guard let times = row.times else { return nil }
      guard times.allSatisfy({ $0 + offset >= .zero }) else { return nil }
      edits += row.moving { $0 + offset }
    }
    guard let bytes = edits.applied(to: source.bytes) else { return nil }
    return try AnnotationText(SourceText(path: source.path, bytes: bytes), kind)
  }
}
