import TilawaBase

extension DocumentRule {
  /// An ISBN that can't be one.
  static let badISBN = DocumentRule("B903", "bad-isbn", .warning) { (file: BundleFile<Book>, report) in
    guard let isbn = file.content?.isbn, ISBN(isbn.value) == nil else { return }
    let bare = ISBN.bare(isbn.value)
    if ISBN(bare) != nil {
      return report.add(
        "\"\(isbn.value)\" contains characters that are not digits; write \"\(bare)\"", at: file.place(isbn),
        fix: .init("write \"\(bare)\"", [TextEdit(isbn.range, "\"\(bare)\"")]))
    }
    let reason =
      ISBN.checkDigit(of: bare).map { "its last digit should be \(Unicode.Scalar($0))" }
      ?? "it should have 10 digits, or 13 that begin with 978 or 979"
    report.add("\"\(isbn.value)\" is not an ISBN: \(reason)", at: file.place(isbn))
  }

  /// A book has a publication date that isn't valid.
  static let badPublicationDate = DocumentRule("B904", "bad-publication-date", .warning) {
    (file: BundleFile<Book>, report) in
    for date in [file.content?.published, file.content?.firstPublished].compactMap({ $0 })
    where !isPublicationDate(date.value) {
      let meant = date.value.words(by: "/.").joined(separator: "-")
      report.add(
        "\"\(date.value)\" is not a year, a month such as 2015-03, or an existing day",
        at: file.place(date),
        fix: isPublicationDate(meant)
          ? .init("write \(meant)", [TextEdit(date.range, meant)], isSafe: false) : nil)
    }
  }

  /// `1984`, `1984-06`, `1984-06-08`, or a moment.
  private static func isPublicationDate(_ text: String) -> Bool {
    let completed = text.utf8.count == 4 ? "\(text)-01-01" : text.utf8.count == 7 ? "\(text)-01" : text
    return Timestamp(completed) != nil
  }

  /// A language isn't written as BCP 47 has it.
  static let badBookLanguage = DocumentRule("B905", "bad-language", .warning) {
    (file: BundleFile<Book>, report) in
    for language in [file.content?.language, file.content?.originalLanguage].compactMap({ $0 })
    where !FieldType<String>.isLanguage(language.value) {
      let parts = language.value.fields(by: "-_")
      let likely = ([parts[0].lowercased()] + parts.dropFirst().map(String.init)).joined(separator: "-")
      let meant = FieldType<String>.isLanguage(likely) ? likely : nil
      report.add(
        "\"\(language.value)\" is not a language such as ar or en-US"
          + (meant.map { "; did you mean \"\($0)\"?" } ?? ""), at: file.place(language),
        fix: meant.map { .init("write \($0)", [TextEdit(language.range, $0)], isSafe: false) })
    }
  }

  /// A title or description is longer than apps for books allow.
  static let bookTooLong = DocumentRule("B906", "book-too-long", .warning) {
    (file: BundleFile<Book>, report) in
    tell(file.content?.title, "a title", atMost: 512, file, report)
    tell(file.content?.description, "a description", atMost: 10_000, file, report)
  }

  /// Notes or tags about a book are longer or more numerous than apps for books allow.
  static let bookNotesTooLong = DocumentRule("B906", "book-too-long", .warning) {
    (file: BundleFile<BookJournal>, report) in
    tell(file.content?.notes, "notes", atMost: 5000, file, report)
    let tags = file.content?.tags ?? []
    for tag in tags { tell(tag, "a tag", atMost: 50, file, report) }
    if tags.count > 20 {
      report.add("\(tags.count) tags; apps keep at most 20", at: file.place(tags[20]))
    }
  }

  private static func tell<Content>(
    _ text: Located<String>?, _ noun: String, atMost limit: Int, _ file: BundleFile<Content>,
    _ report: RuleReport
  ) {
    guard let text, text.value.count > limit else { return }
    report.add(
      "\(noun) of \(text.value.count) letters; apps keep at most \(limit)", at: file.place(text))
  }
}
