import TilawaQuran
import TilawaSound

/// Judges the probability that a piece found by a search of the Quran is what is recited there.
///
/// The search uses the sounds of recordings in general, at one tempo. So its result is aligned with the
/// recording once more. A short piece is aligned phone by phone, as one stretch of the Quran that is read on
/// from its first sound to its last. So are others of its length (`ShortPassageCheck`). A long one is aligned
/// as a stated passage is, with a model that adapts to the recording's sounds. It is also aligned with its
/// words in reverse order, which a right passage fits far better than. A wrong one hardly does, however
/// clearly it was better than all other places.
///
/// Only the order of the words is taken from the search unchecked. The search may go back as often as it
/// likes, and words that may be put in any order fit even chords. So a long piece that would be sure is
/// searched for as if its ayat had been stated (`RecognisedPassage`), where a leap has its price. A piece
/// that would be refused there is never sure.
struct PassageCheck: Sendable {
  /// The evidence for a piece.
  struct Signs: FittedSigns, Hashable, Sendable {
    /// The difference by which the search scores it better than any other place, as a log probability.
    var margin: Double
    /// Its fit and by how much that is better than the reverse's, together: about -0.3 to 0.1.
    var evidence: Double

    /// A logistic regression on 658 pieces of windows of 6 to 60 s of six reciters, found with models and
    /// networks that were not trained on the reciter.
    ///
    /// It was also fitted on 617 of these windows searched in a Quran without the surah that is recited, all
    /// of which are wrong. As there is far more sound than recitation, 1 is taken off the bias.
    static let fitted = LogisticRegression(bias: -5.2, [0.178, 6.7])

    var terms: [Double] { [min(margin, Self.mostMargin), evidence.within(Self.evidences)] }

    /// More of a sign says no more.
    fileprivate static let mostMargin = 60.0
    private static let evidences = -0.4...0.25
    /// Where another place is nearly as likely, it is left at that. In hard recordings a few wrong ones fit well.
    fileprivate static let leastMargin = 10.0
    fileprivate static let mostInDoubt = 0.85
  }

  /// The evidence for a short piece, which was found by phones.
  struct ShortSigns: FittedSigns, Hashable, Sendable {
    /// As that of `Signs`.
    var margin: Double
    var words: ShortPassageCheck.Comparison

    /// A logistic regression on 408 right pieces and 449 wrong ones of windows of 4 to 30 s of seventeen
    /// reciters.
    ///
    /// Nearly all were found with networks that were not trained on the reciter. The wrong ones counted
    /// twice. They are mostly from a Quran without the surah that is recited, without those that are the same
    /// text. Each reciter left out of the fit, 365 right ones are 0.9 and more, and one wrong one. As there
    /// is far more sound than recitation, 0.3 is taken off the bias.
    static let fitted = LogisticRegression(bias: 6.49, [0.0817, 0.0462, 2.252, -21.06])

    var terms: [Double] {
      [min(margin, Signs.mostMargin), words.standing.within(0...9), words.duration, words.misfits]
    }

    /// Returns the probability that a piece with these signs is right, given the prior of its passage in log
    /// odds.
    func confidence(prior: Double) -> Double {
      let isInDoubt = words.sounds < Self.fewSounds || words.lead.map { $0 < Signs.leastMargin } ?? false
      return min(likelihood(prior: prior), isInDoubt ? Signs.mostInDoubt : 1)
    }

    /// Two words or three are said in many places.
    private static let fewSounds = 12
  }

  let features: SpeechFeatures
  let sounds: QuranSounds
  var model = AcousticModel.shipped
  /// True if a long piece is sure only if it is recognised as a stated passage, too.
  var listensAgain = true

  /// Longer pieces are checked by their beginning; in coarse frames.
  private static let longest = 120 * CoarseScores.framesPerSecond

  /// The maximum for a passage that isn't recognised in a second search: it is as likely as not.
  private static let mostUnheard = 0.5
  /// The frames on both sides of a piece, and of a short one, that are searched with it. A short piece must
  /// fill its frames.
  private static let margin = SpeechFeatures.framesPerSecond / 2
  private static let shortMargin = SpeechFeatures.framesPerSecond / 10

  /// Returns the probability that a piece is what is recited there, from 0 to 1.
  func confidence(of piece: QuranSearch.Piece) -> Double {
    if let short = shortSigns(of: piece) {
      return short.confidence(prior: sounds.passage(piece.sounds)?.prior ?? 0)
    }
    guard let signs = signs(of: piece) else { return 0 }
    let confidence = signs.confidence
    guard listensAgain, confidence >= PassageIdentification.leastConfidence,
      let passage = sounds.passage(piece.sounds)
    else { return confidence }
    let part = part(piece.heardFrames, margin: Self.margin)
    guard let again = try? RecognisedPassage(of: [passage], in: part, model: model), again.isHeard else {
      return min(confidence, Self.mostUnheard)
    }
    return again.limiting(confidence)
  }

  /// Returns the signs of a short piece; nil if it isn't short, isn't found by phones, or can't be aligned
  /// with the recording.
  func shortSigns(of piece: QuranSearch.Piece) -> ShortSigns? {
    let part = part(piece.heardFrames, margin: Self.shortMargin)
    guard part.count <= ShortPassageCheck.longest else { return nil }
    let check = ShortPassageCheck(utterance: Utterance(features: part, model: model))
    let own = sounds.items(piece.sounds)
    let rivals = sounds.neighbours(of: piece.sounds).map(sounds.items)
    return check.comparison(of: own, against: rivals).map {
      ShortSigns(margin: piece.margin, words: $0)
    }
  }

  /// Returns the features of some coarse frames, with `margin` frames before and after them.
  private func part(_ heard: Range<Int>, margin: Int) -> SpeechFeatures {
    let around =
      CoarseScores.stride * heard.lowerBound - margin..<CoarseScores.stride * heard.upperBound + margin
    return features.part(around.clamped(to: 0..<features.count))
  }

  /// Returns the signs of a piece; nil if it can't be aligned with the recording.
  func signs(of piece: QuranSearch.Piece) -> Signs? {
    let end = piece.frames.lowerBound + Self.longest
    let heard = piece.heard.filter { $0.frames.upperBound <= end }
    guard let last = heard.last else { return nil }
    let frames =
      CoarseScores.stride * piece.frames.lowerBound..<CoarseScores.stride
      * (heard.count < piece.heard.count ? last.frames.upperBound : piece.frames.upperBound)
    let items = sounds.items(heard.map(\.sound))
    let aligner = ForcedAligner(
      utterance: Utterance(features: features.part(frames.clamped(to: 0..<features.count)), model: model))
    guard let fit = aligner.fit(of: items), let reverse = aligner.fit(of: items.wordsInReverse) else {
      return nil
    }
    return Signs(margin: piece.margin, evidence: 2 * fit - reverse)
  }
}

extension QuranSounds {
  /// Returns the items of a recitation of these sounds, one after the other: one for each ayah, or part of
  /// one, that is read on.
  func items(_ heard: [Int]) -> [StateChain.Item] {
    var runs: [Range<Int>] = []
    for sound in heard {
      if let last = runs.last, last.upperBound == sound {
        runs[runs.count - 1] = last.lowerBound..<sound + 1
      } else {
        runs.append(sound..<sound + 1)
      }
    }
    return runs.flatMap(items)
  }

  /// Returns stretches of the same length that end where their ayah does, as this one does in its ayah, some
  /// ayat before it or after.
  ///
  /// Ayat of a surah may be much alike, and a search takes what is near for the same place.
  func neighbours(of range: Range<Int>) -> [Range<Int>] {
    guard let last = range.last else { return [] }
    let place = Int(places[last])
    let left = starts[place + 1] - range.upperBound
    return (max(0, place - Self.farthest)..<min(ayat.count, place + Self.farthest + 1)).compactMap { other in
      let end = starts[other + 1] - left
      guard other != place, let ayah = ayat[other], ayah.surah == ayat[place]?.surah, ayah.number > 0,
        end > starts[other], end >= range.count
      else { return nil }
      return end - range.count..<end
    }
  }

  /// The maximum distance of a neighbour in ayat.
  private static let farthest = 4

  /// Returns the items of one stretch.
  func items(_ run: Range<Int>) -> [StateChain.Item] {
    (Int(places[run.lowerBound])...Int(places[run.upperBound - 1])).map { place in
      var start = starts[place]
      var words: [AyahSounds.Word] = []
      for word in self.words(at: place) {
        let whole = start..<start + word.sounds.count
        let part = whole.clamped(to: run)
        if !part.isEmpty {
          let own = part.lowerBound - start..<part.upperBound - start
          words.append(word.part(own))
        }
        start = whole.upperBound
      }
      return StateChain.Item(words: words)
    }
  }
}
