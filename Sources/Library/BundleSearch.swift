package import TilawaBase
import TilawaFormat
package import TilawaQuran

/// Takes what searches find.
package protocol HearingCollector {
  mutating func enter(_ hearing: Hearing)
  /// A row that holds an ayah, and may not be served.
  mutating func refuse(_ ayah: Ayah, _ refusal: Refusal, _ row: Place)
}

extension HearingCollector {
  package mutating func refuse(_ ayah: Ayah, _ refusal: Refusal, _ row: Place) {}
}

/// Finds the rows of one recording that contain the requested ayat, and determines for each whether it may be
/// played, or why not.
package struct BundleSearch {
  private let recording: SearchedRecording
  private let session: Session
  private let counting: CountingSystem
  private let rows: [Placed<Segment>]

  package init(_ recording: SearchedRecording, for session: Session) {
    self.recording = recording
    self.session = session
    counting = recording.counting
    rows = recording.rows
  }

  package func run(for wanted: WantedAyat, into collector: inout some HearingCollector) {
    let mapped = wanted.mapped(in: counting)
    /// Of ayat that this count has as several: the rows that hold some, until they are found to hold all.
    var pieces: [Ayah: [Placed<Segment>]] = [:]
    var complete: Set<Ayah> = []
    for (position, row) in rows.enumerated() {
      guard let range = row.ayah else { continue }
      let matches = mapped.touching(range)
      guard !matches.isEmpty else { continue }
      let refusal = refusal(of: row)
      for match in matches where Self.holds(recording.whole(position), match) {
        if let refusal {
          collector.refuse(match.ayah, refusal, recording.place(row))
        } else if match.relation == .overlap {
          collector.refuse(match.ayah, .inexact(counting), recording.place(row))
        } else if let end = RowCut(row.value, counting)?.cut(within: match.range) {
          collector.refuse(match.ayah, .cutOff(end), recording.place(row))
        } else if let hearing = hearing(of: match, from: position) {
          collector.enter(hearing)
          complete.insert(match.ayah)
        } else {
          pieces[match.ayah, default: []].append(row)
        }
      }
    }
    for row in recording.faultyRows {
      guard let range = row.ayah else { continue }
      for match in mapped.touching(range) where Self.holds(range, match) {
        collector.refuse(match.ayah, recording.refusalOfAll ?? .faultyRow, recording.place(row))
      }
    }
    for (ayah, rows) in pieces where !complete.contains(ayah) {
      for row in rows { collector.refuse(ayah, .incomplete(counting), recording.place(row)) }
    }
  }

  /// A run that passes over the start of a surah holds its basmalah only where it is written as an end.
  package static func holds(_ row: AyahRange, _ match: WantedAyat.Mapped) -> Bool {
    let basmalah = match.range.first
    return basmalah.number > 0 || !match.range.isSingle || row.first == basmalah || row.last == basmalah
  }

  // MARK: - May it be served

  private func refusal(of row: Placed<Segment>) -> Refusal? {
    recording.refusal(of: row.value, in: session)
  }

  // MARK: - Where it is heard

  /// Nil when row `position` and those that follow don't hold all of it.
  private func hearing(of match: WantedAyat.Mapped, from position: Int) -> Hearing? {
    let row = rows[position]
    guard var cut = RowCut(row.value, counting), cut.ayat.contains(match.range.first),
      var heard = cut.hearing(of: match.range)
    else { return nil }
    let start = heard.span.start
    var isShared = heard.isShared || match.relation == .merged
    var used = [row]
    while let last = cut.ayat.last, last < match.range.last {
      let next = position + used.count
      guard next < rows.count, recording.follows(next), refusal(of: rows[next]) == nil,
        rows[next].ayah?.first == counting.next(after: last),
        recording.reciter(of: rows[next].value) == recording.reciter(of: row.value),
        let nextCut = RowCut(rows[next].value, counting), nextCut.cut(within: match.range) == nil,
        let nextHeard = nextCut.hearing(of: match.range)
      else { return nil }
      (cut, heard) = (nextCut, nextHeard)
      isShared = isShared || heard.isShared
      used.append(rows[next])
    }
    let reciter = recording.reciter(of: row.value)
    guard let span = TimeSpan(start, heard.span.end), let preference = session.preference(for: reciter) else {
      return nil
    }
    let confidences = used.compactMap { $0.confidence }
    let audio = recording.audio(of: used, span)
    return Hearing(
      ayah: match.ayah, held: match.range, counting: counting, bundlePath: recording.path,
      bundle: recording.shownPath,
      recorded: session.followsLinks ? recording.audio : recording.audio.withoutLinksOut,
      hasAddress: recording.hasAddress, span: audio?.span ?? span,
      reciter: reciter, reciterName: recording.reciterName(reciter),
      riwayah: session.riwayah, isVerified: used.allSatisfy { $0.isVerified },
      priority: used.map { $0.priority ?? 0 }.min() ?? 0,
      confidence: confidences.count == used.count ? confidences.min() : nil, isShared: isShared,
      date: recording.date, rows: used.map(recording.place), source: nil,
      availability: audio?.availability ?? .available, published: audio?.file, preference: preference,
      isFilling: session.isFilling(preference), rowIndex: row.index)
  }
}
