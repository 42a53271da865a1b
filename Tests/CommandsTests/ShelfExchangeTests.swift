import Foundation
import Testing
import TilawaTestSupport

@testable import TilawaBase
@testable import TilawaFormat

/// Books from other programs and back: every field and every case of the models, as
/// `Examples/guides/models.md` lists them.
@Suite struct ShelfExchangeTests {
  private let environment = ["SOURCE_DATE_EPOCH": "1704463331", "HOME": "/nowhere"]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["journal/x": ""]) }

  private func run(_ arguments: String...) -> String {
    transcript(["shelf"] + arguments, in: folder.path, environment: environment)
  }

  /// The values as the app stores them: lists with separators, dates as its coders write them, sessions as
  /// JSON text.
  private static let metadata: [String: any Sendable] = [
    "googleBooksID": "B5dTxQEACAAJ", "title": "The Study of the Cave",
    "authorsString": "Ahmad Salim|||Maryam Idris",
    "publishedDate": "2015-03", "pageCount": 310, "bookDescription": "About\nthe cave",
    "imageURL": "https://a.example/c.jpg",
    "language": "en-US", "previewLink": "https://a.example/p", "infoLink": "https://a.example/i",
    "publisher": "Dar",
    "isbn": "9780261103344", "genreString": "Religion|||History", "originalLanguage": "ar",
    "authorNationality": "Syrian",
    "translator": "T. Translator", "format": "E-book", "authorGender": "nonBinary", "authorEthnicity": "Arab",
    "culturalRegion": "middleEast", "originalPublicationCountry": "Syria", "translatorNationality": "British",
    "culturalThemesString": "exile|||faith", "indigenousAuthor": true, "marginalizedVoice": true,
    "readingDifficulty": "academic", "timeToRead": 900, "contentWarningsString": "war",
    "awardsString": "Best|||Second best",
    "series": "Surahs", "seriesNumber": 18,
  ]

  private static let userBook: [String: any Sendable] = [
    "id": "3F2504E0-4F89-11D3-9A0C-0305E82C3301", "metadata": "B5dTxQEACAAJ",
    "dateAdded": "2024-01-02T08:00:00Z",
    "dateStarted": "2024-01-05T14:02:11Z", "dateCompleted": "2024-02-05T14:02:11Z",
    "readingStatus": "On Hold",
    "isFavorited": true, "owned": false, "onWishlist": true, "rating": 4, "notes": "n: #1",
    "tagsString": "tafsir|||evening",
    "quotesString": "They asked for mercy.†††A second, with comma",
    "readingSessionsData":
      "[{\"id\":\"9B2F\",\"date\":726321731,\"durationMinutes\":35,\"pagesRead\":20},{\"id\":\"9B30\",\"date\":726408131.5,\"durationMinutes\":40,\"pagesRead\":11}]",
    "currentPage": 31, "readingProgress": 0.1, "estimatedFinishDate": 729000000.0,
    "totalReadingTimeMinutes": 75,
    "dailyReadingGoal": 10, "personalRating": 4.25, "contributesToCulturalGoal": false,
    "culturalGoalCategory": "African Literature",
    "isPublic": true, "recommendedBy": "Zayd", "wouldRecommend": false, "discussionNotes": "d",
  ]

  private func file(_ books: [[String: Any]], _ users: [[String: Any]]) throws {
    let data = try JSONSerialization.data(
      withJSONObject: ["books": books, "userBooks": users], options: [.sortedKeys])
    try folder.write(String(decoding: data, as: UTF8.self), to: "app.json")
  }

  private func exported() throws -> (books: [[String: Any]], users: [[String: Any]]) {
    _ = run("export", "-o", "out.json", "--force")
    let object =
      try JSONSerialization.jsonObject(with: Data(folder.text(of: "out.json").utf8)) as? [String: Any]
    return (object?["books"] as? [[String: Any]] ?? [], object?["userBooks"] as? [[String: Any]] ?? [])
  }

  @Test func everyFieldOfABookHasItsPlaceAndComesBack() throws {
    try file([Self.metadata], [Self.userBook])
    #expect(run("import", "app.json") == "[stderr]\n1 book of app.json: 1 new, 0 changed, 0 unchanged\n")
    #expect(
      try folder.text(of: "shelf/B5dTxQEACAAJ.yaml") == """
        tilawa: 1
        id: B5dTxQEACAAJ
        title: The Study of the Cave
        authors: [Ahmad Salim, Maryam Idris]
        published: 2015-03
        publisher: Dar
        isbn: "9780261103344"
        pages: 310
        format: ebook
        language: en-US
        original_language: ar
        translator: T. Translator
        translator_nationality: British
        series: Surahs
        number: 18
        description: "About\\nthe cave"
        genre: [Religion, History]
        themes: [exile, faith]
        region: middle_east
        country: Syria
        difficulty: academic
        minutes: 900
        warnings: [war]
        awards: [Best, Second best]
        author_gender: non_binary
        author_nationality: Syrian
        author_ethnicity: Arab
        author_indigenous: true
        author_marginalised: true
        image: https://a.example/c.jpg
        preview: https://a.example/p
        info: https://a.example/i

        """)
    #expect(
      try folder.text(of: "journal/shelf/B5dTxQEACAAJ.yaml") == """
        tilawa: 1
        book: B5dTxQEACAAJ
        status: on_hold
        added: 2024-01-02T08:00:00Z
        started: 2024-01-05T14:02:11Z
        finished: 2024-02-05T14:02:11Z
        page: 31
        goal: 10
        rating: 4
        stars: 4.25
        tags: [tafsir, evening]
        favourite: true
        owned: false
        wished: true
        notes: "n: #1"
        discussion: d
        recommended_by: Zayd
        recommends: false
        goal_category: African Literature
        counts_towards_goal: false
        public: true
        id: 3F2504E0-4F89-11D3-9A0C-0305E82C3301
        quotes:
          - { text: They asked for mercy. }
          - { text: "A second, with comma" }
        sessions:
          - { date: 2024-01-07T12:02:11Z, minutes: 35, pages: 20, id: 9B2F }
          - { date: 2024-01-08T12:02:11Z, minutes: 40, pages: 11, id: 9B30 }

        """)
    let checked = transcript("lint", ".", in: folder.path, environment: environment)
    #expect(!checked.contains("warning:") && !checked.contains("error:"), "\(checked)")
    #expect(!transcript("fmt", "--check", ".", in: folder.path, environment: environment).contains("yaml"))
    let (books, users) = try exported()
    #expect(books.count == 1 && NSDictionary(dictionary: books[0]) == NSDictionary(dictionary: Self.metadata))
    var expected: [String: Any] = Self.userBook
    // What is derived isn't written, and a moment loses what lies under its second.
    for key in ["readingProgress", "estimatedFinishDate", "totalReadingTimeMinutes"] { expected[key] = nil }
    var user = try #require(users.first)
    let sessions = try #require(user["readingSessionsData"] as? String)
    #expect(
      sessions
        == "[{\"date\":726321731,\"durationMinutes\":35,\"pagesRead\":20,\"id\":\"9B2F\"},{\"date\":726408131,\"durationMinutes\":40,\"pagesRead\":11,\"id\":\"9B30\"}]"
    )
    (user["readingSessionsData"], expected["readingSessionsData"]) = (nil, nil)
    #expect(NSDictionary(dictionary: user) == NSDictionary(dictionary: expected))
    // A second time nothing is new, and what a person changed stays.
    #expect(run("import", "app.json").contains("0 new, 0 changed, 1 unchanged"))
    _ = run("set", "B5dTxQEACAAJ", "--rating", "5", "--pages", "311", "--awards=")
    let again = run("import", "app.json")
    #expect(
      again.contains("0 new, 1 changed, 0 unchanged") && again.contains("keeps its own pages, rating"),
      "\(again)")
    #expect(try folder.text(of: "shelf/B5dTxQEACAAJ.yaml").contains("awards: [Best, Second best]\n"))
    _ = run("import", "app.json", "--replace")
    #expect(try folder.text(of: "journal/shelf/B5dTxQEACAAJ.yaml").contains("rating: 4\n"))
  }

  /// Every case of each enumeration, by the app's word and by ours.
  @Test(arguments: [
    ("readingStatus", "status", "TBR - To Be Read", "to_read"),
    ("readingStatus", "status", "Reading", "reading"),
    ("readingStatus", "status", "Read", "read"), ("readingStatus", "status", "On Hold", "on_hold"),
    ("readingStatus", "status", "DNF - Did Not Finish", "dnf"), ("format", "format", "Physical", "physical"),
    ("format", "format", "E-book", "ebook"), ("format", "format", "Audiobook", "audiobook"),
    ("authorGender", "author_gender", "male", "male"), ("authorGender", "author_gender", "female", "female"),
    ("authorGender", "author_gender", "nonBinary", "non_binary"),
    ("authorGender", "author_gender", "other", "other"),
    ("authorGender", "author_gender", "unknown", "unknown"), ("culturalRegion", "region", "africa", "africa"),
    ("culturalRegion", "region", "asia", "asia"), ("culturalRegion", "region", "europe", "europe"),
    ("culturalRegion", "region", "americas", "americas"), ("culturalRegion", "region", "oceania", "oceania"),
    ("culturalRegion", "region", "middleEast", "middle_east"),
    ("culturalRegion", "region", "indigenous", "indigenous"),
    ("readingDifficulty", "difficulty", "easy", "easy"),
    ("readingDifficulty", "difficulty", "moderate", "moderate"),
    ("readingDifficulty", "difficulty", "challenging", "challenging"),
    ("readingDifficulty", "difficulty", "academic", "academic"),
  ])
  func everyCaseHasAWord(property: String, key: String, app: String, word: String) throws {
    let isUsers = property == "readingStatus"
    var (book, user) = (["googleBooksID": "a", "title": "A"], ["metadata": "a", "readingStatus": "Reading"])
    if isUsers { user[property] = app } else { book[property] = app }
    try file([book], [user])
    _ = run("import", "app.json")
    let path = isUsers ? "journal/shelf/a.yaml" : "shelf/a.yaml"
    #expect(try folder.text(of: path).contains("\n\(key): \(word)\n"))
    let (books, users) = try exported()
    #expect((isUsers ? users : books).first?[property] as? String == app)
    #expect(!transcript("lint", ".", in: folder.path, environment: environment).contains("error"))
  }

  /// An absent value is the model's default, and nothing is written for it.
  @Test func whatTheModelSaysByItselfIsNotWritten() throws {
    try file(
      [
        [
          "googleBooksID": "a", "title": " A ", "authorsString": "", "pageCount": 0, "genreString": "",
          "culturalThemesString": "", "contentWarningsString": "", "awardsString": "",
          "indigenousAuthor": false,
          "marginalizedVoice": false, "translator": NSNull(),
        ]
      ],
      [
        [
          "metadata": "a", "readingStatus": "TBR - To Be Read", "isFavorited": false, "owned": true,
          "onWishlist": false,
          "tagsString": "", "quotesString": "", "readingSessionsData": "", "currentPage": 0,
          "readingProgress": 0.0,
          "totalReadingTimeMinutes": 0, "contributesToCulturalGoal": false, "isPublic": false,
          "dateAdded": 726_321_731,
        ]
      ])
    #expect(!run("import", "app.json").contains("warning"))
    #expect(try folder.text(of: "shelf/a.yaml") == "tilawa: 1\nid: a\ntitle: A\n")
    #expect(
      try folder.text(of: "journal/shelf/a.yaml")
        == "tilawa: 1\nbook: a\nstatus: to_read\nadded: 2024-01-07T12:02:11Z\n")
  }

  /// Doubtful values are kept: where the key takes them with a warning, else under `x-`.
  @Test func whatIsDoubtfulStays() throws {
    try file(
      [
        [
          "googleBooksID": "-xYz_12", "title": String(repeating: "t", count: 513), "isbn": "123",
          "publishedDate": "soon",
          "language": "English", "pageCount": -3, "imageURL": "no address", "colour": "red",
          "format": "Scroll",
        ]
      ],
      [
        [
          "metadata": "-xYz_12", "readingStatus": "Read", "rating": 9, "readingProgress": 0.4,
          "totalReadingTimeMinutes": 9,
        ],
        ["id": "B", "readingStatus": "DNF - Did Not Finish", "readingSessionsData": "[{"],
      ])
    let told = run("import", "app.json")
    for text in [
      "left out: books[].colour", "readingProgress of", "totalReadingTimeMinutes of",
      "left out: the sessions, which are not JSON",
      "-3 is not between 1 and 100000; kept as x-pages", "kept as x-image",
      "kept as x-rating",
      "kept as x-format", "2 books of app.json: 2 new", "[exit 1]",
    ] {
      #expect(told.contains(text), "\(text): \(told)")
    }
    let book = try folder.text(of: "shelf/book-xyz-12.yaml")
    #expect(book.contains("google_books: -xYz_12\n") && book.contains("x-pages: \"-3\"\n"), "\(book)")
    // Of a book that is gone what somebody had to do with it stays.
    #expect(try folder.text(of: "journal/shelf/B.yaml") == "tilawa: 1\nbook: B\nstatus: dnf\nid: B\n")
    let checked = transcript("lint", ".", in: folder.path, environment: environment)
    for code in ["B903", "B904", "B905", "B906", "B908"] {
      #expect(checked.contains(code), "\(code): \(checked)")
    }
    #expect(!checked.contains("error"))
    let (books, users) = try exported()
    #expect(books.count == 1 && users.count == 2)
    #expect(books[0]["googleBooksID"] as? String == "-xYz_12")
    #expect(run("export").contains("left out: x-format (1), x-image (1), x-pages (1), x-rating (1)"))
  }

  /// Entities lie in each other as a program likes.
  @Test func booksAreFoundHoweverTheyAreNested() throws {
    let book = #"{"CD_googleBooksID": "a", "CD_title": "A", "authors": ["Amr", "Zayd"], "#
    for text in [
      #"[\#(book)"userBooks": [{"readingStatus": "Read", "rating": 3}]}]"#,
      #"[{"readingStatus": "Read", "rating": 3, "metadata": \#(book)"awards": []}}]"#,
      #"{"data": {"UserBook": [{"readingStatus": "Read", "rating": 3, "metadata": "a"}], "BookMetadata": [\#(book)"x": null}]}}"#,
    ] {
      let folder = try TemporaryFolder(["journal/x": "", "app.json": text])
      _ = transcript("shelf", "import", "app.json", in: folder.path, environment: environment)
      #expect(
        try folder.text(of: "shelf/a.yaml") == "tilawa: 1\nid: a\ntitle: A\nauthors: [Amr, Zayd]\n", "\(text)"
      )
      #expect(
        try folder.text(of: "journal/shelf/a.yaml") == "tilawa: 1\nbook: a\nstatus: read\nrating: 3\n",
        "\(text)")
    }
    for text in ["{}", "[1]", "{\"books\": []}", "a,b\n1,2\n", "", "[{"] {
      try folder.write(text, to: "none")
      #expect(run("import", "none").contains("[exit 2]"), "\(text)")
    }
    #expect(run("import", "nowhere.json").contains("no such file"))
  }

  @Test func aSecondUserBookIsToldAsLeftOut() throws {
    try file(
      [["googleBooksID": "a", "title": "A"]],
      [["metadata": "a", "readingStatus": "Read"], ["metadata": "a", "readingStatus": "Reading"]])
    #expect(run("import", "app.json").contains("left out: the second UserBook of A"))
    #expect(try folder.text(of: "journal/shelf/a.yaml").contains("status: read\n"))
  }

  private static let header =
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies\n"

  /// The table of `Examples/guides/models.md` is true: its keys are declared, its tests exist, and it lists
  /// all properties of the app.
  @Test func theTableOfModelsIsTrue() throws {
    let page = try ConformanceSuite.text(of: "Examples/guides/models.md")
    let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix("Books\n") })
    let rows = section.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.map {
      $0.replacing("\\|", with: "/").split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }.filter { $0[0] != "entity" && !$0[0].hasPrefix("---") }
    for row in rows {
      try #require(row.count == 5, "\(row)")
      #expect(["there", "derived", "deliberately other"].contains(row[3]), "\(row)")
      let test = row[4].components(separatedBy: ".")
      let source = try ConformanceSuite.text(of: "Tests/CommandsTests/\(test[0]).swift")
      #expect(source.contains("func \(test.last ?? "")("), "\(row)")
      // What stands before the first semicolon is the place, the rest how it is kept there.
      let place = row[2].components(separatedBy: ";")[0]
      let keys = place.matches(of: #/`([a-z_]+)(?:: [a-z_]+)?`/#).map { String($0.1) }
      let declared =
        place.contains("of a book")
        ? DocumentKind.book.fieldNames
        : place.contains("of its journal")
          ? DocumentKind.bookJournal.fieldNames
          : place.contains("of a row of") ? ["sessions", "id", "date", "minutes", "pages"] : keys
      #expect(keys.allSatisfy(declared.contains), "\(row)")
    }
    let properties = Set(
      rows.filter { ["BookMetadata", "UserBook", "ReadingSession"].contains($0[0]) }.map {
        $0[1].components(separatedBy: ",")[0]
      })
    let stored = Set(Self.metadata.keys).union(Self.userBook.keys).union([
      "date", "durationMinutes", "pagesRead",
    ])
    #expect(stored.subtracting(properties).sorted() == [])
    #expect(rows.count == 98)
  }

  @Test func theTableOfGoodreadsIsRead() throws {
    try folder.write(
      "\u{FEFF}" + Self.header
        + "77203,\"The Study (Surahs, #18)\",Ahmad Salim,\"Salim, Ahmad\",\"Maryam Idris, Zayd\",\"=\"\"0261103342\"\"\",\"=\"\"9780261103344\"\"\",5,4.29,Dar,Paperback,310,2015,1984,2024/01/20,2024/01/02,\"tafsir, read\",\"tafsir (#3), read (#1)\",read,\"Good.<br/>Very \"\"good\"\".\",,My note,2,1\r\n"
        + "5,تفسير,,,,\"=\"\"\"\"\",\"=\"\"\"\"\",0,0.00,,Kindle Edition,,,,,2024/02/30,to-read,to-read (#7),to-read,,,,0,0\n"
        + "6,Odd (#x),A B,\"B, A\",,\"=\"\"123\"\"\",\"=\"\"\"\"\",3,3.9,,Audio CD,0,2001,2001,,2024/02/01,slow,slow (#1),someday,,true,,1,3\n"
        + "7,,x,,,,,,,,,,,,,,,,,,,,,\n", to: "g.csv")
    let told = run("import", "g.csv", "-n")
    for text in [
      "the column \"Average Rating\" (3 times)", "the column \"Binding\" (3 times)", "\"Owned Copies\"",
      "\"Spoiler\"",
      "\"Bookshelves with positions\" (3 times)", "g.csv:5:1: error: the line has no title",
      "kept as x-added", "3 books of g.csv: 3 new, 0 changed, 0 unchanged; nothing was written",
    ] {
      #expect(told.contains(text), "\(text): \(told)")
    }
    #expect((try? FileStatus.ifAny(folder.path(of: "shelf"))) == nil)
    _ = run("import", "g.csv", "--keep-unknown")
    #expect(
      try folder.text(of: "shelf/the-study.yaml") == """
        tilawa: 1
        id: the-study
        title: The Study
        authors: [Ahmad Salim, Maryam Idris, Zayd]
        published: "2015"
        first_published: "1984"
        publisher: Dar
        isbn: "9780261103344"
        pages: 310
        format: physical
        series: Surahs
        number: 18
        goodreads: "77203"
        x-binding: Paperback
        x-average-rating: "4.29"
        x-shelf-positions: tafsir (#3), read (#1)

        """)
    #expect(
      try folder.text(of: "journal/shelf/the-study.yaml") == """
        tilawa: 1
        book: the-study
        status: read
        added: 2024-01-02
        finished: 2024-01-20
        times_read: 2
        rating: 5
        tags: [tafsir]
        notes: My note
        review: "Good.\\nVery \\"good\\"."

        """)
    #expect(
      try folder.text(of: "journal/shelf/goodreads-5.yaml")
        == "tilawa: 1\nbook: goodreads-5\nstatus: to_read\nowned: false\nx-added: 2024-02-30\n")
    #expect(try folder.text(of: "journal/shelf/odd-x.yaml").contains("tags: [someday, slow]\n"))
    #expect(run("import", "g.csv", "--keep-unknown").contains("0 new, 0 changed, 3 unchanged"))
    for (shelf, status) in [
      ("currently-reading", "reading"), ("paused", "on_hold"), ("did-not-finish", "dnf"),
    ] {
      try folder.write(
        "Book Id,Title,Exclusive Shelf,Date Added\n\(status),\(shelf),\(shelf),2024/01/01\n", to: "s.csv")
      _ = run("import", "s.csv")
      #expect(try folder.text(of: "journal/shelf/\(shelf).yaml").contains("status: \(status)\n"))
    }
  }
}
