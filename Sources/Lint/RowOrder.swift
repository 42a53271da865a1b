import Diagnostics
import TilawaFormat
import Timing

// Checks that rows of segments.yaml, markers.yaml and words.yaml share.

/// Rows that stand below one that begins later.
func reportDisorder<Row>(of file: CheckedRows<Row>, _ report: RuleReport) {
  var latest: Row?
  var isFirst = true
  for row in file.rows {
    guard let above = latest, row.position.value < above.position.value else {
      latest = row
      continue
    }
    // One fix mends all of them.
    let fix = isFirst ? RowsInOrder.fix(of: file) : nil
    isFirst = false
    report.add(
      "\(row.label) at \(row.position.value) stands below \(above.label) at \(above.position.value)",
      at: file.place(row.position),
      notes: [.init("\(above.label) is here", at: file.place(above.position))], fix: fix)
  }
}

/// Rows without length.
func reportEarlyEnds<Row: SpannedRow>(of file: CheckedRows<Row>, _ report: RuleReport) {
  for row in file.rows where !row.hasLength {
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
  guard let duration = bundle.audio?.duration else { return }
  for row in file.rows where row.end.value > duration.value {
    report.add(
      "\(row.label) ends at \(row.end.value), after the end of the audio at \(duration.value)",
      at: file.place(row.end),
      notes: [.init("the audio's duration is here", at: bundle.place(inRecording: duration))])
  }
}
