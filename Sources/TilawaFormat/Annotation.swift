public import QuranIndex
public import Timing

/// What follows from the rows of a bundle and is stored nowhere: coverage, status, span.
public struct Annotation: Sendable {
  /// How far it has come, as `spec/segments.md` defines it; nil where the count of ayat isn't known.
  public let status: Recording.Status?
  /// The ayat that rows hold, without ayah 0, in the order of the mushaf; each once.
  public let held: Set<Ayah>
  /// What could be held: the passage when it is given, else the surahs that the rows touch.
  public let expected: [Ayah]
  /// Jumps forward over ayat that no row holds.
  public let jumps: [Jump]
  /// From the start of the first to the end of the last row in time; nil without rows.
  public let span: TimeSpan?
  /// The length of all rows with ayat, and of those with `skip`.
  public let recited: Milliseconds
  /// The length of all rows with `skip`.
  public let skipped: Milliseconds

  /// Two rows in time between which ayat are left out.
  public struct Jump: Sendable {
    /// The row before.
    public let from: Segment
    /// The row after.
    public let to: Segment
    /// From the first to the last ayah between them that no row holds; one inside may be held.
    public let missing: AyahRange
  }

  /// The surahs that rows hold ayat of, in order.
  public var surahs: [Int] { Set(held.map(\.surah)).sorted() }

  /// Expected ayat that no row holds, as runs in order of the mushaf.
  public func missing(in counting: CountingSystem) -> [AyahRange] {
    var runs: [AyahRange] = []
    for ayah in expected where !held.contains(ayah) {
      if let run = runs.last, counting.next(after: run.last) == ayah, run.last.surah == ayah.surah {
        runs[runs.count - 1].last = ayah
      } else {
        runs.append(AyahRange(ayah))
      }
    }
    return runs
  }

  /// Derives from the readable rows of `bundle`.
  public init(of bundle: TilawaBundle) {
    let rows = bundle.segmentsInTime
    let known = bundle.counting
    // Where the count isn't known, nothing is held.
    let counting = known ?? .kufi
    var ranges: [AyahRange] = []
    var recited = Milliseconds.zero
    var skipped = Milliseconds.zero
    for row in rows {
      let length = max(.zero, row.end.value - row.start.value)
      guard let range = row.ayah?.value else {
        skipped = skipped + length
        continue
      }
      recited = recited + length
      if known != nil, counting.contains(range) { ranges.append(range) }
    }
    let held = Self.ayat(of: ranges, counting)
    self.held = held
    self.recited = recited
    self.skipped = skipped
    jumps = known == nil ? [] : Self.jumps(in: rows, held: held, counting)
    let passage = bundle.recording?.content?.passage?.value.map(\.value).filter { counting.contains($0) }
    if let passage, known != nil {
      expected = Self.ayat(of: passage, counting).sorted()
    } else {
      expected = Set(held.map(\.surah)).sorted().flatMap { surah in
        (1...max(1, counting.ayahCount(ofSurah: surah) ?? 1)).map { Ayah(surah, $0) }
      }
    }
    let first = rows.first?.start.value
    let last = rows.map(\.end.value).max()
    span = if let first, let last { TimeSpan(first, last) } else { nil }
    let lacksSome = passage != nil && !held.isSuperset(of: expected)
    let hasMarkers = !(bundle.markers?.content?.rows.isEmpty ?? true)
    status =
      known == nil ? nil : held.isEmpty ? .unannotated : jumps.isEmpty && !hasMarkers && !lacksSome ? .complete : .partial
  }

  /// Each ayah is met once, however often rows hold it.
  private static func ayat(of ranges: [AyahRange], _ counting: CountingSystem) -> Set<Ayah> {
    var merged: [AyahRange] = []
    for range in ranges.sorted(by: { $0.first < $1.first }) {
      if let last = merged.last?.last, range.first <= last {
        merged[merged.count - 1].last = max(last, range.last)
      } else {
        merged.append(range)
      }
    }
    return Set(merged.flatMap { counting.ayat(in: $0) }.filter { $0.number > 0 })
  }

  private static func jumps(in rows: [Segment], held: Set<Ayah>, _ counting: CountingSystem) -> [Jump] {
    var jumps: [Jump] = []
    var earlier: (index: Int, ayat: AyahRange)?
    for (index, row) in rows.enumerated() {
      guard let range = row.ayah?.value, counting.contains(range) else { continue }
      defer { earlier = (index, range) }
      guard let (place, ayat) = earlier, ayat.last.surah == range.first.surah,
        ayat.last.number + 1 < range.first.number
      else { continue }
      let missing = (ayat.last.number + 1..<range.first.number).map { Ayah(range.first.surah, $0) }
        .filter { !held.contains($0) }
      guard let first = missing.first, let last = missing.last else { continue }
      jumps.append(Jump(from: rows[place], to: row, missing: AyahRange(first, last)))
    }
    return jumps
  }
}

extension TilawaBundle {
  /// The readable segments in the order of time; of equal starts the earlier row first.
  public var segmentsInTime: [Segment] {
    let rows = segments?.content?.rows ?? []
    // Most files have them so already, and rows take long to move.
    if rows.indices.dropFirst().allSatisfy({ rows[$0 - 1].start.value <= rows[$0].start.value }) {
      return rows
    }
    return rows.sorted { ($0.start.value, $0.index) < ($1.start.value, $1.index) }
  }

  /// The readable markers in the order of time; of equal times the earlier row first.
  public var markersInTime: [Marker] {
    (markers?.content?.rows ?? []).sorted { ($0.at.value, $0.index) < ($1.at.value, $1.index) }
  }

  /// Where the audio ends, when `recording.yaml` says how long it is.
  public var audioEnd: Milliseconds? { recording?.content?.audio?.duration?.value }

  /// The riwayah of a row: its own, or the recording's.
  public func riwayah(of row: Segment) -> Riwayah? { row.riwayah?.value ?? riwayah }

  /// The reciter of a row: its own, or the recording's.
  public func reciter(of row: Segment) -> String? { row.reciter?.value ?? reciterID }
}
