import TilawaQuran
import TilawaSound

/// What `EmissionScores` sums where phones are told apart and not broad classes: two opinions, that of a network that knows phones and
/// no recording, and that of the mixtures, which know classes alone.
///
/// Their scores are added, as if the two knew of different things (a product of experts: Hinton, Neural Computation 14, 2002; for
/// phones Kirchhoff, Fink, Sagerer: Combining acoustic and articulatory feature information, Speech Communication 37, 2002). By
/// the network alone, 6 and 10 s of recitation are told as well, and voices that it has never heard the like of, such as a synthesiser's, far worse.
struct PhoneScores {
  /// How much the two count.
  struct Scale: Sendable {
    /// What logarithms of the network are multiplied by.
    var network: Float
    /// No phone is worse than this.
    var least: Float

    /// Where anything may be recited, and one may leap: as much as those of the mixtures.
    static let connected = Scale(network: 0.25, least: -3)
    /// Where whole utterances are compared, which differ in every phone. Of 28 recordings by the public 16, 17 and 18, and by another
    /// network 16, 19 and 20, are known by 0.25 and -3, 0.35 and -4, and this.
    static let isolated = Scale(network: 0.5, least: -5)
    /// Where a voice is followed. By 0.25 and -3 another ayah is told as often in all recordings, and 1.3 times as often in a mosque.
    static let followed = Scale(network: 0.35, least: -4)
  }

  /// How much the mixtures count beside the network. Without one they are all there is, and count whole.
  private static let shareOfMixtures: Float = 0.5

  private let network: PhoneNetwork?
  private let mixtures: FrameScores
  private let features: SpeechFeatures
  private let silent: [Range<Int>]
  private let scale: Scale
  private let fillerCost: Float?

  /// `silent` are stretches in which nothing is heard that is looked for. With a `fillerCost` other things are scored, too: a frame of them is worse
  /// by that than the best phone.
  init(
    _ model: AcousticModel, _ features: SpeechFeatures, silent: [Range<Int>] = [], scale: Scale = .connected,
    fillerCost: Float? = nil
  ) {
    network = model.network
    mixtures = FrameScores(model, features, silent: [], fillerCost: Costs.fillerFrame)
    self.features = features
    self.silent = silent
    self.scale = scale
    self.fillerCost = fillerCost
  }

  /// One for silence, and one for each phone; where other things are scored, theirs is the last.
  var rows: Int { PhoneNetwork.classes + (fillerCost == nil ? 0 : 1) }

  /// The scores of some frames, one row after the other.
  func scores(of frames: Range<Int>) -> [Float] {
    let count = frames.count
    let rows = PhoneNetwork.classes
    let coarse = mixtures.scores(of: frames)
    var scores =
      network?.logLikelihoods(features, of: frames) ?? [Float](repeating: 0, count: rows * count)
    var best = [Float](repeating: 0, count: count)
    func compare() {
      for t in best.indices { best[t] = -.infinity }
      for row in 0..<rows {
        for t in 0..<count { best[t] = max(best[t], scores[row * count + t]) }
      }
    }
    compare()
    let share = network == nil ? 1 : Self.shareOfMixtures
    for row in 0..<rows {
      let kind = Self.classes[row] * count
      for t in 0..<count {
        let place = row * count + t
        let own = max(scale.network * (scores[place] - best[t]), scale.least)
        scores[place] = own + share * coarse[kind + t]
      }
    }
    if let fillerCost { scores += fillers(scores, count, fillerCost) }
    compare()
    for row in 0..<self.rows {
      for t in 0..<count {
        scores[row * count + t] = max(scores[row * count + t] - best[t], scale.least)
      }
      for range in silent {
        for t in range.clamped(to: frames) {
          scores[row * count + t - frames.lowerBound] = row == 0 ? 0 : FrameScores.ruledOut
        }
      }
    }
    return scores
  }

  /// Other things: as good as the best phone, silence aside, on average over a few frames, less their cost.
  private func fillers(_ scores: [Float], _ count: Int, _ cost: Float) -> [Float] {
    var best = [Float](repeating: -.infinity, count: count)
    for row in 1..<PhoneNetwork.classes {
      for t in 0..<count { best[t] = max(best[t], scores[row * count + t]) }
    }
    return (0..<count).map { t in
      let near = best[max(0, t - FrameScores.fillerReach)...min(count - 1, t + FrameScores.fillerReach)]
      return near.reduce(0, +) / Float(near.count) - cost
    }
  }

  /// The broad class of silence and of each phone.
  private static let classes =
    [AcousticModel.PhoneClass.silence.rawValue]
    + AyahSounds.Phone.allCases.map { $0.sound.phone.rawValue }
}

extension EmissionScores {
  /// Scores of phones, in rows by `AyahSounds.Phone`; the first is silence, and there is none of other things.
  init(phones scores: PhoneScores, frames: Int, stride: Int = 1) {
    self.init(count: frames / stride, rows: scores.rows, stride: stride, scores.scores)
  }
}
