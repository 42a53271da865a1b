public import QuranIndex
public import Timing
import YAMLDocuments

extension DocumentKind {
  /// What somebody has to do with a book.
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
public struct BookSession: Sendable {
  /// When.
  public var date: Located<Timestamp>?
  /// How long, in minutes.
  public var minutes: Located<Int>?
  /// How many pages.
  public var pages: Located<Int>?
  /// Which ayat they were about.
  public var ayat: Located<AyahRange>?

  static let dateField = Field("date", .timestamp, required: true, "When it was.")
  static let minutesField = Field(
    "minutes", .integer(0...100_000), absent: "unknown", "How many minutes were read.")
  static let pagesField = Field(
    "pages", .integer(0...100_000), absent: "unknown", "How many pages were read.")
  static let ayatField = Field("ayat", .reference, absent: "of no ayat", "The ayat that they were about.")
  static let noteField = Field("note", .text, absent: "none", "A remark of the person.")
  static let idField = Field(
    "id", .identifier, absent: "none", "Its id in the program that it comes from.")
  static let declaration = ObjectDeclaration(
    title: "a session", meaning: "Once that somebody read in a book.",
    fields: [dateField, minutesField, pagesField, ayatField, noteField, idField],
    identity: .keys([idField.key, dateField.key]), dates: .init(made: dateField.key))
}

/// `journal/shelf/ID.yaml`: what somebody has to do with a book.
public struct BookJournal: FileContent {
  /// The id of the book.
  public var book: Located<String>?
  /// How far they have come.
  public var status: Located<BookStatus>?
  /// When they put it on the shelf, began and finished it.
  public var (added, started, finished): (Located<Timestamp>?, Located<Timestamp>?, Located<Timestamp>?)
  /// The page they are at.
  public var page: Located<Int>?
  /// How many pages a day they mean to read.
  public var goal: Located<Int>?
  /// Whether they wish to have it.
  public var wished: Located<Bool>?
  /// Words they keep it under.
  public var tags: [Located<String>]
  /// What they keep to themselves.
  public var notes: Located<String>?
  /// The readable sessions, in the order of the file.
  public var sessions: [BookSession]
}

extension BookJournal {
  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let bookField = Field(
    "book", .identifier, required: true, "The id of the book; the file is called so.")
  static let statusField = Field(
    "status", FieldType<BookStatus>.choice("a status", describing: \.meaning), absent: "to_read",
    "How far the reading has come.")
  static let addedField = Field("added", .timestamp, absent: "unknown", "When it was put on the shelf.")
  static let startedField = Field("started", .timestamp, absent: "never, or unknown", "When reading began.")
  static let finishedField = Field("finished", .timestamp, absent: "never, or unknown", "When it ended.")
  static let pageField = Field("page", .integer(0...100_000), absent: "0", "The last page that was read.")
  static let goalField = Field(
    "goal", .integer(1...10_000), absent: "none", "How many pages a day are meant to be read.")
  static let timesField = Field(
    "times_read", .integer(0...9999), absent: "1 once it is read", "How often it was read to its end.")
  static let ratingField = Field("rating", .integer(1...5), absent: "none", "What it is worth, 5 the best.")
  static let starsField = Field(
    "stars", .number(from: "0.0", to: "5.0"), absent: "`rating`", "The same in finer steps.")
  static let tagsField = Field("tags", .texts, absent: "none", "Words it is kept under.")
  static let favouriteField = Field("favourite", .flag, absent: "false", "Whether it is a favourite.")
  static let ownedField = Field("owned", .flag, absent: "true", "Whether one has it.")
  static let wishedField = Field("wished", .flag, absent: "false", "Whether one wishes to have it.")
  static let notesField = Field("notes", .text, absent: "none", "What one keeps to oneself.")
  static let discussionField = Field("discussion", .text, absent: "none", "Notes to talk about with others.")
  static let reviewField = Field("review", .text, absent: "none", "What one says of it to others.")
  static let recommendedByField = Field("recommended_by", .text, absent: "nobody", "Who recommended it.")
  static let recommendsField = Field(
    "recommends", .flag, absent: "undecided", "Whether one would recommend it.")
  static let goalCategoryField = Field(
    "goal_category", .text, absent: "none", "What goal it counts towards, such as African literature.")
  static let countsField = Field(
    "counts_towards_goal", .flag, absent: "true where `goal_category` is there",
    "Whether it counts towards it.")
  static let publicField = Field("public", .flag, absent: "false", "Whether others may see all this.")
  static let idField = Field(
    "id", .identifier, absent: "none", "Its id in the program that it comes from.")
  static let quotesField = Field(
    "quotes",
    .rows(BookQuote.declaration) { reader, _ in
      _ = reader.read(BookQuote.pageField)
      return reader.read(BookQuote.textField)
    }, absent: "none", "Sentences to keep.")
  static let sessionsField = Field(
    "sessions",
    .rows(BookSession.declaration) { reader, _ in
      _ = (reader.read(BookSession.noteField), reader.read(BookSession.idField))
      return BookSession(
        date: reader.read(BookSession.dateField), minutes: reader.read(BookSession.minutesField),
        pages: reader.read(BookSession.pagesField), ayat: reader.read(BookSession.ayatField))
    }, absent: "none", "When it was read in, in any order.")

  static let declaration = ObjectDeclaration(
    title: "a book's journal", meaning: "What somebody has to do with a book.",
    fields: [
      version, bookField, statusField, addedField, startedField, finishedField, pageField, goalField,
      timesField,
      ratingField, starsField, tagsField, favouriteField, ownedField, wishedField, notesField,
      discussionField,
      reviewField, recommendedByField, recommendsField, goalCategoryField, countsField, publicField, idField,
      quotesField, sessionsField,
    ])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    book = reader.read(Self.bookField)
    status = reader.read(Self.statusField)
    added = reader.read(Self.addedField)
    started = reader.read(Self.startedField)
    finished = reader.read(Self.finishedField)
    page = reader.read(Self.pageField)
    goal = reader.read(Self.goalField)
    wished = reader.read(Self.wishedField)
    tags = reader.read(Self.tagsField)?.value ?? []
    notes = reader.read(Self.notesField)
    sessions = reader.read(Self.sessionsField)?.value ?? []
    reader.checkOthers(
      of: Self.declaration,
      than: [
        Self.version, Self.bookField, Self.statusField, Self.addedField, Self.startedField,
        Self.finishedField,
        Self.pageField, Self.goalField, Self.wishedField, Self.tagsField, Self.notesField, Self.sessionsField,
      ])
  }
}

/// A row of `quotes`: a sentence of a book.
enum BookQuote {
  static let textField = Field("text", .text, required: true, "What stands there.")
  static let pageField = Field("page", .integer(0...100_000), absent: "unknown", "The page it stands on.")
  static let declaration = ObjectDeclaration(
    title: "a quote", meaning: "A sentence to keep.", fields: [textField, pageField],
    identity: .keys([textField.key]))
}
