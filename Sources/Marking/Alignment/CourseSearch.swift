import Audio

/// What course a recitation takes through a passage: where about each ayah is heard, what is repeated or left out, and where
/// something else is heard in between.
///
/// One step of time after the other, over all states of the graph whose score comes near the best one. The
/// result is good to about a second; `SegmentSearch` finds the exact places around it.
struct CourseSearch {
  /// What is noted of a way through the graph: all that is needed to tell its course.
  struct Note: Sendable {
    enum Kind: UInt8, Sendable { case word, other, otherEnd }

    var kind: Kind
    /// The word that begins, or after which other things are heard.
    var word: Int32
    /// The word that was over before.
    var from: Int32
    var step: Int32
    /// The note before; -1 for none.
    var previous: Int32
  }

  /// The notes of the best way, in order of time.
  struct Way: Sendable {
    var notes: [Note]
    /// The last word that is heard.
    var lastWord: Int
    var score: Double
  }

  private let graph: CourseGraph
  private let scores: SoundScores
  private let steps: Int
  /// Leaps lead between neighbouring blocks of so many words.
  private static let block = 64
  private static let reachBlocks = 3
  /// Notes that no way leads to any more are dropped when there are so many.
  private static let mostNotes = 1 << 20

  init(_ graph: CourseGraph, _ scores: SoundScores) {
    self.graph = graph
    self.scores = scores
    steps = scores.count / CourseGraph.framesPerStep
  }

  /// The state of the search at one step.
  private struct Front {
    var score: [Float]
    var note: [Int32]
    /// The words that are looked at.
    var words: Range<Int>
    var best: Float = 0
  }

  /// The best way; nil when the recording is too short for anything.
  func best() -> Way? {
    guard steps > 0, graph.words.count > 1 else { return nil }
    let count = graph.heard.count
    var old = Front(
      score: [Float](repeating: CourseGraph.never, count: count), note: [Int32](repeating: -1, count: count),
      words: 0..<1)
    var new = old
    var notes: [Note] = []
    var offset = 0.0
    var entry = Entries(count: graph.words.count)
    let pins = pinnedSteps()
    var row = [Float](repeating: 0, count: SoundScores.other + 1)
    for step in 0..<steps {
      for sound in row.indices {
        let from = step * CourseGraph.framesPerStep
        row[sound] = Float(scores.sum(sound, from..<from + CourseGraph.framesPerStep)) - old.best
      }
      row[SoundScores.other] -= graph.costs.otherFrame * Float(CourseGraph.framesPerStep)
      offset += Double(old.best)
      enter(&entry, from: old, step: step)
      if let pinned = pins[step] { force(pinned, &entry, &old) }
      advance(&new, from: old, entry, row, step: step, &notes)
      swap(&old, &new)
      if old.best <= CourseGraph.never / 2 { return nil }
      if notes.count > Self.mostNotes { compact(&notes, &old) }
    }
    return finish(old, notes, offset)
  }

  // MARK: From one step to the next

  /// With what scores words can be begun, and after which.
  private struct Entries {
    var score: [Float]
    var from: [Int32]
    var note: [Int32]
    /// By block of words: the best score from which to leap, and the word before it.
    var leap: [Float]
    var leapFrom: [Int32]
    var words = 0..<0

    init(count: Int) {
      score = [Float](repeating: CourseGraph.never, count: count)
      from = [Int32](repeating: 0, count: count)
      note = [Int32](repeating: -1, count: count)
      let blocks = count / CourseSearch.block + 1
      leap = [Float](repeating: CourseGraph.never, count: blocks)
      leapFrom = [Int32](repeating: 0, count: blocks)
    }

    mutating func offer(_ word: Int, _ value: Float, from: Int, note: Int32) {
      guard value > score[word] else { return }
      score[word] = value
      self.from[word] = Int32(truncatingIfNeeded: from)
      self.note[word] = note
    }
  }

  private func enter(_ entry: inout Entries, from old: Front, step: Int) {
    let all = graph.words.count
    let least = old.best - graph.costs.beam
    for block in entry.leap.indices { entry.leap[block] = CourseGraph.never }
    // What the last step entered is cleared.
    for word in entry.words { entry.score[word] = CourseGraph.never }
    var top = CourseGraph.never
    for index in old.words {
      let word = graph.words[index]
      let pause = word.states.upperBound + 2
      let after = old.score[pause]
      if index + 1 < all {
        let (value, note) = end(of: index, old)
        entry.offer(index + 1, value, from: index, note: note)
      }
      let leap = after - graph.costs.leap - (word.isLast ? 0 : graph.costs.outOfMiddle)
      if leap > entry.leap[index / Self.block] {
        entry.leap[index / Self.block] = leap
        entry.leapFrom[index / Self.block] = Int32(truncatingIfNeeded: index)
        top = max(top, leap)
      }
    }
    var reached = old.words.lowerBound..<min(all, old.words.upperBound + 1)
    if step == 0 {
      // The recording may begin with a sound.
      entry.offer(1, 0, from: 0, note: -1)
    }
    // Whatever of the items in front may be left out.
    for way in graph.bypasses where way.word < reached.upperBound + Self.block * Self.reachBlocks {
      guard old.words.contains(way.from) || step == 0 else { continue }
      var (value, note) = (CourseGraph.never, Int32(-1))
      if old.words.contains(way.from) { (value, note) = end(of: way.from, old) }
      if step == 0, way.from == 0 { value = max(value, 0) }
      guard value + way.score > least else { continue }
      entry.offer(way.word, value + way.score, from: way.from, note: note)
      reached = min(reached.lowerBound, way.word)..<max(reached.upperBound, way.word + 1)
    }
    if top > least { leap(&entry, &reached, old, least: least) }
    for word in reached where graph.words[word].start.map({ $0 != step }) ?? false {
      entry.score[word] = CourseGraph.never
    }
    entry.words = reached
  }

  /// The score of having ended a word, with a pause or without.
  private func end(of index: Int, _ front: Front) -> (score: Float, note: Int32) {
    let word = graph.words[index]
    let pause = word.states.upperBound + 2
    var result = (front.score[pause], front.note[pause])
    if let last = word.states.last, word.end == nil {
      let direct = front.score[last] + graph.advance[last] + graph.noPause[index]
      if direct > result.0 { result = (direct, front.note[last]) }
    }
    return result
  }

  private func leap(_ entry: inout Entries, _ reached: inout Range<Int>, _ old: Front, least: Float) {
    let blocks = entry.leap.count
    let first = max(0, reached.lowerBound / Self.block - Self.reachBlocks)
    let last = min(blocks - 1, (reached.upperBound - 1) / Self.block + Self.reachBlocks)
    var low = reached.lowerBound
    var high = reached.upperBound
    for block in first...last {
      var best = CourseGraph.never
      var from = 0
      for near in max(0, block - Self.reachBlocks)...min(blocks - 1, block + Self.reachBlocks)
      where entry.leap[near] > best {
        best = entry.leap[near]
        from = Int(entry.leapFrom[near])
      }
      guard best > least else { continue }
      let note = old.note[graph.words[from].states.upperBound + 2]
      for word in max(1, block * Self.block)..<min(graph.words.count, (block + 1) * Self.block) {
        let target = graph.words[word]
        var value = best
        if !target.isFirst {
          // Words are repeated, hardly ever left out.
          if word > from, target.item == graph.words[from].item { continue }
          value -= graph.costs.intoMiddle * (word > from ? 2 : 1)
        }
        guard value > least, value > entry.score[word] else { continue }
        entry.offer(word, value, from: from, note: note)
        low = min(low, word)
        high = max(high, word + 1)
      }
    }
    reached = low..<high
  }

  private func advance(
    _ new: inout Front, from old: Front, _ entry: Entries, _ row: [Float], step: Int, _ notes: inout [Note]
  ) {
    let least = old.best - graph.costs.beam
    let reached =
      min(
        old.words.lowerBound, entry.words.lowerBound)..<max(
        old.words.upperBound, entry.words.upperBound)
    // Words outside have no scores yet, or old ones.
    let states =
      graph.words[reached.lowerBound].states
      .lowerBound..<(graph.words[reached.upperBound - 1].states
      .upperBound + CourseGraph.statesBetween)
    let known =
      graph.words[old.words.lowerBound].states
      .lowerBound..<(graph.words[old.words.upperBound - 1].states
      .upperBound + CourseGraph.statesBetween)
    var best = CourseGraph.never
    old.score.withUnsafeBufferPointer { score in
      old.note.withUnsafeBufferPointer { note in
        new.score.withUnsafeMutableBufferPointer { next in
          new.note.withUnsafeMutableBufferPointer { nextNote in
            graph.stay.withUnsafeBufferPointer { stay in
              graph.advance.withUnsafeBufferPointer { advance in
                graph.heard.withUnsafeBufferPointer { heard in
                  row.withUnsafeBufferPointer { row in
                    for state in states {
                      guard known.contains(state) else {
                        next[state] = CourseGraph.never
                        continue
                      }
                      let same = score[state] + stay[state]
                      let other =
                        state > known.lowerBound ? score[state - 1] + advance[state - 1] : CourseGraph.never
                      let here = row[Int(heard[state])]
                      if other > same, state > known.lowerBound {
                        next[state] = other + here
                        nextNote[state] = note[state - 1]
                      } else {
                        next[state] = same + here
                        nextNote[state] = note[state]
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
    for index in reached {
      let word = graph.words[index]
      let isKnown = old.words.contains(index)
      begin(index, word, isKnown, &new, old, entry, row, step: step, least, &notes)
      between(index, word, isKnown, &new, old, row, step: step, least, &notes)
    }
    // What is far below the best is given up at both ends.
    for state in states { best = max(best, new.score[state]) }
    new.best = best
    func isAlive(_ index: Int) -> Bool {
      let word = graph.words[index]
      for state in word.states.lowerBound..<word.states.upperBound + CourseGraph.statesBetween
      where new.score[state] > best - graph.costs.beam { return true }
      return false
    }
    var (low, high) = (reached.lowerBound, reached.upperBound)
    while low < high - 1, !isAlive(low) { low += 1 }
    while high - 1 > low, !isAlive(high - 1) { high -= 1 }
    new.words = low..<high
  }

  /// The first state of a word, which is entered from outside.
  private func begin(
    _ index: Int, _ word: CourseGraph.Word, _ isKnown: Bool, _ new: inout Front, _ old: Front,
    _ entry: Entries, _ row: [Float], step: Int, _ least: Float, _ notes: inout [Note]
  ) {
    guard let first = word.states.first else { return }
    let stay = isKnown ? old.score[first] + graph.stay[first] : CourseGraph.never
    let enter = entry.words.contains(index) ? entry.score[index] : CourseGraph.never
    let here = row[Int(graph.heard[first])]
    if enter > stay, enter > least {
      new.score[first] = enter + here
      var note = entry.note[index]
      let from = Int(entry.from[index])
      if word.isFirst || from != index - 1 {
        notes.append(
          Note(
            kind: .word, word: Int32(truncatingIfNeeded: index), from: Int32(truncatingIfNeeded: from),
            step: Int32(truncatingIfNeeded: step), previous: note))
        note = Int32(truncatingIfNeeded: notes.count - 1)
      }
      new.note[first] = note
    } else {
      new.score[first] = stay + here
      if isKnown { new.note[first] = old.note[first] }
    }
  }

  /// The silence after a word, and other things.
  private func between(
    _ index: Int, _ word: CourseGraph.Word, _ isKnown: Bool, _ new: inout Front, _ old: Front,
    _ row: [Float], step: Int, _ least: Float, _ notes: inout [Note]
  ) {
    let first = word.states.upperBound
    let silent = row[SoundModel.Class.silence.rawValue]
    var value = CourseGraph.never
    if !word.states.isEmpty, isKnown, word.end == nil || word.end == step {
      let last = first - 1
      value = old.score[last] + graph.advance[last] + graph.pause[index]
      new.note[first] = old.note[last]
      if let dropped = graph.dropped[index], dropped > word.states.lowerBound {
        let shorter =
          old.score[dropped - 1] + graph.advance[dropped - 1] + graph.pause[index] - Self.droppedVowelCost
        if shorter > value {
          value = shorter
          new.note[first] = old.note[dropped - 1]
        }
      }
    } else if word.states.isEmpty, step == 0 {
      // Before the first word the recording may begin with silence, or with other things.
      new.score[first + 2] = silent
      new.score[first + 3] = row[SoundScores.other] + graph.other[index]
      new.note[first + 2] = -1
      note(.other, index, step: step, previous: -1, &notes, &new.note[first + 3])
      new.score[first] = CourseGraph.never
      new.score[first + 1] = CourseGraph.never
      return
    }
    new.score[first] = value + silent
    guard isKnown else {
      new.score[first + 3] = CourseGraph.never
      return
    }
    // Other things begin and end in silence.
    let back = old.score[first + 3]
    if back + silent > new.score[first + 2] {
      new.score[first + 2] = back + silent
      if back > least {
        note(.otherEnd, index, step: step, previous: old.note[first + 3], &notes, &new.note[first + 2])
      } else {
        new.note[first + 2] = old.note[first + 3]
      }
    }
    let here = row[SoundScores.other]
    let enter = old.score[first + 2] + graph.other[index]
    if enter > old.score[first + 3], enter > least {
      new.score[first + 3] = enter + here
      note(.other, index, step: step, previous: old.note[first + 2], &notes, &new.note[first + 3])
    } else {
      new.score[first + 3] = old.score[first + 3] + here
      new.note[first + 3] = old.note[first + 3]
    }
  }

  private static let droppedVowelCost: Float = 6

  private func note(
    _ kind: Note.Kind, _ word: Int, step: Int, previous: Int32, _ notes: inout [Note], _ place: inout Int32
  ) {
    notes.append(
      Note(
        kind: kind, word: Int32(truncatingIfNeeded: word), from: Int32(truncatingIfNeeded: word),
        step: Int32(truncatingIfNeeded: step), previous: previous))
    place = Int32(truncatingIfNeeded: notes.count - 1)
  }

  // MARK: What is settled

  /// By step: the words that begin there.
  private func pinnedSteps() -> [Int: Int] {
    var result: [Int: Int] = [:]
    for (index, word) in graph.words.enumerated() {
      if let start = word.start { result[min(start, max(0, steps - 1))] = index }
    }
    return result
  }

  /// A word must begin here, wherever the best way is.
  private func force(_ word: Int, _ entry: inout Entries, _ old: inout Front) {
    var score = entry.words.contains(word) ? entry.score[word] : CourseGraph.never
    var (from, note) = (Int(entry.from[word]), entry.note[word])
    if score < old.best - graph.costs.beam {
      score = old.best
      for index in old.words {
        let states = graph.words[index].states
        for state in states.lowerBound..<states.upperBound + CourseGraph.statesBetween
        where old.score[state] == old.best {
          from = index
          note = old.note[state]
        }
      }
    }
    for index in entry.words { entry.score[index] = CourseGraph.never }
    for index in old.words {
      let states = graph.words[index].states
      for state in states.lowerBound..<states.upperBound + CourseGraph.statesBetween {
        old.score[state] = CourseGraph.never
      }
    }
    entry.words = min(word, entry.words.lowerBound)..<max(word + 1, entry.words.upperBound)
    entry.score[word] = score
    entry.from[word] = Int32(truncatingIfNeeded: from)
    entry.note[word] = note
  }

  // MARK: The end

  private func finish(_ front: Front, _ notes: [Note], _ offset: Double) -> Way? {
    var best = CourseGraph.never
    var place = (word: 0, note: Int32(-1))
    for index in front.words where index > 0 {
      let word = graph.words[index]
      var cost: Float = 0
      if index + 1 < graph.words.count {
        cost = graph.costs.leap + (word.isLast ? 0 : graph.costs.outOfMiddle)
      }
      for state in word.states.upperBound - 1..<word.states.upperBound + CourseGraph.statesBetween
      where front.score[state] - cost > best {
        best = front.score[state] - cost
        place = (index, front.note[state])
      }
    }
    guard best > CourseGraph.never / 2 else { return nil }
    var way: [Note] = []
    var note = place.note
    while note >= 0 {
      way.append(notes[Int(note)])
      note = notes[Int(note)].previous
    }
    return Way(notes: way.reversed(), lastWord: place.word, score: offset + Double(best))
  }

  /// Forgets notes that no way leads to any more.
  private func compact(_ notes: inout [Note], _ front: inout Front) {
    var isUsed = [Bool](repeating: false, count: notes.count)
    let states =
      graph.words[front.words.lowerBound].states
      .lowerBound..<(graph.words[front.words.upperBound - 1]
      .states.upperBound + CourseGraph.statesBetween)
    for state in states where front.score[state] > front.best - graph.costs.beam {
      var note = Int(front.note[state])
      while note >= 0, !isUsed[note] {
        isUsed[note] = true
        note = Int(notes[note].previous)
      }
    }
    var places = [Int32](repeating: -1, count: notes.count)
    var kept: [Note] = []
    for (index, note) in notes.enumerated() where isUsed[index] {
      places[index] = Int32(truncatingIfNeeded: kept.count)
      var note = note
      if note.previous >= 0 { note.previous = places[Int(note.previous)] }
      kept.append(note)
    }
    for state in states {
      let note = front.note[state]
      front.note[state] = note >= 0 ? places[Int(note)] : -1
      if note >= 0, front.note[state] < 0 { front.score[state] = CourseGraph.never }
    }
    notes = kept
  }
}
