public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// What was wrong with a word that a student recited.
public enum MistakeKind: String, CaseIterable, Sendable {
  case wrong
  case leftOut = "left_out"
  case added, repeated, vowel, tajweed, hesitation, prompted

  var meaning: String {
    switch self {
    case .wrong: "another word was said"
    case .leftOut: "it was left out"
    case .added: "something was added behind it"
    case .repeated: "it was said again"
    case .vowel: "its vowels were wrong"
    case .tajweed: "it was pronounced against the rules of tajweed"
    case .hesitation: "it came after a hesitation"
    case .prompted: "somebody had to say it first"
    }
  }
}

/// A row of `assignments`: ayat that a student is to learn.
public struct AssignedAyat: Keyed {
  /// The ayat.
  public var ayat: Located<AyahRange>?
  /// The day on which they were assigned.
  public var given: Located<Timestamp>?
  /// The day by which they are to be known.
  public var due: Located<Timestamp>?
  /// The day on which they were known.
  public var learnt: Located<Timestamp>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "an assignment", "Ayat that a student is to learn.",
    [
      .key(\.ayat, "ayat", .reference, required: true, "Which they are."),
      .key(\.given, "given", .timestamp, absent: "unknown", "When they were assigned."),
      .key(\.due, "due", .timestamp, absent: "at any time", "When they are to be known by heart."),
      .key(
        \.learnt, "learnt", .timestamp, absent: "they are still to be learnt",
        "When they were known by heart."),
      .unread("note", .text, absent: "none", "A remark of the teacher."),
      .bytes(\.bytes),
    ], knownBy: [\.ayat, \.given], made: \.given)
}

/// A row of `lessons`: a recitation that was heard.
public struct Lesson: Keyed {
  /// The day of the lesson.
  public var date: Located<Timestamp>?
  /// The ayat that were recited.
  public var ayat: Located<AyahRange>?
  /// The name of the listener.
  public var heardBy: Located<String>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "a lesson", "A recitation that was heard.",
    [
      .key(\.date, "date", .timestamp, required: true, "When it was heard."),
      .key(\.ayat, "ayat", .reference, required: true, "What was recited."),
      .key(\.heardBy, "heard_by", .text, absent: "the teacher whose journal it is", "Who heard it."),
      .unread("note", .text, absent: "none", "A remark of the teacher."),
      .bytes(\.bytes),
    ], knownBy: [\.date, \.ayat], made: \.date)
}

/// A row of `mistakes`: something that was wrong with a word, or with several in a row.
public struct Mistake: Keyed {
  /// The ayah that contains the word.
  public var ayah: Located<Ayah>?
  /// The number of the word in its ayah, from 1.
  public var word: Located<Int>?
  /// The number of words from there on that are meant.
  public var words: Located<Int>?
  /// What was wrong.
  public var kind: Located<MistakeKind>?
  /// The day on which it was heard.
  public var date: Located<Timestamp>?
  /// How often it was heard that day.
  public var count: Located<Int>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "a mistake", "Something that was wrong with a word, or with several in a row.",
    [
      .key(\.ayah, "ayah", .ayah, required: true, "The ayah that has the word."),
      .key(\.word, "word", .integer(1...999), required: true, "Its number in the ayah, from 1."),
      .key(
        \.words, "words", .integer(1...99_999), absent: "1",
        "How many words from there on are meant, also of the next ayat of the surah."),
      .key(
        \.kind, "kind", FieldType<MistakeKind>.choice("a kind of mistake", describing: \.meaning),
        required: true, "What was wrong."),
      .key(\.date, "date", .timestamp, required: true, "When it was heard."),
      .key(\.count, "count", .integer(1...9999), absent: "1", "How often it was heard then."),
      .unread("note", .text, absent: "none", "A remark of the teacher."),
      .bytes(\.bytes),
    ], knownBy: [\.ayah, \.word, \.kind, \.date], made: \.date)
}

/// `journal/class/ID.yaml`: a student of a class.
public struct Student: KeyedFile {
  /// The student's name.
  public var name: Located<String>?
  /// The readable rows, in the order of the file.
  public var assignments: [AssignedAyat] = []
  /// The lessons, in the order of the file.
  public var lessons: [Lesson] = []
  /// The mistakes, in the order of the file.
  public var mistakes: [Mistake] = []

  static let keys = Keys<Self>(
    file: "a student's file", "What a teacher keeps about a student.",
    [
      .key(\.name, "name", .text, required: true, "The student's name."),
      .unread("note", .text, absent: "none", "A remark of the teacher."),
      .list(
        \.assignments, "assignments", .rows(AssignedAyat.keys), absent: "none",
        "What the student is to learn, in any order."),
      .list(
        \.lessons, "lessons", .rows(Lesson.keys), absent: "none",
        "What was heard of the student, in any order."),
      .list(
        \.mistakes, "mistakes", .rows(Mistake.keys), absent: "none",
        "What was wrong, word by word, in any order."),
    ])
}

// MARK: - The kind

extension DocumentKind {
  /// The folder of a class in a journal.
  static let className = "class"

  /// A student of a class.
  public static let student = DocumentKind(
    "student", Student.self, at: .folder("\(journalName)/\(className)"),
    rules: [
      .noSuchPlace { (file: Student) in
        file.assignments.compactMap(\.ayat) + file.lessons.compactMap(\.ayat)
          + file.mistakes.compactMap(\.ayah).map { $0.map { AyahRange($0) } }
      },
      .rowListedTwice { (file: Student) in
        func name(_ parts: String?...) -> String { parts.compactMap { $0 }.joined(separator: " ") }
        return [
          file.assignments.map { (name($0.ayat?.value.description, $0.given?.value.text), $0.bytes) },
          file.lessons.map { (name($0.date?.value.text, $0.ayat?.value.description), $0.bytes) },
          file.mistakes.map { row in
            (
              name(
                row.ayah?.value.description, row.word.map { "\($0.value)" }, row.kind?.value.rawValue,
                row.date?.value.text), row.bytes
            )
          },
        ]
      },
      .mistakeAstray, .dueBeforeGiven,
    ])
}
