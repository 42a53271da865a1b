/// With what scores words can be begun at a step, and after which.
final class WordEntries {
  /// A way into a word.
  struct Entry {
    var score = WordGraph.never
    /// The word before, and the note of the way up to there.
    var from: Int32 = 0
    var note: Int32 = -1
  }

  /// By word.
  let entries: UnsafeMutablePointer<Entry>
  /// The words that may have an entry.
  private(set) var words = 0..<0

  private let tables: WordGraphTables
  private let bypasses: [WordGraph.Bypass]
  private let costs: WordGraph.Costs
  /// By block of words: the best score from which to leap, and the word before it.
  private var leaps: [(score: Float, from: Int)]

  /// Leaps lead between neighbouring blocks of so many words.
  private static let block = 64
  private static let reachBlocks = 3

  init(_ graph: WordGraph, _ tables: WordGraphTables) {
    self.tables = tables
    bypasses = graph.bypasses
    costs = graph.costs
    entries = .allocate(capacity: tables.wordCount)
    entries.initialize(repeating: Entry(), count: tables.wordCount)
    leaps = Array(repeating: (WordGraph.never, 0), count: tables.wordCount / Self.block + 1)
  }

  deinit { entries.deallocate() }

  private func offer(_ word: Int, _ score: Float, from: Int, note: Int32) {
    if score > entries[word].score {
      entries[word] = Entry(score: score, from: Int32(truncatingIfNeeded: from), note: note)
    }
  }

  /// Finds the entries of a step from the ends of words at the step before; none but the `possible` words are entered.
  func find(from old: BeamFront, step: Int, possible: Range<Int>) {
    let all = tables.wordCount
    let least = old.best - costs.beam
    // What the last step entered is cleared.
    for word in words { entries[word].score = WordGraph.never }
    let top = goOn(old)
    var reached = old.words.lowerBound..<min(all, old.words.upperBound + 1)
    if step == 0 {
      // The recording may begin with a sound.
      offer(1, 0, from: 0, note: -1)
    }
    // Whatever of the items in front may be left out.
    for way in bypasses where way.word < reached.upperBound + Self.block * Self.reachBlocks {
      guard old.words.contains(way.from) || step == 0 else { continue }
      var (value, note) = (WordGraph.never, Int32(-1))
      if old.words.contains(way.from) { (value, note) = end(of: tables.words + way.from, old) }
      if step == 0, way.from == 0 { value = max(value, 0) }
      guard value + way.score > least else { continue }
      offer(way.word, value + way.score, from: way.from, note: note)
      reached = min(reached.lowerBound, way.word)..<max(reached.upperBound, way.word + 1)
    }
    for word in reached where !possible.contains(word) { entries[word].score = WordGraph.never }
    reached = reached.clamped(to: possible)
    if top > least { leap(&reached, old, least: least, possible) }
    if tables.hasStarts {
      for word in reached where tables.words[word].start >= 0 && Int(tables.words[word].start) != step {
        entries[word].score = WordGraph.never
      }
    }
    words = reached
  }

  /// From every word to the one behind it; gives the best score of a leap from any.
  private func goOn(_ old: BeamFront) -> Float {
    for block in leaps.indices { leaps[block].score = WordGraph.never }
    let all = tables.wordCount
    var top = WordGraph.never
    var index = old.words.lowerBound
    while index < old.words.upperBound {
      let blockEnd = min(old.words.upperBound, (index / Self.block + 1) * Self.block)
      var best = (score: WordGraph.never, from: 0)
      for word in index..<blockEnd {
        let place = tables.words + word
        let between = Int(place.pointee.between)
        if word + 1 < all {
          let (value, note) = end(of: place, old)
          offer(word + 1, value, from: word, note: note)
        }
        let leap =
          old.score[between + WordGraph.pauseState] - costs.leap
          - (place.pointee.isLast ? 0 : costs.outOfMiddle)
        if leap > best.score { best = (leap, word) }
      }
      leaps[index / Self.block] = best
      top = max(top, best.score)
      index = blockEnd
    }
    return top
  }

  /// The score of having ended a word, with a pause or without.
  @inline(__always)
  private func end(
    of word: UnsafeMutablePointer<WordGraphTables.Word>, _ front: BeamFront
  ) -> (score: Float, note: Int32) {
    let between = Int(word.pointee.between)
    let pause = between + WordGraph.pauseState
    guard !word.pointee.isEmpty, word.pointee.end < 0 else { return (front.score[pause], front.note[pause]) }
    let direct = front.score[between - 1] + word.pointee.leave + word.pointee.noPause
    let isDirect = direct > front.score[pause]
    return (isDirect ? direct : front.score[pause], front.note[isDirect ? between - 1 : pause])
  }

  private func leap(
    _ reached: inout Range<Int>, _ old: BeamFront, least: Float, _ possible: Range<Int>
  ) {
    let near = max(reached.lowerBound / Self.block - Self.reachBlocks, 0)
    let far = max(reached.lowerBound, reached.upperBound - 1) / Self.block + Self.reachBlocks
    let first = max(near, possible.lowerBound / Self.block)
    let last = min(far, (possible.upperBound - 1) / Self.block)
    var low = reached.lowerBound
    var high = reached.upperBound
    for block in first...last {
      var best = (score: WordGraph.never, from: 0)
      for near in max(0, block - Self.reachBlocks)...min(leaps.count - 1, block + Self.reachBlocks)
      where leaps[near].score > best.score { best = leaps[near] }
      guard best.score > least else { continue }
      let item = tables.words[best.from].item
      let note = old.note[Int(tables.words[best.from].between) + WordGraph.pauseState]
      let targets = max(1, block * Self.block)..<min(tables.wordCount, (block + 1) * Self.block)
      for word in targets.clamped(to: possible) {
        let target = tables.words + word
        var value = best.score
        if !target.pointee.isFirst {
          // Words are repeated, hardly ever left out.
          if word > best.from, target.pointee.item == item { continue }
          value -= costs.intoMiddle * (word > best.from ? 2 : 1)
        }
        guard value > least, value > entries[word].score else { continue }
        offer(word, value, from: best.from, note: note)
        low = min(low, word)
        high = max(high, word + 1)
      }
    }
    reached = low..<high
  }

  /// A word must begin now, wherever the best way is.
  func force(_ word: Int, _ old: BeamFront) {
    var entry = entries[word]
    if !words.contains(word) { entry.score = WordGraph.never }
    if entry.score < old.best - costs.beam {
      entry.score = old.best
      for index in old.words {
        for state in tables.states(of: index..<index + 1) where old.score[state] == old.best {
          entry.from = Int32(truncatingIfNeeded: index)
          entry.note = old.note[state]
        }
      }
    }
    for index in words { entries[index].score = WordGraph.never }
    for state in tables.states(of: old.words) { old.score[state] = WordGraph.never }
    words = min(word, words.lowerBound)..<max(word + 1, words.upperBound)
    entries[word] = entry
  }
}
