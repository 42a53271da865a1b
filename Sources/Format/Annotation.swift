public import TilawaBase
public import TilawaQuran

/// The facts that follow from the rows of a bundle and are stored nowhere: coverage, status, span.
public struct Annotation: Sendable {
  /// The progress of the annotation, as `spec/core/segments.md` defines it. Nil if the counting system isn't
  /// known; `held` is then empty.
  public let status: Recording.Status?
  /// The ayat that rows hold, without ayah 0.
  public let held: AyahSet
  /// The ayat that the rows could contain: the passage if it is given, else the surahs that the rows touch.
  public let expected: AyahSet
  /// Jumps forward over ayat that no row holds.
  public let jumps: [Jump]
  /// From the start of the first to the end of the last row in time; nil without rows.
  public let span: TimeSpan?
  /// The length of all rows with ayat.
  public let recited: Milliseconds
  /// The length of all rows with `skip`.
  public let skipped: Milliseconds

  /// Two rows of a surah between which ayat are left out.
  public struct Jump: Sendable {
    /// The row before.
    public let from: Placed<Segment>
    /// The row after.
    public let to: Placed<Segment>
    /// From the first to the last ayah between them that no row holds; one inside may be held.
    public let missing: AyahRange
  }

  /// Expected ayat that no row holds, as runs in order of the mushaf.
  public var missing: [AyahRange] { expected.subtracting(held).runs }

  /// Derives from the readable rows of `bundle`.
  public init(of bundle: TilawaBundle) {
    let rows = bundle.segmentsInTime
    let known = bundle.counting
    let counting = known ?? .kufi
    let steps = rows.map { row in row.ayah.map { RecitedAyat.Step.ayat($0) } ?? .nothing }
    let ayat = RecitedAyat(known == nil ? [] : steps, in: counting)
    held = ayat.held
    jumps = ayat.jumps.map { Jump(from: rows[$0.from], to: rows[$0.to], missing: $0.missing) }
    let lengths = rows.map { (isAyat: $0.ayah != nil, length: max(.zero, $0.end - $0.start)) }
    recited = lengths.reduce(.zero) { $1.isAyat ? $0 + $1.length : $0 }
    skipped = lengths.reduce(.zero) { $1.isAyat ? $0 : $0 + $1.length }
    let passage = known == nil ? nil : bundle.recording?.content?.passage?.value.map(\.value)
    expected = AyahSet(passage ?? held.surahs.compactMap(counting.range(ofSurah:)), in: counting)
    let first = rows.first?.start
    let last = rows.map { $0.end }.max()
    span = if let first, let last { TimeSpan(first, last) } else { nil }
    let isWhole =
      jumps.isEmpty && !ayat.namesWhatIsNot && !bundle.mayHoldMore
      && (passage == nil || expected.subtracting(held).isEmpty)
    status = known == nil ? nil : held.isEmpty ? .unannotated : isWhole ? .complete : .partial
  }
}

extension TilawaBundle {
  /// True if markers remain, or if faults may hide rows, a passage or a count.
  fileprivate var mayHoldMore: Bool {
    !(markers?.content?.rows.isEmpty ?? true) || (markers?.hasErrors ?? false)
      || (segments?.hasErrors ?? false)
      || (recording?.hasErrors ?? true)
  }
}

extension TilawaBundle {
  /// The readable segments in the order of time; of equal starts the earlier row first.
  public var segmentsInTime: [Placed<Segment>] {
    let rows = segments?.content?.rows ?? []
    // Most files have them so already, and rows take long to move.
    if rows.indices.dropFirst().allSatisfy({ rows[$0 - 1].start <= rows[$0].start }) {
      return rows
    }
    return rows.sorted { ($0.start, $0.index) < ($1.start, $1.index) }
  }

  /// The readable markers in the order of time; of equal times the earlier row first.
  public var markersInTime: [Placed<Marker>] {
    (markers?.content?.rows ?? []).sorted { ($0.at, $0.index) < ($1.at, $1.index) }
  }

  /// The end of the audio, if `recording.yaml` gives its duration.
  public var audioEnd: Milliseconds? { recording?.content?.audio?.duration?.value }

  /// The riwayah of a row: its own, or the recording's.
  public func riwayah(of row: Segment) -> Riwayah? { row.riwayah ?? riwayah }

  /// The reciter of a row: its own, or the recording's.
  public func reciter(of row: Segment) -> String? { row.reciter ?? reciterID }
}
