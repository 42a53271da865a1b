import TilawaQuran
import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The cost of beginning anywhere in the grammar, in the unit of `Costs`.
struct AnywhereCosts: Sendable {
  var atAyah: Float
  var inside: Float

  /// That of beginning after a word.
  func cost(_ isLast: Bool) -> Float { isLast ? atAyah : inside }
}

/// The search of `BeamDecoder`, one step at a time, for a sound that is still going on. It gives the place
/// after each step.
///
/// Nothing is traced back. The best state of the front is the place. The difference from the best one
/// elsewhere shows how sure that is. A word out of turn is accepted as soon as it is better than all that is
/// in turn.
final class FollowingBeam {
  /// The place after a step.
  struct Place: Hashable, Sendable {
    /// Its word in the graph; nil if another sound is recognised, or nothing was yet.
    var word: Int?
    /// The probability that its item is the right one, and that its word is.
    var itemShare = 0.0
    var wordShare = 0.0
    /// By how much it is better than other things, in the unit of `Costs`.
    var lead: Float = 0
  }

  let graph: WordGraph
  private let tables: WordGraphTables
  private let entries: WordEntries
  private var old: BeamFront
  private var new: BeamFront
  private var backpointers = Backpointers()
  private var step = 1

  /// The number of steps after which backpointers of abandoned hypotheses are dropped.
  private static let stepsBetweenCleaning = 50

  init(_ graph: WordGraph) {
    self.graph = graph
    tables = WordGraphTables(graph)
    entries = WordEntries(graph, tables)
    old = BeamFront(states: tables.stateCount)
    new = BeamFront(states: tables.stateCount)
  }

  /// Begins anew in a pause before any word: before `openings` at no cost.
  func begin(_ costs: AnywhereCosts, openings: Set<Int>) {
    old.words = 0..<tables.wordCount
    for state in 0..<tables.stateCount {
      old.score[state] = Costs.never
      old.backpointer[state] = Backpointer.none
    }
    for word in 0..<tables.wordCount {
      let cost = openings.contains(word + 1) ? 0 : costs.cost(tables.words[word].isLast)
      old.score[pause(word)] = -cost
    }
    old.best = 0
    backpointers = Backpointers()
  }

  /// Goes on where another search is, whose word `shift` is this one's word 0; false when that is nowhere here.
  func goOn(from other: FollowingBeam, shift: Int) -> Bool {
    for state in 0..<tables.stateCount {
      old.score[state] = Costs.never
      old.backpointer[state] = Backpointer.none
    }
    backpointers = Backpointers()
    old.best = Costs.never
    let front = other.old
    let known =
      max(
        1, front.words.lowerBound - shift)..<max(
        1, min(tables.wordCount, front.words.upperBound - shift))
    guard !known.isEmpty else { return false }
    for word in known {
      let (here, there) = (tables.words[word], other.tables.words[word + shift])
      let (count, known) = (Int(here.between - here.first), Int(there.between - there.first))
      guard count > 0, known > 0 else { continue }
      for place in 0..<count + WordGraph.statesBetween {
        let from = place < count ? place * known / count : known + place - count
        let score = front.score[Int(there.first) + from]
        old.score[Int(here.first) + place] = score
        old.best = max(old.best, score)
      }
    }
    old.words = known
    return !Costs.isNever(old.best)
  }

  private func pause(_ word: Int) -> Int { Int(tables.words[word].between) + WordGraph.pauseState }

  /// If the place is in a pause, allows any other place at this cost.
  func open(_ costs: AnywhereCosts) {
    var best = (score: Costs.never, backpointer: Backpointer.none)
    for word in old.words {
      let pause = Int(tables.words[word].between) + WordGraph.pauseState
      for state in pause...pause + 1 where old.score[state] > best.score {
        best = (old.score[state], old.backpointer[state])
      }
    }
    guard best.score > old.best - 1 else { return }
    let (low, high) = (old.words.lowerBound, old.words.upperBound)
    for word in 0..<tables.wordCount {
      let place = tables.words + word
      let pause = Int(place.pointee.between) + WordGraph.pauseState
      let score = best.score - costs.cost(place.pointee.isLast)
      if word < low || word >= high {
        for state in tables.states(of: word..<word + 1) { old.score[state] = Costs.never }
      } else if old.score[pause] >= score {
        continue
      }
      old.score[pause] = score
      old.backpointer[pause] = best.backpointer
    }
    old.words = 0..<tables.wordCount
  }

  /// Processes the scores of a step, one for each row of `PhoneScores`.
  func advance(_ scores: [Float]) {
    let row = scores.map { $0 - old.best }
    entries.find(from: old, step: step, possible: 0..<tables.wordCount)
    row.withUnsafeBufferPointer { row in
      guard let row = row.baseAddress else { return }
      new.advance(
        from: old, entries, tables, .init(step: step, scores: row, beam: graph.costs.beam), &backpointers)
    }
    swap(&old, &new)
    if step % Self.stepsBetweenCleaning == 0 {
      old.compact(&backpointers, tables.states(of: old.words), beam: graph.costs.beam)
    }
    step += 1
  }

  /// Returns the place where the best hypothesis last left the order of the words: the word before, and the
  /// one behind. Nil if it never did.
  func latestLeap() -> (after: Int, to: Int)? {
    var best = (score: Costs.never, backpointer: Backpointer.none)
    for state in tables.states(of: old.words) where old.score[state] > best.score {
      best = (old.score[state], old.backpointer[state])
    }
    let leap = backpointers.trace(to: best.backpointer).last { $0.kind == .word && $0.from != $0.word - 1 }
    return leap.map { (Int($0.from), Int($0.word)) }
  }

  /// The score of the latest step in the best hypothesis.
  var latest: Float { max(old.best, Self.leastLatest) }
  /// Lower is what can't be reached.
  private static let leastLatest: Float = -100

  /// Returns the current place.
  func place() -> Place {
    var (best, bestWord, filler) = (Costs.never, 0, Costs.never)
    var tops: [(word: Int, score: Float)] = []
    let near = old.best - Self.reach
    for word in old.words {
      let flat = tables.words + word
      let states = tables.states(of: word..<word + 1)
      let elsewhere = Int(flat.pointee.between) + WordGraph.fillerState
      var top = Costs.never
      for state in states where state != elsewhere && old.score[state] > top { top = old.score[state] }
      filler = max(filler, old.score[elsewhere])
      if top > best { (best, bestWord) = (top, word) }
      if top > near { tops.append((word, top)) }
    }
    guard best > filler, bestWord > 0 else { return Place(word: nil) }
    var (all, item, own) = (0.0, 0.0, 0.0)
    let bestItem = tables.words[bestWord].item
    for (word, score) in tops {
      let share = exp(Double(score - best) * Self.sharpness)
      all += share
      if tables.words[word].item == bestItem { item += share }
      if word == bestWord { own += share }
    }
    all += exp(Double(filler - best) * Self.sharpness)
    return Place(word: bestWord, itemShare: item / all, wordShare: own / all, lead: best - filler)
  }

  private static let reach: Float = 40
  private static let sharpness = 0.5
}
