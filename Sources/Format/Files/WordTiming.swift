public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// A row of `words.yaml`: when one word of an ayah is heard.
public struct WordTiming: Sendable {
  /// The ayah the word is of.
  public var ayah: Located<Ayah>
  /// Its number in the ayah, from 1, as the Uthmani text separates words.
  public var word: Located<Int>
  /// Where it begins.
  public var start: Located<Milliseconds>
  /// Where it ends.
  public var end: Located<Milliseconds>
  /// How sure the tool was that made the row, 0 to 1.
  public var confidence: Located<Double>?
  /// The row's place in the list, from 0.
  public var index: Int
  /// The bytes of the row, braces included.
  public var bytes: ByteRange
}

extension WordTiming {
  static let ayahField = Field("ayah", .ayah, required: true, "The ayah the word is of.")
  static let wordField = Field(
    "word", .integer(1...200), required: true,
    "Number of the word in its ayah, from 1, as the Uthmani text separates words. A word said twice has two rows."
  )
  static let startField = Field(
    "start", .time, required: true, "Position in the recording at which it begins.")
  static let endField = Field("end", .time, required: true, "Position at which it ends.")
  static let confidenceField = Field(
    "confidence", .confidence, absent: "unknown", "How sure the tool was that made the row.")

  static let declaration = ObjectDeclaration(
    title: "a word", meaning: "When one word of an ayah is heard.",
    fields: [ayahField, wordField, startField, endField, confidenceField],
    identity: .recitation(start: startField.key, confirmation: nil))

  init?(_ reader: ObjectReader, index: Int) {
    let ayah = reader.read(Self.ayahField)
    let word = reader.read(Self.wordField)
    let start = reader.read(Self.startField)
    let end = reader.read(Self.endField)
    confidence = reader.read(Self.confidenceField)
    guard let ayah, let word, let start, let end else { return nil }
    self.ayah = ayah
    self.word = word
    self.start = start
    self.end = end
    self.index = index
    bytes = ByteRange(reader.node.range)
  }
}

/// `words.yaml`: word timings, a row a word.
public struct WordsFile: Sendable {
  /// The readable rows, in the order of the file.
  public var rows: [WordTiming]

  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let rowsField = Field(
    "words", .rows(WordTiming.declaration) { WordTiming($0, index: $1) }, required: true,
    "The rows, in the order in which they are heard.")
  static let declaration = ObjectDeclaration(
    title: "words.yaml", meaning: "Word timings, one row a word.", fields: [version, rowsField])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    rows = reader.read(Self.rowsField)?.value ?? []
  }
}

extension WordsFile: RowsContent {
  typealias Scanned = ScannedWord

  private init(rows: [WordTiming]) { self.rows = rows }

  func with(_ rows: [WordTiming], moving others: (WordTiming) -> WordTiming?) -> Self {
    var file = self
    file.rows = rows
    return file
  }

  static func scanned(_ bytes: [UInt8]) -> Self? {
    scanRows(ScannedWord.self, in: bytes).map { Self(rows: $0) }
  }
}

extension BundleFile<WordsFile> {
  /// Reads `words.yaml` from its text.
  public init(words source: SourceText) { self = .reading(source) }
}
