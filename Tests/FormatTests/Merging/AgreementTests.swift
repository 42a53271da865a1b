import Testing
import TilawaBase
import TilawaFormat

@Suite struct AgreementTests {
  /// Segments of these rows, each `name start end` in seconds.
  private func rows(_ rows: String...) throws -> AnnotatedRows {
    let lines = rows.map { row in
      let parts = row.split(separator: " ")
      let key = parts[0].contains(":") ? "ayah: \"\(parts[0])\"" : "skip: \(parts[0])"
      let joins = parts.count > 3 ? ", joins: [\(parts[3...].joined(separator: ", "))]" : ""
      return "  - { \(key), start: \(parts[1]), end: \(parts[2])\(joins) }\n"
    }
    return try annotated("segments", lines.joined())
  }

  private func annotated(_ key: String, _ lines: String) throws -> AnnotatedRows {
    let source = SourceText(path: "\(key).yaml", bytes: Array("tilawa: 1\n\(key):\n\(lines)".utf8))
    let version = BundleVersion(files: [key == "segments" ? .segments : .markers: source])
    return try #require(try AnnotatedRows(of: version, words: false))
  }

  /// Frames of 100 ms that are given these names, one letter each; a dot is none.
  private func frames(_ names: String) throws -> AnnotatedRows {
    let kinds: [Character: String] = [
      "1": "takbir", "2": "amin", "3": "dua", "4": "speech", "5": "silence",
    ]
    let lines = names.enumerated().compactMap { index, letter in
      kinds[letter].map { kind in
        let (start, end) = (Milliseconds(Int64(index) * 100), Milliseconds(Int64(index) * 100 + 100))
        return "  - { skip: \(kind), start: \(start), end: \(end) }\n"
      }
    }
    return try annotated("segments", lines.joined())
  }

  @Test func aSharedBoundaryCountsOnce() throws {
    let agreement = Agreement([
      try rows("1:1 1.000 5.000", "1:2 5.000 9.000"), try rows("1:1 1.020 5.100", "1:2 5.100 8.700"),
    ])
    #expect(agreement.differences(0, 1, .start).differences.map(\.count) == [20, 100])
    #expect(agreement.differences(0, 1, .end).differences.map(\.count) == [100, -300])
    #expect(agreement.differences(0, 1).differences.map(\.count) == [20, 100, -300])
    // With a pause on one side there are two places.
    let apart = Agreement([
      try rows("1:1 1.000 5.000", "1:2 5.000 9.000"), try rows("1:1 1.000 4.900", "1:2 5.000 9.000"),
    ])
    #expect(apart.differences(0, 1).differences.map(\.count) == [0, 0, 0, -100])
  }

  /// The comparison of two annotators doesn't depend on a third one.
  @Test func aThirdAnnotatorChangesNothingOfTheFirstTwo() throws {
    let two = [
      try rows("1:1 1.000 5.000", "1:2 5.000 9.000", "1:3 9.000 12.000"),
      try rows("1:1 1.000 5.100", "1:2 5.100 9.000", "1:4 9.300 12.200"),
    ]
    for third in [
      try rows("1:1 1.300 5.000", "1:3 9.050 12.000"), try rows("1:2 5.000 9.000"),
      try rows("1:1 1.000 5.000", "1:2 5.000 9.000", "1:3 9.000 12.000"), try rows("1:1 1.000 12.000"),
    ] {
      for edge in [nil, .start, .end] as [Agreement.Boundary.Edge?] {
        #expect(
          Agreement(two + [third]).differences(0, 1, edge).differences
            == Agreement(two).differences(0, 1, edge).differences)
      }
    }
  }

  @Test func joinsOfMarkersAreStarts() throws {
    let run = "  - { at: 1.000, end: 9.000, ayah: \"1:1-3\", joins: [4.000, 6.000] }\n"
    let parts =
      "  - { at: 1.020, ayah: \"1:1\" }\n  - { at: 4.100, ayah: \"1:2\" }\n  - { at: 5.700, end: 9.200, ayah: \"1:3\" }\n"
    let agreement = Agreement([try annotated("markers", run), try annotated("markers", parts)])
    #expect(agreement.differences(0, 1, .start).differences.map(\.count) == [20, 100, -300])
    #expect(agreement.differences(0, 1, .end).differences.map(\.count) == [200])
  }

  @Test func figuresAreThoseOfTheirDefinitions() {
    let values = BoundaryDifferences([-50, 10, 20, 30, 40].map { Milliseconds($0) })
    #expect(values.percentile(0.5) == 0.030)
    // 0.9 x 4 = 3.6: between the fourth and the fifth.
    #expect(abs((values.percentile(0.9) ?? 0) - 0.046) < 1e-9)
    #expect(values.meanLength == 0.030)
    #expect(values.bias == 0.010)
    #expect(values.share(within: Milliseconds(30)) == 0.6)
    #expect(BoundaryDifferences([]).percentile(0.5) == nil)
    #expect(BoundaryDifferences([]).share(within: .zero) == nil)
  }

  @Test func cohensKappaIsThatOfTheTextbook() throws {
    // 20 both yes, 5 and 10 only one of them, 15 both no: (0.7 - 0.5) / (1 - 0.5).
    let first = String(repeating: "1", count: 25) + String(repeating: "2", count: 25)
    let second =
      String(repeating: "1", count: 20) + String(repeating: "2", count: 5) + String(repeating: "1", count: 10)
      + String(repeating: "2", count: 15)
    let names = NameAgreement(Agreement([try frames(first), try frames(second)]), among: [0, 1])
    #expect(names.frames == 50)
    #expect(names.observed == 0.7)
    #expect(abs((names.kappa ?? 0) - 0.4) < 1e-12)
  }

  @Test func fleissKappaIsThatOfTheTextbook() throws {
    // Fourteen raters, ten subjects, five categories; kappa is 0.210.
    let table = [
      [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1], [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]
    let columns = table.map { counts in
      counts.enumerated().flatMap { category, count in Array(repeating: "\(category + 1)", count: count) }
    }
    let raters = try (0..<14).map { rater in try frames(columns.map { $0[rater] }.joined()) }
    let names = NameAgreement(Agreement(raters), among: Array(0..<14))
    #expect(names.frames == 10)
    #expect(abs((names.kappa ?? 0) - 0.20993) < 1e-5)
  }

  @Test func namesAreComparedWhereOneHasNoRow() throws {
    let names = NameAgreement(
      Agreement([try frames("1111....22"), try frames("1111111122")]), among: [0, 1])
    #expect(names.observed == 0.6)
    let alike = Agreement([try frames("11"), try frames("11")])
    #expect(NameAgreement(alike, among: [0, 1]).kappa == nil)
  }

  @Test func runsWithJoinsAreComparedAyahByAyah() throws {
    let agreement = Agreement([
      try rows("1:1 1.000 5.000", "1:2 5.000 9.000", "1:3 9.000 12.000"),
      try rows("1:1-3 1.000 12.000 5.040 9.000"),
    ])
    #expect(agreement.rows.map(\.label) == ["1:1", "1:2", "1:3"])
    #expect(agreement.rows.map(\.isInAll) == [true, true, true])
    #expect(agreement.differences(0, 1).differences.map(\.count) == [0, 0, 0, 40])
  }

  @Test func markersSayNoEndsOfTheirOwn() throws {
    let markers = try annotated(
      "markers", "  - { at: 1.000, ayah: \"1:1\" }\n  - { at: 5.050, ayah: \"1:2\" }\n")
    let agreement = Agreement([try rows("1:1 1.000 5.000", "1:2 5.000 9.000"), markers])
    #expect(agreement.differences(0, 1).differences.map(\.count) == [0, 50])
  }

  @Test func rowsThatOnlySomeHaveAreFoundInAnyOrder() throws {
    let one = try rows("1:1 1.000 5.000", "1:2 5.000 9.000", "1:3 9.000 12.000")
    let two = try rows("1:1 1.000 5.000", "1:4 9.100 12.100")
    let three = try rows("amin 0.100 0.900", "1:2 5.000 9.000", "1:3 9.000 12.000")
    for annotations in [[one, two, three], [three, two, one], [two, one, three]] {
      let agreement = Agreement(annotations)
      #expect(agreement.rows.count == 4)
      #expect(agreement.rows.filter(\.isInAll).count == 1)
      #expect(agreement.rows.filter { !$0.hasOneName }.count == 1)
      #expect(agreement.rows.map(\.start).sorted() == agreement.rows.map(\.start))
    }
  }
}
