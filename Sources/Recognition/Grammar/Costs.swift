import TilawaSound

/// The costs that a search charges, and its limits: each number once.
///
/// The unit of every cost is that of `EmissionScores`: a quarter of a natural log-likelihood ratio. A cost of
/// 20 is made up for by 20 frames (0.4 s) in each of which another reading is worse by a score of 1. Unless
/// stated otherwise, a value was chosen on the 51 development recordings of six reciters (`MODEL.md`) and is
/// flat. Half of it or twice as much moves the pooled F1 by no more than training does by chance, 0.005.
enum Costs {
  /// The score of an unreachable state. No sum of scores comes near it, and adding to it loses no precision.
  static let never: Float = -1e30
  /// Returns true if a score is that of an unreachable state, whatever was added to it.
  @inline(__always)
  static func isNever(_ score: Float) -> Bool { score <= never / 2 }

  /// Leaving out an item that may be left out: isti'adha, a basmalah.
  static let skippedItem: Float = 20
  /// Stopping at a word without its last short vowel, as the rules of waqf want it.
  static let droppedVowel: Float = 6
  /// Something that is none of the passage, where the grammar allows for it.
  static let filler: Float = 24
  /// Passing from silence to a sound of any kind and back, where a gap is parted into sounds.
  static let soundInGap = 6.0

  /// The difference by which a frame of other sounds is worse than the best phone; the filler model pays it
  /// for fitting everything.
  ///
  /// With 0.7, ayat that fit badly are taken for other sounds; with 1.2, speech is taken for ayat.
  static let fillerFrame: Float = 0.9
  /// The filler cost of a frame while a recitation is followed, when only seconds of the voice are known.
  ///
  /// With 0.7, voices that fit badly are taken for other sounds: of a reciter of Surah Yasin on whom the
  /// network was not trained 56 % were lost.
  static let followedFillerFrame: Float = 1.2

  /// The weight of silence in transitions: pauses show the ends of ayat better than any sound does.
  ///
  /// Training doesn't have to find the boundaries between ayat, and removes the weight.
  static let silenceWeight = 3.0
  /// The probability of silence after an ayah, at a pause mark, between other words and between two fillers.
  ///
  /// The first three are roughly as counted in the development recordings.
  static let silenceAfterItem = 0.9
  static let silenceAtMark = 0.25
  static let silenceBetweenWords = 0.04
  static let silenceBetweenFillers = 0.5

  /// The scores of a silence that is that likely, and of none.
  static func silence(likely probability: Double) -> (there: Float, not: Float) {
    (Float(silenceWeight * logarithm(probability)), Float(silenceWeight * logarithm(1 - probability)))
  }
}

/// The costs that the beam search charges for leaving the order of the passage, in the unit of `Costs`.
struct TransitionCosts: Hashable, Sendable {
  /// Going back to repeat something, or ahead, leaving ayat out.
  var leap: Float = 40
  /// Added when it leads into the middle of an ayah.
  var intoMiddle: Float = 10
  /// Added when it starts in the middle of an ayah and leads to another.
  var outOfMiddle: Float = 10
  /// Of other things between the words of an ayah, between ayat, and where the grammar allows for it.
  var fillerInside: Float = 80
  var fillerBetween: Float = 70
  var filler: Float = 40
  /// The cost of other sounds that go on after a silence; the part of it above the cost of the first ones
  /// isn't charged.
  ///
  /// If each continuation after a breath cost as much as the first, long talk would be recognised where it
  /// costs least: before or after the passage, together with short ayat beside it.
  var fillerAgain: Float = 25
  /// The beam: hypotheses that are worse by this than the best one are given up.
  var beam: Float = 160

  /// For a passage that is stated.
  static let stated = TransitionCosts()
}

/// The limits of durations, in frames of `SpeechFeatures`, of which there are 50 a second.
enum Durations {
  /// Closures of stops are silent for less.
  static let shortestSilence = 4
  /// The longest pause between two ayat. An ayah ends before a longer silence, and something else may be
  /// recognised in it.
  static let longestPause = 4 * SpeechFeatures.framesPerSecond
  /// Half a second: what is shorter is noise, or part of a word.
  static let shortestFiller = 25
  /// No reciter says a sound in less.
  static let fewestFramesPerSound = 3
}
