/// A passage as it was decoded, with approximate places.
struct DecodedPassage: Sendable {
  var recited: RecitedPassage
  var guess: FirstGuess
}
