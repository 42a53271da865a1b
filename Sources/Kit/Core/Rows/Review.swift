package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// The unconfirmed parts of a bundle's annotation, and the places to check first.
package struct Review: Sendable {
  /// A place to check.
  package struct Item: Sendable {
    /// The place to edit.
    package var place: Place
    /// The identity of its row, or nil for a place that no row covers.
    package var row: AnnotatedRow.Identity?
    /// The start of the stretch to listen to.
    package var start: Milliseconds
    /// The end of the stretch.
    package var end: Milliseconds
    /// The content that a row states, or the missing ayat.
    package var label: String
    /// The ayat that the row contains or that are missing, or nil if they are unknown.
    package var ayah: AyahRange?
    /// The reasons, the most important first.
    package var reasons: [Reason]
    /// The likelihood that something is wrong, from 0 to 1.
    package var urgency: Double
  }

  /// The reason why a place is worth a check.
  package enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// No row contains these ayat of the passage.
    case notFound
    /// The row begins before another row ends, given by its label and end.
    case overlap(String, end: Milliseconds)
    /// No row covers this length of the audio.
    case unannotated(Milliseconds)
    /// The row is a marker that names neither an ayah nor a skip.
    case unassigned
    /// The row is the skip `other`, which doesn't name its content.
    case unnamed
    /// The ratio of the row's length to that expected at the tempo of the other rows; below 1, the row is
    /// shorter.
    case tempo(Double)
    /// The confidence of the tool that made the row, from 0 to 1.
    case confidence(Double)
    /// The row isn't confirmed, and has no confidence.
    case unconfirmed
    /// These ayat are heard there instead of those that the row names. The list is empty if these aren't
    /// heard, and nothing else is sure.
    case heard([AyahRange])
    /// The time at which the row begins, judging by the sound.
    case begins(Milliseconds)
    /// The time at which the row ends, judging by the sound.
    case ends(Milliseconds)

    /// A description in lower case, without a full stop.
    package var description: String {
      switch self {
      case .notFound: return "in the passage, but not found"
      case .overlap(let other, let end): return "overlaps \(other), which ends at \(end)"
      case .unannotated(let length): return "\(length) s are not covered by any row"
      case .unassigned: return "has no ayah"
      case .unnamed: return "the recitation has no name"
      case .tempo(let factor):
        let tenths = Int((max(factor, 1 / factor) * 10).rounded())
        return
          "\(tenths / 10).\(tenths % 10) times as \(factor > 1 ? "long" : "short") as expected at this tempo"
      case .confidence(let confidence): return "confidence \(confidenceText(confidence))"
      case .unconfirmed: return "not confirmed"
      case .heard([]): return "not heard in the recording"
      case .heard(let ayat): return "heard here: \(ayat.map(\.description).joined(separator: ", "))"
      case .begins(let time): return "by the sound, begins at \(time)"
      case .ends(let time): return "by the sound, ends at \(time)"
      }
    }
  }

  /// The places to check, the least sure first, then in order of time.
  package private(set) var items: [Item] = []
  /// The number of rows, of segments and markers.
  package private(set) var rows = 0
  /// The number of confirmed rows.
  package private(set) var confirmedRows = 0
  /// The length of the audio in rows.
  package private(set) var audio = Milliseconds.zero
  /// The length of the audio in confirmed rows.
  package private(set) var confirmedAudio = Milliseconds.zero
  /// Ayat of the passage that no row contains.
  package private(set) var missing: [AyahRange] = []

  /// The least gap that is not a pause.
  private static let leastGap = Milliseconds(3000)
  /// The greatest factor by which a row may be longer or shorter than expected at the tempo.
  private static let tempoLimit = 1.822

  /// The confidence from which a tool is sure. On recordings that weren't used for tuning, 99.7 % of such
  /// marks were right.
  package static let sure = 0.9

  /// The unconfirmed rows that are worth a check, because a tool wasn't sure of them or something contradicts
  /// them. The most likely wrong row comes first.
  package private(set) var doubtful: [AnnotatedRow.Identity] = []

  /// Reviews the readable rows of a bundle.
  package init(of bundle: TilawaBundle) {
    let all = AnnotatedRow.rows(of: bundle)
    count(all)
    let counting = bundle.counting
    let rates = all.map { row in counting.flatMap { Self.rate(row, $0) } }
    let known = rates.compactMap { $0 }.sorted()
    let usual = known.count >= 3 ? known[known.count / 2] : nil
    for (index, row) in all.enumerated() {
      let before = index > 0 ? all[index - 1] : nil
      check(row, after: before, rate: rates[index], usual: usual, in: bundle)
    }
    findMissing(in: bundle, all)
    items.sort { ($1.urgency, $0.start) < ($0.urgency, $1.start) }
    let open = Set(all.filter { !$0.isConfirmed }.map(\.identity))
    var seen: Set<AnnotatedRow.Identity> = []
    doubtful = items.filter { $0.urgency > 1 - Self.sure }.compactMap(\.row)
      .filter { open.contains($0) && seen.insert($0).inserted }
  }

  /// Reviews only rows that something contradicts, including confirmed ones. `reason` returns the reason for
  /// one of all rows, such as other content in the sound.
  package init(of bundle: TilawaBundle, _ reason: (AnnotatedRow, [AnnotatedRow]) -> Reason?) {
    let all = AnnotatedRow.rows(of: bundle)
    count(all)
    for row in all {
      guard let reason = reason(row, all) else { continue }
      add(row, reason, 1, in: bundle)
    }
  }

  private mutating func count(_ all: [AnnotatedRow]) {
    rows = all.count
    confirmedRows = all.count(where: \.isConfirmed)
    for row in all {
      let length = max(.zero, row.end - row.start)
      audio = audio + length
      if row.isConfirmed { confirmedAudio = confirmedAudio + length }
    }
  }

  /// Returns the seconds per unit of the length of a row's ayat, or nil if it can't be computed.
  private static func rate(_ row: AnnotatedRow, _ counting: CountingSystem) -> Double? {
    guard let range = row.ayah, row.end > row.start, counting.contains(range) else { return nil }
    let units = counting.ayat(in: range).reduce(0) { $0 + (AyahLength.units(of: $1, in: counting) ?? 0) }
    return units > 0 ? (row.end - row.start).seconds / Double(units) : nil
  }

  private mutating func check(
    _ row: AnnotatedRow, after before: AnnotatedRow?, rate: Double?, usual: Double?, in bundle: TilawaBundle
  ) {
    if let before, row.start < before.end {
      add(row, .overlap(before.label, end: before.end), 0.95, in: bundle)
    } else if let before, row.start - before.end >= Self.leastGap {
      items.append(
        Item(
          place: row.place(in: bundle), start: before.end, end: row.start, label: "before \(row.label)",
          reasons: [.unannotated(row.start - before.end)], urgency: 0.4))
    }
    guard !row.isConfirmed else { return }
    if row.ayah == nil, row.skip == nil { add(row, .unassigned, 0.9, in: bundle) }
    if row.skip == SkipKind.other.rawValue { add(row, .unnamed, 0.35, in: bundle) }
    if let rate, let usual {
      let factor = rate / usual
      if max(factor, 1 / factor) > Self.tempoLimit { add(row, .tempo(factor), 0.7, in: bundle) }
    }
    if let confidence = row.confidence {
      add(row, .confidence(confidence), 1 - confidence, in: bundle)
    } else {
      add(row, .unconfirmed, 0.2, in: bundle)
    }
  }

  /// Adds a reason to a row, which has one item for all its reasons.
  private mutating func add(_ row: AnnotatedRow, _ reason: Reason, _ urgency: Double, in bundle: TilawaBundle)
  {
    if let last = items.indices.last, items[last].row == row.identity {
      items[last].reasons.append(reason)
      items[last].urgency = max(items[last].urgency, urgency)
      return
    }
    items.append(
      Item(
        place: row.place(in: bundle), row: row.identity, start: row.start, end: row.end, label: row.label,
        ayah: row.ayah, reasons: [reason], urgency: urgency))
  }

  /// Adds the ayat of the passage that neither file contains. Each run is to be looked for before the next
  /// row with an ayah.
  private mutating func findMissing(in bundle: TilawaBundle, _ rows: [AnnotatedRow]) {
    guard let counting = bundle.counting else { return }
    let passage = (bundle.recording?.content?.passage?.value ?? []).map(\.value).filter(counting.contains)
    let held = AyahSet(rows.compactMap(\.ayah), in: counting)
    missing = AyahSet(passage, in: counting).subtracting(held).runs
    let file = bundle.recording.map { $0.place(ByteRange(0..<0)) } ?? Place(path: bundle.shownPath)
    for run in missing {
      let before = rows.last { row in
        row.ayah.map { $0.last < run.first && $0.last.surah == run.first.surah } ?? false
      }
      let start = before?.end ?? .zero
      let next = rows.first { $0.start >= start && $0.ayah != nil }
      items.append(
        Item(
          place: (before ?? next)?.place(in: bundle) ?? file, start: start,
          end: max(start, next?.start ?? bundle.audioEnd ?? start), label: run.description,
          ayah: run, reasons: [.notFound], urgency: 1))
    }
  }
}
