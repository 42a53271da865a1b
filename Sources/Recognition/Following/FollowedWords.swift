/// The words recognised one after the other, as far as their features are still kept.
struct FollowedWords {
  struct Word: Hashable {
    /// In the graph.
    var word: Int
    /// The frame at which the word was first recognised.
    var frame: Int
  }

  private(set) var all: [Word] = []
  /// In words: how far a search may have been ahead of the reciter.
  private static let jitter = 3

  /// Adds a word that the reciter is at; nil if he is elsewhere.
  mutating func add(_ word: Int?, at frame: Int) {
    guard let word else { return all.removeAll() }
    guard let last = all.last else { return all.append(Word(word: word, frame: frame)) }
    if word == last.word { return }
    if word < last.word, last.word - word <= Self.jitter {
      while let last = all.last, last.word > word { all.removeLast() }
      if all.last?.word != word { all.append(Word(word: word, frame: frame)) }
      return
    }
    // A short word may pass unseen.
    if word < last.word || word - last.word > Self.jitter { all.removeAll() }
    all.append(Word(word: word, frame: frame))
  }

  mutating func forget(before frame: Int) { all.removeAll { $0.frame < frame } }
  /// Words are counted from another one on, before which there are none any more.
  mutating func shift(by words: Int) {
    all = all.map { Word(word: $0.word - words, frame: $0.frame) }.filter { $0.word > 0 }
  }
}
