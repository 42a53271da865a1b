import QuranIndex
import YAMLDocuments

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
public struct Book: FileContent {
  /// Tells it from all others.
  public var id: Located<String>?
  /// What it is called.
  public var title: Located<String>?
  /// Who wrote it.
  public var authors: [Located<String>]
  /// When this edition came out, and when the first did.
  public var (published, firstPublished): (Located<String>?, Located<String>?)
  /// How many pages it has.
  public var pages: Located<Int>?
  /// What it is about.
  public var description: Located<String>?
  /// The language it is in, and the one it was written in.
  public var (language, originalLanguage): (Located<String>?, Located<String>?)
  /// Its number in the book trade.
  public var isbn: Located<String>?
}

extension Book {
  static let version = Field("tilawa", .version, required: true, "Version of the format.")
  static let idField = Field(
    "id", .identifier, required: true, "Tells the book from all others; its file is called so.")
  static let titleField = Field("title", .text, required: true, "What it is called.")
  static let authorsField = Field("authors", .texts, absent: "unknown", "Who wrote it.")
  static let publishedField = Field(
    "published", .text, absent: "unknown", "When this edition came out: a year, a month or a day.")
  static let firstPublishedField = Field(
    "first_published", .text, absent: "as `published`", "When the first edition came out, likewise.")
  static let publisherField = Field("publisher", .text, absent: "unknown", "Who published it.")
  static let isbnField = Field(
    "isbn", .isbn, absent: "none, or unknown", "Its ISBN: 10 or 13 digits without hyphens.")
  static let pagesField = Field("pages", .integer(1...100_000), absent: "unknown", "How many pages it has.")
  static let formatField = Field(
    "format", FieldType<BookFormat>.choice("a form of a book", describing: \.meaning), absent: "unknown",
    "In what form one has it.")
  static let languageField = Field(
    "language", .text, absent: "unknown", "The language it is in, such as ar or en-US.")
  static let originalLanguageField = Field(
    "original_language", .text, absent: "as `language`",
    "The language it was written in, if it is translated.")
  static let translatorField = Field("translator", .text, absent: "none", "Who translated it.")
  static let translatorNationalityField = Field(
    "translator_nationality", .text, absent: "unknown", "The translator's nationality.")
  static let seriesField = Field("series", .text, absent: "none", "The series it belongs to.")
  static let numberField = Field("number", .integer(0...9999), absent: "unknown", "Its number in the series.")
  static let descriptionField = Field("description", .text, absent: "none", "What it is about.")
  static let genreField = Field("genre", .texts, absent: "none", "What kinds of book it is.")
  static let themesField = Field("themes", .texts, absent: "none", "Themes of the culture it is about.")
  static let regionField = Field(
    "region", FieldType<CulturalRegion>.choice("a region", describing: \.meaning), absent: "unknown",
    "The part of the world whose culture it comes from.")
  static let countryField = Field("country", .text, absent: "unknown", "Where it was first published.")
  static let difficultyField = Field(
    "difficulty", FieldType<ReadingDifficulty>.choice("a difficulty", describing: \.meaning),
    absent: "unknown", "How hard it is to read.")
  static let minutesField = Field(
    "minutes", .integer(1...1_000_000), absent: "unknown", "How many minutes reading it takes, as estimated.")
  static let warningsField = Field("warnings", .texts, absent: "none", "What a reader should be warned of.")
  static let awardsField = Field("awards", .texts, absent: "none", "Awards it was given.")
  static let genderField = Field(
    "author_gender", FieldType<AuthorGender>.choice("a gender", describing: \.meaning), absent: "unknown",
    "The author's gender.")
  static let nationalityField = Field(
    "author_nationality", .text, absent: "unknown", "The first author's nationality.")
  static let ethnicityField = Field("author_ethnicity", .text, absent: "unknown", "The author's ethnicity.")
  static let indigenousField = Field(
    "author_indigenous", .flag, absent: "false", "Whether the author is of a people of the land.")
  static let marginalisedField = Field(
    "author_marginalised", .flag, absent: "false",
    "Whether the author speaks for people who are seldom heard.")
  static let imageField = Field("image", .url, absent: "none", "Address of a picture of its cover.")
  static let previewField = Field("preview", .url, absent: "none", "Address where some of it can be read.")
  static let infoField = Field("info", .url, absent: "none", "Address of a page about it.")
  static let googleField = Field(
    "google_books", .text, absent: "`id`, if it is known there",
    "Its id at Google Books, where `id` is another.")
  static let goodreadsField = Field("goodreads", .text, absent: "unknown", "Its id at Goodreads.")

  static let declaration = ObjectDeclaration(
    title: "a book", meaning: "A book that is read along.",
    fields: [
      version, idField, titleField, authorsField, publishedField, firstPublishedField, publisherField,
      isbnField,
      pagesField, formatField, languageField, originalLanguageField, translatorField,
      translatorNationalityField,
      seriesField, numberField, descriptionField, genreField, themesField, regionField, countryField,
      difficultyField,
      minutesField, warningsField, awardsField, genderField, nationalityField, ethnicityField,
      indigenousField,
      marginalisedField, imageField, previewField, infoField, googleField, goodreadsField,
    ])

  init?(_ node: YAMLNode, report: ReadingReport) {
    guard let reader = versionedReader(node, Self.declaration, Self.version, report) else { return nil }
    id = reader.read(Self.idField)
    title = reader.read(Self.titleField)
    authors = reader.read(Self.authorsField)?.value ?? []
    published = reader.read(Self.publishedField)
    firstPublished = reader.read(Self.firstPublishedField)
    pages = reader.read(Self.pagesField)
    description = reader.read(Self.descriptionField)
    language = reader.read(Self.languageField)
    originalLanguage = reader.read(Self.originalLanguageField)
    isbn = reader.read(Self.isbnField)
    reader.checkOthers(
      of: Self.declaration,
      than: [
        Self.version, Self.idField, Self.titleField, Self.authorsField, Self.publishedField,
        Self.firstPublishedField, Self.pagesField, Self.descriptionField, Self.languageField,
        Self.originalLanguageField, Self.isbnField,
      ])
  }
}
