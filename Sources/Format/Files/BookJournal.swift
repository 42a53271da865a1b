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
  /// Its id in the program of origin.
  public var id: Located<String>?

  static let keys = Keys<Self>(
    "a session", "A reading session.",
    [
      .key(\.date, "date", .timestamp, required: true, "Date of the session."),
      .key(\.minutes, "minutes", .integer(0...100_000), absent: "unknown", "Number of minutes read."),
      .key(\.pages, "pages", .integer(0...100_000), absent: "unknown", "Number of pages read."),
      .key(\.ayat, "ayat", .reference, absent: "of no ayat", "The ayat that the pages are about."),
      .key(\.note, "note", .text, absent: "none", "The person's remark."),
      .key(\.id, "id", .identifier, absent: "none", "Its id in the program of origin."),
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
    file: "a book's journal", "A person's notes and progress on a book.",
    [
      .key(
        \.book, "book", .identifier, required: true, "Id of the book, which is also the name of the file."),
      .key(
        \.status, "status", FieldType<BookStatus>.choice("a status", describing: \.meaning),
        absent: "to_read", "The state of the reading."),
      .key(\.added, "added", .timestamp, absent: "unknown", "Date on which it was put on the shelf."),
      .key(\.started, "started", .timestamp, absent: "never, or unknown", "Date on which reading began."),
      .key(\.finished, "finished", .timestamp, absent: "never, or unknown", "Date on which reading ended."),
      .key(\.page, "page", .integer(0...100_000), absent: "0", "The last page that was read."),
      .key(
        \.goal, "goal", .integer(1...10_000), absent: "none", "Goal for reading, in pages a day."),
      .unread(
        "times_read", .integer(0...9999), absent: "1 once it is read",
        "Number of times the book was read to its end."),
      .unread("rating", .integer(1...5), absent: "none", "Rating from 1 to 5, with 5 the best."),
      .unread("stars", .number(from: "0.0", to: "5.0"), absent: "`rating`", "Rating in finer steps."),
      .list(\.tags, "tags", .texts, absent: "none", "Tags."),
      .unread("favourite", .flag, absent: "false", "True if it is a favourite."),
      .unread("owned", .flag, absent: "true", "True if the person owns it."),
      .key(\.wished, "wished", .flag, absent: "false", "True if it is on the wish list."),
      .key(\.notes, "notes", .text, absent: "none", "Private notes."),
      .unread("discussion", .text, absent: "none", "Notes for discussion."),
      .unread("review", .text, absent: "none", "A review for others."),
      .unread("recommended_by", .text, absent: "nobody", "The person who recommended it."),
      .unread("recommends", .flag, absent: "undecided", "True if the person would recommend it."),
      .unread(
        "goal_category", .text, absent: "none", "The goal that it counts towards, such as African literature."
      ),
      .unread(
        "counts_towards_goal", .flag, absent: "true where `goal_category` is there",
        "True if it counts towards that goal."),
      .unread("public", .flag, absent: "false", "True if others may see this file's contents."),
      .unread("id", .identifier, absent: "none", "Its id in the program of origin."),
      .unread("quotes", .rows(BookQuote.keys), absent: "none", "Quotes from the book."),
      .list(
        \.sessions, "sessions", .rows(BookSession.keys), absent: "none",
        "Reading sessions, in any order."),
    ])
}

/// A row of `quotes`: a sentence of a book.
struct BookQuote: Keyed {
  var text: Located<String>?

  static let keys = Keys<Self>(
    "a quote", "A quote from the book.",
    [
      .key(\.text, "text", .text, required: true, "The quoted text."),
      .unread("page", .integer(0...100_000), absent: "unknown", "The page of the quote."),
    ], knownBy: [\.text])
}
