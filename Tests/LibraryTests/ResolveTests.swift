import Testing
import TilawaBase
import TilawaQuran
import TilawaTestSupport

@testable import TilawaLibrary

struct ResolveTests {
  /// Returns the files of a bundle with the given rows, and with `also` in its `recording.yaml`.
  private func bundle(_ name: String, _ rows: String..., also: String = "riwayah: hafs") -> [String: String] {
    [
      "\(name).tilawa/recording.yaml": "tilawa: 1\nid: \(name)\naudio:\n  file: a.flac\n\(also)\n",
      "\(name).tilawa/segments.yaml": "tilawa: 1\nsegments:\n"
        + rows.map { "  - { \($0) }\n" }.joined(),
    ]
  }

  /// Returns lines such as `18:10 a 1.000-2.000`, with `shared` if the stretch is, or the reason why there is
  /// no answer.
  private func resolve(
    _ reference: String, _ bundles: [String: String]..., session: Session = Session()
  ) throws -> [String] {
    let files = bundles.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    let folder = try TemporaryFolder(files)
    let library = try LibraryFolder(at: folder.path, shownFrom: folder.path)
    let range = try #require(AyahRange(reference))
    let ayat = session.counting.ayat(in: range)
    let resolution = library.resolve(ayat, in: session)
    return ayat.map { ayah in
      let answer = resolution.answers[ayah]
      guard let best = answer?.best else {
        return "\(ayah) "
          + (answer?.refusals.keys.map { $0.reason(in: session) }.sorted().joined(separator: "; ") ?? "none")
      }
      return "\(ayah) \(best.bundle.dropLast(7)) \(best.span.start)-\(best.span.end)"
        + (best.isShared ? " shared" : "") + (best.isVerified ? " verified" : "")
    }
  }

  @Test func servesNothingThatIsInDoubt() throws {
    let row = "ayah: \"18:10\", start: 7.000, end: 9.000"
    let doubtful = "errors leave its riwayah, count or reciter in doubt; `tilawa lint` shows them"
    for line in [
      "riwayah: hafs\nriwaya: warsh", "riwaya: hafs", "riwayah: hafs\nnumberng: makki",
      "riwayah: hafs\nrecitor: b",
      "riwayah: hafs\nnumbering: kufiy",
    ] {
      #expect(try resolve("18:10", bundle("a", row, also: line)) == ["18:10 \(doubtful)"], "\(line)")
    }
    #expect(
      try resolve("18:10", bundle("a", row, also: "riwayah: hafs\ntitel: b")) == ["18:10 a 7.000-9.000"])
    let faulty = "18:10 it has errors; `tilawa lint` shows them"
    #expect(
      try resolve("18:10", bundle("a", row + ", confidence: 0,93")) == [faulty])
    #expect(try resolve("18:10", bundle("a", row + ", priorty: 9")) == [faulty])
    #expect(try resolve("18:10", bundle("a", row.replacing("7.000", with: "7,569"))) == ["18:10 "])
  }

  // MARK: Order

  @Test func ordersRivals() throws {
    let rivals: [(String, better: [String: String], worse: [String: String])] = [
      (
        "verified before priority", bundle("b", "ayah: \"18:10\", start: 1, end: 2, verified: true"),
        bundle("a", "ayah: \"18:10\", start: 1, end: 2, priority: 9, confidence: 1")
      ),
      (
        "priority before confidence", bundle("b", "ayah: \"18:10\", start: 1, end: 2, priority: 1"),
        bundle("a", "ayah: \"18:10\", start: 1, end: 2, confidence: 0.99")
      ),
      (
        "priority may be negative", bundle("b", "ayah: \"18:10\", start: 1, end: 2"),
        bundle("a", "ayah: \"18:10\", start: 1, end: 2, priority: -1, confidence: 1")
      ),
      (
        "confidence before date", bundle("b", "ayah: \"18:10\", start: 1, end: 2, confidence: 0.5"),
        bundle(
          "a", "ayah: \"18:10\", start: 1, end: 2, confidence: 0.4",
          also: "riwayah: hafs\nrecorded_at: 2024-01-05")
      ),
      (
        "unknown confidence is lowest", bundle("b", "ayah: \"18:10\", start: 1, end: 2, confidence: 0"),
        bundle("a", "ayah: \"18:10\", start: 1, end: 2", also: "riwayah: hafs\nrecorded_at: 2024-01-05")
      ),
      (
        "the newer, with its offset",
        bundle(
          "b", "ayah: \"18:10\", start: 1, end: 2", also: "riwayah: hafs\nrecorded_at: 2024-01-05T00:30:00Z"),
        bundle(
          "a", "ayah: \"18:10\", start: 1, end: 2",
          also: "riwayah: hafs\nrecorded_at: 2024-01-05T02:00:00+03:00")
      ),
      (
        "imported counts where recorded is unknown",
        bundle("b", "ayah: \"18:10\", start: 1, end: 2", also: "riwayah: hafs\nimported_at: 2024-01-05"),
        bundle("a", "ayah: \"18:10\", start: 1, end: 2", also: "riwayah: hafs\nrecorded_at: 2023-01-05")
      ),
      (
        "a date before none",
        bundle("b", "ayah: \"18:10\", start: 1, end: 2", also: "riwayah: hafs\nrecorded_at: 1901-01-05"),
        bundle("a", "ayah: \"18:10\", start: 1, end: 2")
      ),
      (
        "the earlier path", bundle("b", "ayah: \"18:10\", start: 1, end: 2"),
        bundle("c", "ayah: \"18:10\", start: 1, end: 2")
      ),
    ]
    for rival in rivals {
      let answer = try resolve("18:10", rival.better, rival.worse)
      #expect(answer[0].hasPrefix("18:10 b 1.000-2.000"), "\(rival.0): \(answer)")
    }
    #expect(
      try resolve(
        "18:10", bundle("a", "ayah: \"18:10\", start: 5, end: 6", "ayah: \"18:10\", start: 1, end: 2"))
        == ["18:10 a 5.000-6.000"])
  }

  @Test func takesTheFirstReciterWhoHasOne() throws {
    let first = bundle("a", "ayah: \"1:1\", start: 1, end: 2", also: "riwayah: hafs\nreciter: one")
    let second = bundle(
      "b", "ayah: \"1:1\", start: 1, end: 2, verified: true", "ayah: \"1:2\", start: 2, end: 3",
      also: "riwayah: hafs\nreciter: two")
    #expect(
      try resolve("1:1-2", first, second, session: Session(reciters: ["one", "two"]))
        == ["1:1 a 1.000-2.000", "1:2 b 2.000-3.000"])
    #expect(
      try resolve("1:1", first, second, session: Session(reciters: ["three"]))
        == ["1:1 it is by one, who was not requested; it is by two, who was not requested"])
    #expect(try resolve("1:1", first, second) == ["1:1 b 1.000-2.000 verified"])
  }

  // MARK: Riwayah

  @Test func servesOneRiwayah() throws {
    let night = bundle(
      "a", "ayah: \"1:1\", start: 1, end: 2",
      "ayah: \"1:2\", start: 2, end: 3, riwayah: warsh, reciter: other")
    #expect(
      try resolve("1:1-2", night)
        == ["1:1 a 1.000-2.000", "1:2 it is in warsh, not hafs"])
    #expect(
      try resolve("1:1-2", night, session: Session(riwayah: .warsh))
        == ["1:1 it is in hafs, not warsh", "1:2 a 2.000-3.000"])
    #expect(
      try resolve("1:1", bundle("a", "ayah: \"1:1\", start: 1, end: 2", also: "title: none"))
        == [
          "1:1 its riwayah is unknown; add a line such as \"riwayah: hafs\" to recording.yaml or the reciter's file"
        ])
    var told = bundle("a", "ayah: \"1:1\", start: 1, end: 2", also: "title: none")
    told["a.tilawa/reciter.yaml"] = "tilawa: 1\nid: r\nname: R\nriwayah: hafs\n"
    #expect(try resolve("1:1", told) == ["1:1 a 1.000-2.000"])
  }

  /// A row or value that can't be read as intended must not fall back to one that can.
  @Test func doesNotGuessBehindFaults() throws {
    let rows = bundle(
      "a", "ayah: \"1:1\", start: 1, end: 2, riwayah: wrash", "ayah: \"1:2\", start: 2, end: 3")
    #expect(
      try resolve("1:1-2", rows) == ["1:1 it has errors; `tilawa lint` shows them", "1:2 a 2.000-3.000"])
    for also in ["riwayah: hafz", "riwayah: hafs\nnumbering: kuffi", "riwayah: hafs\nriwayah: warsh"] {
      var doubtful = bundle("a", "ayah: \"1:1\", start: 1, end: 2", also: also)
      doubtful["a.tilawa/reciter.yaml"] = "tilawa: 1\nid: r\nname: R\nriwayah: hafs\n"
      let answer = try resolve("1:1", doubtful)
      #expect(answer[0].contains("in doubt"), "\(also): \(answer)")
    }
    var headless = rows
    headless["a.tilawa/recording.yaml"] = nil
    #expect(try resolve("1:1", headless)[0].contains("in doubt"))
    let badDate = bundle(
      "a", "ayah: \"1:1\", start: 1, end: 2", also: "riwayah: hafs\nrecorded_at: 2024-13-01")
    #expect(try resolve("1:1", badDate) == ["1:1 a 1.000-2.000"])
  }

  @Test func passesOverWhatCannotBePlayed() throws {
    #expect(
      try resolve("1:1", bundle("a", "ayah: \"1:1\", start: 2, end: 1"))
        == ["1:1 it does not end after it begins"])
    #expect(try resolve("1:1", bundle("a", "ayah: \"1:1\", start: 2, end: 2"))[0].contains("does not end"))
    #expect(
      try resolve("1:5", bundle("a", "ayah: \"1:5-9\", start: 1, end: 2"))[0].contains(
        "do not exist in the Kufi count"))
    #expect(try resolve("1:5", bundle("a", "ayah: \"1:6-4\", start: 1, end: 2"))[0].contains("backwards"))
    for (file, reason) in [("../a.flac", "outside"), ("/a.flac", "outside")] {
      var files = bundle("a", "ayah: \"1:1\", start: 1, end: 2")
      files["a.tilawa/recording.yaml"] =
        "tilawa: 1\nid: a\nriwayah: hafs\naudio:\n  file: \(file)\n  duration: 9\n"
      #expect(try resolve("1:1", files)[0].contains(reason))
    }
    var files = bundle("a", "ayah: \"1:1\", start: 10, end: 12")
    files["a.tilawa/recording.yaml"] = "tilawa: 1\nid: a\nriwayah: hafs\n"
    #expect(try resolve("1:1", files) == ["1:1 its recording.yaml names no audio"])
    files["a.tilawa/recording.yaml"] =
      "tilawa: 1\nid: a\nriwayah: hafs\naudio:\n  file: a.flac\n  duration: 9\n"
    #expect(try resolve("1:1", files) == ["1:1 it begins after the audio ends"])
  }

  // MARK: Rows of several ayat

  @Test func cutsAtJoins() throws {
    let row = bundle("a", "ayah: \"8:74-9:1\", start: 60, end: 91.5, joins: [70, 78.25]")
    #expect(
      try resolve("8:74-9:1", row)
        == ["8:74 a 60.000-70.000", "8:75 a 70.000-78.250", "9:1 a 78.250-91.500"])
    for joins in ["", ", joins: [70]", ", joins: [70, 60.5]", ", joins: [70, 95]", ", joins: [60, 70]"] {
      #expect(
        try resolve("8:75", bundle("a", "ayah: \"8:74-9:1\", start: 60, end: 91.5\(joins)"))
          == ["8:75 a 60.000-91.500 shared"], "\(joins)")
    }
  }

  @Test func hearsTheBasmalahOnlyWhereItIsWritten() throws {
    #expect(
      try resolve("2:0-1", bundle("a", "ayah: \"2:0-1\", start: 1, end: 9, joins: [4]"))
        == ["2:0 a 1.000-4.000", "2:1 a 4.000-9.000"])
    #expect(
      try resolve("2:0", bundle("a", "ayah: \"1:7-2:1\", start: 1, end: 9, joins: [4]")) == ["2:0 "]
    )
  }

  // MARK: Counts

  private func madani(_ rows: String...) -> [String: String] {
    [
      "m.tilawa/recording.yaml":
        "tilawa: 1\nid: m\naudio:\n  file: a.flac\nriwayah: warsh\nnumbering: madani_last\n",
      "m.tilawa/segments.yaml": "tilawa: 1\nsegments:\n" + rows.map { "  - { \($0) }\n" }.joined(),
    ]
  }

  @Test func mapsCounts() throws {
    let warsh = Session(riwayah: .warsh)
    // Kufi 2:1 and 2:2 are one ayah of the last Madani count, the basmalah of surah 1 bears no number in it.
    #expect(
      try resolve("2:1-3", madani("ayah: \"2:1-2\", start: 1, end: 9, joins: [4]"), session: warsh)
        == ["2:1 m 1.000-4.000 shared", "2:2 m 1.000-4.000 shared", "2:3 m 4.000-9.000"])
    #expect(
      try resolve(
        "1:1-2", madani("ayah: \"1:0\", start: 1, end: 4", "ayah: \"1:1\", start: 4, end: 9"), session: warsh)
        == ["1:1 m 1.000-4.000", "1:2 m 4.000-9.000"])
    #expect(
      try resolve(
        "2:2", madani("ayah: \"2:2\", start: 1, end: 9"),
        session: Session(riwayah: .warsh, counting: .madaniLast))
        == ["2:2 m 1.000-9.000"])
  }

  /// Kufi 1:7 is 1:6 and 1:7 of the last Madani count.
  @Test func joinsWhatAnotherCountSplits() throws {
    let warsh = Session(riwayah: .warsh)
    let mapping = try #require(AyahMap.map(Ayah(1, 7), from: .kufi, to: .madaniLast))
    #expect(mapping.relation == .split && mapping.range == AyahRange(Ayah(1, 6), Ayah(1, 7)))
    #expect(
      try resolve("1:7", madani("ayah: \"1:5-7\", start: 1, end: 9, joins: [4, 6]"), session: warsh)
        == ["1:7 m 4.000-9.000"])
    #expect(
      try resolve(
        "1:7", madani("ayah: \"1:6\", start: 1, end: 4, verified: true", "ayah: \"1:7\", start: 5, end: 9"),
        session: warsh) == ["1:7 m 1.000-9.000"])
    #expect(
      try resolve(
        "1:7",
        madani(
          "ayah: \"1:6\", start: 1, end: 4", "skip: speech, start: 4, end: 5",
          "ayah: \"1:7\", start: 5, end: 9"),
        session: warsh)[0].contains("only a part"))
    #expect(
      try resolve("1:7", madani("ayah: \"1:7\", start: 1, end: 4"), session: warsh)[0].contains("only a part")
    )
  }

  // MARK: Broken neighbours

  @Test func survivesBrokenBundles() throws {
    let folder = try TemporaryFolder(
      bundle("ok", "ayah: \"1:1\", start: 1, end: 2").merging([
        "torn.tilawa/segments.yaml": "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: [\n",
        "empty.tilawa/segments.yaml": "",
        "conflict.tilawa/segments.yaml": "<<<<<<< ours\n1:1\n=======\n>>>>>>> theirs\n",
        "folder.tilawa/segments.yaml/x": "",
      ]) { first, _ in first })
    let library = try LibraryFolder(at: folder.path, shownFrom: folder.path)
    let resolution = library.resolve([Ayah(1, 1)], in: Session())
    #expect(resolution.answers[Ayah(1, 1)]?.best?.bundle == "ok.tilawa")
    // An empty file can't hold it, in a library of any size.
    #expect(resolution.faults.map(\.path) == ["conflict", "folder", "torn"].map { "\($0).tilawa" })
    #expect(resolution.faults.allSatisfy { !$0.message.contains("\n") && $0.message.contains($0.path) })
    #expect(throws: (any Error).self) {
      try LibraryFolder(at: folder.path(of: "none"), shownFrom: folder.path)
    }
  }
}
