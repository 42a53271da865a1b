import TilawaBase
import TilawaFormat

// Checks that rows of segments.yaml, markers.yaml and words.yaml share.

/// Rows that stand below one that begins later; or the one row that alone stands where it doesn't belong.
func reportDisorder<Row>(of file: CheckedRows<Row>, _ report: RuleReport) {
  guard !file.isInOrder else { return }
  let rows = file.placed
  let alone = Set(indexesOutOfLine(rows.count) { rows[$0].from })
  var latest: Placed<Row>?
  var isFirst = true
  for (index, row) in rows.enumerated() {
    let other: Placed<Row>
    let isBelow: Bool
    if alone.contains(index) {
      isBelow = index > 0 && row.from < rows[index - 1].from
      other = rows[isBelow ? index - 1 : index + 1]
    } else if let above = latest, row.from < above.from {
      (isBelow, other) = (true, above)
    } else {
      latest = row
      continue
    }
    // One fix mends all of them.
    let fix = isFirst ? RowsInOrder.fix(of: file) : nil
    isFirst = false
    report.add(
      "\(row.label) at \(row.from) is listed \(isBelow ? "below" : "above") \(other.label) at "
        + "\(other.from)",
      at: file.startPlace(row),
      notes: [.init("\(other.label) is here", at: file.startPlace(other))], fix: fix)
  }
}

/// Reports times that can't be meant. What follows from them is not reported as well.
func reportStrayTimes<Row>(of file: CheckedRows<Row>, _ report: RuleReport) {
  guard file.placed.count < file.rows.count else { return }
  for stray in StrayTime.all(in: file.rows) {
    let time = stray.time
    let place = stray.isEnd ? file.endPlace(stray.row) : file.startPlace(stray.row)
    report.add(
      "\(stray.row.label) \(stray.isEnd ? "ends" : "starts") at \(time), \(stray.clash)"
        + (stray.meant.map { "; did you mean \($0)?" } ?? ""),
      at: place,
      fix: stray.meant.map { meant in
        .init("write \(meant)", [TextEdit(place.range ?? 0..<0, meant.description)], isSafe: false)
      })
  }
}

extension StrayTime {
  /// The neighbouring time with which it conflicts, as text for a message.
  fileprivate var clash: String {
    if let behind, time > behind { return "after the next time, \(behind)" }
    return "before the previous time, \(before ?? .zero)"
  }
}

/// Rows without length.
func reportEarlyEnds<Row>(of file: CheckedRows<Row>, _ report: RuleReport) {
  for row in file.placed where !row.hasLength {
    report.add(
      row.reach == row.from
        ? "\(row.label) ends where it starts, at \(row.reach)"
        : "\(row.label) ends at \(row.reach), before it starts at \(row.from)",
      at: file.endPlace(row))
  }
}

/// Reports rows that begin before an earlier one is over, each once.
func reportOverlaps<Row>(of file: CheckedRows<Row>, _ report: RuleReport) {
  // The row that reaches furthest need not be the one just before.
  var furthest: Placed<Row>?
  for row in file.inTime where row.hasLength {
    guard let earlier = furthest else {
      furthest = row
      continue
    }
    if row.from < earlier.reach {
      report.add(
        "\(row.label) starts at \(row.from), before \(earlier.label) ends",
        at: file.startPlace(row),
        notes: [.init("\(earlier.label) ends at \(earlier.reach)", at: file.endPlace(earlier))])
    }
    if row.reach > earlier.reach { furthest = row }
  }
}

/// Rows that end after the audio.
func reportEndsPastAudio<Row>(
  of file: CheckedRows<Row>, _ bundle: CheckedBundle, _ report: RuleReport
) {
  guard !file.placed.isEmpty, let end = bundle.audioEnd else { return }
  for row in file.placed where row.reach > end.time {
    report.add(
      "\(row.label) ends at \(row.reach), after the end of the audio at \(end.time)",
      at: file.endPlace(row), notes: end.notes)
  }
}
