/// One step of the beam search: token passing, eight states at once.
///
/// (Young, Russell, Thornton: Token passing, Cambridge University technical report TR.38, 1989.)
extension BeamFront {
  /// The data that are the same for all states of a step.
  struct Moment {
    var step: Int
    /// By row of `EmissionScores`.
    var scores: UnsafePointer<Float>
    /// Hypotheses that are worse are given up.
    var beam: Float
  }

  /// Becomes the front of the step that follows `old`.
  func advance(
    from old: BeamFront, _ entries: WordEntries, _ tables: WordGraphTables, _ moment: Moment,
    _ backpointers: inout Backpointers
  ) {
    let reached =
      min(
        old.words.lowerBound, entries.words.lowerBound)..<max(
        old.words.upperBound, entries.words.upperBound)
    let states = tables.states(of: reached)
    let known = tables.states(of: old.words)
    for state in states.lowerBound..<known.lowerBound { score[state] = Costs.never }
    for state in known.upperBound..<max(known.upperBound, states.upperBound) {
      score[state] = Costs.never
    }
    best = max(Costs.never, goOn(known, from: old, tables, moment.scores))
    if moment.step == 0 { begin(tables, moment, &backpointers) }
    pause(from: old, tables, moment, &backpointers)
    enter(from: old, entries, tables, moment, &backpointers)
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

  /// Stays in each state or comes from the one before it, eight states at once; returns the best score.
  ///
  /// Half of the time of a search is spent here.
  private func goOn(
    _ states: Range<Int>, from old: BeamFront, _ tables: WordGraphTables, _ row: UnsafePointer<Float>
  ) -> Float {
    let (stay, advance, heard) = (tables.stay, tables.advance, tables.heard)
    var state = states.lowerBound
    if state == 0 {
      // Nothing comes before it, and it can't be stayed in.
      score[0] = Costs.never
      state = 1
    }
    var top = SIMD8<Float>(repeating: Costs.never)
    while state + 8 <= states.upperBound {
      let same = eight(old.score + state) + eight(stay + state)
      let other = eight(old.score + state - 1) + eight(advance + state - 1)
      var here = SIMD8<Float>()
      for lane in 0..<8 { here[lane] = row[Int(heard[state + lane])] }
      let comes = other .> same
      let new = same.replacing(with: other, where: comes) + here
      top.replace(with: new, where: new .> top)
      let newPointer = eight(old.backpointer + state).replacing(
        with: eight(old.backpointer + state - 1), where: comes)
      UnsafeMutableRawPointer(score + state).storeBytes(of: new, as: SIMD8<Float>.self)
      UnsafeMutableRawPointer(backpointer + state).storeBytes(of: newPointer, as: SIMD8<Int32>.self)
      state += 8
    }
    var best = top.max()
    while state < states.upperBound {
      let same = old.score[state] + stay[state]
      let other = old.score[state - 1] + advance[state - 1]
      score[state] = max(same, other) + row[Int(heard[state])]
      backpointer[state] = other > same ? old.backpointer[state - 1] : old.backpointer[state]
      best = max(best, score[state])
      state += 1
    }
    return best
  }

  /// Before the first word the recording may begin with silence, or with other things.
  private func begin(_ tables: WordGraphTables, _ moment: Moment, _ backpointers: inout Backpointers) {
    let before = tables.words[0]
    let silence = Int(before.between) + WordGraph.pauseState
    raise(
      silence, to: moment.scores[PhoneScores.silence], backpointer: Backpointer.none)
    raise(
      silence + 1, to: moment.scores[tables.filler] + before.other,
      backpointer: backpointers.add(.filler, word: 0, from: 0, step: moment.step, previous: Backpointer.none))
  }

  /// The silence after each word, and other things.
  private func pause(
    from old: BeamFront, _ tables: WordGraphTables, _ moment: Moment, _ backpointers: inout Backpointers
  ) {
    let least = old.best - moment.beam
    let silent = moment.scores[PhoneScores.silence]
    let elsewhere = moment.scores[tables.filler]
    let (oldScore, oldPointer, score, backpointer) = (
      old.score, old.backpointer, self.score, self.backpointer
    )
    let step = Int32(truncatingIfNeeded: moment.step)
    var top = best
    for index in old.words {
      let word = tables.words + index
      let first = Int(word.pointee.between)
      let end = word.pointee.end
      if end == WordGraphTables.none || end == step, !word.pointee.isEmpty {
        // A word without a vowel to drop names its last state twice, at no likelihood.
        let early = Int(word.pointee.early)
        let whole = oldScore[first - 1] + word.pointee.leave + word.pointee.pause
        let shorter = oldScore[early] + word.pointee.leaveEarly + word.pointee.pause - Costs.droppedVowel
        let isDropped = shorter > whole
        let value = (isDropped ? shorter : whole) + silent
        score[first] = value
        backpointer[first] = oldPointer[isDropped ? early : first - 1]
        top = value > top ? value : top
      }
      // Other things begin and end in silence, and there may be silence among them.
      let pause = first + WordGraph.pauseState
      let (other, among) = (first + WordGraph.fillerState, first + WordGraph.amongState)
      let back = oldScore[other]
      if back + silent > min(score[pause], score[among]) {
        var latest = oldPointer[other]
        if back > least {
          latest = backpointers.add(.fillerEnd, word: index, from: index, step: moment.step, previous: latest)
        }
        for state in [pause, among] where back + silent > score[state] {
          score[state] = back + silent
          backpointer[state] = latest
        }
        top = max(top, back + silent)
      }
      let (anew, again) = (oldScore[pause] + word.pointee.other, oldScore[among] - tables.fillerAgain)
      let enter = max(anew, again)
      if enter > back, enter > least {
        score[other] = enter + elsewhere
        backpointer[other] = backpointers.add(
          .filler, word: index, from: index, step: moment.step,
          previous: oldPointer[again > anew ? among : pause])
        top = max(top, enter + elsewhere)
      }
    }
    best = top
  }

  /// The first state of each word, which is entered from outside.
  private func enter(
    from old: BeamFront, _ entries: WordEntries, _ tables: WordGraphTables, _ moment: Moment,
    _ backpointers: inout Backpointers
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
      var latest = entry.pointee.backpointer
      if word.pointee.isFirst || from != index - 1 {
        latest = backpointers.add(.word, word: index, from: from, step: moment.step, previous: latest)
      }
      raise(first, to: value, backpointer: latest)
    }
  }

  private func raise(_ state: Int, to value: Float, backpointer new: Int32) {
    score[state] = value
    backpointer[state] = new
    best = max(best, value)
  }
}

@inline(__always)
private func eight<T: SIMDScalar>(_ place: UnsafeMutablePointer<T>) -> SIMD8<T> {
  UnsafeRawPointer(place).loadUnaligned(as: SIMD8<T>.self)
}
