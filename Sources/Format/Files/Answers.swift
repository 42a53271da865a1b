public import TilawaBase
public import TilawaQuran
import TilawaYAML

/// A row of `answers.yaml`: what a person says of one row of a recording after listening to it.
public struct RowAnswer: Keyed {
  /// The judgement of a row.
  public enum Verdict: String, CaseIterable, Sendable {
    case right, wrong
  }

  /// The list that contains the row.
  public enum List: String, CaseIterable, Sendable {
    case markers, segments
  }

  /// The list that contains the row.
  public var list: Located<List>?
  /// The time at which the row began when the question was asked.
  public var start: Located<Milliseconds>?
  /// The time at which it ended.
  public var end: Located<Milliseconds>?
  /// The ayat that it named; nil if it named none.
  public var ayah: Located<AyahRange>?
  /// The skip that it named; nil if it named none.
  public var skip: Located<String>?
  /// The judgement of the row with the changes below; nil if the person didn't decide.
  public var verdict: Located<Verdict>?
  /// The time at which it begins according to the person.
  public var newStart: Located<Milliseconds>?
  /// The time at which it ends according to the person.
  public var newEnd: Located<Milliseconds>?
  /// The ayat that are recited according to the person.
  public var newAyah: Located<AyahRange>?
  /// What is heard according to the person, where no ayah is.
  public var newSkip: Located<String>?
  /// A remark of the person.
  public var note: Located<String>?
  /// The bytes of the row.
  public var bytes = ByteRange(0..<0)

  static let keys = Keys<Self>(
    "an answer", "What a person says of one row after listening to it.",
    [
      .key(
        \.list, "file", .choice("a list of rows") { "the row is in \($0.rawValue).yaml" }, required: true,
        "The file of the row."),
      .key(
        \.start, "start", .time, required: true, "Position at which the row began when it was asked about."),
      .key(\.end, "end", .time, required: true, "Position at which it ended."),
      .key(\.ayah, "ayah", .reference, absent: "it named none", "What it said is recited."),
      .key(\.skip, "skip", .skipKind, absent: "it named none", "What it said is heard where no ayah is."),
      .key(
        \.verdict, "verdict",
        .choice("a verdict") { verdict in
          switch verdict {
          case .right: "with the changes of the answer, the row is right"
          case .wrong: "also with the changes of the answer, the row is wrong"
          }
        }, absent: "not decided", "Whether the row, with the changes below, is right."),
      .key(\.newStart, "new_start", .time, absent: "`start`", "Position at which it begins."),
      .key(\.newEnd, "new_end", .time, absent: "`end`", "Position at which it ends."),
      .key(\.newAyah, "new_ayah", .reference, absent: "`ayah`", "What is recited."),
      .key(\.newSkip, "new_skip", .skipKind, absent: "`skip`", "What is heard where no ayah is."),
      .key(\.note, "note", .text, absent: "none", "A remark of the person."),
      .bytes(\.bytes),
    ], choice: .atMostOne("ayah", "skip"), knownBy: [\.list, \.start, \.ayah, \.skip])
}

/// `answers.yaml`: what a person answered to questions about the rows of one recording.
public struct AnswersFile: KeyedFile {
  /// The id of the recording.
  public var recording: Located<String>?
  /// The checksum of the audio that was heard.
  public var audio: Located<String>?
  /// The name of the recording.
  public var title: Located<String>?
  /// The counting system of the ayat.
  public var numbering: Located<CountingSystem>?
  /// The time at which the questions were written.
  public var asked: Located<Timestamp>?
  /// The time of the last answer.
  public var answered: Located<Timestamp>?
  /// The name of the person who answered, as they typed it.
  public var person: Located<String>?
  /// The key of the counting system and its place, if a value is written there that can't be determined.
  var doubts: [String: ByteRange] = [:]
  /// The readable answers, in the order of the file.
  public var answers: [RowAnswer] = []

  static let keys = Keys<Self>(
    file: "answers.yaml", "What a person answered to questions about a recording.",
    [
      .key(\.recording, "recording", .identifier, required: true, "Id of the recording."),
      .key(\.audio, "audio", .sha256, absent: "not checked", "Checksum of the audio that was heard."),
      .key(\.title, "title", .text, absent: "unknown", "Name of the recording, for people."),
      .key(\.numbering, "numbering", .counting, absent: "kufi", "How ayat are counted."),
      .key(\.asked, "asked", .timestamp, absent: "unknown", "When the questions were written."),
      .key(\.person, "answered_by", .text, absent: "unknown", "Who answered, as they call themselves."),
      .key(\.answered, "answered", .timestamp, absent: "unknown", "When the last answer was given."),
      .doubt(in: \.doubts, "numbering", of: \.numbering),
      .list(\.answers, "answers", .rows(RowAnswer.keys), required: true, "The answers, in any order."),
    ])
}

// MARK: - The kind

extension DocumentKind {
  /// A person's answers to questions about a recording.
  public static let answers = DocumentKind(
    "answers", AnswersFile.self, at: .file("answers.yaml"), .folder("answers"),
    rules: [.noSuchAnsweredAyah, .answerContradictsItself, .answeredTwice, .unfitAnswerText])
}
