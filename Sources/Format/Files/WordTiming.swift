public import TilawaBase
public import TilawaQuran

/// A row of `words.yaml`: when one word of an ayah is heard.
public struct WordTiming: Hashable, Sendable {
  /// The ayah of the word.
  public var ayah: Ayah
  /// Its number in the ayah, from 1, as the Uthmani text separates words.
  public var word: Int
  /// The time at which it begins.
  public var start: Milliseconds
  /// The time at which it ends.
  public var end: Milliseconds
  /// The confidence of the tool that made the row, from 0 to 1.
  public var confidence: Double?

  /// A row from `start` to `end`.
  public init(ayah: Ayah, word: Int, start: Milliseconds, end: Milliseconds, confidence: Double? = nil) {
    self.ayah = ayah
    self.word = word
    self.start = start
    self.end = end
    self.confidence = confidence
  }
}

extension WordTiming: BundleRow, Keyed {
  init() { self.init(ayah: Ayah(1, 1), word: 1, start: .zero, end: .zero) }

  /// Its keys, and the properties that they are read into.
  public static let keys = Keys<WordTiming>(
    "a word", "The timing of one word of an ayah.",
    [
      .required(\.ayah, "ayah", .ayah, "The ayah of the word."),
      .required(
        \.word, "word", .integer(1...200),
        "Number of the word in its ayah, from 1, as the Uthmani text separates words. A word said twice has two rows."
      ),
      .required(\.start, "start", .time, "Position in the recording at which it begins."),
      .required(\.end, "end", .time, "Position at which it ends."),
      .key(
        \.confidence, "confidence", .confidence, absent: "unknown",
        "Confidence of the tool that made the row."),
    ], identity: .recitation(start: "start", confirmation: nil))

  /// The file that holds such rows.
  public static let list = RowsDeclaration("words", "words.yaml", "Word timings, one row per word.", keys)

  /// The name of the row in messages.
  public var label: String { "word \(word) of \(ayah)" }
  /// The identity of its content, by which rows of two files are matched.
  public var name: RowName { .word(ayah, word) }
  /// The facts about what is heard.
  public var facts: RowFacts {
    var facts = RowFacts(ayah: AyahRange(ayah))
    facts.confidence = confidence
    return facts
  }
  /// The time at which it begins.
  public var from: Milliseconds { start }
  /// The time at which it ends; nil if it isn't given.
  public var until: Milliseconds? { end }
}

/// `words.yaml`: word timings, a row a word.
public typealias WordsFile = RowsFile<WordTiming>

extension BundleFile<WordsFile> {
  /// Reads `words.yaml` from its text.
  public init(words source: SourceText) { self = .reading(source) }
}
