import Diagnostics
import QuranIndex
import ScalarText
import TilawaFormat
import Timing

/// Takes what searches find.
protocol HearingCollector {
  mutating func enter(_ hearing: Hearing)
  /// A row that holds an ayah, and may not be served.
  mutating func refuse(_ ayah: Ayah, _ refusal: Refusal, _ row: Place)
}

extension HearingCollector {
  mutating func refuse(_ ayah: Ayah, _ refusal: Refusal, _ row: Place) {}
}

/// Finds in one bundle the rows that hold what is asked for, and tells of each why it may be played or not.
struct BundleSearch {
  private let bundle: TilawaBundle
  private let segments: BundleFile<SegmentsFile>
  private let session: Session
  private let counting: CountingSystem
  private let rows: [Segment]
  private let faultyRows: [Segment]
  /// What speaks against every row.
  private let refusalOfAll: Refusal?
  private let audio: String

  /// Nil when the bundle has no rows.
  init?(_ bundle: TilawaBundle, for session: Session) {
    guard let segments = bundle.segments, let content = segments.content else { return nil }
    self.bundle = bundle
    self.segments = segments
    self.session = session
    // Without a known count nothing is served; what is refused is then named as the Kufi count numbers it.
    counting = bundle.counting ?? .kufi
    faultyRows = content.faultyRows
    rows = bundle.segmentsInTime
    audio = bundle.recording?.content?.audio?.file?.value ?? ""
    refusalOfAll =
      bundle.counting == nil || bundle.recording.map { Self.isDoubtful($0, $0.content?.doubts) } ?? true
      ? .doubtfulBundle : audio.isEmpty ? .noAudio : AudioPresence.isPath(audio) ? nil : .audioOutside
  }

  func run(for wanted: WantedAyat, into collector: inout some HearingCollector) {
    let mapped = wanted.mapped(in: counting)
    /// Of ayat that this count has as several: the rows that hold some, until they are found to hold all.
    var pieces: [Ayah: [Segment]] = [:]
    var complete: Set<Ayah> = []
    for (position, row) in rows.enumerated() {
      guard let range = row.ayah?.value else { continue }
      let matches = mapped.touching(range)
      guard !matches.isEmpty else { continue }
      let refusal = refusal(of: row)
      for match in matches where Self.holds(range, match) {
        if let refusal {
          collector.refuse(match.ayah, refusal, segments.place(row.bytes))
        } else if match.relation == .overlap {
          collector.refuse(match.ayah, .inexact(counting), segments.place(row.bytes))
        } else if let hearing = hearing(of: match, from: position) {
          collector.enter(hearing)
          complete.insert(match.ayah)
        } else {
          pieces[match.ayah, default: []].append(row)
        }
      }
    }
    for row in faultyRows {
      guard let range = row.ayah?.value else { continue }
      for match in mapped.touching(range) where Self.holds(range, match) {
        collector.refuse(match.ayah, refusalOfAll ?? .faultyRow, segments.place(row.bytes))
      }
    }
    for (ayah, rows) in pieces where !complete.contains(ayah) {
      for row in rows { collector.refuse(ayah, .incomplete(counting), segments.place(row.bytes)) }
    }
  }

  /// A run that passes over the start of a surah holds its basmalah only where it is written as an end.
  private static func holds(_ row: AyahRange, _ match: WantedAyat.Mapped) -> Bool {
    let basmalah = match.range.first
    return basmalah.number > 0 || !match.range.isSingle || row.first == basmalah || row.last == basmalah
  }

  // MARK: - May it be served

  private func refusal(of row: Segment) -> Refusal? {
    if let refusalOfAll { return refusalOfAll }
    if leansOnDoubtfulReciter(row) { return .doubtfulBundle }
    guard let riwayah = bundle.riwayah(of: row) else { return .noRiwayah }
    guard riwayah == session.riwayah else { return .otherRiwayah(riwayah) }
    let reciter = bundle.reciter(of: row)
    guard session.preference(for: reciter) != nil else { return .otherReciter(reciter) }
    guard let range = row.ayah?.value, counting.contains(range) else { return .noSuchAyat(counting) }
    guard row.start.value < row.end.value else { return .noLength }
    if let end = bundle.audioEnd, row.start.value >= end { return .pastEnd }
    return nil
  }

  private func leansOnDoubtfulReciter(_ row: Segment) -> Bool {
    guard let reciter = bundle.reciter, Self.isDoubtful(reciter, reciter.content?.doubts) else {
      return false
    }
    let recording = bundle.recording?.content
    return row.riwayah == nil && recording?.riwayah == nil || row.reciter == nil && recording?.reciter == nil
  }

  /// Whether what the file says of riwayah, count and reciter may not be what was meant.
  private static func isDoubtful(_ file: BundleFile<some Sendable>, _ doubts: [String: ByteRange]?) -> Bool {
    guard doubts?.isEmpty ?? false else { return true }
    return file.diagnostics.contains { $0.rule.doubt != .nothing }
  }

  // MARK: - Where it is heard

  /// Nil when row `position` and those that follow don't hold all of it.
  private func hearing(of match: WantedAyat.Mapped, from position: Int) -> Hearing? {
    let row = rows[position]
    guard var cut = RowCut(row, counting), cut.ayat.contains(match.range.first),
      var heard = cut.hearing(of: match.range)
    else { return nil }
    let start = heard.span.start
    var isShared = heard.isShared || match.relation == .merged
    var used = [row]
    while let last = cut.ayat.last, last < match.range.last {
      let next = position + used.count
      guard next < rows.count, refusal(of: rows[next]) == nil,
        rows[next].ayah?.value.first == counting.next(after: last),
        bundle.reciter(of: rows[next]) == bundle.reciter(of: row), let nextCut = RowCut(rows[next], counting),
        let nextHeard = nextCut.hearing(of: match.range)
      else { return nil }
      (cut, heard) = (nextCut, nextHeard)
      isShared = isShared || heard.isShared
      used.append(rows[next])
    }
    let reciter = bundle.reciter(of: row)
    guard let span = TimeSpan(start, heard.span.end), let preference = session.preference(for: reciter) else {
      return nil
    }
    let confidences = used.compactMap(\.confidence?.value)
    let recording = bundle.recording?.content
    return Hearing(
      ayah: match.ayah, held: match.range, counting: counting, bundlePath: bundle.path,
      bundle: bundle.shownPath, audio: audio,
      hasAddress: bundle.recording?.content?.audio?.url != nil,
      isExternal: bundle.recording?.content?.audio?.external?.value ?? false, span: span,
      reciter: reciter, reciterName: ReciterNames().names(of: reciter, in: bundle)?.name,
      riwayah: session.riwayah, isVerified: used.allSatisfy(\.isVerified),
      priority: used.map { $0.priority?.value ?? 0 }.min() ?? 0,
      confidence: confidences.count == used.count ? confidences.min() : nil, isShared: isShared,
      date: recording?.recordedAt?.value ?? recording?.importedAt?.value,
      rows: used.map { segments.place($0.bytes) }, source: nil, availability: .available,
      preference: preference, rowIndex: row.index)
  }
}
