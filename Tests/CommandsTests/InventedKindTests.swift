import Testing
import TilawaBase
import TilawaTestSupport
import TilawaYAML

@testable import TilawaFormat

/// A kind that is only declared here, taken through everything that follows from a declaration.
@Suite struct InventedKindTests {
  private struct Seed: Keyed {
    var name: Located<String>?
    var height: Located<Int>?

    static let keys = Keys<Self>(
      "a seed", "What was sown.",
      [
        .key(\.name, "name", .text, required: true, "What it is called."),
        .unread("ayah", .ayah, absent: "none", "Where it is named."),
        .key(\.height, "height", .integer(1...300), absent: "unknown", "In centimetres."),
        .unread("note", .text, absent: "none", "A remark of a person."),
      ], knownBy: [\.name])
  }

  private struct Garden: KeyedFile {
    var title: Located<String>?
    var seeds: [Seed] = []

    static let keys = Keys<Self>(
      file: "garden.yaml", "A garden.",
      [
        .key(\.title, "title", .text, absent: "none", "What the garden is called."),
        .list(\.seeds, "seeds", .rows(Seed.keys), required: true, "What grows there."),
      ])
  }

  private let folder: TemporaryFolder
  private let base = """
    tilawa: 1
    # ours
    title: Court
    seeds:
      - { name: fig, ayah: "95:1", height: 20 }
      - { name: olive, ayah: "95:1" }  # slow
      - { name: date palm, height: 120 }

    """

  init() throws {
    DocumentKind.register(
      DocumentKind(
        "garden", Garden.self, at: .file("plants/garden.yaml"),
        rules: [
          DocumentRule("Z901", "too-tall", .warning) { (file: BundleFile<Garden>, report) in
            for seed in file.content?.seeds ?? [] {
              guard let height = seed.height, height.value > 100 else { continue }
              report.add("\(height.value) cm are too tall", at: file.place(height))
            }
          }
        ]))
    folder = try TemporaryFolder(["plants/garden.yaml": base])
  }

  private func run(_ arguments: String...) -> String { transcript(arguments, in: folder.path) }

  @Test func itIsCheckedWherePathsLeadToIt() throws {
    let finding = """
      plants/garden.yaml:7:32: warning: 120 cm are too tall [Z901 too-tall]
      """
    for path in [".", "plants", "plants/garden.yaml"] {
      #expect(run("lint", path).contains(finding), "\(path)")
    }
    try folder.write(
      base.replacing("height: 20", with: "hight: 20"), to: "plants/garden.yaml")
    let found = run("lint", ".")
    #expect(found.contains("did you mean \"height\"?") && found.contains("F123"), "\(found)")
    try folder.write(
      base.replacing("height: 120 }", with: "height: 120 }  # tilawa: ignore[Z901]"), to: "plants/garden.yaml"
    )
    #expect(!run("lint", ".").contains("Z901"))
  }

  @Test func whatIsSurelyMeantIsMended() throws {
    try folder.write(base.replacing("height: 20", with: "hieght: 20"), to: "plants/garden.yaml")
    #expect(run("lint", "--fix", "plants/garden.yaml").contains("F123"))
    #expect(try folder.text(of: "plants/garden.yaml") == base)
  }

  @Test func itHasACanonicalFormAndASchema() throws {
    try folder.write(
      base.replacing(
        "{ name: fig, ayah: \"95:1\", height: 20 }", with: "{height: 20, ayah: 95:1, name: fig}"),
      to: "plants/garden.yaml")
    #expect(run("fmt", ".") == "plants/garden.yaml\n")
    #expect(try folder.text(of: "plants/garden.yaml") == base)
    let schema = run("editor", "schema", "garden")
    #expect(schema.contains("\"What was sown.\"") || schema.contains("What it is called."), "\(schema)")
    #expect(run("editor", "schema", "--install", ".").contains("garden.schema.json"))
    #expect(try folder.text(of: ".vscode/settings.json").contains("**/plants/garden.yaml"))
    #expect(SchemaFiles.table(of: "garden", keysOf: "seeds")?.contains("| `height` |") == true)
  }

  @Test func twoVersionsAreComparedByRowsAndADiffIsApplied() throws {
    let theirs = base.replacing("height: 20", with: "height: 25").replacing(
      "  - { name: olive, ayah: \"95:1\" }  # slow\n", with: ""
    )
    .replacing("height: 120 }\n", with: "height: 120 }\n  - { name: pomegranate, ayah: \"55:68\" }\n")
    try folder.write(theirs, to: "new/garden.yaml")
    #expect(
      run("diff", "plants/garden.yaml", "new/garden.yaml") == """
        garden.yaml
        ~ fig  height 20 -> 25
        - olive  ayah 95:1
        + pomegranate  ayah 55:68
        [exit 1]

        """)
    let json = run("diff", "--json", "plants/garden.yaml", "new/garden.yaml")
    try folder.write(json.replacing("[exit 1]\n", with: ""), to: "x.json")
    #expect(run("patch", "plants/garden.yaml", "x.json") == "plants/garden.yaml: patched\n")
    #expect(try folder.text(of: "plants/garden.yaml") == theirs)
  }

  @Test func twoPeoplesEditsAreMergedByRows() throws {
    try folder.write(base, to: "base/garden.yaml")
    let ours = base.replacing("height: 20", with: "height: 21").replacing(
      "title: Court", with: "title: The court"
    )
    .replacing("  # slow\n", with: "  # slow\n  - { name: vine }\n")
    try folder.write(ours, to: "plants/garden.yaml")
    let theirs = base.replacing(", height: 20", with: ", height: 20, note: by the wall").replacing(
      "  - { name: date palm", with: "  # from Madinah\n  - { name: date palm"
    )
    .replacing("height: 120 }\n", with: "height: 120 }\n  - { name: pomegranate }\n")
    try folder.write(theirs, to: "theirs/garden.yaml")
    #expect(
      run("merge", "base/garden.yaml", "plants/garden.yaml", "theirs/garden.yaml") == """
        tilawa: 1
        # ours
        title: The court
        seeds:
          - { name: fig, ayah: "95:1", height: 21, note: by the wall }
          - { name: olive, ayah: "95:1" }  # slow
          - { name: vine }
          # from Madinah
          - { name: date palm, height: 120 }
          - { name: pomegranate }

        """)
  }

  @Test func whatBothChangedIsAConflictThatCanBeSettled() throws {
    for (name, height) in [("base", "20"), ("theirs", "30"), ("plants", "40")] {
      try folder.write(base.replacing("height: 20", with: "height: \(height)"), to: "\(name)/garden.yaml")
    }
    let driver = run(
      "git", "merge-driver", "--base", "base/garden.yaml", "--ours", "plants/garden.yaml", "--theirs",
      "theirs/garden.yaml", "--path", "plants/garden.yaml")
    #expect(driver.contains("fig") && driver.contains("[exit 1]"), "\(driver)")
    #expect(
      run("git", "resolve-conflicts", "plants/garden.yaml").contains(
        "ours    - { name: fig, ayah: \"95:1\", height: 40 }"))
    #expect(
      run("git", "resolve-conflicts", "plants/garden.yaml", "--theirs") == "plants/garden.yaml: 1 settled\n")
    #expect(try folder.text(of: "plants/garden.yaml") == base.replacing("height: 20", with: "height: 30"))
  }

  @Test func itsPlaceIsKnownByItsFolders() {
    #expect(DocumentKind(ofFileAt: "/x/plants/garden.yaml")?.name == "garden")
    #expect(DocumentKind(ofFileAt: "a.tilawa/garden.yaml") == nil)
    #expect(DocumentKind(ofFileAt: "a.tilawa/segments.yaml")?.name == "segments")
    #expect(DocumentKind(ofFileAt: "lib/reciters/someone.yaml")?.name == "reciter")
    #expect(DocumentKind(ofFileAt: "lib/reciters/.someone.yaml") == nil)
    #expect(DocumentKind(ofFileAt: "lib/nothing.yaml") == nil)
  }
}
