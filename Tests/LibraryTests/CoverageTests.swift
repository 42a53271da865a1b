import Testing
import TilawaBase
import TilawaQuran
import TilawaTestSupport

@testable import TilawaLibrary

struct CoverageTests {
  private func ayat(_ text: String, _ counting: CountingSystem = .kufi) -> [Ayah] {
    AyahRange(text).map { counting.ayat(in: $0) } ?? []
  }

  private func coverage(_ wanted: String, found: String...) -> Coverage {
    Coverage(of: ayat(wanted), found: Set(found.flatMap { ayat($0) }), counting: .kufi)
  }

  @Test func tellsRuns() {
    let part = coverage("18:1-31", found: "18:1-4", "18:6-11", "18:19-31")
    #expect(part.foundCount == 23)
    #expect(part.missingRuns.map(\.description) == ["18:5", "18:12-18"])
    #expect(coverage("8:70-9:5", found: "8:72").missingRuns.map(\.description) == ["8:70-71", "8:73-9:5"])
    #expect(coverage("1:1-7", found: "1:1-7").isComplete)
    #expect(Coverage(of: [], found: [], counting: .kufi).isComplete)
    // What isn't asked for doesn't count, what is asked for twice counts once.
    let apart = Coverage(
      of: ayat("2:5") + ayat("2:5-6") + ayat("1:1"), found: Set(ayat("2:1-5")), counting: .kufi)
    #expect(apart.foundCount == 1 && apart.wanted.count == 3)
    #expect(apart.missingRuns.map(\.description) == ["1:1", "2:6"])
  }

  @Test func groups() {
    let groups = coverage("1:1-114:6", found: "2:1-286").groups(by: .surah)
    #expect(groups.map(\.number) == Array(1...114))
    #expect(groups[1].coverage.isComplete && groups[0].coverage.foundCount == 0)
    #expect(groups.map(\.coverage.wanted.count).reduce(0, +) == 6236)
    #expect(coverage("2:141-143").groups(by: .juz).map(\.number) == [1, 2])
    let pages = coverage("1:1-114:6").groups(by: .page)
    #expect(pages.map(\.number) == Array(1...604))
    #expect(
      pages.allSatisfy { page in
        page.coverage.wanted.allSatisfy { Division.page.number(of: $0) == page.number }
      })
    // Pages are those of the Hafs mushaf in any count.
    let madani = CountingSystem.madaniLast
    let all = Coverage(of: ayat("1:1-114:6", madani), found: [], counting: madani).groups(by: .page)
    #expect(all.map(\.coverage.wanted.count).reduce(0, +) == madani.total)
  }

  @Test func levelsTellNoMoreThanThereIs() {
    #expect(coverage("1:1-4", found: "1:1-2").levels(4) == [.all, .all, .none, .none])
    #expect(
      coverage("1:1-4", found: "1:1-2").levels(8) == [.all, .all, .all, .all, .none, .none, .none, .none])
    #expect(coverage("1:1-4", found: "1:2").levels(2) == [.some, .none])
    #expect(coverage("1:1", found: "1:1").levels(3) == [.all, .all, .all])
    #expect(Coverage(of: [], found: [], counting: .kufi).levels(3) == [])
    #expect(coverage("2:1-286", found: "2:7").levels(60).count { $0 != .none } == 1)
  }

  /// Compares the coverage with `resolve`, which reads every file, whatever the rows look like. An ayah
  /// counts as found if `resolve` finds it.
  @Test func agreesWithResolve() throws {
    var some = 0
    for (seed, riwayah, reciters, counting) in [
      (UInt64(1), Riwayah.hafs, [String](), CountingSystem.kufi), (2, .hafs, ["dosari", "nobody"], .kufi),
      (3, .warsh, [], .madaniLast), (5, .hafs, ["husary"], .basri),
    ] {
      let library = try GeneratedLibrary(bundles: 150, seed: seed)
      let folder = try LibraryFolder(at: library.folder.path, shownFrom: library.folder.path)
      let session = Session(riwayah: riwayah, reciters: reciters, counting: counting)
      let all = ayat("1:1-114:6", counting)
      let wanted = WantedAyat(all, counting: counting).prepared(for: CountingSystem.allCases)
      let model = folder.resolve(wanted, session, filter: nil, true)
      let found = Set(model.answers.filter(\.value.isPlayable).keys)
      #expect(folder.coverage(of: all, in: session).all.found == found, "\(seed)")
      let full = folder.coverage(of: all, in: session, byReciter: true)
      #expect(full.all.found == found)
      var byReciter: [String?: Set<Ayah>] = [:]
      for (ayah, answer) in model.answers {
        for hearing in [answer.best].compactMap({ $0 }) + answer.others
        where hearing.availability == .available {
          byReciter[hearing.reciter, default: []].insert(ayah)
        }
      }
      for (id, _, coverage) in full.reciters {
        #expect(coverage.found == byReciter[id] ?? [], "\(seed) \(id ?? "-")")
      }
      #expect(reciters.isEmpty ? full.reciters.count == byReciter.count : full.reciters.map(\.id) == reciters)
      let part = Array(all[300..<420])
      #expect(folder.coverage(of: part, in: session).all.found == found.intersection(part))
      some += found.count
    }
    #expect(some > 100)
  }

  /// Against what was written, by a generator that writes only what can be served.
  @Test func findsWhatWasWritten() throws {
    var numbers = SeededNumbers(seed: 5)
    for _ in 0..<6 {
      let folder = try TemporaryFolder()
      var expected: [String: Set<Ayah>] = [:]
      for index in 0..<40 {
        let reciter = "r\(index % 3)"
        let isHafs = numbers.chance(0.8)
        var text = "tilawa: 1\nsegments:\n"
        var ayah = CountingSystem.kufi.ayah(at: Int.random(in: 0..<6000, using: &numbers)) ?? Ayah(1, 1)
        for row in 0..<Int.random(in: 1...30, using: &numbers) {
          let isOther = numbers.chance(0.1)
          text +=
            "  - { ayah: \"\(ayah)\", start: \(row).000, end: \(row).900\(isOther ? ", riwayah: qaloon" : "") }\n"
          if isHafs, !isOther { expected[reciter, default: []].insert(ayah) }
          ayah = CountingSystem.kufi.next(after: ayah) ?? ayah
        }
        let name = "\(index % 7)/\(index).tilawa"
        try folder.write(text, to: "\(name)/segments.yaml")
        try folder.write(
          "tilawa: 1\nid: i\(index)\nreciter: \(reciter)\nriwayah: \(isHafs ? "hafs" : "warsh")\naudio: { file: a.flac }\n",
          to: "\(name)/recording.yaml")
        try folder.write("sound of no known format", to: "\(name)/a.flac")
      }
      let library = try LibraryFolder(at: folder.path, shownFrom: folder.path)
      let coverage = library.coverage(of: ayat("1:1-114:6"), in: Session(), byReciter: true)
      #expect(coverage.faults.isEmpty)
      #expect(
        Dictionary(uniqueKeysWithValues: coverage.reciters.map { ($0.id ?? "", $0.coverage.found) })
          == expected)
      let all = expected.values.reduce(into: Set<Ayah>()) { $0.formUnion($1) }
      #expect(library.coverage(of: ayat("1:1-114:6"), in: Session()).all.found == all)
    }
  }

  /// The reported faults must not depend on which thread was first.
  @Test func tellsOnlyFaultsThatMatter() throws {
    let whole = "tilawa: 1\nsegments:\n  - { ayah: \"1:1-7\", start: 1, end: 2 }\n"
    let recording = "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: a.flac }\n"
    var files = [
      "torn/x.tilawa/segments.yaml": "tilawa: 1\nsegments: [ \"1:3\"\n",
      "torn/x.tilawa/recording.yaml": recording,
    ]
    for index in 0..<200 {
      files["\(index).tilawa/segments.yaml"] = whole
      files["\(index).tilawa/recording.yaml"] = recording
      files["\(index).tilawa/a.flac"] = "sound of no known format"
    }
    let folder = try TemporaryFolder(files)
    let library = try LibraryFolder(at: folder.path, shownFrom: folder.path)
    for _ in 0..<5 {
      #expect(library.coverage(of: ayat("1:1-7"), in: Session()).faults.isEmpty)
      #expect(library.coverage(of: ayat("1:1-7"), in: Session(riwayah: .warsh)).faults.count == 1)
      #expect(library.coverage(of: ayat("2:1-7"), in: Session()).faults.isEmpty)
      #expect(library.coverage(of: ayat("1:1-7"), in: Session(), byReciter: true).faults.count == 1)
    }
  }
}
