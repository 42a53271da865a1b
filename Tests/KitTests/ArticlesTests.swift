import Foundation
import Testing
import TilawaKit
import TilawaQuran
import TilawaTestSupport

/// The code in the articles compiles and does what they say.
@Suite struct ArticlesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let catalogue = folder.appending(path: "../../Sources/Kit/TilawaKit.docc")

  @Test func showCodeThatIsCompiled() throws {
    let compiled = Self.lines(
      try String(contentsOf: Self.folder.appending(path: "ArticleExamples.swift"), encoding: .utf8))
    var count = 0
    let articles = try FileManager.default.contentsOfDirectory(
      at: Self.catalogue, includingPropertiesForKeys: nil)
    for article in articles + [Self.folder.appending(path: "../../README.md")] {
      let parts = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```swift\n")
      for part in parts.dropFirst() {
        let shown = Self.lines(part.components(separatedBy: "```")[0])
        #expect(
          !shown.isEmpty && compiled.ranges(of: shown).count > 0,
          "\(article.lastPathComponent) shows what ArticleExamples.swift doesn't have: \(shown)")
        count += 1
      }
    }
    #expect(count >= 20)
  }

  /// Returns the lines without blank ones and without indentation.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  private static func url(_ folder: TemporaryFolder, _ path: String = "") -> URL {
    URL(filePath: folder.path(of: path))
  }

  @Test func aJournalIsKeptAsTheArticleSays() async throws {
    let folder = try TemporaryFolder(["a.txt": ""])
    let journal = try await textsAndJournal(URL(filePath: folder.path))
    #expect(try await journal.due() == [])
    let note = try #require(try await journal.entries(in: "notes").first)
    #expect(note.values["text"] == "the sincerity" && note.due == nil)
    #expect(try await journal.entries(in: "notes", about: Passage("112:2")).isEmpty)
    #expect(try await journal.entries(in: "memorised").first?.due != nil)
    await #expect(throws: TilawaError.self) { try await journal.add("2:287", to: "notes", ["text": "x"]) }
    await #expect(throws: TilawaError.self) { try await journal.entries(in: "letters") }
    await #expect(throws: TilawaError.self) { try await journal.recall(Passage("2:255"), grade: 4) }
    #expect(RecitationJournal.lists.contains("vocabulary"))
  }

  @Test func guidesAreBroughtHeardAndGivenBackAsTheArticleSays() async throws {
    let folder = try TemporaryFolder([
      "dawn.md": """
      ---
      id: fajr
      title: Dawn prayer
      prayer: fajr
      school: shafi
      ---

      ## 1. Opening

      Say it.

      """,
      "library/guides/isha.yaml": """
      tilawa: 1
      id: isha
      title: Night
      prayer: isha
      steps:
        - { step: 1, title: Opening, description: Say it., hear: takbir }

      """,
      "library/night.tilawa/recording.yaml":
        "tilawa: 1\nid: night\ntitle: Night\nprayer: isha\naudio: { file: a.flac, sha256: 0 }\n",
      "library/night.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { skip: takbir, start: 1.500, end: 2.250, rakah: 1 }\n",
    ])
    let text = try await guides(Self.url(folder, "library"), Self.url(folder, "dawn.md"))
    #expect(text.contains("Dawn prayer"))
    let library = RecitationLibrary(at: Self.url(folder, "library"))
    #expect(try await library.guides().map(\.id) == ["fajr", "isha"])
    let isha = try #require(try await library.guides(of: "isha", school: "hanafi").first)
    #expect(isha.school == nil && isha.rakahCount == 4 && isha.steps[0].hears == ["takbir"])
    let heard = try #require(try await library.places(of: isha.steps[0], in: isha)["takbir"]?.first)
    #expect(heard.file.path == folder.path(of: "library/night.tilawa/a.flac") && heard.prayer == "isha")
    #expect(heard.range == .milliseconds(1500)..<(.milliseconds(2250)) && heard.rakah == 1 && !heard.isHere)
    #expect(try await library.exportGuides(["isha"], as: .markdown).text.contains("Hear: takbir"))
    #expect(try await library.exportGuides(["isha"]).losses.contains { $0.contains("the recitation") })
    await #expect(throws: TilawaError.self) { try await library.guides(of: "fajr", school: "nobody") }
    await #expect(throws: TilawaError.self) { try await library.exportGuides(["noon"]) }
    await #expect(throws: TilawaError.self) {
      try await library.planGuides(from: Self.url(folder, "gone.md"))
    }
    try folder.write("tilawa: 1\nid: fajr\n", to: "library/guides/broken.yaml")
    let error = await #expect(throws: TilawaError.self) { try await library.guides() }
    #expect(error?.code == .faulty && error?.findings.isEmpty == false)
  }

  @Test func anEditorTakesBackAsTheArticleSays() async throws {
    let folder = try EditingSessionTests.folder(3)
    let editor = try await editing(Self.url(folder, "a.tilawa"))
    #expect(
      editor.recording.rows[0].isConfirmed && editor.recording.rows[0].note == "the microphone is moved here")
    try await takingBack(editor)
    #expect(editor.recording.rows[0].isConfirmed && editor.redoTitle == nil)
    let watched = Task { await watching(editor) }
    watched.cancel()
    await watched.value
    try await editor.perform([.makeSegments])
    #expect(editor.recording.rows.allSatisfy { $0.kind == .segment })
    try await editor.perform([.reopenSegments])
    while try await editor.undo() != nil {}
    #expect(editor.recording.rows.map(\.start) == [.seconds(4), .seconds(8), .seconds(12)])
  }

  @Test func bundlesArePackedUnpackedAndPublishedAsTheArticleSays() async throws {
    let folder = try TemporaryFolder([
      "mine/a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\nnotes: mine\naudio: { file: a.flac }\n",
      "mine/a.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: 4.000, verified: true }\n",
      "mine/a.tilawa/a.flac": "sound", "mine/a.tilawa/.hidden": "mine", "theirs/.keep": "",
    ])
    let (archive, theirs) = (Self.url(folder, "a.tilawa.zip"), Self.url(folder, "theirs"))
    let bundle = try RecitationBundle(at: Self.url(folder, "mine/a.tilawa"))
    let plan = try await bundle.planPacking(into: archive)
    #expect(plan.files == ["a.tilawa/a.flac", "a.tilawa/recording.yaml", "a.tilawa/segments.yaml"])
    #expect(plan.leftOut == [".hidden"])
    let outcome = try await sharing(bundle, archive, theirs, Self.url(folder, "site"))
    #expect(outcome.recordings == 1 && outcome.rows == 1 && outcome.silentRecordings == 0)
    #expect(try !folder.text(of: "theirs/a.tilawa/recording.yaml").contains("notes"))
    #expect(try folder.text(of: "site/tilawa-library.json").contains("Recitations of our mosque"))
    let library = RecitationLibrary(at: theirs)
    let again = try await library.planUnpacking(archive)
    #expect(again.arrivals.map(\.fate) == [.same] && again.hasManifest && again.signer == nil)
    #expect(try await library.planPublishing(to: Self.url(folder, "site")).apply().recordings == 1)
    await #expect(throws: TilawaError.self) {
      try await library.planUnpacking(Self.url(folder, "theirs/.keep"))
    }
    await #expect(throws: TilawaError.self) {
      try await library.planUnpacking(archive, allowedSigners: archive)
    }
    await #expect(throws: TilawaError.self) { try await bundle.planPacking(into: Self.url(folder, "a.rar")) }
    await #expect(throws: TilawaError.self) { try await library.planPublishing(to: Self.url(folder, "mine")) }
    func packing(_ audio: PackingOptions.Audio) async throws -> PackingPlan {
      var options = PackingOptions()
      options.audio = audio
      return try await library.planPacking(into: archive, options)
    }
    await #expect(throws: TilawaError.self) { try await packing(.opus(bitrate: 5)) }
    #expect(try await packing(.leftOut).files.count == 2)
  }

  @Test func doWhatTheySay() async throws {
    let folder = try TemporaryFolder()
    try ExampleRecitation.write(to: folder.path(of: "fatihah.flac"))
    let library = Self.url(folder, "library")
    try FileManager.default.createDirectory(at: library, withIntermediateDirectories: false)
    let bundle = try await gettingStarted(Self.url(folder, "fatihah.flac"), library)
    #expect(bundle.segments.compactMap(\.passage).count == 7)
    #expect(bundle.markers.isEmpty)
    #expect(try await checking(bundle).allSatisfy { $0.severity != .error })
    let reviewed = try await reviewing(bundle)
    #expect(reviewed.rowCount == bundle.segments.count && reviewed.confirmedRowCount == 1)
    #expect(try RecitationBundle(at: bundle.url) == bundle)
    #expect(try await RecitationLibrary(at: library).review().rowCount == bundle.segments.count)
    try await playing(library)
    let best = try #require(try await RecitationLibrary(at: library).resolve([.init(1, 5)]).found.first)
    #expect(best.reciter == "yasser-al-dosari" && best.range.lowerBound < best.range.upperBound)
    #expect(try await RecitationLibrary(at: library).queue(Passage("1:1-7")).found.count == 7)

    let copies = try ["theirs", "original"].map { name in
      let copy = Self.url(folder, "\(name).tilawa")
      try FileManager.default.copyItem(atPath: bundle.url.path, toPath: copy.path)
      return try RecitationBundle(at: copy)
    }
    _ = try await editing(copies[0].url)
    let merged = try await merging(bundle, try RecitationBundle(at: copies[0].url), copies[1])
    let row = try #require(merged.segments.first { $0.passage != nil })
    #expect(row.isConfirmed && row.note == "the microphone is moved here")
    try await writingPages(merged, copies[1], Self.url(folder, "page.html"))
    let page = try String(contentsOfFile: folder.path(of: "page.html"), encoding: .utf8)
    #expect(
      page.contains("data:audio/ogg;base64,") && page.contains("note the microphone is moved here"))
    try await converting(merged, Self.url(folder, "labels.txt"))
    #expect(FileManager.default.fileExists(atPath: folder.path(of: "labels.txt")))
    #expect(try RecitationBundle(at: merged.url).segments == merged.segments)

    let imported = try await importing(Self.url(folder, "fatihah.flac"), library)
    #expect(imported.title == "Taraweeh, third night" && imported.passages.count == 2)
  }
}
