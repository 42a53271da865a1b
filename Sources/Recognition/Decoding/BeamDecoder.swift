import TilawaSound

/// Decodes an utterance by the graph of a passage: the approximate place of each ayah, repetitions and
/// omissions, and other sounds in between.
///
/// It is a time-synchronous Viterbi beam search (Lowerre: The Harpy speech recognition system, 1976; Ney,
/// 1984). It goes step by step over all states of the graph whose score comes near the best one. Its result
/// is good to about a second; `SegmentalViterbi` finds the exact places around it.
///
/// It can't be exact at bearable cost, as anything may follow anything; that is why it isn't
/// `SegmentalViterbi`. `QuranSearch` searches a hundred times as many sounds, and for that gives up leaps
/// within a breath.
struct BeamDecoder {
  /// The best hypothesis.
  struct Best: Sendable {
    /// In order of time.
    var backpointers: [Backpointer]
    /// The last recognised word.
    var lastWord: Int
    var score: Double
  }

  private let graph: WordGraph
  private let scores: EmissionScores
  /// The number of frames of `scores` in a step.
  private let framesPerStep: Int
  private let steps: Int

  /// Creates a decoder. The scores are no coarser than the steps of the graph.
  init(_ graph: WordGraph, _ scores: EmissionScores) {
    self.graph = graph
    self.scores = scores
    framesPerStep = WordGraph.framesPerStep / scores.stride
    steps = scores.count / framesPerStep
  }

  /// The best hypothesis; nil when the recording is too short for anything.
  func best() -> Best? {
    guard steps > 0, graph.words.count > 1 else { return nil }
    let tables = WordGraphTables(graph)
    let entries = WordEntries(graph, tables)
    var old = BeamFront(states: tables.stateCount)
    var new = BeamFront(states: tables.stateCount)
    var backpointers = Backpointers()
    var offset = 0.0
    let pins = pinnedSteps()
    let stretches = stretches(between: pins)
    var possible = 0..<tables.wordCount
    let filler = PhoneScores.filler
    var row = [Float](repeating: 0, count: filler + 1)
    for step in 0..<steps {
      let from = step * framesPerStep
      // Kept near zero, where floats are fine.
      for sound in row.indices {
        row[sound] = Float(scores.sum(sound, from..<from + framesPerStep)) - old.best
      }
      offset += Double(old.best)
      if let next = stretches[step] { possible = next }
      entries.find(from: old, step: step, possible: possible)
      if let pinned = pins[step] { entries.force(pinned, old) }
      row.withUnsafeBufferPointer { row in
        guard let row = row.baseAddress else { return }
        new.advance(
          from: old, entries, tables, .init(step: step, scores: row, beam: graph.costs.beam), &backpointers)
      }
      swap(&old, &new)
      if Costs.isNever(old.best) { return nil }
      if backpointers.isFull {
        old.compact(&backpointers, tables.states(of: old.words), beam: graph.costs.beam)
      } else if backpointers.isUntidy {
        old.tidy(&backpointers, tables.states(of: old.words))
      }
    }
    return finish(old, backpointers, offset)
  }

  /// By step: the words that begin there.
  private func pinnedSteps() -> [Int: Int] {
    var result: [Int: Int] = [:]
    for (index, word) in graph.words.enumerated() {
      if let start = word.start { result[min(start, max(0, steps - 1))] = index }
    }
    return result
  }

  /// Returns the words of each stretch between two pinned words, by the step with which the stretch begins.
  ///
  /// They are those of a single item if the next begins where it ends, and if there is hardly time for
  /// anything else.
  private func stretches(between pins: [Int: Int]) -> [Int: Range<Int>] {
    let all = 0..<graph.words.count
    var result: [Int: Range<Int>] = [:]
    let steps = pins.keys.sorted()
    for (step, next) in zip(steps, steps.dropFirst() + [self.steps]) {
      guard let word = pins[step] else { continue }
      result[step] = all
      guard let following = pins[next], graph.words[following].item == graph.words[word].item.map({ $0 + 1 })
      else {
        continue
      }
      let usual = graph.words[word..<following].reduce(0) { $0 + $1.usualSteps }
      if Double(next - step) < Self.mostRelative * usual { result[step] = word..<following }
    }
    return result
  }

  /// The multiple of the usual duration from which an ayah may have been interrupted or repeated.
  private static let mostRelative = 1.7

  private func finish(_ front: BeamFront, _ backpointers: Backpointers, _ offset: Double) -> Best? {
    var best = Costs.never
    var place = (word: 0, backpointer: Backpointer.none)
    for index in front.words where index > 0 {
      let word = graph.words[index]
      var cost: Float = 0
      if index + 1 < graph.words.count {
        cost = graph.costs.leap + (word.isLast ? 0 : graph.costs.outOfMiddle)
      }
      for state in word.states.upperBound - 1..<word.states.upperBound + WordGraph.statesBetween
      where front.score[state] - cost > best {
        best = front.score[state] - cost
        place = (index, front.backpointer[state])
      }
    }
    guard !Costs.isNever(best) else { return nil }
    return Best(
      backpointers: backpointers.trace(to: place.backpointer), lastWord: place.word,
      score: offset + Double(best))
  }
}
