public import QuranIndex
public import Timing
import YAMLDocuments

/// A row of `vocabulary.yaml`: a word that a person learns.
public struct SavedWord: Sendable {
  /// Where it stands.
  public var ayah: Located<Ayah>?
  /// Its number in the ayah, from 1.
  public var word: Located<Int>?
  /// The word.
  public var arabic: Located<String>?
  /// What it means.
  public var meaning: Located<String>?
  /// Since when it is listed.
  public var saved: Located<Timestamp>?
  /// Whether it is known by now.
  public var mastered: Located<Bool>?
  /// A remark of the person.
  public var note: Located<String>?
  /// The bytes of the row.
  public var bytes: ByteRange

  static let ayahField = Field("ayah", .ayah, absent: "unknown", "The ayah it stands in.")
  static let wordField = Field(
    "word", .integer(1...999), absent: "unknown", "Its number in the ayah, from 1.")
  static let arabicField = Field("arabic", .text, required: true, "The word.")
  static let meaningField = Field("meaning", .text, absent: "unknown", "What it means.")
  static let savedField = Field("saved", .timestamp, absent: "unknown", "When it was listed.")
  static let masteredField = Field("mastered", .flag, absent: "false", "Whether it is known by now.")
  static let noteField = Field("note", .text, absent: "none", "A remark of the person.")
  static let metField = Field(
    "met", .text, absent: "unknown", "Where it was met, such as a recording or a book.")
  static let declaration = ObjectDeclaration(
    title: "a saved word", meaning: "A word that a person learns.",
    fields: [
      ayahField, wordField, arabicField, meaningField, savedField, masteredField, noteField, metField,
    ],
    identity: .keys([ayahField.key, wordField.key, arabicField.key]), dates: .init(made: savedField.key))
}

/// `vocabulary.yaml`: words that a person learns.
public struct VocabularyFile: FileContent {
  /// The readable rows, in the order of the file.
  public var rows: [SavedWord]

  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let rowsField = Field(
    "vocabulary",
    .rows(SavedWord.declaration) { reader, _ in
      _ = reader.read(SavedWord.metField)
      return SavedWord(
        ayah: reader.read(SavedWord.ayahField), word: reader.read(SavedWord.wordField),
        arabic: reader.read(SavedWord.arabicField), meaning: reader.read(SavedWord.meaningField),
        saved: reader.read(SavedWord.savedField), mastered: reader.read(SavedWord.masteredField),
        note: reader.read(SavedWord.noteField), bytes: ByteRange(reader.node.range))
    }, required: true, "The rows, in any order.")
  static let declaration = ObjectDeclaration(
    title: "vocabulary.yaml", meaning: "Words that a person learns.", fields: [version, rowsField])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    rows = reader.read(Self.rowsField)?.value ?? []
  }
}

// MARK: - The kind

extension DocumentKind {
  /// Words that a person learns.
  public static let vocabulary = DocumentKind(
    "vocabulary", VocabularyFile.self, at: .file("\(journalName)/vocabulary.yaml"),
    rules: [
      .noSuchPlace { (file: VocabularyFile) in
        file.rows.compactMap(\.ayah).map { $0.map { AyahRange($0) } }
      },
      .rowListedTwice { (file: VocabularyFile) in
        [
          file.rows.map { row in
            let place = [row.ayah?.value.description, row.word.map { "\($0.value)" }].compactMap { $0 }
            return (row.arabic.map { ([$0.value] + place).joined(separator: " ") }, row.bytes)
          }
        ]
      },
      .savedWordAstray,
    ])
}
