import TilawaSound

/// What a search charges for, and what it takes for possible: each number once.
///
/// The unit of every cost is that of `EmissionScores`: a quarter of a natural log-likelihood ratio. A cost of 20 is paid back by
/// 20 frames (0.4 s) in each of which another reading is a score of 1 worse. Where nothing else is said a value was chosen on
/// the 51 development recordings of six reciters (`MODEL.md`) and is flat: half of it or twice as much moves the pooled F1 by
/// no more than training does by chance, 0.005.
enum Costs {
  /// What can't be reached. Large enough that no sum of scores comes near it, small enough that adding to it loses nothing.
  static let never: Float = -1e30
  /// Whether a score is that of something that can't be reached, whatever was added to it.
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

  /// How much worse than the best phone a frame of other things is: what the filler model pays for fitting everything. By 0.7 what fits badly is taken for other
  /// things, by 1.2 speech for ayat.
  static let fillerFrame: Float = 0.9
  /// The same while a voice is followed, of which seconds are known. By 0.7 voices that are heard badly are taken for other things: of a
  /// reciter of Surah Yasin whom the network had never heard 56 % were lost.
  static let followedFillerFrame: Float = 1.2

  /// What a transition says of silence counts so many times: pauses tell more of where ayat end than any sound does. Training has
  /// nothing to find between ayat, and takes it off.
  static let silenceWeight = 3.0
  /// How often there is silence after an ayah, at a pause mark, between other words and between two fillers; the first three as
  /// counted in the development recordings, roughly.
  static let silenceAfterItem = 0.9
  static let silenceAtMark = 0.25
  static let silenceBetweenWords = 0.04
  static let silenceBetweenFillers = 0.5

  /// The scores of a silence that is that likely, and of none.
  static func silence(likely probability: Double) -> (there: Float, not: Float) {
    (Float(silenceWeight * logarithm(probability)), Float(silenceWeight * logarithm(1 - probability)))
  }
}

/// What the beam search charges for leaving the order of the passage, in the unit of `Costs`.
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
  /// Of other things that go on after a silence; what is more than for the first ones isn't charged. Were they as dear each time that they go on after
  /// a breath, long talk would be heard as what precedes the passage, or follows it, where it costs least, and short ayat beside it with it.
  var fillerAgain: Float = 25
  /// The beam: hypotheses that are worse by this than the best one are given up.
  var beam: Float = 160

  /// For a passage that is stated.
  static let stated = TransitionCosts()
}

/// How long things may last, in frames of `SpeechFeatures`, of which there are 50 a second.
enum Durations {
  /// Closures of stops are silent for less.
  static let shortestSilence = 4
  /// Silence that lasts longer is no pause between two ayat: an ayah ends before it, and something else may be heard in it.
  static let longestPause = 4 * SpeechFeatures.framesPerSecond
  /// Half a second: what is shorter is noise, or part of a word.
  static let shortestFiller = 25
  /// No reciter says a sound in less.
  static let fewestFramesPerSound = 3
}
