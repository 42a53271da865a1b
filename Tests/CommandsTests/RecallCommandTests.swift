import Testing
import TilawaBase
import TilawaTestSupport

/// The ayat that are memorised, recalled and reviewed.
@Suite struct RecallCommandTests {
  private func run(_ arguments: String..., in folder: TemporaryFolder, at day: Int = 0) -> String {
    transcript(
      arguments, in: folder.path,
      environment: ["SOURCE_DATE_EPOCH": "\(1_704_463_331 + day * 86_400)", "HOME": "/nowhere"])
  }

  private func library() throws -> TemporaryFolder {
    let journal = """
      tilawa: 1
      memorised:
        - { ayat: "67:1-2", since: 2023-03-01 }  # with Yusuf
        - { ayat: "112:1-4", last_reviewed: 2024-01-03, repetitions: 2, interval: 6, ease: 2.6, x-mood: calm }
        - { ayat: "114:1-6", last_reviewed: 2024-01-01, repetitions: 1, interval: 1 }

      """
    return try TemporaryFolder(
      QueueTranscriptTests.library.merging([
        "journal/memorised.yaml": journal,
        "journal/favourites.yaml":
          "tilawa: 1\nfavourites:\n  - { ayat: \"112:1\" }\n  - { ayat: \"67:2\" }\n",
      ]) { $1 })
  }

  @Test func aRecallIsGradedAndNothingElseChanges() throws {
    let folder = try library()
    #expect(
      run("journal", "recall", "67:1-2", "112", "--grade", "4", in: folder)
        == "[stderr]\n67:1-2: due in 1 day, on 2024-01-06\n112:1-4: due in 16 days, on 2024-01-21\n")
    #expect(
      try folder.text(of: "journal/memorised.yaml") == """
        tilawa: 1
        memorised:
          - { ayat: "67:1-2", since: 2023-03-01, last_reviewed: 2024-01-05T14:02:11Z, repetitions: 1, interval: 1, ease: 2.5 }  # with Yusuf
          - { ayat: "112:1-4", last_reviewed: 2024-01-05T14:02:11Z, repetitions: 3, interval: 16, ease: 2.6, x-mood: calm }
          - { ayat: "114:1-6", last_reviewed: 2024-01-01, repetitions: 1, interval: 1 }

        """)
    #expect(!run("lint", "journal", in: folder).contains("warning"))
    #expect(!run("fmt", "--check", "journal", in: folder).contains("memorised"))
    #expect(
      run("journal", "recall", "67:1-2", "--grade", "1", in: folder, at: 1)
        == "[stderr]\n67:1-2: due in 1 day, on 2024-01-07\n")
  }

  /// At 1:30 at night, UTC is still on the day before. The passage isn't due again before the night is over.
  @Test func theDayIsThePersons() throws {
    let folder = try library()
    func run(_ arguments: String..., at seconds: Int) -> String {
      transcript(
        arguments, in: folder.path, environment: ["SOURCE_DATE_EPOCH": "\(seconds)", "HOME": "/nowhere"],
        calendar: LocalCalendar { _ in 3 * 3600 })
    }
    let night = 1_704_407_400  // 2024-01-04T22:30:00Z
    #expect(
      run("journal", "recall", "114", "--grade", "3", at: night)
        == "[stderr]\n114:1-6: due in 6 days, on 2024-01-11\n")
    #expect(run("journal", "recall", "67:1-2", "--grade", "4", at: night).contains("on 2024-01-06"))
    func isDue(after hours: Int) -> Bool {
      run("journal", "list", "memorised", "--due", at: night + hours * 3600).contains("67:1-2")
    }
    #expect(!isDue(after: 2) && !isDue(after: 22) && isDue(after: 23))
    _ = run("journal", "add", "notes", "18:10", "--text", "at night", at: night)
    #expect(run("journal", "list", "notes", "--since", "2024-01-05", at: night).contains("at night"))
    #expect(!run("journal", "list", "notes", "--since", "2024-01-06", at: night).contains("at night"))
  }

  @Test func datesOfTheHijraAreNotTakenForOurs() throws {
    let folder = try library()
    for arguments in [
      ["list", "--since", "1445-01-01"], ["list", "--until", "1445"], ["list", "--since", "1445-09"],
      ["journal", "list", "memorised", "--since", "1445-01-01"],
      ["journal", "list", "notes", "--since", "1445"],
      ["shelf", "session", "x", "--page", "1", "--date", "1445-01-01"],
      ["import", "x.wav", "--recorded-at", "1445-01-01"],
    ] {
      let text = transcript(arguments, in: folder.path, environment: ["HOME": folder.path])
      #expect(
        text.contains("looks like a Hijri date (year 1445)") && text.hasSuffix("[exit 2]\n"),
        "\(arguments): \(text)")
    }
    #expect(run("list", "--since", "1445-01-01", in: folder).contains("write 2023-07-19"))
    #expect(!run("list", "--since", "1299", "--until", "1600", in: folder).contains("Hijri"))
  }

  @Test func whatIsNotMemorisedIsToldAndNothingIsWritten() throws {
    let folder = try library()
    let before = try folder.text(of: "journal/memorised.yaml")
    #expect(
      run("journal", "recall", "67:1", "--grade", "4", in: folder)
        == "[stderr]\ntilawa: 67:1 has no row of its own; recall 67:1-2 as a whole\n[exit 2]\n"
    )
    #expect(
      run("journal", "recall", "2:255", "--grade", "4", in: folder).contains(
        "2:255 is not in your memorised list; add it with `tilawa journal add memorised 2:255`\n[exit 2]"))
    #expect(run("journal", "recall", "112", "--grade", "6", in: folder).contains("[exit 2]"))
    #expect(run("journal", "recall", "112", in: folder).contains("[exit 2]"))
    #expect(try folder.text(of: "journal/memorised.yaml") == before)
  }

  @Test func whatIsDueIsListed() throws {
    let folder = try library()
    #expect(
      run("journal", "list", "memorised", "--due", in: folder) == """
        #  ayat     since       last_reviewed  repetitions  interval  due
        1  67:1-2   2023-03-01                                        now
        3  114:1-6              2024-01-01     1            1         2024-01-02

        """)
    #expect(run("journal", "list", "memorised", "--due", in: folder, at: 4).contains("112:1-4"))
    #expect(run("journal", "list", "notes", "--due", in: folder).contains("[exit 2]"))
  }

  @Test func aQueueIsMadeOfWhatTheJournalLists() throws {
    let folder = try library()
    func heard(_ arguments: String..., day: Int = 0) -> [String] {
      let text = transcript(
        ["queue", "--no-basmalah", "--json", "--library", "."] + arguments, in: folder.path,
        environment: ["SOURCE_DATE_EPOCH": "\(1_704_463_331 + day * 86_400)", "HOME": "/nowhere"])
      return text.matches(of: #/"ayah": "([^"]+)"/#).map { String($0.1) }
    }
    #expect(heard("--from", "favourites", "--profile", "evening") == ["112:1", "67:2"])
    #expect(
      heard("--from", "due", "--profile", "evening") == [
        "67:1", "67:2", "114:1-6",
      ])
    #expect(
      heard("--from", "memorised", "112-114", "--profile", "evening") == [
        "112:1", "112:2", "112:3", "112:4", "114:1-6",
      ])
    #expect(
      run("queue", "--from", "due", "112", in: folder)
        == "[stderr]\ntilawa: nothing of 112:1-4 is due; next is 112:1-4, on 2024-01-09\n[exit 1]\n")
    #expect(
      run("queue", "--from", "favourites", "2", in: folder).hasSuffix(
        "tilawa: nothing of 2:1-286 is a favourite; add one with tilawa journal add favourites 2:255\n[exit 1]\n"
      ))
    #expect(run("queue", "--resume", "--from", "due", in: folder).contains("[exit"))
    #expect(run("play", "husary.tilawa", "--from", "due", in: folder).contains("[exit 2]"))
  }
}
