package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// What nobody has confirmed of a bundle's annotation, and what to look at first.
package struct Review: Sendable {
  /// Something to look at.
  package struct Item: Sendable {
    /// Where to edit.
    package var place: Place
    /// The row it is about; nil for what no row holds.
    package var row: AnnotatedRow.Identity?
    /// The stretch of the recording to listen to.
    package var start: Milliseconds
    /// Where it ends.
    package var end: Milliseconds
    /// What a row says is heard there, or what is missing.
    package var label: String
    /// The ayat that the row holds or that are missing; nil where none are known.
    package var ayah: AyahRange?
    /// Why; what matters most comes first.
    package var reasons: [Reason]
    /// How likely it is that something is wrong, 0 to 1.
    package var urgency: Double
  }

  /// Why something is worth hearing.
  package enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// Ayat of the passage that no row holds.
    case notFound
    /// It begins before another row, called so, is over.
    case overlap(String, end: Milliseconds)
    /// No row holds so much of the audio.
    case unannotated(Milliseconds)
    /// It is a marker that doesn't say what it opens.
    case unassigned
    /// Something is heard there that has no name.
    case unnamed
    /// It lasts so many times as long as the tempo of the other rows says; below 1 it is shorter.
    case tempo(Double)
    /// The tool that made it was so sure, 0 to 1.
    case confidence(Double)
    /// No person has confirmed it, and no tool says how sure it was.
    case unconfirmed
    /// These ayat are heard there instead of what it names; none where what it names isn't heard, and nothing else is sure.
    case heard([AyahRange])
    /// By the sound it begins there.
    case begins(Milliseconds)
    /// By the sound it ends there.
    case ends(Milliseconds)

    /// For people: lower case, no full stop.
    package var description: String {
      switch self {
      case .notFound: return "of the passage, but not found"
      case .overlap(let other, let end): return "overlaps \(other), which ends at \(end)"
      case .unannotated(let length): return "nothing is said of \(length) s"
      case .unassigned: return "has no ayah"
      case .unnamed: return "what is heard has no name"
      case .tempo(let factor):
        let tenths = Int((max(factor, 1 / factor) * 10).rounded())
        return
          "\(tenths / 10).\(tenths % 10) times as \(factor > 1 ? "long" : "short") as the tempo says"
      case .confidence(let confidence): return "confidence \(confidenceText(confidence))"
      case .unconfirmed: return "not confirmed"
      case .heard([]): return "not heard in the recording"
      case .heard(let ayat): return "\(ayat.map(\.description).joined(separator: ", ")) is heard there"
      case .begins(let time): return "begins at \(time) by the sound"
      case .ends(let time): return "ends at \(time) by the sound"
      }
    }
  }

  /// Least sure first, then in order of time.
  package private(set) var items: [Item] = []
  /// How many rows there are, of segments and markers.
  package private(set) var rows = 0
  /// How many of them a person has confirmed.
  package private(set) var confirmedRows = 0
  /// How much audio rows hold.
  package private(set) var audio = Milliseconds.zero
  /// How much of it a person has confirmed.
  package private(set) var confirmedAudio = Milliseconds.zero
  /// Ayat of the passage that no row holds.
  package private(set) var missing: [AyahRange] = []

  /// A gap that is shorter is a pause.
  private static let leastGap = Milliseconds(3000)
  /// How many times as long or as short as the tempo says an ayah may be.
  private static let tempoLimit = 1.822

  /// From here on a tool is sure: on recordings that nobody had tuned to, 99.7 % of such marks were right.
  package static let sure = 0.9

  /// The rows that nobody has confirmed and that are worth hearing: a tool wasn't sure of them, or something speaks against
  /// them. What is most likely to be wrong comes first.
  package private(set) var doubtful: [AnnotatedRow.Identity] = []

  /// Looks through the rows of a bundle that can be read.
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

  /// Looks only for rows, confirmed ones among them, against which something speaks, such as what is heard: `reason` is asked of each row
  /// among all.
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

  /// Seconds for each unit of length of what is recited.
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

  /// One item a row, with all that there is to say of it.
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

  /// Ayat of the passage that neither file has; each run is to be looked for before the next ayah that is held.
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
