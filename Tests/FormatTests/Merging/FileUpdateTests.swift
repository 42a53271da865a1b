import Testing
import TilawaBase

@testable import TilawaFormat

/// A file that is exported to another program and comes back.
struct FileUpdateTests {
  private let ours = """
    tilawa: 1
    # by hand
    segments:
      - { ayah: "1:1", start: 0.000, end: 4.000, verified: true }
      # a long one
      - { ayah: "1:2", start: 4.000, end: 8.000, confidence: 0.93, note: a cough, x-take: 2 }  # here
      - { ayah: "1:3", start: 8.000, end: 12.000 }
      - { ayah: "1:3", start: 12.000, end: 16.000 }

    """
  private let carried = [
    ("1:1", "0.000", "4.000"), ("1:2", "4.000", "8.000"), ("1:3", "8.000", "12.000"),
    ("1:3", "12.000", "16.000"),
  ]

  private func text(_ rows: [(String, String, String)]) -> SourceText {
    let lines = rows.map { "  - { ayah: \"\($0.0)\", start: \($0.1), end: \($0.2) }\n" }
    return SourceText(path: "back", bytes: Array(("tilawa: 1\nsegments:\n" + lines.joined()).utf8))
  }

  private func update(
    _ rows: [(String, String, String)], isCarried: Bool = true, _ policy: FileUpdate.Policy = .init()
  ) throws
    -> (text: String, kept: Int)
  {
    let update = try FileUpdate(
      ours: SourceText(path: "segments.yaml", bytes: Array(ours.utf8)),
      carried: isCarried ? text(carried) : nil,
      returned: text(rows), kind: .segments, policy: policy)
    return (String(decoding: update.bytes, as: UTF8.self), update.kept.count)
  }

  @Test func nothingChangedIsNothingWritten() throws {
    #expect(try update(carried).text == ours)
    #expect(try update(carried.reversed()).text == ours)
    #expect(try update(Array(carried.dropLast()), isCarried: false).text == ours)
  }

  @Test func aMovedBoundaryMovesBothRowsAndNothingElse() throws {
    var rows = carried
    rows[1].2 = "8.250"
    rows[2].1 = "8.250"
    let moved = ours.replacing("end: 8.000", with: "end: 8.250").replacing(
      "start: 8.000", with: "start: 8.250")
    #expect(try update(rows).text == moved)
    #expect(try update(rows, isCarried: false).text == moved)
    var policy = FileUpdate.Policy()
    policy.verifies = true
    // 1:1 is verified, so both ends of 1:2 were heard; of 1:3 only one was.
    let text = try update(rows, policy).text
    #expect(
      text.contains(
        "{ ayah: \"1:2\", start: 4.000, end: 8.250, verified: true, confidence: 0.93, note: a cough, x-take: 2 }  # here"
      ))
    #expect(text.contains("{ ayah: \"1:3\", start: 8.250, end: 12.000 }"))
    rows[2].2 = "12.500"
    rows[3].1 = "12.500"
    let both = try update(rows, policy).text
    #expect(both.contains("{ ayah: \"1:3\", start: 8.250, end: 12.500, verified: true }"))
    #expect(both.contains("{ ayah: \"1:3\", start: 12.500, end: 16.000 }"))
  }

  /// A row that is cut in two has one new boundary; the others are as unheard as before.
  @Test func aNewRowIsVerifiedWhereItsEndsWereHeard() throws {
    var policy = FileUpdate.Policy()
    policy.verifies = true
    var rows = carried
    rows[3].2 = "14.000"
    let cut = try update(rows + [("1:4", "14.000", "16.000")], policy).text
    #expect(cut.contains("{ ayah: \"1:3\", start: 12.000, end: 14.000 }"))
    #expect(cut.contains("{ ayah: \"1:4\", start: 14.000, end: 16.000 }"))
    let added = try update(carried + [("1:4", "17.000", "20.000")], policy).text
    #expect(added.contains("{ ayah: \"1:4\", start: 17.000, end: 20.000, verified: true }"))
    // A changed name moves no end.
    rows = carried
    rows[2].0 = "1:5"
    #expect(
      try update(rows, policy).text == ours.replacing("\"1:3\", start: 8.000", with: "\"1:5\", start: 8.000"))
  }

  @Test func verifiedRowsAndTheirBoundariesStay() throws {
    var rows = carried
    rows[0].2 = "4.100"
    rows[1].1 = "4.100"
    let kept = try update(rows)
    #expect(kept.text == ours)
    #expect(kept.kept == 2)
    var policy = FileUpdate.Policy()
    policy.includesVerified = true
    #expect(try update(rows, policy).text == ours.replacing("4.000", with: "4.100"))
    let without = try update(Array(carried.dropFirst()))
    #expect(without.text == ours)
    #expect(without.kept == 1)
    #expect(try !update(Array(carried.dropFirst()), policy).text.contains("1:1"))
  }

  @Test func rowsComeAndGo() throws {
    let gone = try update([carried[0], carried[1], carried[3]]).text
    #expect(gone == ours.replacing("  - { ayah: \"1:3\", start: 8.000, end: 12.000 }\n", with: ""))
    let added = try update(carried + [("1:4", "16.000", "20.000")]).text
    #expect(added == ours + "  - { ayah: \"1:4\", start: 16.000, end: 20.000 }\n")
    // A format that can't be written brings rows, and takes none away.
    #expect(
      try update([("1:2", "4.000", "8.500")], isCarried: false).text
        == ours.replacing("end: 8.000", with: "end: 8.500"))
  }

  @Test func aRenamedRowKeepsWhatItSays() throws {
    var rows = carried
    rows[1].0 = "1:5"
    #expect(try update(rows).text == ours.replacing("\"1:2\"", with: "\"1:5\""))
  }

  // MARK: Runs whose parts come back

  private func updateRun(
    _ check: String, carried: [(String, String, String)]?, _ back: [(String, String, String)]
  ) throws -> (text: String, kept: Int) {
    let update = try FileUpdate(
      ours: SourceText(path: "segments.yaml", bytes: Array(run(check).utf8)),
      carried: carried.map { text($0) }, returned: text(back), kind: .segments, policy: .init())
    return (String(decoding: update.bytes, as: UTF8.self), update.kept.count)
  }

  private func run(_ check: String, join: String = "78.250") -> String {
    """
    tilawa: 1
    segments:
      - { ayah: "8:75-9:1", start: 60.000, end: 91.500, joins: [\(join)]\(check), note: one breath }

    """
  }

  @Test func partsOfARunAreNotAddedBesideIt() throws {
    let parts = [("8:75", "60.000", "78.250"), ("9:1", "78.250", "91.500")]
    for check in ["", ", verified: true"] {
      for carried in [nil, parts] {
        let same = try updateRun(check, carried: carried, parts)
        #expect(same.text == run(check) && same.kept == 0)
      }
    }
  }

  @Test func aJoinThatMovedMovesInTheRun() throws {
    let parts = [("8:75", "60.000", "78.250"), ("9:1", "78.250", "91.500")]
    let moved = [("8:75", "60.000", "79.000"), ("9:1", "79.000", "91.500")]
    for carried in [nil, parts] {
      #expect(try updateRun("", carried: carried, moved).text == run("", join: "79.000"))
      let held = try updateRun(", verified: true", carried: carried, moved)
      #expect(held.text == run(", verified: true") && held.kept == 1)
    }
  }

  @Test func partsThatLackOneOfTheRunAreToldOf() throws {
    let one = [("8:75", "60.000", "78.250")]
    let found = try updateRun(", verified: true", carried: nil, one)
    #expect(found.text == run(", verified: true") && found.kept == 1)
    // Another recitation of the same ayah is a row of its own.
    let later = try updateRun(", verified: true", carried: nil, [("8:75", "100.000", "110.000")])
    #expect(later.text.contains("100.000") && later.kept == 0)
  }
}
