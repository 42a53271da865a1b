/// The word entries of a step: with what score each word can be begun, and after which.
final class WordEntries {
  /// The best hypothesis that enters a word.
  struct Entry {
    var score = Costs.never
    /// The word before, and the backpointer of the hypothesis up to there.
    var from: Int32 = 0
    var backpointer = Backpointer.none
  }

  /// By word.
  let entries: UnsafeMutablePointer<Entry>
  /// The words that may have an entry.
  private(set) var words = 0..<0

  private let tables: WordGraphTables
  private let bypasses: [WordGraph.Bypass]
  private let costs: TransitionCosts
  /// By block of words: the best score from which to leap, and the word before it.
  private var leaps: [(score: Float, from: Int)]

  /// The number of words in a block; leaps lead between neighbouring blocks.
  private static let block = 64
  private static let reachBlocks = 3

  init(_ graph: WordGraph, _ tables: WordGraphTables) {
    self.tables = tables
    bypasses = graph.bypasses
    costs = graph.costs
    entries = .allocate(capacity: tables.wordCount)
    entries.initialize(repeating: Entry(), count: tables.wordCount)
    leaps = Array(repeating: (Costs.never, 0), count: tables.wordCount / Self.block + 1)
  }

  deinit { entries.deallocate() }

  private func offer(_ word: Int, _ score: Float, from: Int, backpointer: Int32) {
    if score > entries[word].score {
      entries[word] = Entry(score: score, from: Int32(truncatingIfNeeded: from), backpointer: backpointer)
    }
  }

  /// Finds the entries of a step from the ends of words at the step before. Only the `possible` words are
  /// entered.
  func find(from old: BeamFront, step: Int, possible: Range<Int>) {
    let all = tables.wordCount
    let least = old.best - costs.beam
    // What the last step entered is cleared.
    for word in words { entries[word].score = Costs.never }
    let top = goOn(old)
    var reached = old.words.lowerBound..<min(all, old.words.upperBound + 1)
    if step == 0 {
      // The recording may begin with a sound.
      offer(1, 0, from: 0, backpointer: Backpointer.none)
    }
    // Whatever of the items in front may be left out.
    for bypass in bypasses where bypass.word < reached.upperBound + Self.block * Self.reachBlocks {
      guard old.words.contains(bypass.from) || step == 0 else { continue }
      var (value, backpointer) = (Costs.never, Backpointer.none)
      if old.words.contains(bypass.from) { (value, backpointer) = end(of: tables.words + bypass.from, old) }
      if step == 0, bypass.from == 0 { value = max(value, 0) }
      guard value + bypass.score > least else { continue }
      offer(bypass.word, value + bypass.score, from: bypass.from, backpointer: backpointer)
      reached = min(reached.lowerBound, bypass.word)..<max(reached.upperBound, bypass.word + 1)
    }
    for word in reached where !possible.contains(word) { entries[word].score = Costs.never }
    reached = reached.clamped(to: possible)
    if top > least { leap(&reached, old, least: least, possible) }
    if tables.hasStarts {
      for word in reached
      where tables.words[word].start != WordGraphTables.none && Int(tables.words[word].start) != step {
        entries[word].score = Costs.never
      }
    }
    words = reached
  }

  /// Goes on from every word to the one behind it; returns the best score of a leap from any.
  private func goOn(_ old: BeamFront) -> Float {
    for block in leaps.indices { leaps[block].score = Costs.never }
    let all = tables.wordCount
    var top = Costs.never
    var index = old.words.lowerBound
    while index < old.words.upperBound {
      let blockEnd = min(old.words.upperBound, (index / Self.block + 1) * Self.block)
      var best = (score: Costs.never, from: 0)
      for word in index..<blockEnd {
        let place = tables.words + word
        let between = Int(place.pointee.between)
        if word + 1 < all {
          let (value, backpointer) = end(of: place, old)
          offer(word + 1, value, from: word, backpointer: backpointer)
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
  ) -> (score: Float, backpointer: Int32) {
    let between = Int(word.pointee.between)
    let pause = between + WordGraph.pauseState
    guard !word.pointee.isEmpty, word.pointee.end == WordGraphTables.none else {
      return (front.score[pause], front.backpointer[pause])
    }
    let direct = front.score[between - 1] + word.pointee.leave + word.pointee.noPause
    let isDirect = direct > front.score[pause]
    return (isDirect ? direct : front.score[pause], front.backpointer[isDirect ? between - 1 : pause])
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
      var best = (score: Costs.never, from: 0)
      for near in max(0, block - Self.reachBlocks)...min(leaps.count - 1, block + Self.reachBlocks)
      where leaps[near].score > best.score { best = leaps[near] }
      guard best.score > least else { continue }
      let item = tables.words[best.from].item
      let backpointer = old.backpointer[Int(tables.words[best.from].between) + WordGraph.pauseState]
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
        offer(word, value, from: best.from, backpointer: backpointer)
        low = min(low, word)
        high = max(high, word + 1)
      }
    }
    reached = low..<high
  }

  /// A word must begin now, wherever the best hypothesis is.
  func force(_ word: Int, _ old: BeamFront) {
    var entry = entries[word]
    if !words.contains(word) { entry.score = Costs.never }
    if entry.score < old.best - costs.beam {
      entry.score = old.best
      for index in old.words {
        for state in tables.states(of: index..<index + 1) where old.score[state] == old.best {
          entry.from = Int32(truncatingIfNeeded: index)
          entry.backpointer = old.backpointer[state]
        }
      }
    }
    for index in words { entries[index].score = Costs.never }
    for state in tables.states(of: old.words) { old.score[state] = Costs.never }
    words = min(word, words.lowerBound)..<max(word + 1, words.upperBound)
    entries[word] = entry
  }
}
