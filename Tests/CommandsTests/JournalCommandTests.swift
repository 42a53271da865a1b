import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

/// Bookmarks, and the place where a listener stopped.
@Suite struct JournalCommandTests {
  private let environment = ["SOURCE_DATE_EPOCH": "1704463331", "HOME": "/nowhere"]

  private func run(_ arguments: String..., in folder: TemporaryFolder) -> String {
    transcript(arguments, in: folder.path, environment: environment)
  }

  @Test func bookmarksAreAddedListedAndRemovedAndNothingElseChanges() throws {
    let text = """
      tilawa: 1
      # mine
      bookmarks:
        - { ayah: "2:255", label: Throne, x-mood: calm }   # the Throne
        - {page: 562,label: mulk}

      """
    let folder = try TemporaryFolder(["journal/bookmarks.yaml": text])
    #expect(
      run("journal", "bookmark", "add", "kahf:10", "--label", "the cave", "--tint", "green", in: folder)
        == "[stderr]\nbookmarked 18:10\n")
    let longer =
      text + "  - { ayah: \"18:10\", label: the cave, color: green, created: 2024-01-05T14:02:11Z }\n"
    #expect(try folder.text(of: "journal/bookmarks.yaml") == longer)
    #expect(
      run("journal", "bookmark", "list", in: folder) == """
        #  place     page  colour  created               label
        1  2:255       42                                Throne
        2  page 562   562                                mulk
        3  18:10      294  green   2024-01-05T14:02:11Z  the cave

        """)
    #expect(run("journal", "bookmark", "remove", "3", in: folder) == "[stderr]\nremoved 18:10\n")
    #expect(try folder.text(of: "journal/bookmarks.yaml") == text)
    #expect(
      run("journal", "bookmark", "remove", "3", in: folder)
        == "[stderr]\ntilawa: no bookmark 3 in journal/bookmarks.yaml; see `tilawa journal bookmark list`\n[exit 2]\n"
    )
  }

  @Test func whatCannotBeReadIsNotTakenForNothing() throws {
    let folder = try TemporaryFolder(["journal/bookmarks.yaml/x": "", "journal/notes.yaml/x": ""])
    let removing = run("journal", "bookmark", "remove", "1", in: folder)
    #expect(removing.hasPrefix("[stderr]\ntilawa: cannot read journal/bookmarks.yaml: "), "\(removing)")
    let exporting = run("journal", "export", "notes", "-o", "notes.csv", in: folder)
    #expect(exporting.contains("cannot read journal/notes.yaml: ") && exporting.hasSuffix("[exit 2]\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "notes.csv")))
  }

  @Test func aPlaceIsMarkedOnce() throws {
    let folder = try TemporaryFolder(["journal/bookmarks.yaml": "tilawa: 1\nbookmarks: []\n"])
    #expect(
      run("journal", "bookmark", "add", "page 562", "--color", "#3A7D44", in: folder)
        == "[stderr]\nbookmarked page 562\n")
    #expect(
      run("journal", "bookmark", "add", "Page", "562", "--color", "never", in: folder)
        == "[stderr]\npage 562 already bookmarked\n")
    #expect(
      run("journal", "bookmark", "add", "page", "562", "--color=green", in: folder)
        == "[stderr]\npage 562 already bookmarked; colour changed\n")
    _ = run("journal", "bookmark", "add", "page", "562", "--label", "mulk", in: folder)
    #expect(
      try folder.text(of: "journal/bookmarks.yaml") == """
        tilawa: 1
        bookmarks:
          - { page: 562, color: green, created: 2024-01-05T14:02:11Z }
          - { page: 562, label: mulk, created: 2024-01-05T14:02:11Z }

        """)
    #expect(!run("lint", "journal", in: folder).contains("J902"))
  }

  /// Listening continues with the same reciter, not with the first by name.
  @Test func goesOnWithWhoWasHeard() throws {
    let folder = try TemporaryFolder(QueueTranscriptTests.library)
    try FileTransfer.makeFolder(folder.path(of: "journal"))
    let journal = JournalFolder(at: folder.path(of: "journal"), shownAs: "journal")
    for reciter in ["husary", "minshawi"] {
      var draft = ListeningDraft(
        ayah: Ayah(67, 2), of: AyahRange(Ayah(67, 1), Ayah(67, 2)), profile: nil,
        at: Timestamp(secondsSince1970: 1_704_463_331), heard: Milliseconds(1000))
      draft.reciter = reciter
      draft.riwayah = .hafs
      try journal.record(draft)
      #expect(run("queue", "--resume", "--no-memorise", in: folder).contains("\(reciter).tilawa/audio.flac"))
      let other = reciter == "husary" ? "minshawi" : "husary"
      #expect(
        run("queue", "--resume", "--no-memorise", "--reciter", other, in: folder).contains(
          "\(other).tilawa/audio.flac"))
    }
  }

  @Test func aJournalIsMadeWhereItsPersonKeepsData() throws {
    let folder = try TemporaryFolder()
    let data = ["SOURCE_DATE_EPOCH": "1704463331", "XDG_DATA_HOME": folder.path(of: "data")]
    #expect(
      transcript("journal", "bookmark", "add", "page", "294", in: folder.path, environment: data)
        == "[stderr]\nbookmarked page 294\n")
    #expect(
      try folder.text(of: "data/tilawa/journal/bookmarks.yaml")
        == "tilawa: 1\nbookmarks:\n  - { page: 294, created: 2024-01-05T14:02:11Z }\n")
    #expect(try folder.names() == ["data"])
    #expect(
      transcript("journal", "bookmark", "add", "9:0", in: folder.path, environment: data).hasSuffix(
        "[exit 2]\n"))
    #expect(
      transcript("journal", "bookmark", "add", "2:1-5", in: folder.path, environment: data)
        == "[stderr]\ntilawa: a bookmark takes one ayah, not the run 2:1-5\n[exit 2]\n")
  }

  @Test func aFileWithFaultsIsNotChanged() throws {
    let text = "tilawa: 1\nbookmarks:\n  - { ayah: \"2:255\", page: 3 }\n"
    let folder = try TemporaryFolder(["journal/bookmarks.yaml": text])
    #expect(run("journal", "bookmark", "add", "1:1", in: folder).hasSuffix("[exit 2]\n"))
    #expect(try folder.text(of: "journal/bookmarks.yaml") == text)
  }

  @Test func listeningIsAddedUpAndResumed() throws {
    let folder = try TemporaryFolder(
      QueueTranscriptTests.library.merging(["journal/x.tilawa/recording.yaml": "tilawa: 1\nid: x\n"]) { $1 })
    #expect(
      run("queue", "--resume", in: folder)
        == "[stderr]\ntilawa: nothing to resume yet; tilawa play records where you stop\n[exit 1]\n"
    )
    let journal = JournalFolder(at: folder.path(of: "journal"), shownAs: "journal")
    func record(_ ayah: Ayah, _ profile: String?, _ heard: Int64) throws {
      try journal.record(
        ListeningDraft(
          ayah: ayah, of: AyahRange(Ayah(112, 1), Ayah(112, 4)), profile: profile,
          at: Timestamp(secondsSince1970: 1_704_463_331), heard: Milliseconds(heard)))
    }
    try record(Ayah(112, 2), nil, 4_000_000)
    try record(Ayah(112, 3), "learn", 25_300)
    #expect(
      try folder.text(of: "journal/listening.yaml") == """
        tilawa: 1
        ayah: "112:3"
        ayat: "112:1-4"
        profile: learn
        at: 2024-01-05T14:02:11Z
        listened: 4025.300

        """)
    #expect(
      run("queue", "--resume", "--no-memorise", in: folder) == """
             0.000  112:3                                        3.000  husary.tilawa/audio.flac  205.000  208.000  husary
             3.000  112:4                                        4.000  husary.tilawa/audio.flac  208.000  212.000  husary
             7.000  total of 2 items
        [stderr]
        stopped at 112:3, page 604, 2024-01-05T14:02:11Z; listened 1:07:05 in all

        """)
    // What lies in a journal is no part of the library.
    #expect(!run("list", "--paths", in: folder).contains("journal"))
  }

  @Test func manyWritersLoseNothing() async throws {
    let folder = try TemporaryFolder()
    let journal = JournalFolder(at: folder.path(of: "journal"), shownAs: "journal")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 1...20 {
        group.addTask {
          try journal.add(BookmarkDraft(at: .page(index)))
          try journal.record(
            ListeningDraft(
              ayah: Ayah(1, 1), of: AyahRange(Ayah(1, 1)), profile: nil,
              at: Timestamp(secondsSince1970: 0), heard: Milliseconds(1000)))
        }
      }
      try await group.waitForAll()
    }
    let files = journal.read()
    #expect(files.bookmarks?.content?.rows.count == 20)
    #expect(files.listening?.content?.listened?.value == Milliseconds(20_000))
    #expect(files.diagnostics.map(\.message) == [])
  }
}
