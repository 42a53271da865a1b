import TilawaQuran
import TilawaSound

/// Removes pieces from a hypothesis that repeat or precede the passage but, by their sounds, are something
/// else.
///
/// Speech between two ayat is recognised as a repetition of one of them, because leaps to anywhere find some
/// words for anything. A takbir before the first ayah is recognised as isti'adha, which costs nothing. True
/// repetitions fit about as well as everything else in the recording does, and others fit far worse. Aligned
/// with speech by phones, 18 pieces of the passage had mean scores of -3.0 to -1.1. The 170 that were recited
/// in the same recordings had -1.2 to 0, four of five above -0.7.
struct RepetitionCheck {
  /// Of phones.
  let scores: EmissionScores
  let model: AcousticModel

  /// The mean score of a frame that is good enough in any recording.
  private static let good = -0.7
  /// Else how much worse it may be than the median of all pieces.
  private static let factor = 2.0
  private static let difference = 0.2
  /// The factor, relative to the median of all pieces, beyond which no repetition is slower. Aligned with an
  /// adhan, four pieces were 3 to 5 times as slow.
  private static let slowest = 2.0

  /// Returns the least fit of a true repetition, by the mean scores of all pieces of a recording; nil if none
  /// is known.
  private static func least(of fits: [Double?]) -> Double? {
    median(fits).map { min(good, factor * $0 - difference) }
  }

  private static func median(_ values: [Double?]) -> Double? {
    let known = values.compactMap(\.self).sorted()
    return known.isEmpty ? nil : known[known.count / 2]
  }

  /// Returns the hypothesis without these pieces, which become other sounds.
  func checked(_ hypothesis: Hypothesis, of items: [StateChain.Item]) -> Hypothesis {
    let tempi = WholeFit.tempi(model, stride: scores.stride)
    let fits = hypothesis.pieces.map { piece in
      fit(of: piece.words.map { items[piece.item].words[$0] }, in: piece.frames, at: tempi)
    }
    let rates = zip(hypothesis.pieces, fits).map { piece, fit in
      fit.map {
        Double($0.sounds.count)
          / model.usualSeconds(of: piece.words.flatMap { items[piece.item].words[$0].sounds })
      }
    }
    guard let least = Self.least(of: fits.map { $0?.misfit }), let usualRate = Self.median(rates) else {
      return hypothesis
    }
    var left = hypothesis.pieces.reduce(into: [Int: Int]()) { $0[$1.item, default: 0] += 1 }
    // The worst first: of what is heard twice the better stays.
    let order = hypothesis.pieces.indices.sorted {
      fits[$0]?.misfit ?? -.infinity < fits[$1]?.misfit ?? -.infinity
    }
    var dropped: Set<Int> = []
    for place in order {
      let piece = hypothesis.pieces[place]
      guard left[piece.item] ?? 0 > 1 || items[piece.item].isOptional,
        fits[place]?.misfit ?? -.infinity < least || rates[place] ?? 0 > Self.slowest * usualRate
          || isPhrase(piece, items, fits[place], at: tempi)
      else { continue }
      left[piece.item]? -= 1
      dropped.insert(place)
    }
    return returning(hypothesis, of: items, fits, at: tempi).without(dropped)
  }

  /// Returns the hypothesis with the last ayah of a surah repeated instead of the first of the next, if it
  /// fits better there.
  ///
  /// A teacher says each ayah twice, and a search prefers going on to coming back.
  private func returning(
    _ hypothesis: Hypothesis, of items: [StateChain.Item], _ fits: [WholeFit?], at tempi: [DurationScores]
  ) -> Hypothesis {
    var result = hypothesis
    for (place, (before, piece)) in zip(hypothesis.pieces, hypothesis.pieces.dropFirst()).enumerated()
    where items[before.item].endsPart && piece.item > before.item {
      guard let again = fit(of: items[before.item].words, in: piece.frames, at: tempi),
        again.score > fits[place + 1]?.score ?? -.infinity
      else { continue }
      result.pieces[place + 1] = Hypothesis.Piece(
        item: before.item, words: Array(items[before.item].words.indices), frames: piece.frames)
    }
    return result
  }

  /// Returns true if a known phrase fits the frames of a piece better. A phrase may begin as an ayah does
  /// ("Allahu akbar", "Allahu s-samad").
  private func isPhrase(
    _ piece: Hypothesis.Piece, _ items: [StateChain.Item], _ own: WholeFit?, at tempi: [DurationScores]
  ) -> Bool {
    let words = piece.words.map { items[piece.item].words[$0] }
    guard let own, piece.frames.count <= Self.longestPhrase else { return false }
    return KnownPhrase.all.flatMap(\.ways).contains { way in
      way != words && fit(of: way, in: piece.frames, at: tempi)?.score ?? -.infinity > own.score
    }
  }

  /// In frames, with the silence after it.
  private static let longestPhrase = 15 * SpeechFeatures.framesPerSecond

  /// Returns the fit of words with some frames, read straight; nil if the frames are too few for them.
  private func fit(
    of words: [AyahSounds.Word], in frames: Range<Int>, at tempi: [DurationScores]
  ) -> WholeFit? {
    let steps = frames.lowerBound / scores.stride..<frames.upperBound / scores.stride
    return WholeFit(
      of: [StateChain.Item(words: words)], in: scores.slice(steps.clamped(to: 0..<scores.count)), at: tempi)
  }
}
