import TilawaBase
import TilawaQuran
import TilawaSound

/// Completes what a search of the Quran is sure of.
struct PassageCompletion {
  /// The stretches of voice whose passage can't be determined, with the possible passages, the likeliest
  /// first.
  private(set) var unnamed: [(frames: Range<Int>, guesses: [AyahRange])] = []
  /// The passages that searches of the whole Quran were sure of, each with its frames.
  private(set) var certain: [PassageClaim]
  /// The recognition of the claims, all together.
  private(set) var heard: Recitation?

  /// The claims of passages that are taken to be recited.
  private var settling: ClaimSettling
  /// Stretches in which a search was sure of nothing.
  private var searchedInVain: Set<Range<Int>> = []
  private let found: PassageIdentification
  private let features: SpeechFeatures
  private let counting: CountingSystem
  private let model: AcousticModel
  private let measure: VoiceMeasure

  private static let mostPasses = 3
  /// Frames of a stretch that is searched once more.
  private static let searchedLength =
    6 * SpeechFeatures.framesPerSecond..<600 * SpeechFeatures.framesPerSecond
  /// The longest stretch, in frames, that is cut at a silence; and the maximum number of times that its parts
  /// are cut again.
  private static let longestCut = 120 * SpeechFeatures.framesPerSecond
  private static let mostCuts = 2

  init(
    _ found: PassageIdentification, _ features: SpeechFeatures, _ counting: CountingSystem,
    _ model: AcousticModel
  ) {
    self.found = found
    self.features = features
    self.counting = counting
    self.model = model
    measure = VoiceMeasure(features, counting)
    certain = Self.claims(on: found, counting, from: 0)
    settling = ClaimSettling(certain, features, counting, model, measure)
    // `found` is what a search of just that stretch heard.
    if certain.isEmpty, let all = speech(in: 0..<features.count) { searchedInVain = [all] }
  }

  /// The recognised passages, in order.
  var claims: [PassageClaim] { settling.claims }
  /// The frames in which something else is recognised than a search was sure of.
  var strange: [Range<Int>] { settling.strange }

  /// Returns the passages that a search is sure of, given its first frame in the recording.
  private static func claims(
    on found: PassageIdentification, _ counting: CountingSystem, from start: Int
  ) -> [PassageClaim] {
    found.pieces.filter(\.isSure).compactMap { piece in
      let frames = frames(piece.span)
      return piece.passage.flatMap { AyahMap.map($0, from: .kufi, to: counting) }.map {
        PassageClaim(
          passage: $0, frames: start + frames.lowerBound..<start + frames.upperBound, core: $0)
      }
    }
  }

  private static func frames(_ span: TimeSpan) -> Range<Int> {
    let start = SpeechFeatures.frame(at: span.start)
    return start..<max(start, SpeechFeatures.frame(at: span.end))
  }

  mutating func run(_ check: () throws -> Void) rethrows {
    var listened = try settling.settle(certain: certain, check)
    // Passages that are found may leave a stretch in which another can be determined.
    for _ in 0..<Self.mostPasses {
      var added: [PassageClaim] = []
      for gap in gaps(listened) {
        try check()
        added += try resolved(gap, check)
      }
      guard !added.isEmpty else { break }
      let before = claims.count
      settling.add(added)
      listened = try settling.settle(certain: certain, check)
      guard claims.count > before else { break }
    }
    heard = listened?.known
    unnamed = gaps(listened).map { whole in
      let gap = features.longUtterances(in: whole)
      return (gap, guesses(gap))
    }
    try searchForWhatWasExpected(check)
  }

  // MARK: What was expected

  /// Searches the whole Quran once more for what of the claims no search has found by itself.
  private mutating func searchForWhatWasExpected(_ check: () throws -> Void) rethrows {
    // In a stretch with a passage and its repetition, a search finds one of them, and it is unknown which.
    certain = certain.filter { found in
      claims.count { $0.passage.overlaps(found.passage) && $0.frames.overlaps(found.frames) } < 2
    }
    for claim in claims {
      let known = certain.filter { $0.passage.overlaps(claim.passage) }
      var start = claim.frames.lowerBound
      let ends = known.map(\.frames) + [claim.frames.upperBound..<claim.frames.upperBound]
      for frames in ends.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        let end = min(frames.lowerBound, claim.frames.upperBound)
        if end > start, Self.searchedLength.contains(end - start) {
          try check()
          certain += Self.claims(on: try searched(start..<end, check), counting, from: start)
        }
        start = max(start, frames.upperBound)
      }
    }
  }

  /// Returns the result of a search of the whole Quran for some frames alone.
  private func searched(
    _ frames: Range<Int>, _ check: () throws -> Void
  ) rethrows -> PassageIdentification {
    try PassageIdentification(features.part(frames), model: model, listensAgain: false) { _, _ in
      try check()
    }
  }

  // MARK: What is left

  /// Returns the stretches of voice whose words belong to none of the recognised passages.
  private func gaps(_ listened: ListenedPassages?) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var end = 0
    let items = (listened?.believed ?? []).map(\.frames) + [features.count..<features.count]
    for frames in items.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if frames.lowerBound > end, let speech = speech(in: end..<frames.lowerBound) { result.append(speech) }
      end = max(end, frames.upperBound)
    }
    return result
  }

  /// Returns the frames from the first to the last sound of a voice; nil if no utterance is longer than a
  /// takbir.
  private func speech(in frames: Range<Int>) -> Range<Int>? {
    guard !features.longUtterances(in: frames).isEmpty,
      let first = frames.first(where: { features.isLoud[$0] }),
      let last = frames.last(where: { features.isLoud[$0] })
    else { return nil }
    return first..<last + 1
  }

  private func pieces(in gap: Range<Int>) -> [PassageIdentification.Piece] {
    found.pieces.filter { piece in
      let frames = Self.frames(piece.span)
      return 2 * frames.clamped(to: gap).count > frames.count
    }
  }

  private func guesses(_ gap: Range<Int>) -> [AyahRange] {
    pieces(in: gap).flatMap { piece in
      ([piece.passage].compactMap(\.self) + piece.same + piece.others).prefix(3).compactMap {
        AyahMap.map($0, from: .kufi, to: counting)
      }
    }
  }

  /// Returns the passages in a stretch, as far as they are sure once it is searched.
  private mutating func resolved(_ gap: Range<Int>, _ check: () throws -> Void) rethrows -> [PassageClaim] {
    let whole = try wholeSurahs(in: gap, guessedBy: pieces(in: gap), check)
    guard whole.isEmpty else { return whole }
    return try searchedInParts(gap, Self.mostCuts, check)
  }

  private func wholeSurahs(
    in stretch: Range<Int>, guessedBy pieces: [PassageIdentification.Piece], _ check: () throws -> Void
  ) rethrows -> [PassageClaim] {
    let surahs = WholeSurahs(features, counting, model, measure)
    return try surahs.said(in: stretch, guessedBy: pieces, check).map {
      PassageClaim(passage: $0.passage, frames: $0.frames, core: $0.passage)
    }
  }

  /// Returns the passages that a search of a stretch is sure of; if there are none, those before and after
  /// its longest silence.
  ///
  /// A search finds one passage after the other. A short surah that is repeated starts again too soon for it.
  private mutating func searchedInParts(
    _ stretch: Range<Int>, _ cuts: Int, _ check: () throws -> Void
  ) rethrows -> [PassageClaim] {
    guard Self.searchedLength.contains(stretch.count) else { return [] }
    if !searchedInVain.contains(stretch) {
      let again = try searched(stretch, check)
      let sure = Self.claims(on: again, counting, from: stretch.lowerBound)
      certain += sure
      guard sure.isEmpty else { return sure }
      let whole = try wholeSurahs(in: stretch, guessedBy: again.pieces, check)
      guard whole.isEmpty else { return whole }
      searchedInVain.insert(stretch)
    }
    guard cuts > 0, stretch.count <= Self.longestCut else { return [] }
    let silences = features.silences(in: stretch).filter {
      Self.searchedLength.contains($0.lowerBound - stretch.lowerBound)
        && Self.searchedLength.contains(stretch.upperBound - $0.upperBound)
    }
    guard let longest = silences.max(by: { $0.count < $1.count }) else { return [] }
    let before = try searchedInParts(stretch.lowerBound..<longest.lowerBound, cuts - 1, check)
    return try before + searchedInParts(longest.upperBound..<stretch.upperBound, cuts - 1, check)
  }
}
