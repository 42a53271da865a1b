/// A graph laid out flat, as `BeamDecoder` steps through it some ten thousand states at a time.
///
/// Read only once it is made, so that it can be shared.
final class WordGraphTables {
  /// A word with all data that every step needs of it.
  struct Word {
    /// Its first state, and the first of those after it.
    var first: Int32
    var between: Int32
    /// The last state before the vowel that may be dropped, and the score of leaving the word there.
    var early: Int32
    var leaveEarly = Costs.never
    /// The score of leaving its last state.
    var leave = Costs.never
    /// The scores of a pause after it, of none, and of other things.
    var pause: Float
    var noPause: Float
    var other: Float
    var item: Int32
    /// As in `WordGraph.Word`, or `none`.
    var start: Int32
    var end: Int32
    /// The row of `EmissionScores` of its first state.
    var heard: UInt8 = 0
    var isFirst: Bool
    var isLast: Bool

    /// It stands for what comes before the first word.
    var isEmpty: Bool { first == between }
  }

  /// The value for no item and no step.
  static let none: Int32 = -1

  let wordCount: Int
  let stateCount: Int
  let words: UnsafeMutablePointer<Word>
  /// By state, as in the graph; a word is never left by `advance`.
  let heard: UnsafeMutablePointer<UInt8>
  let stay: UnsafeMutablePointer<Float>
  let advance: UnsafeMutablePointer<Float>
  /// True if a person has settled where some word begins.
  let hasStarts: Bool
  /// The row of scores of other things, and what it costs that they go on after a silence.
  let filler: Int
  let fillerAgain: Float

  init(_ graph: WordGraph) {
    wordCount = graph.words.count
    stateCount = graph.heard.count
    words = .allocate(capacity: wordCount)
    heard = .allocate(capacity: stateCount)
    stay = .allocate(capacity: stateCount)
    advance = .allocate(capacity: stateCount)
    heard.initialize(from: graph.heard, count: stateCount)
    stay.initialize(from: graph.stay, count: stateCount)
    advance.initialize(from: graph.advance, count: stateCount)
    filler = PhoneScores.filler
    fillerAgain = graph.costs.fillerAgain
    hasStarts = graph.words.contains { $0.start != nil }
    for (index, word) in graph.words.enumerated() {
      var flat = Word(
        first: Int32(word.states.lowerBound), between: Int32(word.states.upperBound),
        early: Int32(max(0, word.states.upperBound - 1)), pause: graph.pause[index],
        noPause: graph.noPause[index], other: graph.other[index], item: Int32(word.item ?? Int(Self.none)),
        start: Int32(word.start ?? Int(Self.none)), end: Int32(word.end ?? Int(Self.none)),
        isFirst: word.isFirst,
        isLast: word.isLast)
      if let last = word.states.last {
        flat.heard = heard[word.states.lowerBound]
        if let dropped = graph.dropped[index], dropped > word.states.lowerBound {
          flat.early = Int32(dropped - 1)
          flat.leaveEarly = advance[dropped - 1]
        }
        flat.leave = advance[last]
        advance[last] = Costs.never
      }
      (words + index).initialize(to: flat)
    }
  }

  deinit {
    words.deallocate()
    heard.deallocate()
    stay.deallocate()
    advance.deallocate()
  }

  /// The states of some words, with those after them.
  func states(of range: Range<Int>) -> Range<Int> {
    Int(words[range.lowerBound].first)..<Int(words[range.upperBound - 1].between)
      + WordGraph.statesBetween
  }
}
