public import TilawaBase
public import TilawaQuran
import TilawaYAML

extension DocumentKind {
  /// A person's journal of a book.
  public static let bookJournal = DocumentKind(
    "book-journal", BookJournal.self, at: .folder("\(journalName)/shelf"),
    rules: [
      .noSuchPlace { (file: BookJournal) in file.sessions.compactMap(\.ayat) }, .bookNotesTooLong,
      .misnamedBookJournal, .unknownBook, .undatedReading,
      .datesDisagree,
      .pageBeyondEnd, .pageBeforeEnd,
    ])
}

/// A row of `sessions`: once that somebody read in a book.
public struct BookSession: Keyed {
  /// The time of the session.
  public var date: Located<Timestamp>?
  /// The length of the session, in minutes.
  public var minutes: Located<Int>?
  /// The number of pages read.
  public var pages: Located<Int>?
  /// The ayat with which the pages were concerned.
  public var ayat: Located<AyahRange>?
  /// A remark of the person.
  public var note: Located<String>?
  /// Its id in the program that it comes from.
  public var id: Located<String>?

  static let keys = Keys<Self>(
    "a session", "Once that somebody read in a book.",
    [
      .key(\.date, "date", .timestamp, required: true, "When it was."),
      .key(\.minutes, "minutes", .integer(0...100_000), absent: "unknown", "How many minutes were read."),
      .key(\.pages, "pages", .integer(0...100_000), absent: "unknown", "How many pages were read."),
      .key(\.ayat, "ayat", .reference, absent: "of no ayat", "The ayat that they were about."),
      .key(\.note, "note", .text, absent: "none", "A remark of the person."),
      .key(\.id, "id", .identifier, absent: "none", "Its id in the program that it comes from."),
    ], knownBy: [\.id, \.date], made: \.date)
}

/// `journal/shelf/ID.yaml`: what somebody has to do with a book.
public struct BookJournal: Sendable {
  /// The id of the book.
  public var book: Located<String>?
  /// The reading status.
  public var status: Located<BookStatus>?
  /// The times at which the person put it on the shelf, began and finished it.
  public var (added, started, finished): (Located<Timestamp>?, Located<Timestamp>?, Located<Timestamp>?)
  /// The page they are at.
  public var page: Located<Int>?
  /// The number of pages a day that the person means to read.
  public var goal: Located<Int>?
  /// True if the person wishes to have the book.
  public var wished: Located<Bool>?
  /// Words they keep it under.
  public var tags: [Located<String>] = []
  /// The person's private notes.
  public var notes: Located<String>?
  /// The readable sessions, in the order of the file.
  public var sessions: [BookSession] = []
}

extension BookJournal: KeyedFile {
  static let keys = Keys<Self>(
    file: "a book's journal", "What somebody has to do with a book.",
    [
      .key(\.book, "book", .identifier, required: true, "The id of the book; the file is called so."),
      .key(
        \.status, "status", FieldType<BookStatus>.choice("a status", describing: \.meaning),
        absent: "to_read", "How far the reading has come."),
      .key(\.added, "added", .timestamp, absent: "unknown", "When it was put on the shelf."),
      .key(\.started, "started", .timestamp, absent: "never, or unknown", "When reading began."),
      .key(\.finished, "finished", .timestamp, absent: "never, or unknown", "When it ended."),
      .key(\.page, "page", .integer(0...100_000), absent: "0", "The last page that was read."),
      .key(
        \.goal, "goal", .integer(1...10_000), absent: "none", "How many pages a day are meant to be read."),
      .unread(
        "times_read", .integer(0...9999), absent: "1 once it is read", "How often it was read to its end."),
      .unread("rating", .integer(1...5), absent: "none", "What it is worth, 5 the best."),
      .unread("stars", .number(from: "0.0", to: "5.0"), absent: "`rating`", "The same in finer steps."),
      .list(\.tags, "tags", .texts, absent: "none", "Words it is kept under."),
      .unread("favourite", .flag, absent: "false", "Whether it is a favourite."),
      .unread("owned", .flag, absent: "true", "Whether one has it."),
      .key(\.wished, "wished", .flag, absent: "false", "Whether one wishes to have it."),
      .key(\.notes, "notes", .text, absent: "none", "What one keeps to oneself."),
      .unread("discussion", .text, absent: "none", "Notes to talk about with others."),
      .unread("review", .text, absent: "none", "What one says of it to others."),
      .unread("recommended_by", .text, absent: "nobody", "Who recommended it."),
      .unread("recommends", .flag, absent: "undecided", "Whether one would recommend it."),
      .unread(
        "goal_category", .text, absent: "none", "What goal it counts towards, such as African literature."),
      .unread(
        "counts_towards_goal", .flag, absent: "true where `goal_category` is there",
        "Whether it counts towards it."),
      .unread("public", .flag, absent: "false", "Whether others may see all this."),
      .unread("id", .identifier, absent: "none", "Its id in the program that it comes from."),
      .unread("quotes", .rows(BookQuote.keys), absent: "none", "Sentences to keep."),
      .list(
        \.sessions, "sessions", .rows(BookSession.keys), absent: "none",
        "When it was read in, in any order."),
    ])
}

/// A row of `quotes`: a sentence of a book.
struct BookQuote: Keyed {
  var text: Located<String>?

  static let keys = Keys<Self>(
    "a quote", "A sentence to keep.",
    [
      .key(\.text, "text", .text, required: true, "What stands there."),
      .unread("page", .integer(0...100_000), absent: "unknown", "The page it stands on."),
    ], knownBy: [\.text])
}
