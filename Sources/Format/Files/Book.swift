import TilawaQuran
import TilawaYAML

extension DocumentKind {
  /// A book that a person reads.
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
    file: "a book", "A book that a person reads.",
    [
      .key(
        \.id, "id", .identifier, required: true, "Unique id of the book, which is also the name of its file."),
      .key(\.title, "title", .text, required: true, "Its title."),
      .list(\.authors, "authors", .texts, absent: "unknown", "Its authors."),
      .key(
        \.published, "published", .text, absent: "unknown",
        "Publication date of this edition: a year, a month or a day."),
      .key(
        \.firstPublished, "first_published", .text, absent: "as `published`",
        "Publication date of the first edition: a year, a month or a day."),
      .unread("publisher", .text, absent: "unknown", "Its publisher."),
      .key(\.isbn, "isbn", .isbn, absent: "none, or unknown", "Its ISBN: 10 or 13 digits without hyphens."),
      .key(\.pages, "pages", .integer(1...100_000), absent: "unknown", "Number of pages."),
      .unread(
        "format", FieldType<BookFormat>.choice("a form of a book", describing: \.meaning), absent: "unknown",
        "The form of the copy."),
      .key(
        \.language, "language", .text, absent: "unknown", "The language of this edition, such as ar or en-US."
      ),
      .key(
        \.originalLanguage, "original_language", .text, absent: "as `language`",
        "The language of the original, if this is a translation."),
      .unread("translator", .text, absent: "none", "Its translator."),
      .unread("translator_nationality", .text, absent: "unknown", "The translator's nationality."),
      .unread("series", .text, absent: "none", "The series it belongs to."),
      .unread("number", .integer(0...9999), absent: "unknown", "Its number in the series."),
      .key(\.description, "description", .text, absent: "none", "A summary of its contents."),
      .unread("genre", .texts, absent: "none", "Its genres."),
      .unread("themes", .texts, absent: "none", "Cultural themes of the book."),
      .unread(
        "region", FieldType<CulturalRegion>.choice("a region", describing: \.meaning), absent: "unknown",
        "The cultural region of the book."),
      .unread("country", .text, absent: "unknown", "The country of its first publication."),
      .unread(
        "difficulty", FieldType<ReadingDifficulty>.choice("a difficulty", describing: \.meaning),
        absent: "unknown", "The difficulty of reading it."),
      .unread(
        "minutes", .integer(1...1_000_000), absent: "unknown",
        "Estimated reading time in minutes."),
      .unread("warnings", .texts, absent: "none", "Content warnings for the reader."),
      .unread("awards", .texts, absent: "none", "Awards that it has won."),
      .unread(
        "author_gender", FieldType<AuthorGender>.choice("a gender", describing: \.meaning), absent: "unknown",
        "The author's gender."),
      .unread("author_nationality", .text, absent: "unknown", "The first author's nationality."),
      .unread("author_ethnicity", .text, absent: "unknown", "The author's ethnicity."),
      .unread("author_indigenous", .flag, absent: "false", "True if the author is Indigenous."),
      .unread(
        "author_marginalised", .flag, absent: "false",
        "True if the author belongs to a marginalised group."),
      .unread("image", .url, absent: "none", "Address of a picture of its cover."),
      .unread("preview", .url, absent: "none", "Address of a preview."),
      .unread("info", .url, absent: "none", "Address of a page about it."),
      .unread(
        "google_books", .text, absent: "`id`, if it is known there",
        "Its id at Google Books, if that differs from `id`."),
      .unread("goodreads", .text, absent: "unknown", "Its id at Goodreads."),
    ])
}
