import Foundation
import Testing
import TilawaKit
import TilawaTestSupport

@Suite struct RecitationBundleTests {
  private static let segments = """
    # by hand
    tilawa: 1
    segments:
      - { ayah: "1:1", start: 1.000, end: 2.000, x-mine: 7 }   # the first

      - { start: 2.0, end: 3, ayah: 1:2, confidence: 0.5 }

    """

  private func bundle(_ segments: String = segments) throws -> (TemporaryFolder, RecitationBundle) {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n", "a.tilawa/segments.yaml": segments,
    ])
    return (folder, try RecitationBundle(at: URL(filePath: folder.path(of: "a.tilawa"))))
  }

  @Test func givesTypedRows() throws {
    let (_, bundle) = try bundle()
    let rows = bundle.segments
    #expect(rows.map { $0.passage?.description } == ["1:1", "1:2"])
    #expect(
      rows.map(\.start) == [.seconds(1), .seconds(2)] && rows.map(\.end) == [.seconds(2), .seconds(3)])
    #expect(rows.map(\.confidence) == [nil, 0.5] && rows.allSatisfy { !$0.isConfirmed })
    #expect(bundle.riwayah == "hafs" && bundle.title == nil)
  }

  @Test func changesNothingButWhatIsMeant() async throws {
    let (folder, bundle) = try bundle()
    let rows = bundle.segments.map(\.id)
    let editor = try await RecordingEditor(of: bundle.url)
    let edits = [Edit.confirm(rows[1]), .move(rows[0], end: .milliseconds(1900))]
    #expect(try await !editor.diff(of: edits).isEmpty)
    #expect(try folder.text(of: "a.tilawa/segments.yaml") == Self.segments)
    try await editor.perform(edits)
    #expect(
      try folder.text(of: "a.tilawa/segments.yaml") == """
        # by hand
        tilawa: 1
        segments:
          - { ayah: "1:1", start: 1.000, end: 1.900, x-mine: 7 }   # the first

          - { start: 1.900, end: 3, ayah: 1:2, verified: true, confidence: 0.5 }

        """)
    #expect(editor.recording.segments.map(\.isConfirmed) == [false, true])
    try await editor.perform([.unconfirm(rows[1])])
    #expect(!editor.recording.segments[1].isConfirmed)
    try await editor.perform([.remove(rows[0])])
    #expect(editor.recording.segments.map(\.id) == [rows[1]])
  }

  /// A decoder of its own, which reads nothing.
  private struct Decoder: AudioInspecting {
    let frames: Int64?

    func header(ofAudioAt url: URL) throws -> AudioHeader? {
      guard url.lastPathComponent == "a.flac" else { throw CocoaError(.fileNoSuchFile) }
      return frames.map { AudioHeader(format: "flac", sampleRate: 8000, channels: 1, frames: $0) }
    }
  }

  @Test func asksWhoeverIsHandedInOfAudio() async throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\naudio:\n  file: a.flac\n  duration: 3.000\n",
      "a.tilawa/segments.yaml": Self.segments, "a.tilawa/a.flac": "no sound",
    ])
    let url = URL(filePath: folder.path(of: "a.tilawa"))
    func isTooLong(_ decoder: Decoder?) async throws -> [Bool] {
      let bundle = try RecitationBundle(at: url, inspecting: decoder)
      let editor = try await RecordingEditor(of: url, inspecting: decoder)
      return [bundle, editor.recording].map { $0.lint().contains { $0.rule == "duration-mismatch" } }
    }
    #expect(try await isTooLong(nil) == [false, false])
    #expect(try await isTooLong(Decoder(frames: nil)) == [false, false])
    #expect(try await isTooLong(Decoder(frames: 24000)) == [false, false])
    #expect(try await isTooLong(Decoder(frames: 72000)) == [true, true])
    let library = RecitationLibrary(at: URL(filePath: folder.path), inspecting: Decoder(frames: 24000))
    #expect(try await library.resolve(Passage("1:1")).found.count == 1)
  }

  @Test func tellsWhatCanNotBe() throws {
    let (_, bundle) = try bundle()
    #expect(throws: TilawaError.self) { try RecitationBundle(at: URL(filePath: "/no/such.tilawa")) }
    #expect(throws: TilawaError.self) { try Passage("1:8") }
    #expect(bundle.lint().contains { $0.code.hasPrefix("R") || $0.severity == .error || $0.line != nil })
  }

  @Test func reviewTellsWhatNobodyHasConfirmedAndWhy() async throws {
    let (folder, bundle) = try bundle(
      """
      tilawa: 1
      segments:
        - { ayah: "1:1", start: 1.000, end: 2.000, verified: true }
        - { ayah: "1:2", start: 2.000, end: 3.000, confidence: 0.5 }
        - { ayah: "1:3", start: 3.000, end: 4.000, confidence: 0.99 }
        - { skip: other, start: 8.000, end: 9.000 }

      """)
    let summary = try bundle.review()
    #expect(
      summary.items.map { $0.passage?.description ?? $0.row?.skip?.rawValue ?? "" } == [
        "1:2", "", "other", "1:3",
      ])
    #expect(
      summary.items.map(\.reasons) == [
        [.confidence], [.unannotated], [.unnamed, .unconfirmed], [.confidence],
      ])
    #expect(summary.items[0].explanations == ["confidence 0.50"])
    #expect(summary.items[1].row == nil && summary.items[1].range == .seconds(4)..<(.seconds(8)))
    #expect(summary.items[3].row == bundle.segments[2] && summary.items[3].bundle == bundle.url)
    // As `tilawa review` says: 2 to check, 3 of 4 rows not confirmed.
    #expect(summary.doubtful.count == 2 && summary.rowCount == 4 && summary.confirmedRowCount == 1)
    #expect(summary.duration == .seconds(4) && summary.confirmedDuration == .seconds(1))
    try folder.write("tilawa: 1\nsegments: 5\n", to: "a.tilawa/segments.yaml")
    let faulty = try RecitationBundle(at: bundle.url)
    let error = #expect(throws: TilawaError.self) { try faulty.review() }
    #expect(error?.code == .faulty)
    let library = try await RecitationLibrary(at: URL(filePath: folder.path)).review()
    #expect(library.rowCount == 0 && library.faults.map(\.code) == [.faulty])
  }

  @Test func listeningEndsWhenTheTaskIsCancelled() async throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\naudio:\n  file: audio.flac\n"
    ])
    try ExampleRecitation.write(to: folder.path(of: "a.tilawa/audio.flac"))
    let bundle = try RecitationBundle(at: URL(filePath: folder.path(of: "a.tilawa")))
    let work = Task {
      // As if it had been cancelled while it ran, whoever is faster.
      withUnsafeCurrentTask { $0?.cancel() }
      return try await bundle.planMarks()
    }
    let error = await #expect(throws: TilawaError.self) { try await work.value }
    #expect(error?.code == .cancelled)
  }
}
