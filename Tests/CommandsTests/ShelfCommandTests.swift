import Foundation
import Testing
import TilawaTestSupport

@testable import TilawaBase

/// Books that are read along, and the commands for them.
@Suite struct ShelfCommandTests {
  private let environment = ["SOURCE_DATE_EPOCH": "1704463331", "HOME": "/nowhere"]
  private let book = """
    tilawa: 1
    id: caves
    title: The Caves
    # ours
    authors: [Ahmad Salim, Maryam Idris]
    pages: 100
    region: asia

    """
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["journal/x": "", "shelf/caves.yaml": book]) }

  private func run(_ arguments: String...) -> String {
    transcript(["shelf"] + arguments, in: folder.path, environment: environment)
  }

  private func journal(_ id: String = "caves") throws -> String {
    try folder.text(of: "journal/shelf/\(id).yaml")
  }

  @Test func aBookIsTakenOffTheShelf() throws {
    #expect(run("remove", "caves", "-n") == "[stderr]\nshelf/caves.yaml: would be removed\n")
    #expect(run("remove", "caves", "--keep-journal", "--keep-book").contains("leave nothing to remove"))
    #expect(run("remove", "cave").contains("no such book: \"cave\"; did you mean caves?"))
    #expect(run("remove", "caves", "--keep-book").contains("your journal has no entry for caves"))
    _ = run("session", "caves", "--minutes", "20")
    _ = run("set", "caves", "--quotes", "A cave is a house.")
    let refused = run("remove", "The Caves")
    #expect(
      refused.contains(
        "1 session, 1 quote of The Caves would be lost; use --force to remove it; nothing was removed"))
    #expect(refused.hasSuffix("[exit 2]\n"))
    #expect(try folder.text(of: "shelf/caves.yaml") == book && journal().contains("A cave is a house."))
    #expect(run("remove", "caves", "--keep-journal").contains("shelf/caves.yaml: removed"))
    #expect((try? FileStatus.ifAny(folder.path(of: "shelf/caves.yaml"))) == nil)
    #expect(try journal().contains("A cave is a house."))
    #expect(run("remove", "caves", "--force") == "[stderr]\njournal/shelf/caves.yaml: removed\n")
    #expect(try folder.names(in: "journal/shelf").isEmpty)
    #expect(run("remove", "caves").contains("the shelf is empty; add a book with `tilawa shelf add`"))
  }

  @Test func manyBooksAreTakenTogetherAndOneTwiceIsOne() throws {
    let lines =
      (0..<250).map { "\($0),Book \($0),Writer,300,2024/01/05,read" } + ["7,Book 7,Writer,301,,to-read"]
    try folder.write(
      (["Book Id,Title,Author,Number of Pages,Date Read,Exclusive Shelf"] + lines).joined(separator: "\n")
        + "\n",
      to: "many.csv")
    let said = run("import", "many.csv", "--from", "goodreads")
    #expect(said.contains("251 books of many.csv: 250 new"))
    #expect(try folder.names(in: "shelf").count == 251)
    #expect(try folder.names(in: "journal/shelf").count == 250)
    #expect(try folder.text(of: "journal/shelf/book-7.yaml").contains("status: read\n"))
    #expect(run("import", "many.csv", "--from", "goodreads").contains("0 new"))
    let left = try folder.names(in: "shelf") + folder.names(in: "journal/shelf")
    #expect(!left.contains { $0.hasPrefix(".") })
  }

  @Test func aBookIsPutOnTheShelf() throws {
    #expect(
      run(
        "add", "Tafsir", "of the Night", "--authors", "A", "--authors", "B, C", "--isbn", "978-0-261-10334-4",
        "--author-gender", "female", "--stars", "4.5", "--wished"
      ).contains("shelf/tafsir-of-the-night.yaml: title: Tafsir of the Night\n"))
    #expect(
      try folder.text(of: "shelf/tafsir-of-the-night.yaml") == """
        tilawa: 1
        id: tafsir-of-the-night
        title: Tafsir of the Night
        authors: [A, "B, C"]
        isbn: "9780261103344"
        author_gender: female

        """)
    #expect(
      try journal("tafsir-of-the-night") == """
        tilawa: 1
        book: tafsir-of-the-night
        status: to_read
        added: 2024-01-05T14:02:11Z
        stars: 4.5
        wished: true

        """)
    _ = run("add", "كتاب", "--id", "kitab", "--describe-only")
    #expect((try? FileStatus.ifAny(folder.path(of: "journal/shelf/kitab.yaml"))) == nil)
    #expect(run("add", "كتاب").contains("the title has no Latin letters; name one with --id"))
    #expect(run("add", "Caves", "--id", "CAVES").contains("\"The Caves\" is already on the shelf as caves"))
    #expect(run("add", "X", "--id", "../x").contains("invalid id"))
    #expect(run("add").contains("give the title of the book"))
    #expect(
      ((try? FileStatus.ifAny(folder.path(of: "journal/shelf/tafsir-of-the-night.yaml")))?.mode ?? 0) & 0o777
        == 0o600)
    #expect(((try? FileStatus.ifAny(folder.path(of: "journal/shelf")))?.mode ?? 0) & 0o777 == 0o700)
    let checked = transcript("lint", ".", in: folder.path, environment: environment)
    #expect(!checked.contains("warning:") && !checked.contains("error:"), "\(checked)")
    #expect(!transcript("fmt", "--check", ".", in: folder.path, environment: environment).contains("yaml"))
  }

  @Test func datesAndThePageFollowTheStatus() throws {
    #expect(run("set", "caves", "--status", "reading", "-n").contains("nothing was written"))
    #expect((try? FileStatus.ifAny(folder.path(of: "journal/shelf/caves.yaml"))) == nil)
    _ = run("set", "caves", "--status", "reading", "--goal", "10")
    #expect(
      try journal() == """
        tilawa: 1
        book: caves
        status: reading
        added: 2024-01-05T14:02:11Z
        started: 2024-01-05T14:02:11Z
        goal: 10

        """)
    #expect(run("set", "the caves", "--status", "reading").contains("caves unchanged"))
    try folder.write(
      journal().replacing("started: 2024-01-05T14:02:11Z", with: "started: 2023-12-01  # by heart"),
      to: "journal/shelf/caves.yaml")
    _ = run("set", "caves", "--status", "read", "--tags", "a", "--tags", "b c")
    #expect(
      try journal() == """
        tilawa: 1
        book: caves
        status: read
        added: 2024-01-05T14:02:11Z
        started: 2023-12-01  # by heart
        finished: 2024-01-05T14:02:11Z
        page: 100
        goal: 10
        tags: [a, b c]

        """)
    _ = run("set", "caves", "goal=", "tags=", "--pages", "120", "--x-mine", "1")
    #expect(try !journal().contains("goal") && !journal().contains("tags") && journal().contains("x-mine:"))
    #expect(try folder.text(of: "shelf/caves.yaml") == book.replacing("pages: 100", with: "pages: 120"))
  }

  @Test func sessionsMoveThePageAndBeginABook() throws {
    _ = run("session", "caves", "--minutes", "30", "--page", "20", "--ayat", "kahf 9-16")
    _ = run("session", "caves", "--minutes", "60", "--pages", "25", "--date", "2024-01-06", "--note", "slow")
    #expect(
      try journal() == """
        tilawa: 1
        book: caves
        status: reading
        added: 2024-01-05T14:02:11Z
        started: 2024-01-05T14:02:11Z
        page: 45
        sessions:
          - { date: 2024-01-05T14:02:11Z, minutes: 30, pages: 20, ayat: "18:9-16" }
          - { date: 2024-01-06, minutes: 60, pages: 25, note: slow }

        """)
    _ = run("set", "caves", "--goal", "10")
    let shown = run("show", "caves")
    #expect(shown.contains("progress              45%\n  time read             1 h 30 min\n"), "\(shown)")
    #expect(
      shown.contains("pace                  30 pages an hour\n  expected end          2024-01-11\n"),
      "\(shown)")
    #expect(shown.contains("    2024-01-06  60 min  25 pages  slow\n"), "\(shown)")
    // Nobody reads further than the book goes.
    _ = run("session", "caves", "--pages", "500")
    #expect(try journal().contains("page: 100\n"))
    #expect(
      run("session", "caves").contains("the session does not say what was read; use --minutes for its length")
    )
    #expect(run("session", "caves", "--minutes", "5", "--ayat", "18:999").contains("18:999"))
    #expect(run("session", "caves", "--minutes", "-5").contains("[exit 2]"))
    #expect(
      run("session", "caves", "--minutes", "5", "--date", "yesterday").contains("invalid date for --date"))
  }

  @Test func booksAreListedFilteredAndCounted() throws {
    #expect(run().hasPrefix("id     status  read  expected  rating  title      authors\ncaves "))
    _ = run("add", "Night", "--region", "africa", "--status", "read", "--rating", "3", "--wished")
    _ = run(
      "add", "Dawn", "--region", "africa", "--description", "about ٱلۡكَهۡفِ", "--rating", "5", "--favourite")
    #expect(run("--status", "read").contains("\nnight") && !run("--status", "read").contains("dawn"))
    #expect(run("list", "--wished").contains("\nnight") && !run("list", "--wished").contains("caves"))
    #expect(run("list", "--favourite").contains("\ndawn"))
    #expect(run("--search", "الكهف").contains("\ndawn") && !run("--search", "الكهف").contains("night"))
    #expect(
      run("list", "--by", "region") == """
        region  books  read
        africa      2     1
        asia        1     0

        """)
    #expect(run("list", "--by", "authors").contains("(unknown)         2     1\n"))
    let sorted = run("list", "--sort", "rating", "--reverse")
    #expect(
      try #require(sorted.range(of: "dawn")).lowerBound < #require(sorted.range(of: "night")).lowerBound)
    #expect(run("--status", "red").contains("did you mean read?"))
    #expect(run("list", "--by", "regoin").contains("did you mean region?"))
    #expect(run("list", "--by", "region", "--json").contains("cannot be used with --json"))
    #expect(run("--search", "xyzzy").contains("no matching book"))
    #expect(run("keys").contains("region, country") == false && run("keys").contains("  isbn "))
  }

  @Test func whatIsMisspeltIsToldAndNothingIsWritten() throws {
    #expect(run("set", "cavse", "--status", "read").contains("did you mean caves?"))
    #expect(run("set", "caves", "--statu", "read").contains("did you mean status?"))
    #expect(run("set", "caves", "--status", "red").contains("did you mean read?"))
    #expect(run("set", "caves", "--rating", "9").contains("9 is not between 1 and 5"))
    #expect(run("set", "caves", "--rating").contains("--rating needs a value"))
    #expect(run("set", "caves", "--rating", "1", "--rating", "2").contains("it takes one value"))
    #expect(run("set", "caves", "id=x").contains("id cannot be changed here"))
    #expect(run("set", "caves", "sessions=x").contains("tilawa shelf session"))
    #expect(run("set", "caves", "title=").contains("a book requires title"))
    #expect(run("set", "caves").contains("nothing to set"))
    #expect(run("set").contains("name the book"))
    #expect(run("show", "nothing").contains("no such book: "))
    #expect(try folder.text(of: "shelf/caves.yaml") == book)
    #expect(try FileTree.entries(ofFolder: folder.path(of: "journal")) == ["x"])
    // A doubtful value is written, and told.
    let told = run("set", "caves", "--page", "101")
    #expect(told.contains("warning: page 101 is past the end of the book, page 100"), "\(told)")
    try folder.write("tilawa: 1\nbook: caves\nstatus: [\n", to: "journal/shelf/caves.yaml")
    #expect(
      run("set", "caves", "--page", "1").contains(
        "cannot change journal/shelf/caves.yaml: it has errors; nothing was written"))
  }

  @Test func lintHoldsBooksAgainstEachOtherAndMendsWhatIsSure() throws {
    func lint(_ arguments: String...) -> String {
      transcript(["lint"] + arguments, in: folder.path, environment: environment)
    }
    let read =
      "tilawa: 1\nbook: caves\nstatus: read\npage: 90\nsessions:\n  - { date: 2024-01-07 }\n  - { date: 2024-01-06 }\n"
    try folder.write(read, to: "journal/shelf/caves.yaml")
    try folder.write("tilawa: 1\nbook: cave\nstatus: reading\n", to: "journal/shelf/cave.yaml")
    try folder.write(book.replacing("pages", with: "isbn: 0-261-10334-2\npages"), to: "shelf/more.yaml")
    for path in [".", "journal/shelf"] {
      let found = lint(path)
      #expect(
        found.contains("cave.yaml:2:7: warning: no such book in shelf/: \"cave\"; did you mean \"caves\"?"))
      #expect(found.contains("the book was read, but its last page is 100"), "\(found)")
    }
    #expect(lint("journal/shelf/caves.yaml").contains("B912"))
    #expect(
      lint("shelf").contains(
        "more.yaml:2:5: warning: the book \"caves\" is already described in shelf/caves.yaml"))
    _ = lint("--fix", ".")
    #expect(
      try journal() == """
        tilawa: 1
        book: caves
        status: read
        finished: 2024-01-07
        page: 100
        sessions:
          - { date: 2024-01-07 }
          - { date: 2024-01-06 }

        """)
    #expect(try folder.text(of: "shelf/more.yaml").contains("isbn: \"0261103342\"\n"))
  }

  /// Two people write into one book, and into one journal that two machines of a person share.
  @Test func editsOfTwoPeopleAreMergedInGit() throws {
    func shell(_ command: String) throws -> String {
      try BuiltProgram.shell(
        command, in: folder.path, environment: HistoryRepository.environment(folder.path))
    }
    let journal =
      "tilawa: 1\nbook: caves\nstatus: reading\nsessions:\n  - { date: 2024-01-05, minutes: 30 }\n"
    try folder.write(journal, to: "journal/shelf/caves.yaml")
    _ = try shell(
      "git init -q -b main . && git config user.email x@example.org && git config user.name x && tilawa git install -q && git add . && git commit -qm one && git checkout -qb hers"
    )
    try folder.write(
      book.replacing("title: The Caves", with: "title: The Caves of the North").replacing(
        "asia", with: "africa"),
      to: "shelf/caves.yaml")
    try folder.write(
      journal.replacing("minutes: 30 }", with: "minutes: 30 }\n  - { date: 2024-01-06, minutes: 20 }"),
      to: "journal/shelf/caves.yaml")
    _ = try shell("git commit -qam hers && git checkout -q main")
    try folder.write(
      book.replacing("# ours\n", with: "# ours, too\n").replacing(
        "pages: 100", with: "pages: 110\nformat: ebook"),
      to: "shelf/caves.yaml")
    try folder.write(
      journal.replacing("minutes: 30 }", with: "minutes: 35 }\n  - { date: 2024-01-07, pages: 9 }")
        .replacing("status: reading", with: "status: reading\npage: 9"),
      to: "journal/shelf/caves.yaml")
    _ = try shell("git commit -qam his && git merge -q hers")
    #expect(
      try folder.text(of: "shelf/caves.yaml") == """
        tilawa: 1
        id: caves
        title: The Caves of the North
        # ours, too
        authors: [Ahmad Salim, Maryam Idris]
        pages: 110
        format: ebook
        region: africa

        """)
    #expect(
      try folder.text(of: "journal/shelf/caves.yaml") == """
        tilawa: 1
        book: caves
        status: reading
        page: 9
        sessions:
          - { date: 2024-01-05, minutes: 35 }
          - { date: 2024-01-07, pages: 9 }
          - { date: 2024-01-06, minutes: 20 }

        """)
  }
}
