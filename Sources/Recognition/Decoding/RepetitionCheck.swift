import TilawaSound

/// Takes out of a hypothesis what is said again by it, but by its sounds is something else.
///
/// Speech between two ayat is heard as one of them again: whoever may leap anywhere finds some words for anything. What truly comes again fits
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

  /// What a piece fits by at least that truly comes again, by the mean scores of all pieces of a recording; nil where none is known.
  fileprivate static func least(of fits: [Double?]) -> Double? {
    let known = fits.compactMap(\.self).sorted()
    return known.isEmpty ? nil : min(good, factor * known[known.count / 2] - difference)
  }

  /// The hypothesis without them: what was heard as such a piece is something else.
  func checked(_ hypothesis: Hypothesis, of items: [StateChain.Item]) -> Hypothesis {
    let tempi = WholeFit.tempi(model, stride: scores.stride)
    let fits = hypothesis.pieces.map { fit(of: $0, items, at: tempi) }
    guard let least = Self.least(of: fits) else { return hypothesis }
    var left = hypothesis.pieces.reduce(into: [Int: Int]()) { $0[$1.item, default: 0] += 1 }
    // The worst first: of what is heard twice the better stays.
    let doubtful = hypothesis.pieces.indices.filter { fits[$0] ?? -.infinity < least }.sorted {
      fits[$0] ?? -.infinity < fits[$1] ?? -.infinity
    }
    var dropped: Set<Int> = []
    for place in doubtful where left[hypothesis.pieces[place].item] ?? 0 > 1 {
      left[hypothesis.pieces[place].item]? -= 1
      dropped.insert(place)
    }
    return hypothesis.without(dropped)
  }

  /// The mean score of the frames of a piece's sounds, read straight; nil where it is too short for them.
  private func fit(
    of piece: Hypothesis.Piece, _ items: [StateChain.Item], at tempi: [DurationScores]
  ) -> Double? {
    let frames = piece.frames.lowerBound / scores.stride..<piece.frames.upperBound / scores.stride
    let words = piece.words.map { items[piece.item].words[$0] }
    return WholeFit(
      of: [StateChain.Item(words: words)], in: scores.slice(frames.clamped(to: 0..<scores.count)),
      rows: .phones, at: tempi
    )?.misfit
  }
}

extension Recitation {
  /// Whether some of what it has again, or in between, is something else by phones.
  var saysOthersAgain: Bool {
    guard let phones else { return false }
    let fits = found.heard.indices.map { phones.fit($0)?.misfit }
    guard let least = RepetitionCheck.least(of: fits) else { return false }
    let origins = found.heard.map { recited.origins[$0.item] }
    return origins.indices.contains { place in
      let isAgain =
        origins[..<place].contains { $0 >= origins[place] }
        || origins[(place + 1)...].contains { $0 <= origins[place] }
      return isAgain && fits[place] ?? 0 < least
    }
  }
}
