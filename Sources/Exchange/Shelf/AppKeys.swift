import TilawaBase

/// A property of an entity of the app, and the key that has it here.
struct AppKey: Sendable {
  /// The form in which the app writes a value.
  enum Form: Sendable {
    case text
    case number
    /// With what it is when nobody says.
    case flag(unsaid: Bool?)
    case date
    /// Texts with this between them.
    case list(String)
    /// The app's words, and ours.
    case words([(app: String, own: String)])
    /// A list whose texts are rows with this key.
    case rows(String, separator: String)
    /// JSON as text.
    case sessions
  }

  /// The app's name for it in storage.
  let name: String
  /// The key for it here.
  let key: String
  let form: Form

  /// The name of the same as the app offers it to its own code: `authors` for `authorsString`.
  var offeredName: String {
    (name.before("String") ?? name.before("Data")).map(String.init) ?? name
  }

  private init(_ name: String, _ key: String, _ form: Form = .text) {
    (self.name, self.key, self.form) = (name, key, form)
  }

  /// Of `BookMetadata`, without its id.
  static let book: [AppKey] = [
    AppKey("title", "title"), AppKey("authorsString", "authors", .list("|||")),
    AppKey("publishedDate", "published"), AppKey("publisher", "publisher"), AppKey("isbn", "isbn"),
    AppKey("pageCount", "pages", .number),
    AppKey(
      "format", "format",
      .words([("Physical", "physical"), ("E-book", "ebook"), ("Audiobook", "audiobook")])),
    AppKey("language", "language"), AppKey("originalLanguage", "original_language"),
    AppKey("translator", "translator"), AppKey("translatorNationality", "translator_nationality"),
    AppKey("series", "series"), AppKey("seriesNumber", "number", .number),
    AppKey("bookDescription", "description"), AppKey("genreString", "genre", .list("|||")),
    AppKey("culturalThemesString", "themes", .list("|||")),
    AppKey(
      "culturalRegion", "region",
      .words(
        ["africa", "asia", "europe", "americas", "oceania"].map { ($0, $0) } + [
          ("middleEast", "middle_east"), ("indigenous", "indigenous"),
        ])),
    AppKey("originalPublicationCountry", "country"),
    AppKey(
      "readingDifficulty", "difficulty",
      .words(["easy", "moderate", "challenging", "academic"].map { ($0, $0) })),
    AppKey("timeToRead", "minutes", .number),
    AppKey("contentWarningsString", "warnings", .list("|||")),
    AppKey("awardsString", "awards", .list("|||")),
    AppKey(
      "authorGender", "author_gender",
      .words(
        ["male", "female"].map { ($0, $0) } + [("nonBinary", "non_binary")]
          + ["other", "unknown"].map { ($0, $0) })),
    AppKey("authorNationality", "author_nationality"), AppKey("authorEthnicity", "author_ethnicity"),
    AppKey("indigenousAuthor", "author_indigenous", .flag(unsaid: false)),
    AppKey("marginalizedVoice", "author_marginalised", .flag(unsaid: false)),
    AppKey("imageURL", "image"), AppKey("previewLink", "preview"), AppKey("infoLink", "info"),
  ]

  /// Of `UserBook`, without what is derived.
  static let journal: [AppKey] = [
    AppKey(
      "readingStatus", "status",
      .words([
        ("TBR - To Be Read", "to_read"), ("Reading", "reading"), ("Read", "read"), ("On Hold", "on_hold"),
        ("DNF - Did Not Finish", "dnf"),
      ])),
    AppKey("dateAdded", "added", .date), AppKey("dateStarted", "started", .date),
    AppKey("dateCompleted", "finished", .date), AppKey("currentPage", "page", .number),
    AppKey("dailyReadingGoal", "goal", .number), AppKey("rating", "rating", .number),
    AppKey("personalRating", "stars", .number), AppKey("tagsString", "tags", .list("|||")),
    AppKey("isFavorited", "favourite", .flag(unsaid: false)), AppKey("owned", "owned", .flag(unsaid: true)),
    AppKey("onWishlist", "wished", .flag(unsaid: false)), AppKey("notes", "notes"),
    AppKey("discussionNotes", "discussion"), AppKey("recommendedBy", "recommended_by"),
    AppKey("wouldRecommend", "recommends", .flag(unsaid: nil)),
    AppKey("culturalGoalCategory", "goal_category"),
    AppKey("contributesToCulturalGoal", "counts_towards_goal", .flag(unsaid: nil)),
    AppKey("isPublic", "public", .flag(unsaid: false)), AppKey("id", "id"),
    AppKey("quotesString", "quotes", .rows("text", separator: "†††")),
    AppKey("readingSessionsData", "sessions", .sessions),
  ]

  /// Of a session; the last is ours alone.
  static let session: [AppKey] = [
    AppKey("date", "date", .date), AppKey("durationMinutes", "minutes", .number),
    AppKey("pagesRead", "pages", .number), AppKey("id", "id"),
  ]
}

/// Dates as Swift's coders write them, which the app uses.
enum AppDate {
  /// Returns the date for a number: seconds since 2001. If that would lie far in the future, the number is
  /// seconds or milliseconds since 1970.
  static func text(ofNumber number: some StringProtocol) -> String? {
    guard let value = Double(String(number)), value.magnitude < 1e14 else { return nil }
    let seconds = Int64((value > 1e11 ? value / 1000 : value).rounded(.down))
    let epoch = seconds > 1_100_000_000 ? 0 : CloudDate.secondsTo2001
    return Timestamp(secondsSince1970: seconds + epoch).text
  }

  /// Seconds since 2001.
  static func number(of date: Timestamp) -> Int64 { date.seconds - CloudDate.secondsTo2001 }
}
