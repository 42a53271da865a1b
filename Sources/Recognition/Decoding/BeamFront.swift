/// The beam of a search at one step: for each state of the graph, the score of its best hypothesis, and the
/// latest backpointer of that.
final class BeamFront {
  let score: UnsafeMutablePointer<Float>
  let backpointer: UnsafeMutablePointer<Int32>
  /// The words in the beam; the scores of others are of earlier steps.
  var words = 0..<1
  var best: Float = 0

  init(states: Int) {
    score = .allocate(capacity: states)
    backpointer = .allocate(capacity: states)
    score.initialize(repeating: Costs.never, count: states)
    backpointer.initialize(repeating: Backpointer.none, count: states)
  }

  deinit {
    score.deallocate()
    backpointer.deallocate()
  }

  /// Forgets backpointers that no hypothesis leads to, however bad, so that nothing changes but their numbers.
  func tidy(_ backpointers: inout Backpointers, _ states: Range<Int>) {
    let places = backpointers.tidy(
      keeping: states.lazy.filter { !Costs.isNever(self.score[$0]) }.map { self.backpointer[$0] })
    for state in states where backpointer[state] != Backpointer.none {
      let number = Int(backpointer[state])
      backpointer[state] = number < places.count ? places[number] : Backpointer.none
    }
  }

  /// Forgets backpointers that no hypothesis within the beam leads to, and hypotheses without one.
  func compact(_ backpointers: inout Backpointers, _ states: Range<Int>, beam: Float) {
    let least = best - beam
    let places = backpointers.compact(
      keeping: states.lazy.filter { self.score[$0] > least }.map { self.backpointer[$0] })
    for state in states where backpointer[state] != Backpointer.none {
      // A state that had no hypothesis since the last time may have the number of a dropped backpointer.
      let number = Int(backpointer[state])
      backpointer[state] = number < places.count ? places[number] : Backpointer.none
      if backpointer[state] == Backpointer.none { score[state] = Costs.never }
    }
  }
}
