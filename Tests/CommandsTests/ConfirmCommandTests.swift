import Foundation
import Testing
import TilawaTestSupport

@testable import TilawaCommandLine

/// `edit confirm`, `unconfirm`, `split`, `join` and `adjust`.
@Suite struct ConfirmCommandTests {
  private let files = EditedBundle.files(
    segments: [
      #"{ ayah: "1:1", start: 1.000, end: 4.000, confidence: 0.99 }"#,
      #"{ ayah: "1:2", start: 4.000, end: 8.000, confidence: 0.80 }  # long"#,
      #"{ ayah: "1:3-4", start: 8.400, end: 12.000, joins: [10.000], x-mine: 1 }"#,
      #"{ ayah: "1:5", start: 12.000, end: 16.000, verified: true }"#,
    ],
    markers: [
      #"{ at: 17.000, ayah: "1:6", confidence: 0.99, reciter: other }"#,
      "{ at: 18.000 }",
      #"{ at: 19.000, ayah: "1:7", confirmed: true }"#,
    ])

  private func done(_ arguments: String...) throws -> (said: String, rows: [String], folder: TemporaryFolder)
  {
    let folder = try TemporaryFolder(files)
    let said = transcript(["edit", arguments[0], "a.tilawa"] + arguments.dropFirst(), in: folder.path)
    return (said, try rows(folder), folder)
  }

  private func rows(_ folder: TemporaryFolder) throws -> [String] {
    let text = try folder.text(of: "a.tilawa/segments.yaml") + folder.text(of: "a.tilawa/markers.yaml")
    return text.components(separatedBy: "\n").filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
  }

  @Test func confirmsWhatIsNamedAndNothingElse() throws {
    let some = try done("confirm", "1:1-2", "17.500", "18.500")
    #expect(some.said == "[stderr]\na.tilawa: 3 rows confirmed, 1 unchanged\n")
    #expect(some.rows[0] == "{ ayah: \"1:1\", start: 1.000, end: 4.000, verified: true, confidence: 0.99 }")
    #expect(some.rows[1].hasSuffix("verified: true, confidence: 0.80 }  # long"))
    #expect(
      some.rows[4] == "{ at: 17.000, ayah: \"1:6\", confirmed: true, confidence: 0.99, reciter: other }")
    // A marker without a name says nothing that could be right.
    #expect(some.rows[5] == "{ at: 18.000 }")
    let sure = try done("confirm", "--above", "0.99")
    #expect(sure.said == "[stderr]\na.tilawa: 2 rows confirmed\n")
    let all = try done("confirm", "--all")
    #expect(all.said == "[stderr]\na.tilawa: 4 rows confirmed, 3 unchanged\n")
    #expect(
      transcript("edit", "unconfirm", "a.tilawa", "--all", in: all.folder.path).contains(
        "6 rows no longer confirmed")
    )
    #expect(try rows(all.folder).allSatisfy { !$0.contains("true") })
    let none = try done("confirm", "2:1")
    #expect(
      none.said == "[stderr]\ntilawa: a.tilawa has no row for 2:1\na.tilawa: 0 rows confirmed\n[exit 1]\n")
    #expect(try done("confirm").said.contains("no rows are selected"))
    #expect(try done("confirm", "--all", "1:1").said.contains("cannot be used together"))
    #expect(try done("confirm", "--above", "7").said.contains("from 0 to 1"))
    #expect(try done("confirm", "1:9").said.contains("1:9 does not exist; surah 1 (Al-Fatihah) has 7 ayat"))
  }

  @Test func splitsByJoinsAndSharesOutTheAyat() throws {
    let run = try done("split", "9.800")
    #expect(run.said == "[stderr]\na.tilawa/segments.yaml: 1:3-4 split at 9.800; 1:4 begins there\n")
    #expect(run.rows[2] == "{ ayah: \"1:3\", start: 8.400, end: 9.800, x-mine: 1 }")
    #expect(run.rows[3] == "{ ayah: \"1:4\", start: 9.800, end: 12.000 }")
    let single = try done("split", "13.000")
    #expect(
      single.rows[3...4] == [
        "{ ayah: \"1:5\", start: 12.000, end: 13.000 }", "{ ayah: \"1:5\", start: 13.000, end: 16.000 }",
      ])
    let marker = try done("split", "17.500")
    #expect(
      marker.rows[4...5] == [
        "{ at: 17.000, ayah: \"1:6\", confidence: 0.99, reciter: other }",
        "{ at: 17.500, ayah: \"1:6\", reciter: other }",
      ])
    #expect(
      try done("split", "8.200").said
        == "[stderr]\ntilawa: no row contains 8.200; nothing was changed\n[exit 1]\n")
    #expect(try done("split", "soon").said.contains("invalid time"))
  }

  @Test func joinsWhatFollows() throws {
    let two = try done("join", "1:2")
    #expect(
      two.rows[1]
        == "{ ayah: \"1:2-4\", start: 4.000, end: 12.000, joins: [8.400, 10.000], confidence: 0.80, x-mine: 1 }  # long"
    )
    let markers = try done("join", "17.100")
    #expect(markers.rows[4] == "{ at: 17.000, ayah: \"1:6\", confidence: 0.99, reciter: other }")
    #expect(markers.rows.count == 6)
    #expect(try done("join", "19.500").said.contains("1:7 at 19.000 is the last row"))
    #expect(try done("join", "1:3").said.contains("1:3-4 is now 1:3-5"))
  }

  @Test func joinsOfMarkersArePartedMovedAndMade() throws {
    let files = EditedBundle.files(
      segments: [],
      markers: [
        #"{ at: 1.000, ayah: "1:1" }"#,
        #"{ at: 4.000, ayah: "1:2-4", joins: [8.000, 10.000], confirmed: true, x-mine: 1 }  # long"#,
        #"{ at: 12.000, end: 16.000, ayah: "1:5-6", joins: [14.000] }"#,
      ])
    func markers(after arguments: String...) throws -> [String] {
      let folder = try TemporaryFolder(files)
      let said = transcript(["edit", arguments[0], "a.tilawa"] + arguments.dropFirst(), in: folder.path)
      return try folder.text(of: "a.tilawa/markers.yaml").components(separatedBy: "\n")
        .filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) } + [said]
    }
    #expect(
      try markers(after: "split", "9.9").prefix(3) == [
        #"{ at: 1.000, ayah: "1:1" }"#,
        #"{ at: 4.000, ayah: "1:2-3", joins: [8.000], x-mine: 1 }  # long"#,
        #"{ at: 9.900, ayah: "1:4" }"#,
      ])
    #expect(
      try markers(after: "split", "8.1")[2] == #"{ at: 8.100, ayah: "1:3-4", joins: [10.000] }"#)
    #expect(
      try markers(after: "join", "1:1")[0]
        == #"{ at: 1.000, ayah: "1:1-4", joins: [4.000, 8.000, 10.000], x-mine: 1 }  # long"#)
    #expect(
      try markers(after: "join", "1:2-4")[1]
        == #"{ at: 4.000, end: 16.000, ayah: "1:2-6", joins: [8.000, 10.000, 12.000, 14.000], x-mine: 1 }  # long"#
    )
    #expect(
      try markers(after: "adjust", "1:5-6", "--start", "14").last?.contains("must be before 14.000") == true)
    #expect(
      try markers(after: "adjust", "1:5-6", "--start", "10").last?.contains("must be after 10.000") == true)
    let shifted = try markers(after: "adjust", "--shift", "0.5", "--including-verified")
    #expect(shifted[1].hasPrefix(#"{ at: 4.500, ayah: "1:2-4", joins: [8.500, 10.500], confirmed"#))
    #expect(shifted[2] == #"{ at: 12.500, end: 16.500, ayah: "1:5-6", joins: [14.500] }"#)
    #expect(
      try markers(after: "adjust", "1:5-6", "--shift", "-3").last?.contains(
        "1:2-4 would have a join outside itself") == true)
    #expect(
      try markers(after: "adjust", "1:2-4", "--shift", "3", "--including-verified").last?.contains(
        "1:2-4 would have a join outside itself") == true)
  }

  @Test func bothSidesOfABoundaryMove() throws {
    let moved = try done("adjust", "1:2", "--start", "4.250")
    #expect(moved.said == "[stderr]\na.tilawa/segments.yaml: 1:2 begins at 4.250 (was 4.000)\n")
    #expect(moved.rows[0] == "{ ayah: \"1:1\", start: 1.000, end: 4.250, confidence: 0.99 }")
    #expect(moved.rows[1].hasPrefix("{ ayah: \"1:2\", start: 4.250, end: 8.000,"))
    #expect(try moved.folder.text(of: "a.tilawa/words.yaml").contains("word: 1, start: 4.250"))
    #expect(
      try done("adjust", "1:3-4", "--end", "12.1").said.contains(
        "12.000 is a boundary of 1:5, which is verified; use --including-verified to change it"))
    let told = try done("adjust", "1:3-4", "--end", "12.1", "--including-verified")
    #expect(told.rows[3] == "{ ayah: \"1:5\", start: 12.100, end: 16.000, verified: true }")
    #expect(try done("adjust", "1:2", "--start", "0.5").said.contains("[exit 1]"))
    #expect(try done("adjust", "1:6", "--start", "17.2").rows[4].hasPrefix("{ at: 17.200,"))
    #expect(try done("adjust", "1:6", "--start", "18.2").said.contains("must be before 18.000"))
    #expect(try done("adjust", "1:7", "--start", "19.2").said.contains("1:7 at 19.000 is confirmed"))
    #expect(
      try done("adjust", "--start", "4").said.contains(
        "--start and --end need exactly one row; name it by its ayat or by a time in it"))
    #expect(
      try done("adjust", "1:1-2", "--start", "4").said.contains(
        "1:1-2 is in 2 rows, at 1.000 in segments.yaml, 4.000 in segments.yaml; give a time inside one of them"
      ))
  }
}
