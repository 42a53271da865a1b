/// Where an item is heard.
struct AlignedItem: Hashable, Sendable {
  /// Its place in the list of items.
  var item: Int
  /// From its first sound to the end of its last.
  var frames: Range<Int>
  /// How long that is, against what its sounds take at tempo 1.
  var rate = 1.0
  /// Other things that are heard after it.
  var others: [Range<Int>] = []
  /// From the first sound of each word to the end of its last.
  var words: [Range<Int>] = []

  /// Takes up a sound of a word.
  mutating func hear(_ frames: Range<Int>, inWord word: Int) {
    while words.count <= word { words.append(frames.lowerBound..<frames.lowerBound) }
    let start = words[word].isEmpty ? frames.lowerBound : words[word].lowerBound
    words[word] = start..<max(start, frames.upperBound)
  }
}

/// What a forced alignment found.
struct Alignment: Sendable {
  /// What is heard, in order. Items that may be left out are missing where they were.
  var heard: [AlignedItem]
  /// Other things that are heard before the first item.
  var othersBefore: [Range<Int>] = []
  /// All that is heard besides the items, inside of them too.
  var others: [Range<Int>] = []
  /// How slow the reading is, against the model's.
  var tempo: Double
  /// How well the ends of each item fit.
  var edges: [ItemEdges] = []
  /// Tells what other things are.
  var recognition: PhraseRecognition
  /// What searches found that ask in another way, to see whether the answer holds; nil where they found nothing.
  var alternatives = Alternatives()

  /// The same recitation as other searches have it.
  struct Alternatives: Sendable {
    /// At a quicker tempo.
    var quicker: [AlignedItem]?
    /// Where the sounds count twice as much as everything else.
    var soundsFirst: [AlignedItem]?

    /// Both of them.
    var all: [[AlignedItem]?] { [quicker, soundsFirst] }
  }
}
