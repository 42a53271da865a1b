import TilawaQuran
import TilawaSound

/// Takes out of a hypothesis what is said again by it, or precedes the passage, but by its sounds is something else.
///
/// Speech between two ayat is heard as one of them again: whoever may leap anywhere finds some words for anything; and a takbir before the first ayah as isti'adha, which costs nothing to say. What truly comes again fits
/// about as well as everything else in the recording does, and what doesn't is far from it: laid over speech by phones, 18 pieces of the
/// passage had mean scores of -3.0 to -1.1, and the 170 that were recited in the same recordings -1.2 to 0, four of five above -0.7.
struct RepetitionCheck {
  /// Of phones.
  let scores: EmissionScores
  let model: AcousticModel

  /// A mean score of a frame that is no reason to doubt in any recording.
  private static let good = -0.7
  /// Else how much worse it may be than the median of all pieces.
  private static let factor = 2.0
  private static let difference = 0.2
  /// How many times slower than the median of all pieces nobody reads one again: laid over an adhan four pieces were 3 to 5 times as slow.
  private static let slowest = 2.0

  /// What a piece fits by at least that truly comes again, by the mean scores of all pieces of a recording; nil where none is known.
  private static func least(of fits: [Double?]) -> Double? {
    median(fits).map { min(good, factor * $0 - difference) }
  }

  private static func median(_ values: [Double?]) -> Double? {
    let known = values.compactMap(\.self).sorted()
    return known.isEmpty ? nil : known[known.count / 2]
  }

  /// The hypothesis without them: what was heard as such a piece is something else.
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

  /// The hypothesis where the last ayah of a surah comes again instead of the first of the next, if it fits better there: whoever teaches says each ayah
  /// twice, and a search had rather go on than come back.
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

  /// Whether a known phrase, which may begin as an ayah does ("Allahu akbar", "Allahu s-samad"), fits better what is heard as a piece.
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

  /// How words fit some frames, read straight; nil where there is no room for them.
  private func fit(
    of words: [AyahSounds.Word], in frames: Range<Int>, at tempi: [DurationScores]
  ) -> WholeFit? {
    let steps = frames.lowerBound / scores.stride..<frames.upperBound / scores.stride
    return WholeFit(
      of: [StateChain.Item(words: words)], in: scores.slice(steps.clamped(to: 0..<scores.count)), at: tempi)
  }
}
