/// A note of a hypothesis where it begins a word out of turn, or a filler. These notes are enough to restore
/// its words.
struct Backpointer: Sendable {
  enum Kind: UInt8, Sendable { case word, filler, fillerEnd }

  /// The number of no backpointer.
  static let none: Int32 = -1

  var kind: Kind
  /// The word that begins, or after which other sounds begin.
  var word: Int32
  /// The word that was over before.
  var from: Int32
  var step: Int32
  /// The number of the one before.
  var previous: Int32
}

/// The backpointers of all hypotheses that a search still follows.
///
/// It is a tree of word ends, as in every decoder that keeps words and no states. (Ney: The use of a
/// one-stage dynamic programming algorithm for connected word recognition, IEEE Trans. ASSP 32, 1984.) Our
/// own addition is that words in turn leave nothing in it.
struct Backpointers {
  private var all: [Backpointer] = []
  /// The number of backpointers that no hypothesis led to at the last tidying, and the number that were left
  /// then.
  private var tidied = 0
  private var left = 0
  /// The number of added backpointers after which those that no hypothesis within the beam leads to are
  /// dropped.
  private static let most = 1 << 20
  /// The least number at which backpointers are tidied, if they are also twice as many as were left. A
  /// million take much memory, most of it for nothing.
  private static let fewest = 1 << 16

  /// True if it is time to `compact`, by the number that there would be without tidying.
  var isFull: Bool { all.count + tidied > Self.most }
  /// True if it is time to `tidy`.
  var isUntidy: Bool { all.count > max(Self.fewest, 2 * left) }

  /// Adds a backpointer and returns its number.
  mutating func add(
    _ kind: Backpointer.Kind, word: Int, from: Int, step: Int, previous: Int32
  ) -> Int32 {
    all.append(
      Backpointer(
        kind: kind, word: Int32(truncatingIfNeeded: word), from: Int32(truncatingIfNeeded: from),
        step: Int32(truncatingIfNeeded: step), previous: previous))
    return Int32(truncatingIfNeeded: all.count - 1)
  }

  /// Those of the hypothesis that ends with one, in order of time.
  func trace(to last: Int32) -> [Backpointer] {
    var trace: [Backpointer] = []
    var number = last
    while number != Backpointer.none {
      trace.append(all[Int(number)])
      number = all[Int(number)].previous
    }
    return trace.reversed()
  }

  /// Compacts the backpointers, but keeps those that any hypothesis leads to. Counts those that were dropped.
  mutating func tidy(keeping live: some Sequence<Int32>) -> [Int32] {
    let (count, before) = (all.count, tidied)
    let places = compact(keeping: live)
    tidied = before + count - all.count
    return places
  }

  /// Drops the backpointers that none of the `live` ones leads to; returns the new number of each old one.
  mutating func compact(keeping live: some Sequence<Int32>) -> [Int32] {
    var isUsed = [Bool](repeating: false, count: all.count)
    for last in live {
      var number = last
      while number != Backpointer.none, !isUsed[Int(number)] {
        isUsed[Int(number)] = true
        number = all[Int(number)].previous
      }
    }
    var places = [Int32](repeating: Backpointer.none, count: all.count)
    var kept: [Backpointer] = []
    for (index, old) in all.enumerated() where isUsed[index] {
      places[index] = Int32(truncatingIfNeeded: kept.count)
      var new = old
      if old.previous != Backpointer.none { new.previous = places[Int(old.previous)] }
      kept.append(new)
    }
    all = kept
    (tidied, left) = (0, all.count)
    return places
  }
}
