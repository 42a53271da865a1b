/// A passage as it is heard, about where.
struct DecodedPassage: Sendable {
  var recited: RecitedPassage
  var guess: FirstGuess
}
