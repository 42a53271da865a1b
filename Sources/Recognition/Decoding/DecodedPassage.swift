/// A passage as it is heard, about where, and what its sounds are like in this utterance.
struct DecodedPassage: Sendable {
  var recited: RecitedPassage
  var guess: FirstGuess
  var model: AcousticModel
  var score: Double
}
