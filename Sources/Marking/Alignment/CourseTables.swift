/// A graph laid out flat, as `CourseSearch` steps through it some ten thousand states at a time.
///
/// Read only once it is made, so that it can be shared.
final class CourseTables {
  /// A word with all that is asked of it at every step.
  struct Word {
    /// Its first state, and the first of those after it.
    var first: Int
    var between: Int
    /// Where its last short vowel begins, which may be dropped before a pause; 0 for none.
    var dropped = 0
    var item: Int
    var isFirst: Bool
    var isLast: Bool
    /// The row of `SoundScores` of its first state.
    var heard: UInt8 = 0
    /// As in `CourseGraph.Word`; -1 for none.
    var start: Int
    var end: Int
    /// The scores of leaving its last state, and the one before what may be dropped.
    var leave: Float = CourseGraph.never
    var leaveEarly: Float = CourseGraph.never
    /// The scores of a pause after it, of none, and of other things.
    var pause: Float
    var noPause: Float
    var other: Float

    /// It stands for what comes before the first word.
    var isEmpty: Bool { first == between }
  }

  let wordCount: Int
  let stateCount: Int
  let words: UnsafeMutablePointer<Word>
  /// By state, as in the graph; a word is never left by `advance`.
  let heard: UnsafeMutablePointer<UInt8>
  let stay: UnsafeMutablePointer<Float>
  let advance: UnsafeMutablePointer<Float>
  /// Whether a person has settled where some word begins.
  let hasStarts: Bool

  init(_ graph: CourseGraph) {
    wordCount = graph.words.count
    stateCount = graph.heard.count
    words = .allocate(capacity: wordCount)
    heard = .allocate(capacity: stateCount)
    stay = .allocate(capacity: stateCount)
    advance = .allocate(capacity: stateCount)
    heard.initialize(from: graph.heard, count: stateCount)
    stay.initialize(from: graph.stay, count: stateCount)
    advance.initialize(from: graph.advance, count: stateCount)
    hasStarts = graph.words.contains { $0.start != nil }
    for (index, word) in graph.words.enumerated() {
      var flat = Word(
        first: word.states.lowerBound, between: word.states.upperBound, item: word.item,
        isFirst: word.isFirst, isLast: word.isLast, start: word.start ?? -1, end: word.end ?? -1,
        pause: graph.pause[index], noPause: graph.noPause[index], other: graph.other[index])
      if !word.states.isEmpty {
        flat.heard = heard[flat.first]
        flat.leave = advance[flat.between - 1]
        advance[flat.between - 1] = CourseGraph.never
        if let dropped = graph.dropped[index], dropped > flat.first {
          flat.dropped = dropped
          flat.leaveEarly = advance[dropped - 1]
        }
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
    words[range.lowerBound].first..<words[range.upperBound - 1].between + CourseGraph.statesBetween
  }
}
