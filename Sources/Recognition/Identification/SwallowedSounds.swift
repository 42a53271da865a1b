import Audio
import QuranIndex

/// What an ayah took up that is none of it: in a hall the mixtures read it on through the silence behind it, and through what is recited there, as if
/// it had been read so slowly.
///
/// Its words, laid over it by phones, fit what precedes a silence within it, or what follows one, clearly better than all of it.
struct SwallowedSounds {
  let features: SpeechFeatures
  let model: AcousticModel

  private static let stride = WordGraph.framesPerStep
  /// In frames. Exact searches take time with the square of it.
  private static let longest = 120 * SpeechFeatures.framesPerSecond
  /// Mean scores of a frame, by phones: from where on a part of the item fits, and by how much better than all of it.
  private static let least = -1.0
  private static let difference = 0.15

  /// What of an item's frames isn't of its words, if anybody says more there than a takbir; `words` as they are heard, `ayah` as they are read.
  func swallowed(
    in frames: Range<Int>, heardAs words: [AyahSounds.Word], of ayah: [AyahSounds.Word]
  ) -> Range<Int>? {
    guard model.network != nil, frames.count <= Self.longest else { return nil }
    let silences = features.silences(in: frames).filter {
      $0.lowerBound > frames.lowerBound && $0.upperBound < frames.upperBound
    }
    let cuts = silences.flatMap { silence in
      [
        (own: frames.lowerBound..<silence.lowerBound, rest: silence.upperBound..<frames.upperBound),
        (own: silence.upperBound..<frames.upperBound, rest: frames.lowerBound..<silence.lowerBound),
      ]
    }.filter { !features.longUtterances(in: $0.rest).isEmpty }
    guard !cuts.isEmpty, let whole = fit(of: words, in: frames) else { return nil }
    let fits = cuts.map { cut in fit(of: ayah, in: cut.own) ?? -.infinity }
    guard let best = fits.indices.max(by: { fits[$0] < fits[$1] }) else { return nil }
    guard fits[best] >= Self.least, fits[best] >= whole + Self.difference else { return nil }
    return cuts[best].rest
  }

  /// The mean score of the frames of the words' sounds; nil where there is no room for them.
  private func fit(of words: [AyahSounds.Word], in frames: Range<Int>) -> Double? {
    let part = features.part(frames.lowerBound / Self.stride * Self.stride..<frames.upperBound)
    let scores = EmissionScores(
      phones: PhoneScores(model, part, scale: .followed), frames: part.count, stride: Self.stride)
    return WholeFit(
      of: [StateChain.Item(words: words)], in: scores, rows: .phones,
      at: WholeFit.tempi(model, stride: Self.stride)
    )?.misfit
  }
}
