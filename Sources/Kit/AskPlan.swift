import TilawaBase
package import TilawaFormat
import TilawaQuran
import TilawaSound

/// A page that asks somebody about rows of a bundle, with the sound of these rows.
package struct AskPlan: Sendable {
  /// The rows that are asked about.
  package enum Selection: Hashable, Sendable {
    /// The doubtful rows, as many as fit into a page that every messenger sends.
    case doubtful
    /// This number of unconfirmed rows, the doubtful ones first.
    case count(Int)
    /// All unconfirmed rows.
    case all
  }

  /// The bundle, as it was read.
  package let bundle: TilawaBundle
  /// True if the bundle's audio may be a link out of it.
  package var followsLinks = false
  /// The number of rows that are asked about.
  package var count: Int { asked.count }
  /// The number of doubtful rows that are left out because the page would be too large.
  package let leftOut: Int
  /// The number of unconfirmed rows.
  package let unconfirmed: Int

  private let asked: [AnnotatedRow]
  private let rows: [AnnotatedRow]
  private let review: Review
  private let spans: [TimeSpan]

  /// The size in bytes that a page has at most, unless a number of rows is requested.
  package static let usualLimit = 5_000_000
  /// The sound around a row that is heard with it, and the part at each end of a long row that is heard.
  private static let lead = Milliseconds(2000)
  private static let part = Milliseconds(10000)
  /// The size of the page without sound: its scripts, strings and names of surahs.
  private static let fixedBytes = 100_000

  /// Chooses rows of a bundle. Throws `FaultyFiles` if its rows can't be read well enough to be asked about.
  package init(of place: FoundBundle, asking selection: Selection) throws {
    bundle = TilawaBundle(readingAt: place.path, shownAs: place.shownPath)
    try bundle.require(.relying(on: [.recording, .segments, .markers]))
    review = Review(of: bundle)
    let rows = AnnotatedRow.rows(of: bundle)
    let end = bundle.audioEnd
    let open = rows.filter { !$0.isConfirmed && $0.end > $0.start }
    let doubtful = review.doubtful.compactMap { identity in open.first { $0.identity == identity } }
    let rest = open.filter { row in !doubtful.contains { $0.kind == row.kind && $0.index == row.index } }
    var asked: [AnnotatedRow]
    switch selection {
    case .doubtful: asked = doubtful
    case .count(let count): asked = Array((doubtful + rest).prefix(count))
    case .all: asked = doubtful + rest
    }
    var spans = Self.spans(of: asked, until: end)
    let wanted = asked.count
    if selection == .doubtful {
      while asked.count > 1, Self.bytes(of: spans, asked.count) > Self.usualLimit {
        // Most rows need about the same room.
        let excess = Double(Self.usualLimit) / Double(Self.bytes(of: spans, asked.count))
        asked = Array(asked.prefix(max(1, min(asked.count - 1, Int(Double(asked.count) * excess)))))
        spans = Self.spans(of: asked, until: end)
      }
    }
    leftOut = wanted - asked.count
    unconfirmed = open.count
    self.rows = rows
    self.asked = asked.sorted { $0.start < $1.start }
    self.spans = spans
  }

  /// The approximate size of the page in bytes.
  package var bytes: Int { Self.bytes(of: spans, asked.count) }

  private static func bytes(of spans: [TimeSpan], _ rows: Int) -> Int {
    let length = spans.reduce(0) { $0 + Int(($1.end - $1.start).count) }
    // Half a byte a sample, of which a page writes three as four letters.
    return fixedBytes + rows * 1000 + length * VoiceCode.rate / 1000 / 2 * 4 / 3
  }

  /// Returns the stretches of the recording that are heard. Of a long row these are its beginning and its end.
  private static func spans(of rows: [AnnotatedRow], until end: Milliseconds?) -> [TimeSpan] {
    let all = rows.flatMap { row -> [TimeSpan] in
      let from = max(.zero, row.start - lead)
      let to = min(end ?? row.end, row.end + lead)
      let isLong = row.end - row.start > part + part + lead
      let cut = isLong ? [(from, row.start + part), (row.end - part, to)] : [(from, to)]
      return cut.compactMap { TimeSpan($0, $1) }
    }
    return all.sorted { $0.start < $1.start }.reduce(into: []) { merged, span in
      guard let last = merged.last, span.start - last.end < Milliseconds(500),
        let both = TimeSpan(last.start, max(last.end, span.end))
      else { return merged.append(span) }
      merged[merged.count - 1] = both
    }
  }

  /// Makes the page; sound is decoded for it. Throws a `Failure` if there is nothing to ask or the sound
  /// isn't here, and `CancellationError`.
  package func page(in workplace: Workplace, title: String? = nil, _ monitor: WorkMonitor) throws
    -> AnswersPage
  {
    guard let recording = bundle.recording?.content, let id = recording.id?.value else {
      throw Failure("recording.yaml of \(bundle.shownPath) has no id, which the answers would need")
    }
    guard !asked.isEmpty else {
      throw Failure(
        refused: unconfirmed == 0
          ? "\(bundle.shownPath) has no row that isn't confirmed; there is nothing to ask"
          : "nothing is doubtful in \(bundle.shownPath); --rows all asks about \(counted(unconfirmed, "row")) not yet confirmed"
      )
    }
    let counting = try bundle.knownCounting()
    let path = try bundle.audioPath(toSendFollowingLinks: followsLinks)
    let stage = monitor.begin("encoding the sound of \(counted(asked.count, "row"))")
    defer { stage.finish() }
    var clips: [AnswersPage.Clip] = []
    for (index, span) in spans.enumerated() {
      try monitor.check()
      stage.update(Int64(index), of: Int64(spans.count))
      clips.append(.init(from: span.start, try VoiceCode(span, ofFileAt: path)))
    }
    let reciter = bundle.reciter?.content
    let surahs = (1...114).compactMap { number in
      Surah.numbered(number).map { ($0.name, $0.arabicName, counting.ayahCount(ofSurah: number) ?? 0) }
    }
    return AnswersPage(
      recording: id, audio: recording.audio?.sha256?.value,
      title: title ?? recording.title?.value ?? PathText.name(of: bundle.path),
      reciter: (reciter?.arabicName ?? reciter?.name)?.value ?? bundle.reciterID,
      numbering: counting.rawValue, asked: Timestamp(secondsSince1970: try workplace.now()), surahs: surahs,
      clips: clips, questions: questions())
  }

  // MARK: Questions

  private func questions() -> [AnswersPage.Question] {
    let texts = RowTexts(around: bundle)
    let reasons = Dictionary(review.items.compactMap { item in item.row.map { ($0, item.reasons) } }) {
      first, _ in first
    }
    return asked.compactMap { row in
      let beside = rows.filter { $0.kind == row.kind }
      guard let span = TimeSpan(row.start, row.end), let limits = limits(of: row, beside) else { return nil }
      var question = AnswersPage.Question(list: row.kind.rawValue, span, within: limits)
      let others = beside.filter { $0.index != row.index && $0.isConfirmed }
      question.isStartFixed = others.contains {
        $0.start == row.start || ($0.end == row.start && row.kind == .segments)
      }
      question.isEndFixed = others.contains {
        $0.start == row.end || ($0.end == row.end && row.kind == .segments)
      }
      question.joins = row.joins.first.flatMap { first in row.joins.last.flatMap { TimeSpan(first, $0) } }
      question.skip = row.skip
      if let ayah = row.ayah {
        question.ayah = ayah.description
        question.text = texts.words(of: ayah)
        question.translation = texts.translation(of: ayah)
      }
      question.reasons = (reasons[row.identity] ?? []).compactMap(\.said)
      return question
    }
  }

  /// Returns the least start and the greatest end that a row can have without passing others.
  private func limits(of row: AnnotatedRow, _ beside: [AnnotatedRow]) -> TimeSpan? {
    let least = Milliseconds(100)
    let before = beside.last { $0.start < row.start }
    let after = beside.first { $0.start > row.start }
    let from = before.map { $0.end < row.start ? $0.end : max($0.start, $0.joins.last ?? .zero) + least }
    let end = bundle.audioEnd
    let to = after.map { $0.start > row.end ? $0.start : ($0.joins.first ?? $0.end) - least } ?? end
    return TimeSpan(min(row.start, from ?? .zero), max(row.end, to ?? row.end))
  }
}
