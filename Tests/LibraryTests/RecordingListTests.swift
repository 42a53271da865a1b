import Testing
import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaTestSupport

@testable import TilawaLibrary

struct RecordingListTests {
  private func entry(_ name: String, _ recording: String, _ rows: String...) throws -> RecordingEntry {
    let folder = try TemporaryFolder([
      "\(name).tilawa/recording.yaml": "tilawa: 1\nid: \(name)\naudio: { file: a.flac }\n\(recording)\n",
      "\(name).tilawa/segments.yaml": "tilawa: 1\nsegments:\n" + rows.map { "  - { \($0) }\n" }.joined(),
    ])
    return RecordingEntry(readingAt: folder.path(of: "\(name).tilawa"), shownAs: "\(name).tilawa")
  }

  /// Compares the list with the output of `show` for the same bundles.
  @Test func agreesWithTheSummaryOfABundle() throws {
    var faults = 0
    for seed in [UInt64(21), 22] {
      let library = try GeneratedLibrary(bundles: 120, seed: seed)
      let folder = try LibraryFolder(at: library.folder.path, shownFrom: library.folder.path)
      for path in folder.bundles {
        let entry = RecordingEntry(readingAt: path, shownAs: path)
        let bundle = TilawaBundle(readingAt: path, shownAs: path)
        let summary = BundleSummary(of: bundle)
        #expect(entry.status == summary.annotation.status)
        #expect(entry.length == summary.length)
        #expect(entry.rows.verified == summary.rows.verified)
        #expect(entry.rows.all == summary.rows.verified + summary.rows.unverified)
        #expect(entry.held == summary.annotation.held.runs)
        #expect(entry.held == summary.coverage.flatMap(\.held))
        #expect(entry.ayahCount == summary.annotation.held.count)
        let rows = bundle.segmentsInTime.filter { $0.ayah != nil }
        #expect(Set(rows.compactMap { bundle.reciter(of: $0.value) }).isSubset(of: entry.reciters))
        #expect(Set(rows.compactMap { bundle.riwayah(of: $0.value) }).isSubset(of: entry.riwayat))
        faults += entry.fault == nil ? 0 : 1
      }
    }
    #expect(faults > 5)
  }

  @Test func asksForWhatIsMeant() throws {
    let night = try entry(
      "night", "reciter: one\nriwayah: hafs\nrecorded_at: 2024-01-05T23:30:00+03:00",
      "ayah: \"18:1-10\", start: 1, end: 2", "ayah: \"18:20\", start: 2, end: 3, reciter: two, riwayah: warsh"
    )
    func matches(_ change: (inout RecordingQuery) -> Void) -> Bool {
      var query = RecordingQuery()
      change(&query)
      #expect(!query.isEmpty)
      return query.matches(night)
    }
    #expect(RecordingQuery().isEmpty && RecordingQuery().matches(night))
    #expect(matches { $0.reciters = ["two"] } && !matches { $0.reciters = ["three"] })
    #expect(matches { $0.riwayat = [.qaloon, .warsh] } && !matches { $0.riwayat = [.qaloon] })
    #expect(matches { $0.statuses = [.partial] } && !matches { $0.statuses = [.complete] })
    for (text, counting, isHeld) in [
      ("18:10-12", CountingSystem.kufi, true), ("18:11-19", .kufi, false), ("2:1", .kufi, false),
      ("18:1-110", .kufi, true), ("18:10", .madaniLast, true),
    ] {
      let range = try #require(AyahRange(text))
      #expect(
        matches { $0.holding(anyOf: counting.ayat(in: range), counting: counting) } == isHeld, "\(text)")
    }
    // A day is the day of where it was recorded.
    for (since, until, isIn) in [
      ("2024-01-05", nil, true), ("2024-01-06", nil, false), (nil, "2024-01-05", true),
      (nil, "2024-01-04", false),
      ("2024-01-05T20:30:00Z", "2024-01-05T20:30:00Z", true), ("2024-01-05T20:30:01Z", nil, false),
      (nil, "2024-01-05T20:29:59Z", false),
    ] as [(String?, String?, Bool)] {
      #expect(
        matches {
          $0.since = since.flatMap { Timestamp($0) }
          $0.until = until.flatMap { Timestamp($0) }
        } == isIn, "\(since ?? "") \(until ?? "")")
    }
    let undated = try entry("undated", "riwayah: hafs", "ayah: \"1:1\", start: 1, end: 2")
    var query = RecordingQuery()
    query.since = Timestamp("0001-01-01")
    #expect(!query.matches(undated))
  }

  @Test func putsInOrder() throws {
    let a = try entry(
      "a", "title: Zeta\nreciter: two\nrecorded_at: 2024-01-05", "ayah: \"1:1-3\", start: 1, end: 9")
    let b = try entry("b", "title: alpha\nrecorded_at: 2023-01-05", "ayah: \"112:1-4\", start: 1, end: 3")
    let c = try entry("c", "reciter: One\nnotes: x", "skip: takbir, start: 1, end: 30")
    let d = try entry("d", "title: alpha\nimported_at: 2023-06-01", "ayah: \"112:1-4\", start: 1, end: 3")
    func order(_ order: RecordingOrder, reversed: Bool = false) -> String {
      order.sorted([a, b, c, d], reversed: reversed).map { $0.shownPath.prefix(1) }.joined()
    }
    #expect(order(.path) == "abcd" && order(.path, reversed: true) == "dcba")
    #expect(order(.title) == "bdca" && order(.title, reversed: true) == "acbd")
    // What is unknown stays last; what is equal stays in the order of paths.
    #expect(order(.reciter) == "cabd" && order(.reciter, reversed: true) == "acbd")
    #expect(order(.date) == "bdac" && order(.date, reversed: true) == "adbc")
    #expect(order(.duration) == "bdac" && order(.duration, reversed: true) == "cabd")
    #expect(order(.status) == "cabd")
    #expect(order(.coverage) == "cabd")
  }
}
