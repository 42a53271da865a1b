import Testing
import TilawaTestSupport

/// `edit assign` as its user meets it.
@Suite struct AssignCommandTests: FridayBundle {
  @Test func assignsInOrderOfTime() throws {
    try inBundle(["markers.yaml": unassigned]) { folder in
      #expect(
        transcript("edit", "assign", "friday.tilawa", "--from", "111:5", in: folder.path)
          == "[stderr]\nfriday.tilawa/markers.yaml: 3 markers got 111:5-112:2\n")
      #expect(
        text("markers.yaml", folder) == """
          tilawa: 1
          markers:
            - { at: 0.400, ayah: "111:5" }  # the start
            - { at: 1.000, skip: basmalah }
            - at: 2.500
              ayah: "112:1"
              confidence: 0.80
            - { at: 4.500, ayah: "112:4" }
            - { at: 6.500, ayah: "112:2", x-mine: 1 }

          """)
      #expect(
        transcript("edit", "assign", "friday.tilawa", "--from", "1:1", in: folder.path) == """
          [stderr]
          tilawa: every marker of friday.tilawa already has an ayah or a skip
          [exit 1]

          """)
    }
  }

  @Test func whatIsLeftOverIsTold() throws {
    try inBundle(["markers.yaml": unassigned]) { folder in
      let dry = transcript("edit", "assign", "friday.tilawa", "--from", "114:5", "--dry-run", in: folder.path)
      #expect(dry.contains("+  - { at: 0.400, ayah: \"114:5\" }  # the start\n"))
      #expect(dry.hasSuffix("tilawa: 1 marker left over after 114:6, the last ayah\n[exit 1]\n"))
      #expect(text("markers.yaml", folder) == unassigned)
      #expect(
        transcript("edit", "assign", "friday.tilawa", "--from", "1:1-7", in: folder.path) == """
          [stderr]
          friday.tilawa/markers.yaml: 3 markers got 1:1-3
          tilawa: no marker left for 1:4 and the ayat after it
          [exit 1]

          """)
      #expect(
        transcript("edit", "assign", "friday.tilawa", "--from", "2:5", "--to", "2:4", in: folder.path)
          == "[stderr]\ntilawa: --to 2:4 comes before --from 2:5\n[exit 2]\n")
    }
  }
}
