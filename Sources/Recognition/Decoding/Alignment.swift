/// The place of an item in a recording.
struct AlignedItem: Hashable, Sendable {
  /// Its place in the list of items.
  var item: Int
  /// From its first sound to the end of its last.
  var frames: Range<Int>
  /// The duration of the item, relative to that of its sounds at tempo 1.
  var rate = 1.0
  /// Other sounds after it.
  var others: [Range<Int>] = []
  /// From the first sound of each word to the end of its last.
  var words: [Range<Int>] = []

  /// Adds a sound of a word.
  mutating func hear(_ frames: Range<Int>, inWord word: Int) {
    while words.count <= word { words.append(frames.lowerBound..<frames.lowerBound) }
    let start = words[word].isEmpty ? frames.lowerBound : words[word].lowerBound
    words[word] = start..<max(start, frames.upperBound)
  }
}

/// The result of a forced alignment.
struct Alignment: Sendable {
  /// The recognised items, in order. Optional items are missing if they were left out.
  var heard: [AlignedItem]
  /// Other sounds before the first item.
  var othersBefore: [Range<Int>] = []
  /// All sounds besides the items, inside of them too.
  var others: [Range<Int>] = []
  /// The slowness of the reading, relative to the model's.
  var tempo: Double
  /// The fit of both ends of each item.
  var edges: [ItemEdges] = []
  /// Recognises what other sounds are.
  var recognition: PhraseRecognition
  /// The results of searches with other settings, to see whether the answer is stable; nil if they found
  /// nothing.
  var alternatives = Alternatives()

  /// The results of other searches for the same recitation.
  struct Alternatives: Sendable {
    /// At a quicker tempo.
    var quicker: [AlignedItem]?
    /// Where the sounds count twice as much as everything else.
    var soundsFirst: [AlignedItem]?

    /// Both of them.
    var all: [[AlignedItem]?] { [quicker, soundsFirst] }
  }
}
