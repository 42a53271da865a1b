public import TilawaBase
public import TilawaQuran
public import TilawaSound

/// The passages recited in a recording for which none are stated.
public struct PassageIdentification: Sendable {
  /// A part of the recording with one passage, or whose passage can't be determined.
  public struct Piece: Sendable {
    /// The span of the piece.
    public var span: TimeSpan
    /// The likeliest passage, ayat that are only touched included; nil for what is none of the Quran.
    public var passage: AyahRange?
    /// The probability of the passage, from 0 to 1; 0 if there is none.
    public var confidence: Double
    /// Other passages that sound exactly the same and can't be distinguished from it.
    public var same: [AyahRange]
    /// Other passages that it may be, the likeliest first.
    public var others: [AyahRange]
    /// The difference by which the passage is better than any other, as a log probability; at most 60.
    public var margin: Double

    /// True if its passage can be relied on.
    public var isSure: Bool {
      passage != nil && same.isEmpty && confidence >= PassageIdentification.leastConfidence
    }
  }

  /// Below this it is better to say nothing.
  public static let leastConfidence = 0.9

  /// In order of time.
  public let pieces: [Piece]

  /// The passages that can be relied on, in order.
  public var passages: [AyahRange] { pieces.filter(\.isSure).compactMap(\.passage) }

  /// Creates an identification from known pieces.
  init(pieces: [Piece]) { self.pieces = pieces }

  /// Identifies the passages of a recording.
  public init(_ features: SpeechFeatures, model: AcousticModel = .shipped) {
    self.init(features, model: model) { _, _ in }
  }

  /// Identifies passages. `progress` receives the amount done and the total; an error that it throws ends the
  /// search.
  ///
  /// Callers that check the result themselves, as `UnaidedPassages` does, can set `listensAgain` to false.
  /// Then the search alone may be sure, of sounds that aren't speech too.
  public init(
    _ features: SpeechFeatures, model: AcousticModel = .shipped, listensAgain: Bool = true,
    progress: (_ done: Int, _ total: Int) throws -> Void
  ) rethrows {
    let found = try Self(searching: features, model: model, listensAgain: listensAgain, progress: progress)
    guard found.passages.isEmpty, features.isLoud.contains(true) else {
      self = found
      return
    }
    // A short recording may be whole ayat and nothing besides.
    let whole = WholeAyatCheck(features: features, model: model).piece
    if let whole, whole.isSure {
      self.init(pieces: [whole])
      return
    }
    let best = found.pieces.map(\.confidence).max() ?? 0
    if let whole, whole.confidence > best { self.init(pieces: [whole]) } else { self = found }
  }

  /// Identifies passages without comparing whole ayat. Pieces that are `isKnown` aren't checked, and have a
  /// confidence of 0.
  init(
    searching features: SpeechFeatures, model: AcousticModel, listensAgain: Bool,
    besides isKnown: (AyahRange) -> Bool = { _ in false },
    progress: (_ done: Int, _ total: Int) throws -> Void
  ) rethrows {
    let scores =
      features.isLoud.contains(true)
      ? CoarseScores(PhoneScores(model, features, scale: .connected), frames: features.count)
      : CoarseScores([])
    let sounds = QuranSounds.whole
    let check = PassageCheck(features: features, sounds: sounds, model: model, listensAgain: listensAgain)
    try self.init(
      scores, in: sounds, duration: features.duration, model: model, progress: progress
    ) { piece in sounds.passage(piece.sounds).map(isKnown) ?? false ? 0 : check.confidence(of: piece) }
  }

  /// Identifies passages with `confidence` as the probability of each piece.
  init(
    _ scores: CoarseScores, in sounds: QuranSounds, duration: Milliseconds, model: AcousticModel = .shipped,
    progress: (_ done: Int, _ total: Int) throws -> Void,
    confidence: (QuranSearch.Piece) -> Double
  ) rethrows {
    var found = try QuranSearch(sounds, model, scores).pieces(progress: progress)
    for index in found.indices where !found[index].sounds.isEmpty {
      found[index].confidence = confidence(found[index])
    }
    pieces = Self.joined(found).compactMap { piece in
      guard let span = Self.span(piece, duration) else { return nil }
      var alike = ([piece.sounds] + piece.same).compactMap(sounds.passage)
      let passage = alike.max { $0.prior < $1.prior }
      alike.removeAll { $0 == passage }
      return Piece(
        // Of isti'adha alone the search may be sure, but that names nothing.
        span: span, passage: passage, confidence: passage == nil ? 0 : piece.confidence,
        same: alike, others: piece.others.compactMap(sounds.passage),
        margin: piece.margin)
    }
  }

  /// Joins two sure pieces into one, with anything not recognised in between, if the second goes on where the
  /// first ended.
  private static func joined(_ pieces: [QuranSearch.Piece]) -> [QuranSearch.Piece] {
    func isSure(_ piece: QuranSearch.Piece) -> Bool {
      !piece.sounds.isEmpty && piece.same.isEmpty && piece.confidence >= leastConfidence
    }
    var result: [QuranSearch.Piece] = []
    for piece in pieces {
      guard isSure(piece), let index = result.lastIndex(where: isSure) else {
        result.append(piece)
        continue
      }
      let gap = Double(piece.frames.lowerBound - result[index].frames.upperBound)
      let missing = Double(piece.sounds.lowerBound - result[index].sounds.upperBound)
      // Nobody recites more than so many sounds a second, nor waits that long.
      let seconds = gap / Double(CoarseScores.framesPerSecond)
      guard missing > -150, missing <= 14 * seconds + 30, missing >= 2 * seconds - 60,
        result[index].sounds.lowerBound <= piece.sounds.lowerBound
      else {
        result.append(piece)
        continue
      }
      result.removeLast(result.count - 1 - index)
      let before = result[index]
      result[index].sounds =
        before.sounds.lowerBound..<max(before.sounds.upperBound, piece.sounds.upperBound)
      result[index].frames = before.frames.lowerBound..<piece.frames.upperBound
      result[index].heard += piece.heard
      result[index].margin = min(before.margin, piece.margin)
      result[index].confidence = min(before.confidence, piece.confidence)
      result[index].others = []
    }
    return result
  }

  private static func span(_ piece: QuranSearch.Piece, _ duration: Milliseconds) -> TimeSpan? {
    let heard = piece.heardFrames
    return TimeSpan(
      min(duration, SpeechFeatures.time(ofFrame: CoarseScores.stride * heard.lowerBound)),
      min(duration, SpeechFeatures.time(ofFrame: CoarseScores.stride * heard.upperBound)))
  }
}

extension QuranSounds {
  /// Returns the ayat of which a stretch has more than a few sounds; basmalahs at its ends don't count.
  func passage(_ range: Range<Int>) -> AyahRange? {
    guard !range.isEmpty else { return nil }
    let (first, last) = counted(range)
    guard let from = ayat[first], let to = ayat[last] else { return nil }
    return AyahRange(from, to)
  }

  /// The sounds of a stretch that belong to its passage, without those of ayat that it only touches.
  func withoutTouched(_ range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return range }
    let (first, last) = counted(range)
    return range.clamped(to: starts[first]..<starts[last + 1])
  }

  /// The first and the last place that count of a stretch.
  private func counted(_ range: Range<Int>) -> (first: Int, last: Int) {
    var (first, last) = (Int(places[range.lowerBound]), Int(places[range.upperBound - 1]))
    func isTouched(_ place: Int) -> Bool {
      let part = range.clamped(to: starts[place]..<starts[place + 1])
      return part.count <= min(8, (starts[place + 1] - starts[place]) / 3)
    }
    func counts(_ place: Int) -> Bool { (ayat[place]?.number ?? 0) > 0 }
    while first < last, !counts(first) || isTouched(first) { first += 1 }
    while last > first, !counts(last) || isTouched(last) { last -= 1 }
    return (first, last)
  }
}
