public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// A row of `vocabulary.yaml`: a word that a person learns.
public struct SavedWord: Keyed {
  /// The ayah that contains it.
  public var ayah: Located<Ayah>?
  /// Its number in the ayah, from 1.
  public var word: Located<Int>?
  /// The word.
  public var arabic: Located<String>?
  /// The meaning of the word.
  public var meaning: Located<String>?
  /// Since when it is listed.
  public var saved: Located<Timestamp>?
  /// True if the person has mastered the word.
  public var mastered: Located<Bool>?
  /// A remark of the person.
  public var note: Located<String>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "a saved word", "A word that a person is learning.",
    [
      .key(\.ayah, "ayah", .ayah, absent: "unknown", "The ayah of the word."),
      .key(\.word, "word", .integer(1...999), absent: "unknown", "Its number in the ayah, from 1."),
      .key(\.arabic, "arabic", .text, required: true, "The word."),
      .key(\.meaning, "meaning", .text, absent: "unknown", "Its meaning."),
      .key(\.saved, "saved", .timestamp, absent: "unknown", "Date on which it was saved."),
      .key(\.mastered, "mastered", .flag, absent: "false", "True if the word is mastered."),
      .key(\.note, "note", .text, absent: "none", "The person's remark."),
      .unread("met", .text, absent: "unknown", "Where the person found it, such as a recording or a book."),
      .bytes(\.bytes),
    ], knownBy: [\.ayah, \.word, \.arabic], made: \.saved)
}

/// `vocabulary.yaml`: words that a person learns.
public struct VocabularyFile: KeyedFile {
  /// The readable rows, in the order of the file.
  public var rows: [SavedWord] = []

  static let keys = Keys<Self>(
    file: "vocabulary.yaml", "Words that a person is learning.",
    [.list(\.rows, "vocabulary", .rows(SavedWord.keys), required: true, "The rows, in any order.")])
}

// MARK: - The kind

extension DocumentKind {
  /// Words that a person is learning.
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
