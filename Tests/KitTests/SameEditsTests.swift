@testable import TilawaKit
import Foundation
import TilawaQuran
import TilawaTestSupport
import Testing
import TilawaFormat
import TilawaBase


/// Confirming, naming and moving rows mean the same whoever does it: `confirm`, an app's plan of changes, its session, a review.
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

  /// What each way leaves in the files, or that it refuses.
  private func results(_ kind: FileKind, _ row: Int, _ correction: Correction) throws -> [String] {
    func text(
      _ work: (RecitationBundle, Row) throws -> Void
    ) throws -> String {
      let folder = try TemporaryFolder([
        "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n",
        "a.tilawa/\(kind.fileName)": kind == .markers ? Self.markers : Self.segments,
        "a.tilawa/words.yaml": Self.words,
      ])
      let bundle = try RecitationBundle(at: folder.path(of: "a.tilawa"))
      var said = ""
      do { try work(bundle, (kind == .markers ? bundle.markers : bundle.segments)[row]) } catch {
        said = "refused\n"
      }
      return try said + folder.text(of: "a.tilawa/\(kind.fileName)") + folder.text(of: "a.tilawa/words.yaml")
    }
    let change = { (row: Row) throws -> RowChange in
      switch correction {
      case .confirm: .confirm(row)
      case .unconfirm: .unconfirm(row)
      case .hold(let range): .name(row, Passage(range))
      case .note(let text): .note(row, text)
      case .remove: .remove(row)
      case .moveStart(let time): try .move(row, start: time.duration)
      case .moveEnd(let time): try .move(row, end: time.duration)
      default: throw CorrectionRefusal("no such change")
      }
    }
    let edit = { (row: Row) throws -> AnnotationEdit in
      switch correction {
      case .confirm: .confirm(row)
      case .unconfirm: .unconfirm(row)
      case .hold(let range): .name(row, Passage(range))
      case .note(let text): .note(row, text)
      case .remove: .remove(row)
      case .moveStart(let time): .moveStart(row, to: time.duration)
      case .moveEnd(let time): .moveEnd(row, to: time.duration)
      default: throw CorrectionRefusal("no such edit")
      }
    }
    var results = [
      try text { _ = try $0.planEdits([change($1)]).carryOut() },
      try text { _ = try AnnotationSession(of: $0).make(edit($1)) },
      try text { bundle, row in
        _ = try ListeningReview(of: bundle.place).decide(correction, of: row.identity)
      },
    ]
    if correction == .confirm || correction == .unconfirm {
      results.append(
        try text { bundle, row in
          let plan = try BundlePlan.confirming(bundle.place, isConfirmed: correction == .confirm) { _ in
            .known([row.identity])
          }
          guard correction == .unconfirm || row.passage != nil || row.skip != nil else {
            throw CorrectionRefusal("it names nothing")
          }
          _ = try plan.carriedOut()
        })
    }
    return results
  }

  @Test(arguments: [FileKind.segments, .markers], [0, 1, 2])
  func allWaysOfEditingARowLeaveTheSameBytes(_ kind: FileKind, _ row: Int) throws {
    let corrections: [Correction] = [
      .confirm, .unconfirm, .hold(AyahRange(Ayah(1, 4))), .hold(AyahRange(Ayah(1, 1), Ayah(1, 2))),
      .note("by ear"), .note(nil), .remove, .moveStart(to: Milliseconds(2_250)),
      .moveStart(to: Milliseconds(1_250)), .moveStart(to: Milliseconds(900)),
      .moveEnd(to: Milliseconds(5_500)),
      .moveEnd(to: Milliseconds(3_000)), .moveEnd(to: Milliseconds(1_800)),
    ]
    for correction in corrections {
      let results = try results(kind, row, correction)
      for other in results.dropFirst() { #expect(other == results[0], "\(correction) of row \(row)") }
    }
  }

  @Test func whatNamesNothingCanNotBeConfirmedAndANameTakesOldJoinsAway() throws {
    let unnamed = try results(.markers, 1, .confirm)
    #expect(unnamed.allSatisfy { $0.hasPrefix("refused\n") && !$0.contains("end: 4.000, confirmed") })
    let named = try results(.segments, 0, .hold(AyahRange(Ayah(1, 2))))
    #expect(named.allSatisfy { !$0.contains("joins") && $0.contains("x-mine: 1 }  # first") })
  }

  @Test func changesOfOnePlanBuildOnEachOther() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\nriwayah: hafs\n", "a.tilawa/segments.yaml": Self.segments,
    ])
    let bundle = try RecitationBundle(at: folder.path(of: "a.tilawa"))
    let rows = bundle.segments
    let changed = try bundle.planEdits([
      .move(rows[0], end: .milliseconds(1_800)), .name(rows[1], Passage("1:4")), .confirm(rows[1]),
      .unconfirm(rows[1]), .move(rows[2], start: .seconds(7), end: .seconds(8)), .confirm(rows[0]),
    ]).carryOut()
    #expect(changed.segments.map(\.start) == [.seconds(1), .milliseconds(1_800), .seconds(7)])
    #expect(changed.segments.map(\.isConfirmed) == [true, false, true])
    #expect(changed.segments[1].passage == (try Passage("1:4")))
    #expect(throws: TilawaError.self) {
      try changed.planEdits([.remove(changed.segments[0]), .confirm(changed.segments[0])])
    }
  }
}
