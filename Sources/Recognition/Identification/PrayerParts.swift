public import TilawaBase
public import TilawaQuran
public import TilawaSound

/// What a prayer holds besides what a search that expects nothing has named: al-Fatihah, and then what is recited after it.
///
/// Each part is listened for by itself in a cut of its own, so that nothing that is named already moves. It has to be heard
/// whole, and clearly better than its words in reverse order: al-Fatihah where a search of the Quran guessed it or nobody knows
/// what is recited; then, in what is still left, whole surahs that a search of that stretch alone guesses.
public struct PrayerParts: Sendable {
  /// A row that is named already.
  public struct Named: Hashable, Sendable {
    /// What is recited there; nil where it is no ayah.
    public var ayah: AyahRange?
    /// Where it is heard.
    public var start: Milliseconds
    /// Where it is over.
    public var end: Milliseconds
    /// Whether it stays, whatever else is heard.
    public var isSure: Bool

    /// A named row.
    public init(_ ayah: AyahRange?, from start: Milliseconds, to end: Milliseconds, isSure: Bool) {
      self.ayah = ayah
      self.start = start
      self.end = end
      self.isSure = isSure
    }
  }

  /// A passage that is heard in a stretch.
  public struct Part: Hashable, Sendable {
    /// What is recited.
    public var passage: AyahRange
    /// From its first sound to the end of its last.
    public var span: TimeSpan
    /// The stretch in which it is heard by itself, with what is said at once after it (amin).
    public var cut: TimeSpan

    /// A passage that is heard in a stretch.
    public init(passage: AyahRange, span: TimeSpan, cut: TimeSpan) {
      (self.passage, self.span, self.cut) = (passage, span, cut)
    }
  }

  /// In order of time; no two share a sound.
  public let parts: [Part]
  /// Rows that weren't sure and are none beside these parts.
  public let dropped: [Named]
  /// Stretches in which somebody is heard who says neither what is named nor any of the parts, in order of time.
  public let unnamed: [TimeSpan]

  /// Listens for parts beside what is named in the recording that a search was made of.
  ///
  /// `check` is called between searches, and what it throws ends them.
  public init(
    of found: PassageIdentification, beside named: [Named], in features: SpeechFeatures,
    counting: CountingSystem = .kufi, model: AcousticModel = .shipped, check: () throws -> Void
  ) rethrows {
    try self.init(of: found, beside: named, in: features, counting, model, check) { part in
      try PassageIdentification(part, model: model, listensAgain: false) { _, _ in try check() }
    }
  }

  /// The same; `searching` searches the Quran for what is heard in a stretch.
  init(
    of found: PassageIdentification, beside named: [Named], in features: SpeechFeatures,
    _ counting: CountingSystem = .kufi, _ model: AcousticModel = .shipped, _ check: () throws -> Void,
    searching: (SpeechFeatures) throws -> PassageIdentification
  ) rethrows {
    var search = PrayerSearch(found, named, features, counting, model)
    try search.run(check, searching)
    let heard = search.parts.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
    parts = heard.compactMap { part in
      guard let span = TimeSpan(part.frames), let cut = TimeSpan(search.cut(of: part)) else { return nil }
      return Part(passage: part.passage, span: span, cut: cut)
    }
    dropped = search.dropped
    unnamed = search.rest().compactMap { TimeSpan($0) }
  }
}

extension TimeSpan {
  fileprivate init?(_ frames: Range<Int>) {
    self.init(
      SpeechFeatures.time(ofFrame: frames.lowerBound), SpeechFeatures.time(ofFrame: frames.upperBound))
  }
}

extension PrayerParts.Named {
  fileprivate var frames: Range<Int> {
    let first = SpeechFeatures.frame(at: start)
    return first..<max(first, SpeechFeatures.frame(at: end))
  }
}

private struct PrayerSearch {
  struct Candidate {
    var passage: AyahRange
    var frames: Range<Int>
    var evidence: Double
  }

  private(set) var parts: [Candidate] = []
  private(set) var dropped: [PrayerParts.Named] = []

  private let found: PassageIdentification
  private var named: [PrayerParts.Named]
  private let features: SpeechFeatures
  private let counting: CountingSystem
  private let model: AcousticModel
  private let measure: VoiceMeasure

  /// How far beyond a guess al-Fatihah may reach; frames.
  private static let reach = 15 * SpeechFeatures.framesPerSecond
  /// It may begin after any of the first breaks of what nobody knows.
  private static let mostStarts = 4
  private static let shortBreak = 20
  private static let mostRounds = 3
  /// Seconds that a unit of an ayah's length takes.
  private static let usualRate = 0.15
  /// What is left around a part; frames.
  private static let margin = 10
  /// A stretch that is searched by itself; frames.
  private static let searchedLength =
    5 * SpeechFeatures.framesPerSecond..<600 * SpeechFeatures.framesPerSecond
  /// How far the same ayah may be from where it is known to be; frames.
  private static let tolerance = SpeechFeatures.framesPerSecond
  /// Frames of silence before amin, and of amin.
  private static let longestWait = 3 * SpeechFeatures.framesPerSecond
  private static let longestAmin = 6 * SpeechFeatures.framesPerSecond
  private static let leastGuess = 0.1
  /// What must be heard of a part.
  private static let leastShare = 0.95
  private static let leastMedian = 0.8
  private static let leastConfidence = 0.3
  private static let leastCover = 0.85

  init(
    _ found: PassageIdentification, _ named: [PrayerParts.Named], _ features: SpeechFeatures,
    _ counting: CountingSystem, _ model: AcousticModel
  ) {
    self.found = found
    self.named = named.sorted { $0.start < $1.start }
    self.features = features
    self.counting = counting
    self.model = model
    measure = VoiceMeasure(features, counting)
  }

  mutating func run(
    _ check: () throws -> Void, _ searching: (SpeechFeatures) throws -> PassageIdentification
  ) rethrows {
    guard let fatihah = counting.range(ofSurah: 1) else { return }
    var candidates: [Candidate] = []
    for (guess, room) in places(of: fatihah) {
      try check()
      if let heard = best(fatihah, near: guess, in: room), addsAnything(heard) { candidates.append(heard) }
    }
    for candidate in candidates.sorted(by: { $0.evidence > $1.evidence }) where isFree(candidate.frames) {
      parts.append(candidate)
    }
    drop(fatihah)
    for gap in rest(besides: named.filter(isOfSure)) where Self.searchedLength.contains(gap.count) {
      try check()
      addWhatIsHeard(in: gap, try searching(features.part(gap)))
    }
    drop(nil)
  }

  // MARK: Al-Fatihah

  /// About where it may be, and in which room: around each guess of it, and at the first starts in what nobody knows.
  private func places(of fatihah: AyahRange) -> [(guess: Range<Int>, room: Range<Int>)] {
    var result: [(guess: Range<Int>, room: Range<Int>)] = []
    for piece in found.pieces {
      let guesses = [piece.passage].compactMap(\.self) + piece.same + piece.others
      guard guesses.contains(where: { $0.first.surah <= 1 }) else { continue }
      let frames = SpeechFeatures.frame(at: piece.span.start)..<SpeechFeatures.frame(at: piece.span.end)
      result.append((frames, room(around: frames)))
    }
    let usual = Int(Self.usualRate * measure.units(of: fatihah) * Double(SpeechFeatures.framesPerSecond))
    for gap in rest() where !result.contains(where: { $0.guess.overlaps(gap) }) {
      for start in features.utterances(in: gap, breath: Self.shortBreak).prefix(Self.mostStarts) {
        let guess = start.lowerBound..<min(gap.upperBound, start.lowerBound + usual)
        result.append((guess, room(around: guess)))
      }
    }
    return result
  }

  /// What lies around a stretch, as far as nothing else is sure there.
  private func room(around stretch: Range<Int>) -> Range<Int> {
    let frames =
      max(0, stretch.lowerBound - Self.reach)..<min(features.count, stretch.upperBound + Self.reach)
    let middle = (frames.lowerBound + frames.upperBound) / 2
    let others = named.filter { row in row.isSure && row.ayah.map { $0.first.surah > 1 } ?? true }.map(
      \.frames)
    let start = others.map(\.upperBound).filter { $0 <= middle }.max() ?? 0
    let end = others.map(\.lowerBound).filter { $0 > middle }.min() ?? features.count
    return max(start, frames.lowerBound)..<max(start, frames.lowerBound, min(end, frames.upperBound))
  }

  // MARK: One passage

  /// A passage that is heard whole in a room, from the break to the break between which it is heard best.
  ///
  /// A search that goes on from the guess, one edge after the other: with what was said before or after in it, a cut is
  /// heard badly as a whole.
  private func best(_ passage: AyahRange, near guess: Range<Int>, in room: Range<Int>) -> Candidate? {
    let words = features.utterances(in: room, breath: Self.shortBreak)
    func near(_ frame: Int, _ all: [Int]) -> [Int] { all.filter { abs($0 - frame) <= Self.reach } }
    let starts = near(guess.lowerBound, words.map(\.lowerBound))
    let ends = near(guess.upperBound, words.map(\.upperBound))
    guard var start = starts.min(by: { abs($0 - guess.lowerBound) < abs($1 - guess.lowerBound) }),
      var end = ends.min(by: { abs($0 - guess.upperBound) < abs($1 - guess.upperBound) })
    else { return nil }
    var known: [Range<Int>: Heard] = [:]
    func heard(_ start: Int, _ end: Int) -> Heard {
      guard start < end else { return Heard() }
      if let heard = known[start..<end] { return heard }
      let heard = self.heard(passage, start..<end)
      known[start..<end] = heard
      return heard
    }
    for _ in 0..<Self.mostRounds {
      let before = start..<max(start, end)
      end = ends.max { heard(start, $0).score < heard(start, $1).score } ?? end
      start = starts.max { heard($0, end).score < heard($1, end).score } ?? start
      if start..<max(start, end) == before { break }
    }
    return heard(start, end).candidate
  }

  /// How well a passage is heard in a cut.
  private struct Heard {
    var score = -Double.infinity
    /// Nil where that isn't well enough.
    var candidate: Candidate?
  }

  private func heard(_ passage: AyahRange, _ sounds: Range<Int>) -> Heard {
    guard measure.canFill(sounds, passage) else { return Heard() }
    let cut = max(0, sounds.lowerBound - Self.margin)..<min(features.count, sounds.upperBound + Self.margin)
    guard let listened = listen(passage, cut) else { return Heard() }
    let ayat = listened.ayat(of: 0)
    let confidences = ayat.map(\.confidence).sorted()
    let covered = ayat.reduce(0) { $0 + measure.seconds(of: $1.frames) }
    let cover = covered / max(measure.seconds(of: cut), 1 / Double(SpeechFeatures.framesPerSecond))
    let isWhole = ayat.compactMap(\.ayah) == counting.ayat(in: passage) && listened.share >= Self.leastShare
    var result = Heard(score: listened.evidence - (isWhole ? 0 : 1) - max(0, Self.leastCover - cover))
    guard isWhole, let median = confidences.dropFirst(confidences.count / 2).first,
      median >= Self.leastMedian, confidences[0] >= Self.leastConfidence,
      listened.isClear, cover >= Self.leastCover, agrees(ayat),
      let first = ayat.first, let last = ayat.last
    else { return result }
    result.candidate = Candidate(
      passage: passage, frames: first.frames.lowerBound..<last.frames.upperBound, evidence: listened.evidence)
    return result
  }

  /// Whether not all ayat of a part are sure already where it is heard.
  private func addsAnything(_ part: Candidate) -> Bool {
    let sure = named.filter { $0.isSure && isIn(part.frames, $0) }.compactMap(\.ayah)
    return counting.ayat(in: part.passage).contains { !sure.contains(AyahRange($0)) }
  }

  private func listen(_ passage: AyahRange, _ frames: Range<Int>) -> ListenedPassages? {
    ListenedPassages([passage], counting, in: features, frames: frames, model: model)
  }

  /// Whether all that is sure where the ayat are heard is they themselves.
  private func agrees(_ ayat: [ListenedPassages.Item]) -> Bool {
    guard let first = ayat.first, let last = ayat.last else { return false }
    let all =
      first.frames.lowerBound
      + Self.tolerance..<max(
        first.frames.lowerBound + Self.tolerance, last.frames.upperBound - Self.tolerance)
    return named.filter { $0.isSure && $0.frames.overlaps(all) }.allSatisfy { row in
      ayat.contains { item in
        item.ayah.map { AyahRange($0) == row.ayah } ?? false
          && abs(item.frames.lowerBound - row.frames.lowerBound) <= Self.tolerance
      }
    }
  }

  private func isFree(_ frames: Range<Int>) -> Bool { !parts.contains { $0.frames.overlaps(frames) } }

  /// A part with a moment of silence around it, and what is said at once after it, when that is as short as amin.
  func cut(of part: Candidate) -> Range<Int> {
    let start = max(0, part.frames.lowerBound - Self.margin / 2)
    let others = named.map(\.frames) + parts.map(\.frames)
    let next = others.map(\.lowerBound).filter { $0 >= part.frames.upperBound }.min() ?? features.count
    let end = min(next, part.frames.upperBound + Self.margin)
    let after = part.frames.upperBound..<max(part.frames.upperBound, next)
    let isFatihah = part.passage.first.surah == 1
    // The last sound may go on for a moment after where it was found to end.
    let words = features.utterances(in: after, breath: Self.shortBreak).drop {
      $0.lowerBound <= part.frames.upperBound + Self.margin && $0.count < SpeechFeatures.framesPerSecond
    }
    guard isFatihah, let word = words.first,
      word.lowerBound - part.frames.upperBound <= Self.longestWait, word.count <= Self.longestAmin
    else { return start..<max(end, part.frames.upperBound) }
    return start..<min(next, word.upperBound + Self.margin)
  }

  // MARK: What is left

  /// Drops rows that aren't sure where a part is, and those of `passage` beside it: they were of what is now found elsewhere.
  private mutating func drop(_ passage: AyahRange?) {
    var gone: Set<Int> = []
    for part in parts {
      let within = named.indices.filter { isIn(part.frames, named[$0]) }
      gone.formUnion(within.filter { !named[$0].isSure })
      guard let passage else { continue }
      let before = named.indices.filter { named[$0].frames.lowerBound < part.frames.lowerBound - Self.margin }
      let after = named.indices.filter { named[$0].frames.lowerBound >= part.frames.upperBound }
      for run in runs(of: passage, in: Array(before.reversed())) + runs(of: passage, in: after) {
        let ayat = Set(run.compactMap { named[$0].ayah })
        let isWhole = ayat.count == counting.count(of: passage)
        if !isWhole, !run.contains(where: { named[$0].isSure }) { gone.formUnion(run) }
      }
    }
    dropped += gone.sorted().map { named[$0] }
    named = named.indices.filter { !gone.contains($0) }.map { named[$0] }
  }

  /// The rows of a passage with which `rows` begin, in runs in which no ayah comes again.
  private func runs(of passage: AyahRange, in rows: [Int]) -> [[Int]] {
    var result: [[Int]] = []
    for row in rows {
      guard let ayah = named[row].ayah, ayah.first <= passage.last, passage.first <= ayah.first else { break }
      if let last = result.last, !last.contains(where: { named[$0].ayah == ayah }) {
        result[result.count - 1].append(row)
      } else {
        result.append([row])
      }
    }
    return result
  }

  private func isIn(_ frames: Range<Int>, _ row: PrayerParts.Named) -> Bool {
    row.frames.lowerBound >= frames.lowerBound - Self.tolerance && row.frames.lowerBound < frames.upperBound
  }

  /// Stretches in which somebody says what has no name.
  func rest() -> [Range<Int>] { rest(besides: named) }

  private func rest(besides rows: [PrayerParts.Named]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var end = 0
    let taken = rows.map(\.frames) + parts.map(\.frames) + [features.count..<features.count]
    for frames in taken.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if frames.lowerBound > end {
        let gap = features.longUtterances(in: end..<frames.lowerBound)
        if !gap.isEmpty { result.append(gap) }
      }
      end = max(end, min(features.count, frames.upperBound))
    }
    return result
  }

  /// Whether some ayah of the same surah is sure in the rows around one.
  private func isOfSure(_ row: PrayerParts.Named) -> Bool {
    guard let surah = row.ayah?.first.surah, let index = named.firstIndex(of: row) else { return row.isSure }
    func isSame(_ index: Int) -> Bool { named[index].ayah?.first.surah == surah }
    let run =
      named[index...].indices.prefix(while: isSame) + named[..<index].indices.reversed().prefix(while: isSame)
    return run.contains { named[$0].isSure }
  }

  /// Whole surahs that a search of the stretch alone guesses; the one that is heard best, unless it has that name already.
  private mutating func addWhatIsHeard(in gap: Range<Int>, _ again: PassageIdentification) {
    for piece in again.pieces where piece.confidence >= Self.leastGuess {
      let start = gap.lowerBound + SpeechFeatures.frame(at: piece.span.start)
      let end = gap.lowerBound + SpeechFeatures.frame(at: piece.span.end)
      let named = named.filter { $0.frames.overlaps(start..<max(start, end)) }.compactMap(\.ayah?.first.surah)
      let guesses = ([piece.passage].compactMap(\.self) + piece.same + piece.others).prefix(3).compactMap {
        AyahMap.map($0, from: .kufi, to: counting)?.first.surah
      }
      let heard = Set(guesses + named).sorted().compactMap { surah in
        counting.range(ofSurah: surah).flatMap { best($0, near: start..<max(start, end), in: gap) }
      }.max { $0.evidence < $1.evidence }
      guard let heard, isFree(heard.frames), !named.contains(heard.passage.first.surah) else { continue }
      parts.append(heard)
    }
  }
}
