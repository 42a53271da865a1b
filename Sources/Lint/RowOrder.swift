import TilawaBase
import TilawaFormat

// Checks that rows of segments.yaml, markers.yaml and words.yaml share.

/// Rows that stand below one that begins later; or the one row that alone stands where it doesn't belong.
func reportDisorder<Row>(of file: CheckedRows<Row>, _ report: RuleReport) {
  guard !file.isInOrder else { return }
  let rows = file.placed
  let alone = Set(indexesOutOfLine(rows.count) { rows[$0].position.value })
  var latest: Row?
  var isFirst = true
  for (index, row) in rows.enumerated() {
    let other: Row
    let isBelow: Bool
    if alone.contains(index) {
      isBelow = index > 0 && row.position.value < rows[index - 1].position.value
      other = rows[isBelow ? index - 1 : index + 1]
    } else if let above = latest, row.position.value < above.position.value {
      (isBelow, other) = (true, above)
    } else {
      latest = row
      continue
    }
    // One fix mends all of them.
    let fix = isFirst ? RowsInOrder.fix(of: file) : nil
    isFirst = false
    report.add(
      "\(row.label) at \(row.position.value) stands \(isBelow ? "below" : "above") \(other.label) at "
        + "\(other.position.value)",
      at: file.place(row.position),
      notes: [.init("\(other.label) is here", at: file.place(other.position))], fix: fix)
  }
}

/// Times that can't be meant; what follows from them is not told as well.
func reportStrayTimes<Row: SpannedRow>(of file: CheckedRows<Row>, _ report: RuleReport) {
  guard file.placed.count < file.rows.count else { return }
  for stray in StrayTime.all(in: file.rows) {
    let time = stray.time
    report.add(
      "\(stray.row.label) \(stray.isEnd ? "ends" : "starts") at \(time.value), \(stray.clash)"
        + (stray.meant.map { "; did you mean \($0)?" } ?? ""),
      at: file.place(time),
      fix: stray.meant.map { .init("write \($0)", [TextEdit(time.range, $0.description)], isSafe: false) })
  }
}

extension StrayTime {
  /// Which of the times beside it it doesn't go with.
  fileprivate var clash: String {
    if let behind, time.value > behind { return "after the time that follows it, \(behind)" }
    return "before the time that stands before it, \(before ?? .zero)"
  }
}

/// Rows without length.
func reportEarlyEnds<Row: SpannedRow>(of file: CheckedRows<Row>, _ report: RuleReport) {
  for row in file.placed where !row.hasLength {
    report.add(
      row.end.value == row.position.value
        ? "\(row.label) ends where it starts, at \(row.end.value)"
        : "\(row.label) ends at \(row.end.value), before it starts at \(row.position.value)",
      at: file.place(row.end))
  }
}

/// Rows that begin before an earlier one is over; each is told once.
func reportOverlaps<Row: SpannedRow>(of file: CheckedRows<Row>, _ report: RuleReport) {
  // The row that reaches furthest need not be the one just before.
  var furthest: Row?
  for row in file.inTime where row.hasLength {
    guard let earlier = furthest else {
      furthest = row
      continue
    }
    if row.position.value < earlier.end.value {
      report.add(
        "\(row.label) starts at \(row.position.value), before \(earlier.label) ends",
        at: file.place(row.position),
        notes: [.init("\(earlier.label) ends at \(earlier.end.value)", at: file.place(earlier.end))])
    }
    if row.end.value > earlier.end.value { furthest = row }
  }
}

/// Rows that end after the audio.
func reportEndsPastAudio<Row: SpannedRow>(
  of file: CheckedRows<Row>, _ bundle: CheckedBundle, _ report: RuleReport
) {
  guard !file.placed.isEmpty, let end = bundle.audioEnd else { return }
  for row in file.placed where row.end.value > end.time {
    report.add(
      "\(row.label) ends at \(row.end.value), after the end of the audio at \(end.time)",
      at: file.place(row.end), notes: end.notes)
  }
}
