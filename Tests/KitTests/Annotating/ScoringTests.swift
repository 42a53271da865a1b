import Foundation
import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@testable import TilawaKit

@Suite struct ScoringTests {
  private func rows(_ rows: (Int, Double, Double)...) -> [RecitedRow] {
    rows.map { RecitedRow(Ayah(112, $0.0), start: $0.1, end: $0.2) }
  }

  private func score(
    _ truth: [Double], _ predicted: [Double], _ tolerance: Double = 0.25, _ windows: PauseWindows = .init()
  ) -> BoundaryScore {
    BoundaryScore(
      truth: truth.map { ScoredBoundary($0) }, predicted: predicted.map { ScoredBoundary($0) },
      tolerance: tolerance, windows: windows)
  }

  @Test func boundariesAreStartsInsideAndEndsBeforeAGap() {
    let found = ScoredBoundary.all(of: rows((1, 0.05, 3), (2, 3.05, 6), (3, 7.5, 9), (4, 9, 12)))
    #expect(found.map(\.at) == [3.05, 6, 7.5, 9], "none at the start, none at the last end")
    #expect(found.map { $0.ayah?.number } == [2, nil, 3, 4])
    #expect(ScoredBoundary.all(of: rows((1, 0.1, 3))).map(\.at) == [0.1])
    #expect(ScoredBoundary.all(of: rows((2, 3, 6), (1, 0, 3))).map(\.at) == [3], "in order of time")
    #expect(ScoredBoundary.all(of: []).isEmpty)
  }

  @Test func nothingToFindIsFound() {
    #expect(score([], []).f1 == 1)
    #expect(score([1], []).recall == 0)
    #expect(score([1], []).precision == 1)
    #expect(score([1], []).f1 == 0)
    #expect(score([], [1]).precision == 0)
    #expect(score([1], []).medianError == nil)
  }

  @Test func matchesOneToOneTheClosestFirst() {
    // The first prediction is near to both; the second has only the later one.
    let found = BoundaryScore.matches(
      truth: [1.0, 1.2].map { ScoredBoundary($0) }, predicted: [1.19, 1.3].map { ScoredBoundary($0) },
      tolerance: 0.25)
    #expect(found.map(\.predicted) == [0])
    #expect(found.map(\.truth) == [1])
    #expect(
      score([1, 5, 9], [1.5, 5.25, 9.251]).matchedCount == 1, "as far as the tolerance is near enough")
  }

  @Test func aMarkAnywhereInThePauseIsRight() {
    var windows = PauseWindows()
    windows.add(boundary: 5, from: 3.5, to: 4.9)
    #expect(score([5], [3.6]).matchedCount == 0)
    #expect(score([5], [3.6], 0.25, windows).matchedCount == 1)
    #expect(score([5], [3.26], 0.25, windows).matchedCount == 1)
    #expect(score([5], [3.24], 0.25, windows).matchedCount == 0)
    #expect(score([5], [3.6], 0.25, windows).medianError == 5 - 3.6, "the error is that from the boundary")
    #expect(score([5.001], [3.6], 0.25, windows).matchedCount == 1, "found by hundredths")
  }

  @Test func errorsAreMedianAndNinetieth() {
    let truth = (1...10).map { Double($0) * 10 }
    let one = score(truth, truth.enumerated().map { $1 + Double($0) / 100 })
    #expect(abs((one.medianError ?? 0) - 0.05) < 1e-9)
    #expect(abs((one.ninetiethError ?? 0) - 0.09) < 1e-9)
    let both = one + score([1, 2], [1])
    #expect((both.truthCount, both.predictedCount, both.matchedCount) == (12, 11, 11))
    #expect(both.precision == 1)
    #expect(both.errors == both.errors.sorted())
  }

  @Test func namesAreComparedWhereBothHaveOne() {
    let truth = ScoredBoundary.all(of: rows((1, 0, 3), (2, 3, 6), (3, 6, 9), (4, 9, 12)))
    var predicted = truth
    predicted[0].ayah = Ayah(112, 3)
    predicted[1].ayah = nil
    #expect(BoundaryScore(truth: truth, predicted: predicted, tolerance: 0.1).misnamedCount == 1)
  }

  @Test func bundlesGiveWhatTheirRowsSay() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": "tilawa: 1\nid: a\ntitle: A\n",
      "a.tilawa/segments.yaml": """
      tilawa: 1
      segments:
        - { ayah: "1:1", start: 1.000, end: 5.000 }
        - { skip: takbir, start: 5.000, end: 7.000 }
        - { skip: silence, start: 7.000, end: 8.000 }
        - { ayah: "1:6-2:1", start: 8.000, end: 20.000, joins: [12.000, 15.000] }
        - { ayah: "2:2-4", start: 20.000, end: 30.000 }

      """,
      "a.tilawa/markers.yaml": """
      tilawa: 1
      markers:
        - { at: 31.000, ayah: "2:5" }
        - { at: 35.000 }
        - { at: 40.000, skip: talk }
        - { at: 44.000, ayah: "2:6", end: 50.000 }
        - { at: 51.000, ayah: "2:7-9", joins: [53.000, 55.000] }

      """,
    ])
    let bundle = TilawaBundle(readingAt: folder.path(of: "a.tilawa"), shownAs: "a.tilawa")
    let found = ScoredBoundary.all(of: RecitedRow.rows(of: bundle, .kufi))
    #expect(
      found.map { "\($0.at) \($0.ayah?.description ?? "-")" } == [
        "1.0 1:1", "5.0 -", "8.0 1:6", "12.0 1:7", "15.0 2:1", "20.0 2:2", "30.0 -", "31.0 2:5", "35.0 -",
        "40.0 -", "44.0 2:6", "50.0 -", "51.0 2:7", "53.0 2:8", "55.0 2:9",
      ])
  }

  @Test func readsTables() throws {
    let rows =
      "surah\tayah\tstart_seconds\tend_seconds\r\n112\t1\t0.5\t2.25\r\n\r\n# a remark\n112 2 2.25 4\n"
    #expect(
      try BoundaryTable.read(rows)
        == .rows([
          RecitedRow(Ayah(112, 1), start: 0.5, end: 2.25), RecitedRow(Ayah(112, 2), start: 2.25, end: 4),
        ]))
    #expect(try BoundaryTable.read("1.5 a pause\n3\n") == .times([1.5, 3]))
    #expect(try BoundaryTable.read("") == .rows([]))
    for (text, message) in [
      ("1\t1\t0\t2\n1\t2\tnan\t3\n", "\"nan\" is not a time in seconds, such as 14.010"),
      ("1\t1\t0\t2\n1\t2\t4\t3\n", "1:2 ends at 3, before its start at 4"),
      ("1\t1\t0\t2\n115\t2\t4\t5\n", "no such ayah: 115:2; the columns are surah, ayah, start, end"),
      (
        "1\t1\t0\t2\n3.5\n",
        "different columns from the lines above; use either surah, ayah, start, end or a time first"
      ),
    ] {
      #expect(throws: BoundaryTableError(line: 2, message: message)) { try BoundaryTable.read(text) }
    }
  }

  @Test func garbageIsRefusedAndNeverCrashes() {
    var random = SplitMix64(state: 5)
    let pieces = [
      "1", "\t", "\n", "-", "1e400", "0.5", "pause", " ", "\u{0}", "surah", "nan", "9999999999999999999",
    ]
    for _ in 0..<2000 {
      let text = (0..<12).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
      if case .rows(let rows)? = try? BoundaryTable.read(text) { _ = ScoredBoundary.all(of: rows) }
      _ = try? BoundaryTable.readPauses(text)
    }
  }

  /// The data set of recordings that isn't part of the repository, where it lies beside it.
  static let dataSet: String? = {
    let folder = "\(ConformanceSuite.repository)/../shared/recitations"
    let isThere = FileManager.default.fileExists(atPath: "\(folder)/score.py")
    return isThere && Python.canRun("import argparse") ? folder : nil
  }()

  @Test(.enabled(if: dataSet != nil)) func agreesWithTheDataSetsOwnProgram() throws {
    let folder = try #require(Self.dataSet)
    let temporary = try TemporaryFolder()
    var random = SplitMix64(state: 7)
    func jitter() -> Double { Double(random.next() % 1000) / 1000 - 0.5 }
    for stem in ["husary-prayer", "salama-036"] {
      let text = try String(contentsOfFile: "\(folder)/truth/\(stem).tsv", encoding: .utf8)
      let gaps = try String(contentsOfFile: "\(folder)/gaps/\(stem).gaps.tsv", encoding: .utf8)
      guard case .rows(let truth) = try BoundaryTable.read(text) else { continue }
      var predicted = truth.filter { _ in random.next() % 10 > 0 }
      for index in predicted.indices { predicted[index].start = max(0, predicted[index].start + jitter()) }
      for index in predicted.indices.dropLast() where random.next() % 5 > 0 {
        predicted[index].end = predicted[index + 1].start
      }
      let table = predicted.map {
        "\($0.ayah?.surah ?? 0)\t\($0.ayah?.number ?? 0)\t\($0.start)\t\($0.end ?? 0)\n"
      }
      let file = try temporary.write(table.joined(), to: "\(stem).tsv")
      for (windows, options) in [
        (PauseWindows(), []),
        (try BoundaryTable.readPauses(gaps), ["--gaps", "\(folder)/gaps/\(stem).gaps.tsv"]),
      ] {
        for tolerance in [0.1, 0.25, 0.5] {
          let score = BoundaryScore(
            truth: ScoredBoundary.all(of: truth), predicted: ScoredBoundary.all(of: predicted),
            tolerance: tolerance, windows: windows)
          let line = String(
            format:
              "truth %d predicted %d matched %d precision %.3f recall %.3f F1 %.3f median_abs_error %.3f\n",
            score.truthCount, score.predictedCount, score.matchedCount, score.precision, score.recall,
            score.f1,
            score.medianError ?? .nan)
          let other = try Python.run(
            ["\(folder)/score.py", "\(folder)/truth/\(stem).tsv", file, "--tol", "\(tolerance)"] + options)
          #expect(line == other.output)
        }
      }
    }
  }
}
