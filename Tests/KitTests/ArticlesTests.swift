import Foundation
import TilawaQuran
import TilawaTestSupport
import Testing
import TilawaKit

/// What the articles show is code that compiles, and does what they say.
@Suite struct ArticlesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let catalogue = folder.appending(path: "../../Sources/Kit/TilawaKit.docc")

  @Test func showCodeThatIsCompiled() throws {
    let compiled = Self.lines(
      try String(contentsOf: Self.folder.appending(path: "ArticleExamples.swift"), encoding: .utf8))
    var count = 0
    for article in try FileManager.default.contentsOfDirectory(
      at: Self.catalogue, includingPropertiesForKeys: nil)
    {
      let parts = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```swift\n")
      for part in parts.dropFirst() {
        let shown = Self.lines(part.components(separatedBy: "```")[0])
        #expect(
          !shown.isEmpty && compiled.ranges(of: shown).count > 0,
          "\(article.lastPathComponent) shows what ArticleExamples.swift doesn't have: \(shown)")
        count += 1
      }
    }
    #expect(count >= 10)
  }

  /// Without blank lines and indentation.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test func aJournalIsKeptAsTheArticleSays() throws {
    let folder = try TemporaryFolder(["a.txt": ""])
    let journal = try textsAndJournal(folder.path)
    #expect(try journal.due() == [])
    let note = try #require(try journal.entries(in: "notes").first)
    #expect(note.values["text"] == "the sincerity" && note.due == nil)
    #expect(try journal.entries(in: "notes", about: Passage("112:2")).isEmpty)
    #expect(try journal.entries(in: "memorised").first?.due != nil)
    #expect(throws: TilawaError.self) { try journal.add("2:287", to: "notes", ["text": "x"]) }
    #expect(throws: TilawaError.self) { try journal.entries(in: "letters") }
    #expect(throws: TilawaError.self) { try journal.recall(Passage("2:255"), grade: 4) }
    #expect(RecitationJournal.lists.contains("vocabulary"))
  }

  @Test func guidesAreBroughtHeardAndGivenBackAsTheArticleSays() throws {
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
    let text = try guides(folder.path(of: "library"), folder.path(of: "dawn.md"))
    #expect(text.contains("Dawn prayer"))
    let library = try RecitationLibrary(at: folder.path(of: "library"))
    #expect(try library.guides().map(\.id) == ["fajr", "isha"])
    let isha = try #require(try library.guides(of: "isha", school: "hanafi").first)
    #expect(isha.school == nil && isha.rakahCount == 4 && isha.steps[0].hears == ["takbir"])
    let heard = try #require(try library.places(of: isha.steps[0], in: isha)["takbir"]?.first)
    #expect(heard.file == folder.path(of: "library/night.tilawa/a.flac") && heard.prayer == "isha")
    #expect(heard.range == .milliseconds(1500)..<(.milliseconds(2250)) && heard.rakah == 1 && !heard.isHere)
    #expect(try library.exportGuides(["isha"], as: .markdown).text.contains("Hear: takbir"))
    #expect(try library.exportGuides(["isha"]).losses.contains { $0.contains("what is heard") })
    #expect(throws: TilawaError.self) { try library.guides(of: "fajr", school: "nobody") }
    #expect(throws: TilawaError.self) { try library.exportGuides(["noon"]) }
    #expect(throws: TilawaError.self) { try library.planGuides(from: folder.path(of: "gone.md")) }
    try folder.write("tilawa: 1\nid: fajr\n", to: "library/guides/broken.yaml")
    #expect(throws: TilawaError.self) { try library.guides() }
  }

  @Test func aSessionMergesUndoesAndRefusesAsTheArticleSays() throws {
    let folder = try EditingSessionTests.folder(3)
    let bundle = try RecitationBundle(at: folder.path(of: "a.tilawa"))
    let before = try folder.text(of: "a.tilawa/markers.yaml")
    let session = try annotating(bundle)
    // The move is taken back, the marker stays.
    #expect(session.rows.map(\.passage?.description) == ["2:1", "2:2", "2:3", "1:2"])
    #expect(
      session.rows.last?.start == .seconds(12.5) && session.redoTitle == "Move the start of 1:2 to 0:12.300")
    #expect(throws: TilawaError.self) { try session.make(.addMarker(at: .seconds(12.5))) }
    #expect(throws: TilawaError.self) { try session.make(.moveStart(session.rows[0], to: .seconds(-1))) }
    let old = session.rows[0]
    let moved = try #require(try session.make(.moveStart(old, to: .seconds(4.1))))
    #expect(moved.start == .milliseconds(4100) && session.redoTitle == nil)
    #expect(throws: TilawaError.self) { try session.make(.confirm(old)) }
    #expect(try session.make(.confirm(moved))?.isConfirmed == true)
    // Somebody saves a text from before all that.
    try folder.write(
      before.replacing("\"2:3\",", with: "\"2:3\", note: theirs,"), to: "a.tilawa/markers.yaml")
    #expect(try session.lookAround() == .merged)
    #expect(session.rows.map(\.note) == [nil, nil, "theirs", nil] && session.rows[0].isConfirmed)
    #expect(try session.lookAround() == .none)
    try session.make(.makeSegments)
    #expect(session.rows.allSatisfy { $0.kind == .segment })
    try session.make(.reopenSegments)
    while try session.undo() {}
    #expect(try folder.text(of: "a.tilawa/markers.yaml").contains("theirs"))
    #expect(session.rows.map(\.start) == [.seconds(4), .seconds(8), .seconds(12)])
  }

  @Test func bundlesArePackedUnpackedAndPublishedAsTheArticleSays() async throws {
    let folder = try TemporaryFolder([
      "mine/a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\nnotes: mine\naudio: { file: a.flac }\n",
      "mine/a.tilawa/segments.yaml":
        "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 0.000, end: 4.000, verified: true }\n",
      "mine/a.tilawa/a.flac": "sound", "mine/a.tilawa/.hidden": "mine", "theirs/.keep": "",
    ])
    let (archive, theirs) = (folder.path(of: "a.tilawa.zip"), folder.path(of: "theirs"))
    let bundle = try RecitationBundle(at: folder.path(of: "mine/a.tilawa"))
    let packing = try bundle.planPacking()
    #expect(packing.files == ["a.tilawa/a.flac", "a.tilawa/recording.yaml", "a.tilawa/segments.yaml"])
    #expect(packing.leftOut == [".hidden"])
    let outcome = try await sharing(bundle, archive, theirs, folder.path(of: "site"))
    #expect(outcome.recordings == 1 && outcome.rows == 1 && outcome.withoutAudio == 0)
    #expect(try !folder.text(of: "theirs/a.tilawa/recording.yaml").contains("notes"))
    #expect(try folder.text(of: "site/tilawa-library.json").contains("Recitations of our mosque"))
    let library = try RecitationLibrary(at: theirs)
    let again = try library.planUnpacking(archive)
    #expect(again.bundles.map(\.fate) == [.same] && again.hasManifest && again.signer == nil)
    #expect(try await library.planPublishing(to: folder.path(of: "site")).carryOut().recordings == 1)
    #expect(throws: TilawaError.self) { try library.planUnpacking(folder.path(of: "theirs/.keep")) }
    #expect(throws: TilawaError.self) { try library.planUnpacking(archive, allowedSigners: archive) }
    await #expect(throws: TilawaError.self) { try await packing.carryOut(to: folder.path(of: "a.rar")) }
    await #expect(throws: TilawaError.self) { try await library.planPublishing(to: folder.path(of: "mine")) }
    var options = PackingOptions()
    options.audio = .opus(bitrate: 5)
    #expect(throws: TilawaError.self) { try library.planPacking(options) }
    options.audio = .leftOut
    #expect(try library.planPacking(options).files.count == 2)
  }

  @Test func doWhatTheySay() async throws {
    let folder = try TemporaryFolder()
    try ExampleRecitation.write(to: folder.path(of: "fatihah.flac"))
    let library = folder.path(of: "library")
    try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: false)
    let bundle = try await gettingStarted(folder.path(of: "fatihah.flac"), library)
    #expect(bundle.segments.compactMap(\.passage).count == 7)
    #expect(bundle.markers.isEmpty)
    #expect(checking(bundle).allSatisfy { $0.severity != .error })
    let (reviewed, unconfirmed) = try reviewing(bundle)
    #expect(reviewed.rowCount == bundle.segments.count && reviewed.confirmedRowCount == 1)
    #expect(unconfirmed.segments == bundle.segments)
    #expect(try RecitationLibrary(at: library).review().rowCount == bundle.segments.count)
    try playing(library)
    let best = try #require(try RecitationLibrary(at: library).resolve(Passage("1:5")))
    #expect(best.reciter == "yasser-al-dosari" && best.range.lowerBound < best.range.upperBound)
    #expect(try RecitationLibrary(at: library).queue(Passage("1:1-7")).count == 7)

    let copies = try ["theirs", "original"].map { name in
      let copy = folder.path(of: "\(name).tilawa")
      try FileManager.default.copyItem(atPath: bundle.path, toPath: copy)
      return try RecitationBundle(at: copy)
    }
    try editing(copies[0])
    let merged = try await merging(
      bundle, try RecitationBundle(at: copies[0].path), copies[1])
    let row = try #require(merged.segments.first { $0.passage != nil })
    #expect(row.isConfirmed && row.note == "the microphone is moved here")
    try await writingPages(merged, copies[1], folder.path(of: "page.html"))
    let page = try String(contentsOfFile: folder.path(of: "page.html"), encoding: .utf8)
    #expect(
      page.contains("data:audio/ogg;base64,") && page.contains("note the microphone is moved here"))
    try converting(merged, folder.path(of: "labels.txt"))
    #expect(FileManager.default.fileExists(atPath: folder.path(of: "labels.txt")))
    #expect(try RecitationBundle(at: merged.path).segments == merged.segments)

    let imported = try await importing(folder.path(of: "fatihah.flac"), library)
    #expect(imported.title == "Taraweeh, third night" && imported.passages.count == 2)
  }
}
