import TilawaBase
import TilawaFormat
import TilawaQuran

extension Rule {
  /// The word's time lies in no segment of its ayah: one of the two files was changed without the other.
  static let wordOutsideSegment = Rule("W405", "word-outside-segment", .warning) { bundle, report in
    guard let counting = bundle.counting, !bundle.words.placed.isEmpty, bundle.segments.isWhole else {
      return
    }
    var held = HeldAyat(counting)
    for (number, row) in bundle.segments.inTime.enumerated() {
      if let ayah = row.ayah, counting.contains(ayah) { held.add(ayah, number) }
    }
    let segments = SegmentsByTime(bundle.segments.inTime)
    for row in bundle.words.placed where row.hasLength && held.holder(of: row.ayah) != nil {
      if segments.hold(row) { continue }
      report.add(
        "no segment of \(row.ayah) contains \(row.label), from \(row.start) to \(row.end)",
        at: bundle.words.place(row))
    }
  }
}

/// Finds the segments that hold a time without going through all of them.
private struct SegmentsByTime {
  private let rows: [Placed<Segment>]
  /// The furthest end among the rows up to each.
  private let furthestEnds: [Milliseconds]

  init(_ rows: [Placed<Segment>]) {
    self.rows = rows
    var furthest = Milliseconds.zero
    furthestEnds = rows.map { row in
      furthest = max(furthest, row.end)
      return furthest
    }
  }

  func hold(_ word: Placed<WordTiming>) -> Bool {
    var low = rows.partitionPoint { $0.start <= word.start }
    // Only rows that overlap need more than one step; in a file with hundreds of them all hope is lost.
    var steps = 0
    while low > 0, furthestEnds[low - 1] >= word.end {
      low -= 1
      steps += 1
      let row = rows[low]
      if steps > 256 { return true }
      guard let ayah = row.ayah, row.end >= word.end else { continue }
      if ayah.first <= word.ayah, word.ayah <= ayah.last { return true }
    }
    return false
  }
}
