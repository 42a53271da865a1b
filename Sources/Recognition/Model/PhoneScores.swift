import TilawaQuran
import TilawaSound

/// The scores that `EmissionScores` sums: the fit of each phone, of silence and of other sounds at each
/// moment, by the network.
///
/// The score of the likeliest is 0. Other sounds are an on-line garbage model: as good as the best phone,
/// less a little. (Bourlard, D'hoore, Boite: Optimizing recognition and rejection performance in wordspotting
/// systems, ICASSP 1994.) Our own addition is that the best is averaged over five frames, so that one odd
/// frame is not a filler.
struct PhoneScores {
  /// The weight of the network.
  struct Scale: Sendable {
    /// The factor for its logarithms, as neighbouring frames are much alike: an acoustic scale, as in every
    /// decoder. (Young et al., The HTK Book, 2006, "grammar scale factor".)
    var network: Float
    /// No phone is worse than this: one odd frame must not outweigh the sounds around it.
    var least: Float

    /// Where anything may be recited, and one may leap.
    static let connected = Scale(network: 0.25, least: -3)
    /// Where whole utterances are compared, which differ in every phone.
    static let isolated = Scale(network: 0.5, least: -5)
    /// Where it is known what may be recited.
    static let stated = Scale(network: 0.35, least: -4)
  }

  /// Rows of silence and of other things; those between are of `AyahSounds.Phone`.
  static let silence = 0
  static let filler = PhoneNetwork.classes
  /// All of them.
  static let rows = filler + 1

  /// The score of any phone where a person has marked that nothing of the passage is recited.
  static let ruledOut: Float = -50
  /// Frames around one over which other things are averaged.
  static let fillerReach = 2

  private let network: PhoneNetwork
  private let features: SpeechFeatures
  private let silent: [Range<Int>]
  private let scale: Scale
  private let fillerCost: Float

  /// Computes the scores. `silent` are stretches without anything to be found. A frame of other sounds is
  /// worse by `fillerCost` than the best phone.
  init(
    _ model: AcousticModel, _ features: SpeechFeatures, silent: [Range<Int>] = [], scale: Scale = .stated,
    fillerCost: Float = Costs.fillerFrame
  ) {
    network = model.network
    self.features = features
    self.silent = silent
    self.scale = scale
    self.fillerCost = fillerCost
  }

  /// The scores of some frames, one row after the other.
  func scores(of frames: Range<Int>) -> [Float] {
    // As far around as other things look.
    let wide =
      max(0, frames.lowerBound - Self.fillerReach)..<min(features.count, frames.upperBound + Self.fillerReach)
    let (count, shift) = (frames.count, frames.lowerBound - wide.lowerBound)
    let ratios = network.ratios(features, of: wide)
    // Of all phones, without silence, the first one, which is no sound.
    var best = [Float](repeating: -.infinity, count: wide.count)
    var scores = [Float](repeating: 0, count: Self.rows * count)
    for row in 0..<PhoneNetwork.classes {
      let first = row * wide.count
      if row > Self.silence {
        for t in 0..<wide.count { best[t] = max(best[t], ratios[first + t]) }
      }
      for t in 0..<count {
        scores[row * count + t] = max(scale.network * ratios[first + shift + t], scale.least)
      }
    }
    for t in best.indices { best[t] = max(scale.network * best[t], scale.least) }
    for t in 0..<count {
      let near = best[
        max(0, shift + t - Self.fillerReach)...min(wide.count - 1, shift + t + Self.fillerReach)]
      scores[Self.filler * count + t] = max(
        min(0, near.reduce(0, +) / Float(near.count) - fillerCost), scale.least)
    }
    for range in silent {
      for t in range.clamped(to: frames) {
        for row in 0..<Self.rows {
          scores[row * count + t - frames.lowerBound] = row == Self.silence ? 0 : Self.ruledOut
        }
      }
    }
    return scores
  }
}
