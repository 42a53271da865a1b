/// How far a search has come at one step: by state of the graph, the best score of any way there, and its latest note.
final class BeamFront {
  let score: UnsafeMutablePointer<Float>
  let note: UnsafeMutablePointer<Int32>
  /// The words that are looked at; the scores of others are of earlier steps.
  private(set) var words = 0..<1
  private(set) var best: Float = 0

  init(states: Int) {
    score = .allocate(capacity: states)
    note = .allocate(capacity: states)
    score.initialize(repeating: WordGraph.never, count: states)
    note.initialize(repeating: -1, count: states)
  }

  deinit {
    score.deallocate()
    note.deallocate()
  }

  /// What is the same for all states of a step.
  struct Moment {
    var step: Int
    /// By row of `EmissionScores`.
    var scores: UnsafePointer<Float>
    /// Ways that are worse are given up.
    var beam: Float
  }

  /// Becomes the front of the step that follows `old`.
  func advance(
    from old: BeamFront, _ entries: WordEntries, _ tables: WordGraphTables, _ moment: Moment,
    _ notes: inout Backpointers
  ) {
    let reached =
      min(
        old.words.lowerBound, entries.words.lowerBound)..<max(
        old.words.upperBound, entries.words.upperBound)
    let states = tables.states(of: reached)
    let known = tables.states(of: old.words)
    for state in states.lowerBound..<known.lowerBound { score[state] = WordGraph.never }
    for state in known.upperBound..<max(known.upperBound, states.upperBound) {
      score[state] = WordGraph.never
    }
    best = max(WordGraph.never, goOn(known, from: old, tables, moment.scores))
    if moment.step == 0 { begin(tables, moment, &notes) }
    pause(from: old, tables, moment, &notes)
    enter(from: old, entries, tables, moment, &notes)
    // What is far below the best is given up at both ends.
    let least = best - moment.beam
    func isAlive(_ word: Int) -> Bool {
      tables.states(of: word..<word + 1).contains { score[$0] > least }
    }
    var (low, high) = (reached.lowerBound, reached.upperBound)
    while low < high - 1, !isAlive(low) { low += 1 }
    while high - 1 > low, !isAlive(high - 1) { high -= 1 }
    words = low..<high
  }

  /// Stays in each state or comes from the one before it, eight states at once; gives the best score.
  ///
  /// Half of the time of a search goes here.
  private func goOn(
    _ states: Range<Int>, from old: BeamFront, _ tables: WordGraphTables, _ row: UnsafePointer<Float>
  ) -> Float {
    let (stay, advance, heard) = (tables.stay, tables.advance, tables.heard)
    var state = states.lowerBound
    if state == 0 {
      // Nothing comes before it, and it can't be stayed in.
      score[0] = WordGraph.never
      state = 1
    }
    var top = SIMD8<Float>(repeating: WordGraph.never)
    while state + 8 <= states.upperBound {
      let same = eight(old.score + state) + eight(stay + state)
      let other = eight(old.score + state - 1) + eight(advance + state - 1)
      var here = SIMD8<Float>()
      for lane in 0..<8 { here[lane] = row[Int(heard[state + lane])] }
      let comes = other .> same
      let new = same.replacing(with: other, where: comes) + here
      top.replace(with: new, where: new .> top)
      let newNote = eight(old.note + state).replacing(with: eight(old.note + state - 1), where: comes)
      UnsafeMutableRawPointer(score + state).storeBytes(of: new, as: SIMD8<Float>.self)
      UnsafeMutableRawPointer(note + state).storeBytes(of: newNote, as: SIMD8<Int32>.self)
      state += 8
    }
    var best = top.max()
    while state < states.upperBound {
      let same = old.score[state] + stay[state]
      let other = old.score[state - 1] + advance[state - 1]
      score[state] = max(same, other) + row[Int(heard[state])]
      note[state] = other > same ? old.note[state - 1] : old.note[state]
      best = max(best, score[state])
      state += 1
    }
    return best
  }

  /// Before the first word the recording may begin with silence, or with other things.
  private func begin(_ tables: WordGraphTables, _ moment: Moment, _ notes: inout Backpointers) {
    let before = tables.words[0]
    let silence = Int(before.between) + WordGraph.pauseState
    raise(silence, to: moment.scores[AcousticModel.Class.silence.rawValue], note: -1)
    raise(
      silence + 1, to: moment.scores[EmissionScores.other] + before.other,
      note: notes.add(.other, word: 0, from: 0, step: moment.step, previous: -1))
  }

  /// The silence after each word, and other things.
  private func pause(
    from old: BeamFront, _ tables: WordGraphTables, _ moment: Moment, _ notes: inout Backpointers
  ) {
    let least = old.best - moment.beam
    let silent = moment.scores[AcousticModel.Class.silence.rawValue]
    let elsewhere = moment.scores[EmissionScores.other]
    let (oldScore, oldNote, score, note) = (old.score, old.note, self.score, self.note)
    let step = Int32(truncatingIfNeeded: moment.step)
    var top = best
    for index in old.words {
      let word = tables.words + index
      let first = Int(word.pointee.between)
      let end = word.pointee.end
      if end < 0 || end == step, !word.pointee.isEmpty {
        // A word without a vowel to drop names its last state twice, at no likelihood.
        let early = Int(word.pointee.early)
        let whole = oldScore[first - 1] + word.pointee.leave + word.pointee.pause
        let shorter = oldScore[early] + word.pointee.leaveEarly + word.pointee.pause - Self.droppedVowelCost
        let isDropped = shorter > whole
        let value = (isDropped ? shorter : whole) + silent
        score[first] = value
        note[first] = oldNote[isDropped ? early : first - 1]
        top = value > top ? value : top
      }
      // Other things begin and end in silence.
      let pause = first + WordGraph.pauseState
      let back = oldScore[pause + 1]
      if back + silent > score[pause] {
        var latest = oldNote[pause + 1]
        if back > least {
          latest = notes.add(.otherEnd, word: index, from: index, step: moment.step, previous: latest)
        }
        score[pause] = back + silent
        note[pause] = latest
        top = max(top, back + silent)
      }
      let enter = oldScore[pause] + word.pointee.other
      if enter > back, enter > least {
        score[pause + 1] = enter + elsewhere
        note[pause + 1] = notes.add(
          .other, word: index, from: index, step: moment.step, previous: oldNote[pause])
        top = max(top, enter + elsewhere)
      }
    }
    best = top
  }

  private static let droppedVowelCost: Float = 6

  /// The first state of each word, which is entered from outside.
  private func enter(
    from old: BeamFront, _ entries: WordEntries, _ tables: WordGraphTables, _ moment: Moment,
    _ notes: inout Backpointers
  ) {
    let least = old.best - moment.beam
    for index in entries.words {
      let entry = entries.entries + index
      guard entry.pointee.score > least else { continue }
      let word = tables.words + index
      let first = Int(word.pointee.first)
      let value = entry.pointee.score + moment.scores[Int(word.pointee.heard)]
      guard value > score[first], !word.pointee.isEmpty else { continue }
      let from = Int(entry.pointee.from)
      var latest = entry.pointee.note
      if word.pointee.isFirst || from != index - 1 {
        latest = notes.add(.word, word: index, from: from, step: moment.step, previous: latest)
      }
      raise(first, to: value, note: latest)
    }
  }

  private func raise(_ state: Int, to value: Float, note new: Int32) {
    score[state] = value
    note[state] = new
    best = max(best, value)
  }
}

@inline(__always)
private func eight<T: SIMDScalar>(_ place: UnsafeMutablePointer<T>) -> SIMD8<T> {
  UnsafeRawPointer(place).loadUnaligned(as: SIMD8<T>.self)
}
