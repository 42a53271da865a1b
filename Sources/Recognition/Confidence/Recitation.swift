/// What is heard of a passage, and where exactly.
struct Recitation: Sendable {
  var recited: RecitedPassage
  var found: Alignment
}
