import Foundation
import Testing
import TilawaTestSupport

@testable import TilawaCommandLine

/// `edit name`, `edit move` and `edit delete`.
@Suite struct EditRowsTests {
  private let files = EditedBundle.files(
    segments: [
      #"{ ayah: "1:1", start: 1.000, end: 4.000, confidence: 0.99 }"#,
      #"{ ayah: "1:2", start: 4.000, end: 8.000, confidence: 0.80 }  # long"#,
      #"{ ayah: "1:3-4", start: 8.400, end: 12.000, joins: [10.000], x-mine: 1 }"#,
      #"{ ayah: "1:5", start: 12.000, end: 16.000, verified: true }"#,
    ],
    markers: [
      #"{ at: 17.000, ayah: "1:6", confidence: 0.99 }"#, "{ at: 18.000 }",
      #"{ at: 19.000, ayah: "1:7", confirmed: true }"#,
    ])

  private func done(_ arguments: String...) throws -> (said: String, rows: [String]) {
    let folder = try TemporaryFolder(files)
    let said = transcript(["edit", arguments[0], "a.tilawa"] + arguments.dropFirst(), in: folder.path)
    let text = try folder.text(of: "a.tilawa/segments.yaml") + folder.text(of: "a.tilawa/markers.yaml")
    #expect(!transcript("lint", "a.tilawa", in: folder.path).contains("error"), "\(text)")
    return (
      said, text.components(separatedBy: "\n").filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
    )
  }

  @Test func namesARow() throws {
    let named = try done("name", "1:6", "1:6-7")
    #expect(named.said == "[stderr]\na.tilawa/markers.yaml: 1:6 at 17.000 is now 1:6-7\n")
    #expect(named.rows[4] == #"{ at: 17.000, ayah: "1:6-7" }"#)
    let skipped = try done("name", "18.5", "skip=takbir")
    #expect(skipped.rows[5] == "{ at: 18.000, skip: takbir }")
    #expect(try done("name", "18.5", "skip=takbeer").said.contains("did you mean takbir?"))
    let held = try done("name", "1:5", "1:6")
    #expect(
      held.said == """
        [stderr]
        tilawa: 1:5 at 12.000 is verified; use --including-verified to change it; nothing was changed
        [exit 1]

        """)
    #expect(try done("name", "1:5", "1:6", "--including-verified").rows[3].contains(#"ayah: "1:6""#))
    #expect(try done("name", "2:1", "1:6").said.contains("no row contains 2:1"))
  }

  @Test func cutsAnAyahOff() throws {
    let cut = try done("name", "1:3-4", "cut=both")
    #expect(cut.said == "[stderr]\na.tilawa/segments.yaml: 1:3-4 at 8.400 is now cut off at both ends\n")
    #expect(
      cut.rows[2] == #"{ ayah: "1:3-4", start: 8.400, end: 12.000, joins: [10.000], cut: both, x-mine: 1 }"#)
    #expect(try done("name", "1:6", "cut=end").rows[4].contains("cut: end"))
    #expect(try done("name", "18.5", "cut=end").said.contains("names no ayah"))
    #expect(try done("name", "1:6", "cut=middle").said.contains("start, end, both or no"))
  }

  @Test func aCutStaysAtItsEnd() throws {
    var files = files
    files["a.tilawa/segments.yaml"] = """
      tilawa: 1
      segments:
        - { ayah: "1:1-3", start: 1.000, end: 8.000, joins: [3.000, 6.000], cut: both }
        - { ayah: "1:4", start: 8.000, end: 9.000, cut: start }

      """
    func rows(_ arguments: String...) throws -> String {
      let folder = try TemporaryFolder(files)
      let said = transcript(["edit"] + arguments, in: folder.path)
      return try said + folder.text(of: "a.tilawa/segments.yaml")
    }
    let split = try rows("split", "a.tilawa", "3.0")
    #expect(split.contains(#"{ ayah: "1:1", start: 1.000, end: 3.000, cut: start }"#))
    #expect(
      split.contains(#"{ ayah: "1:2-3", start: 3.000, end: 8.000, joins: [6.000], cut: end }"#))
    #expect(try rows("join", "a.tilawa", "1:1-3").contains("an ayah is cut off between them"))
    #expect(!(try rows("name", "a.tilawa", "2.0", "cut=no")).contains("cut: both"))
    #expect(!(try rows("name", "a.tilawa", "2.0", "skip=dua")).contains("cut: both"))
  }

  @Test func movesARow() throws {
    let moved = try done("move", "1:2", "4.250", "7.500")
    #expect(
      moved.said
        == "[stderr]\na.tilawa/segments.yaml: 1:2 begins at 4.250 and ends at 7.500 (was 4.000 to 8.000)\n"
    )
    #expect(moved.rows[0].contains("end: 4.250") && moved.rows[1].contains("start: 4.250, end: 7.500"))
    #expect(moved.rows[1].hasSuffix("# long"))
    // Past its old end, and before its old start.
    #expect(try done("move", "1:2", "8.100", "8.300").rows[1].contains("start: 8.100, end: 8.300"))
    #expect(try done("move", "1:2", "2.000", "3.500").rows[1].contains("start: 2.000, end: 3.500"))
    #expect(try done("move", "1:2", "5.000", "4.500").said.contains("nothing was changed"))
    #expect(try done("move", "1:2", "-", "8.2").rows[1].contains("start: 4.000, end: 8.200"))
    #expect(try done("move", "1:3-4", "8.5", "11.9").said.contains("is verified; use --including-verified"))
    #expect(try done("move", "1:6", "17.5").rows[4].hasPrefix("{ at: 17.500,"))
    let dry = try done("move", "1:2", "4.250", "-n")
    #expect(dry.said.contains("+  - { ayah: \"1:2\", start: 4.250") && dry.said.contains("(not written)"))
    #expect(dry.rows[1].contains("start: 4.000"))
    #expect(try done("move", "1:2", "-").said.contains("give a new start, a new end, or both"))
    #expect(try done("move", "1:2", "soon").said.contains("invalid time"))
  }

  @Test func deletesRows() throws {
    let deleted = try done("delete", "1:2", "18.5", "1:2")
    #expect(
      deleted.said == "[stderr]\na.tilawa/segments.yaml: deleted 1:2 at 4.000, unassigned marker at 18.000\n")
    #expect(deleted.rows.count == 5)
    let held = try done("delete", "1:2-5")
    #expect(held.said.contains("1:5 at 12.000 is verified; use --including-verified") && held.rows.count == 7)
    #expect(try done("delete", "1:2-5", "--including-verified").rows.count == 4)
    #expect(try done("delete", "19.5").said.contains("1:7 at 19.000 is confirmed"))
    #expect(try done("delete", "2:1").said.contains("no row contains 2:1; nothing was changed"))
  }
}
