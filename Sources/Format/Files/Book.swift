import TilawaQuran
import TilawaYAML

extension DocumentKind {
  /// A book that is read along.
  public static let book = DocumentKind(
    "book", Book.self, at: .folder("shelf"),
    rules: [
      .bookListedTwice, .isbnListedTwice, .badISBN, .badPublicationDate, .badBookLanguage, .bookTooLong,
      .misnamedBook,
    ])
}

/// `shelf/ID.yaml`: a book that is read along.
public struct Book: Sendable {
  /// Tells it from all others.
  public var id: Located<String>?
  /// The title of the book.
  public var title: Located<String>?
  /// The authors of the book.
  public var authors: [Located<String>] = []
  /// The dates on which this edition and the first one came out.
  public var (published, firstPublished): (Located<String>?, Located<String>?)
  /// The number of pages.
  public var pages: Located<Int>?
  /// A description of the contents.
  public var description: Located<String>?
  /// The language it is in, and the one it was written in.
  public var (language, originalLanguage): (Located<String>?, Located<String>?)
  /// Its number in the book trade.
  public var isbn: Located<String>?
}

extension Book: KeyedFile {
  static let keys = Keys<Self>(
    file: "a book", "A book that is read along.",
    [
      .key(\.id, "id", .identifier, required: true, "Tells the book from all others; its file is called so."),
      .key(\.title, "title", .text, required: true, "What it is called."),
      .list(\.authors, "authors", .texts, absent: "unknown", "Who wrote it."),
      .key(
        \.published, "published", .text, absent: "unknown",
        "When this edition came out: a year, a month or a day."),
      .key(
        \.firstPublished, "first_published", .text, absent: "as `published`",
        "When the first edition came out, likewise."),
      .unread("publisher", .text, absent: "unknown", "Who published it."),
      .key(\.isbn, "isbn", .isbn, absent: "none, or unknown", "Its ISBN: 10 or 13 digits without hyphens."),
      .key(\.pages, "pages", .integer(1...100_000), absent: "unknown", "How many pages it has."),
      .unread(
        "format", FieldType<BookFormat>.choice("a form of a book", describing: \.meaning), absent: "unknown",
        "In what form one has it."),
      .key(\.language, "language", .text, absent: "unknown", "The language it is in, such as ar or en-US."),
      .key(
        \.originalLanguage, "original_language", .text, absent: "as `language`",
        "The language it was written in, if it is translated."),
      .unread("translator", .text, absent: "none", "Who translated it."),
      .unread("translator_nationality", .text, absent: "unknown", "The translator's nationality."),
      .unread("series", .text, absent: "none", "The series it belongs to."),
      .unread("number", .integer(0...9999), absent: "unknown", "Its number in the series."),
      .key(\.description, "description", .text, absent: "none", "What it is about."),
      .unread("genre", .texts, absent: "none", "What kinds of book it is."),
      .unread("themes", .texts, absent: "none", "Themes of the culture it is about."),
      .unread(
        "region", FieldType<CulturalRegion>.choice("a region", describing: \.meaning), absent: "unknown",
        "The part of the world whose culture it comes from."),
      .unread("country", .text, absent: "unknown", "Where it was first published."),
      .unread(
        "difficulty", FieldType<ReadingDifficulty>.choice("a difficulty", describing: \.meaning),
        absent: "unknown", "How hard it is to read."),
      .unread(
        "minutes", .integer(1...1_000_000), absent: "unknown",
        "How many minutes reading it takes, as estimated."),
      .unread("warnings", .texts, absent: "none", "What a reader should be warned of."),
      .unread("awards", .texts, absent: "none", "Awards it was given."),
      .unread(
        "author_gender", FieldType<AuthorGender>.choice("a gender", describing: \.meaning), absent: "unknown",
        "The author's gender."),
      .unread("author_nationality", .text, absent: "unknown", "The first author's nationality."),
      .unread("author_ethnicity", .text, absent: "unknown", "The author's ethnicity."),
      .unread("author_indigenous", .flag, absent: "false", "Whether the author is of a people of the land."),
      .unread(
        "author_marginalised", .flag, absent: "false",
        "Whether the author speaks for people who are seldom heard."),
      .unread("image", .url, absent: "none", "Address of a picture of its cover."),
      .unread("preview", .url, absent: "none", "Address where some of it can be read."),
      .unread("info", .url, absent: "none", "Address of a page about it."),
      .unread(
        "google_books", .text, absent: "`id`, if it is known there",
        "Its id at Google Books, where `id` is another."),
      .unread("goodreads", .text, absent: "unknown", "Its id at Goodreads."),
    ])
}
