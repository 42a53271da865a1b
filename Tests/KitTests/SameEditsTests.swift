import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@testable import TilawaKit

/// Confirming, naming and moving rows have the same result from every writer: `edit confirm`, an app's editor, a
/// review.
@Suite struct SameEditsTests {
  private static let markers = """
    tilawa: 1
    markers:
      - { at: 1.000, ayah: "1:1-2", joins: [1.500], confidence: 0.95, x-mine: 1 }  # first
      - { at: 2.000, end: 4.000, confidence: 0.91 }
      - { at: 5.000, skip: takbir, confirmed: true }

    """
  private static let segments = """
    tilawa: 1
    segments:
      - { ayah: "1:1-2", start: 1.000, end: 2.000, joins: [1.500], confidence: 0.95, x-mine: 1 }  # first
      - { ayah: "1:3", start: 2.000, end: 4.000, confidence: 0.91 }
      - { skip: takbir, start: 5.000, end: 6.000, verified: true }

    """
  private static let words = """
    tilawa: 1
    words:
      - { ayah: "1:3", word: 1, start: 2.000, end: 4.000 }

    """

  private func identity(of row: Row) -> AnnotatedRow.Identity {
    AnnotatedRow.Identity(
      row.kind == .segment ? .segments : .markers, Milliseconds(row.start) ?? .zero, row.passage?.range,
      row.skip?.rawValue)
  }

  /// Returns the contents of the files after each way of making the edit, or `refused` and the contents.
  private func results(_ kind: FileKind, _ row: Int, _ correction: Correction) async throws -> [String] {
    func text(
      _ work: (RecitationBundle, Row) async throws -> Void
    ) async throws -> String {
      let folder = try TemporaryFolder([
        "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n",
        "a.tilawa/\(kind.fileName)": kind == .markers ? Self.markers : Self.segments,
        "a.tilawa/words.yaml": Self.words,
      ])
      let bundle = try RecitationBundle(at: URL(filePath: folder.path(of: "a.tilawa")))
      var said = ""
      do { try await work(bundle, (kind == .markers ? bundle.markers : bundle.segments)[row]) } catch {
        said = "refused\n"
      }
      return try said + folder.text(of: "a.tilawa/\(kind.fileName)") + folder.text(of: "a.tilawa/words.yaml")
    }
    let edit = { (row: Row) throws -> Edit in
      switch correction {
      case .confirm: .confirm(row.id)
      case .unconfirm: .unconfirm(row.id)
      case .hold(let range): .name(row.id, Passage(range))
      case .note(let text): .note(row.id, text)
      case .remove: .remove(row.id)
      case .moveStart(let time): .move(row.id, start: time.duration)
      case .moveEnd(let time): .move(row.id, end: time.duration)
      default: throw Failure(refused: "no such edit")
      }
    }
    var results = [
      try await text { _ = try await RecordingEditor(of: $0.url).perform([edit($1)]) },
      try await text { bundle, row in
        _ = try ListeningReview(of: bundle.place).decide(correction, of: identity(of: row))
      },
    ]
    if correction == .confirm || correction == .unconfirm {
      results.append(
        try await text { bundle, row in
          let plan = try BundlePlan.confirming(bundle.place, isConfirmed: correction == .confirm) { _ in
            .known([identity(of: row)])
          }
          guard correction == .unconfirm || row.passage != nil || row.skip != nil else {
            throw Failure(refused: "it names nothing")
          }
          _ = try plan.apply()
        })
    }
    return results
  }

  @Test(arguments: [FileKind.segments, .markers], [0, 1, 2])
  func allWaysOfEditingARowLeaveTheSameBytes(_ kind: FileKind, _ row: Int) async throws {
    let corrections: [Correction] = [
      .confirm, .unconfirm, .hold(AyahRange(Ayah(1, 4))), .hold(AyahRange(Ayah(1, 1), Ayah(1, 2))),
      .note("by ear"), .note(nil), .remove, .moveStart(to: Milliseconds(2_250)),
      .moveStart(to: Milliseconds(1_250)), .moveStart(to: Milliseconds(900)),
      .moveEnd(to: Milliseconds(5_500)),
      .moveEnd(to: Milliseconds(3_000)), .moveEnd(to: Milliseconds(1_800)),
    ]
    for correction in corrections {
      let results = try await results(kind, row, correction)
      for other in results.dropFirst() { #expect(other == results[0], "\(correction) of row \(row)") }
    }
  }

  @Test func whatNamesNothingCanNotBeConfirmedAndANameTakesOldJoinsAway() async throws {
    let unnamed = try await results(.markers, 1, .confirm)
    #expect(unnamed.allSatisfy { $0.hasPrefix("refused\n") && !$0.contains("end: 4.000, confirmed") })
    let named = try await results(.segments, 0, .hold(AyahRange(Ayah(1, 2))))
    #expect(named.allSatisfy { !$0.contains("joins") && $0.contains("x-mine: 1 }  # first") })
  }

  @Test func editsOfOneCallBuildOnEachOther() async throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n", "a.tilawa/segments.yaml": Self.segments,
    ])
    let editor = try await RecordingEditor(of: URL(filePath: folder.path(of: "a.tilawa")))
    let rows = editor.recording.segments.map(\.id)
    try await editor.perform([
      .move(rows[0], end: .milliseconds(1_800)), .name(rows[1], Passage("1:4")), .confirm(rows[1]),
      .unconfirm(rows[1]), .move(rows[2], start: .seconds(7), end: .seconds(8)), .confirm(rows[0]),
    ])
    let changed = editor.recording.segments
    #expect(changed.map(\.start) == [.seconds(1), .milliseconds(1_800), .seconds(7)])
    #expect(changed.map(\.isConfirmed) == [true, false, true] && changed.map(\.id) == rows)
    #expect(changed[1].passage == (try Passage("1:4")))
  }
}
