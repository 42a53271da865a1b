import Testing
import TilawaBase
import TilawaYAML

/// The values that are still read after faults that make a text doubtful.
@Suite struct SalvageTests {
  /// Returns the values of a node, with an exclamation mark for each one that can't be read.
  private func told(_ node: YAMLNode) -> String {
    if node.isUnreadable { return "!" }
    switch node.content {
    case .scalar(let scalar): return scalar.value
    case .sequence(let items): return "[" + items.map(told).joined(separator: " ") + "]"
    case .mapping(let pairs):
      return "{" + pairs.map { "\(told($0.key)):\(told($0.value))" }.joined(separator: " ") + "}"
    }
  }

  private static let table: [(text: String, salvaged: [String])] = [
    ("a: 1\u{1}\nb: 2\n", ["{a:! b:2}"]),
    ("a\u{1}: 1\nb: 2 # \u{2}\n", ["{!:1 b:2}"]),
    ("a: \"x\u{85}y\"\nb: [1, \u{2028}, 3]\n", ["{a:! b:[1 ! 3]}"]),
    ("\u{1}\n\u{2}", []),
    ("x\u{1}", ["!"]),
    ("a: 1\n \u{1}\u{85}\nb: 2\n", ["{a:1 b:2}"]),
    ("a: 1\nx\u{1}\nb: 2\n", ["{a:1 !: b:2}"]),
    ("a: 1\nb:2\nc: 3\n", ["{a:1 !: c:3}"]),
    ("- 1\n- \"2\n- 3\n- [4\n- 5\n", ["[1 ! 3 ! 5]"]),
    ("a:\n- x: 1\n  y: \"2\n  z: 3\n- x: 4\nb: 5\n", ["{a:[{x:1 !: z:3} {x:4}] b:5}"]),
    ("a:\n  b: \"1\n  c: 2\nd: 3\n", ["{a:{!: c:2} d:3}"]),
    ("a: [1,\n  2\nb: 3\n", ["{!: b:3}"]),
    ("a: |\n  - \"\nb: @\n", ["{a:- \"\n !:}"]),
    ("a: [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]\nb: 2\n", ["{!: b:2}"]),
    ("a: \"x\n- y\"\nb: 2\n", ["{!: b:2}"]),
    ("a: 1\r\nb: \"\r\nc: 3\r\n", ["{a:1 !: c:3}"]),
    ("---\na: @\nb: 2\n...\n", ["{!: b:2}"]),
    ("عنوان: \"\nب: 2\n", ["{!: ب:2}"]),
    (
      "a: 1\n<<<<<<< x\nb: 2\n||||||| y\nb: 3\n=======\nb: 4\nc: 5\n>>>>>>> z\nd: 6\n",
      ["{a:1 b:2 d:6}", "{a:1 b:4 c:5 d:6}"]
    ),
    ("a: 1\n=======\nb: 2\n", ["{a:1 b:2}"]),
    ("a: \"x\"#y\nb: 2\n", ["{a:x b:2}"]),
    ("a: [1\n]\n", ["{a:[1]}"]),
    ("a: 1\n- 2\nb: 3\n", ["{a:1 !: b:3}"]),
    ("a: 1\n- { b: 2\nc:\n  - 3\n", ["{a:1 !: c:[3]}"]),
    ("a: 1\n- { b: 2", ["{a:1 !:!}"]),
    ("- 1\na: 2\n- 3\n", ["[1 ! 3]"]),
    ("a: 1\n- 2\n- { 3\n- 4\nb: 5\n", ["{a:1 !: b:5}"]),
    // A row that stands in another column than most: short, too far right, at the margin, as the first.
    ("r:\n  - {a: 7}\n - {a: 2}\n  - {a: 9}\nz: 1\n", ["{r:[{a:7} ! {a:9}] z:1}"]),
    ("r:\n  - {a: 7}\n - {a: 2}\n", ["{r:[{a:7} !]}"]),
    ("r:\n - {a: 2}\n  - {a: 7}\n  - {a: 9}\n", ["{r:[! {a:7} {a:9}]}"]),
    ("r:\n  - {a: 7}\n   - {a: 2}\n  - {a: 9}\n", ["{r:[{a:7} ! {a:9}]}"]),
    ("r:\n  - {a: 7}\n- {a: 2}\n  - {a: 9}\nz: 1\n", ["{r:[{a:7} ! {a:9}] z:1}"]),
    ("r:\n    - {a: 7}\n  - {a: 2}\n  - {a: 9}\n", ["{r:[! {a:2} {a:9}]}"]),
    (
      "r:\r\n  - a: 1\r\n    b: 2\r\n - a: 3\r\n   b: 4\r\n  - a: 5\r\n", ["{r:[{a:1 b:2} ! {a:5}]}"]
    ),
    ("- {a: 1}\n - {a: 2}\n- {a: 3}\n", ["[{a:1} ! {a:3}]"]),
    // A key.
    ("  b: 1\na: 1\nc: 2\n", ["{!: a:1 c:2}"]),
    ("m:\n  a: 1\n b: 2\n  c: 3\n", ["{m:{a:1 !: c:3}}"]),
    ("r:\n  - a: 1\n   b: 2\n    c: 3\n", ["{r:[{a:1 !: c:3}]}"]),
    ("r:\n  - a:\n      - x\n    b: \"\n    c: 3\n", ["{r:[{a:[x] !: c:3}]}"]),
    // What is no row among rows, and rows where there is a value.
    ("r:\n  - {a: 7}\n  b: 1\n  - {a: 9}\n", ["{r:[{a:7} ! {a:9}]}"]),
    ("r:\n  x\n  - {a: 7}\n  - {a: 9}\n", ["{r:[! {a:7} {a:9}]}"]),
    ("r:\n  b: 1\n  - {a: 7}\n  - {a: 9}\nz: 1\n", ["{r:{b:1 !:} z:1}"]),
    ("a: [1]\n  x: 1\nb: 2\n", ["{!: b:2}"]),
    ("a: b\n  x: 1\nb: 2\n", ["{!: b:2}"]),
    // Text is no collection.
    ("a: >-\n  x\n y: z\nb: 2\n", ["{!: b:2}"]),
    ("a:\n  'x\n  y\nb: 2\n", ["{!: b:2}"]),
    // Other documents are only looked through.
    ("a: 1\n---\n  x: 1\n y: 1\n", ["{a:1}"]),
    ("a: @\nb: 2\n...\nc: 1\n", ["{!: b:2}"]),
  ]

  @Test func readsWhatItCan() {
    for (text, salvaged) in Self.table {
      let document = document(text)
      #expect(document.root == nil, "\(text.debugDescription)")
      #expect(document.salvaged.map(told) == salvaged, "\(text.debugDescription)")
    }
  }

  /// The place of the first fault, and how many there are.
  @Test func whatStandsInAnotherColumnIsOneFault() {
    for (text, line, column) in [
      ("r:\n  - {a: 7}\n - {a: 2}\n  - {a: 9}\n", 3, 2), ("r:\n - {a: 2}\n  - {a: 7}\n  - {a: 9}\n", 2, 2),
      ("  b: 1\na: 1\nc: 2\n", 2, 1), ("r:\n    - {a: 7}\n  - {a: 2}\n  - {a: 9}\n", 3, 3),
      ("r:\n  - {a: 7}\n  b: 1\n  - {a: 9}\n", 3, 3), ("a: >-\n  x\n y\nb: 2\n", 3, 2),
      ("r:\n  - {a: 7}\n - {a: 2\n  - {a: 9}\n", 3, 2),
    ] {
      let document = document(text)
      let place = document.diagnostics.first?.place.range?.lowerBound ?? 0
      #expect(document.diagnostics.map(\.rule.code) == ["Y003"], "\(text.debugDescription)")
      #expect(
        LineTable(of: document.source).position(at: place) == LineAndColumn(line: line, column: column),
        "\(text.debugDescription)")
    }
  }

  @Test func everyRowInAnotherColumnIsLostAlone() {
    let rows = (0..<60).map { ($0 % 3 == 1 ? " " : "  ") + "- { a: \($0) }\n" }
    let document = document("r:\n" + rows.joined())
    let items = document.salvaged.first?["r"]?.sequence
    #expect(items?.map(\.isUnreadable) == (0..<60).map { $0 % 3 == 1 })
    #expect(document.diagnostics.count == 20)
  }

  @Test func onlyTheFirstDocumentIsRead() {
    for (text, codes) in [
      ("a: 1\n---\nb: 1\nb: 2\n", ["Y007", "Y004"]), ("---\n---\nb: 1\nb: 2\n", ["Y007"]),
      ("a: 1\n...\nb: 1\n", ["Y007"]), ("a: 1\n...\nb: 1\n...\nc: 1\n", ["Y007"]), ("a: 1\n...\n...\n", []),
      ("a: 1\n---\n  b: 1\n c: 2\n", ["Y007", "Y003"]), ("--- a\n--- b\n", ["Y007"]),
      ("a: 1\n%\nb: 1\n", ["Y013"]), ("a:\n%YAML 1.2\n  - 1\n", ["Y013"]),
      ("a: 1\n...\n%YAML 1.2\n---\nb: 1\n", ["Y007", "Y013"]),
    ] as [(String, [String])] {
      let document = document(text)
      #expect(document.diagnostics.map(\.rule.code).sorted() == codes.sorted(), "\(text.debugDescription)")
    }
    #expect(told(document("a: 1\n---\nb: 1\n").root ?? YAMLNode(.sequence([]), range: 0..<0)) == "{a:1}")
    #expect(told(document("a:\n%\n  - 1\n").root ?? YAMLNode(.sequence([]), range: 0..<0)) == "{a:[1]}")
  }

  /// A key that is missing or behind a question mark: its value is read, and what is around it.
  @Test func aKeyThatCannotBeReadTakesNothingAlong() {
    for (text, read) in [
      ("a: { : 1 }\nb: 2\n", "{a:{!:1} b:2}"), ("a: {b: 1, : 1, c: 2}\n", "{a:{b:1 !:1 c:2}}"),
      ("a: [ : 1 ]\nb: 2\n", "{a:[{!:}] b:2}"), ("? a\nb: 2\n", "{!: b:2}"),
      ("? a\n: 1\nb: 2\n", "{!:1 b:2}"),
      ("{ ? a : 1, b: 2 }\n", "{!:1 b:2}"),
    ] {
      let document = document(text)
      #expect(document.diagnostics.map(\.rule.code) == ["Y012"], "\(text.debugDescription)")
      #expect(document.root.map(told) == read, "\(text.debugDescription)")
    }
    #expect(document("a: {: 1}\nb: 2\n").diagnostics.map(\.rule.code) == ["Y012"])
    let many = document((0..<50).map { "- { : \($0) }\n" }.joined())
    #expect(many.diagnostics.count == 20 && many.root?.sequence?.count == 50)
  }

  /// A row where keys belong, and a key where rows belong, are one fault.
  @Test func whatDoesNotFitIsToldOnce() {
    for text in [
      "a: 1\n- 2\n", "a: 1\n- { b: 2 }\nc: 3\n", "a: 1\n- { b: 2", "a: 1\nb:\n  - 2\n- { c\n",
      "- 1\na: 2\n- 3\n",
    ] {
      #expect(document(text).diagnostics.map(\.rule.code) == ["Y003"], "\(text.debugDescription)")
    }
    let many = "a: 1\n" + (1...5).map { "- \($0)\nb\($0): 1\n" }.joined()
    #expect(document(many).diagnostics.count == 5)
  }

  @Test func whatCanBeReliedOnIsNoSalvage() {
    for text in ["a: 1\n", "a: 1\ra: 2\r", "a: *b\n", "", "%YAML 1.2\na: 1\n"] {
      #expect(document(text).salvaged.isEmpty)
    }
    #expect(told(document("a: *b\n").root ?? YAMLNode(.sequence([]), range: 0..<0)) == "{a:!}")
  }

  @Test func tellsEveryEntryThatCannotBeRead() {
    let rows = (0..<60).map { $0 % 7 == 3 ? "- { a: \"\($0) }" : "- { a: \($0) }" }
    let document = document(rows.joined(separator: "\n") + "\n")
    let lines = LineTable(of: document.source)
    #expect(
      document.diagnostics.map { lines.position(at: $0.place.range?.lowerBound ?? 0).line }
        == (1...60).filter { ($0 - 1) % 7 == 3 })
    #expect(document.salvaged.first?.sequence?.count == 60)
  }

  /// The first twenty findings of each rule are kept, and the last of them counts the rest.
  @Test func findingsAreCountedAndNotStored() {
    let nul = YAMLDocument(parsing: SourceText(path: "", bytes: Array(repeating: 0, count: 300_000)))
    #expect(nul.diagnostics.map(\.rule.code) == Array(repeating: "Y002", count: 20))
    #expect(nul.diagnostics.map(\.omitted).reduce(0, +) == 299_980)
    #expect(nul.diagnostics.last?.notes.last?.message == "and 299980 more Y002 in this file")

    let twice = document(String(repeating: "a: 1\n", count: 100_000))
    #expect(twice.diagnostics.count == 20)
    #expect(twice.diagnostics.map(\.omitted).reduce(0, +) == 99_979)
    #expect(twice.errorStarts.count == 99_999)
    #expect(twice.root?.mapping?.count == 100_000)
  }

  /// Sizes that would be hopeless if each entry cost a look at all others.
  @Test func manyFaultsOfSyntaxCostNoMoreThanTheirLength() {
    let broken = document(String(repeating: "- { a: \"1 }\n- 2\n", count: 5_000))
    #expect(broken.diagnostics.map(\.omitted).reduce(0, +) + broken.diagnostics.count == 5_000)
    let nested = document((0..<500).map { String(repeating: " ", count: $0) + "a: @\n" }.joined())
    #expect(nested.hasErrors)
    let keys = document(
      (0..<30_000).map { "k\($0): 1\n" }.joined() + (0..<30_000).map { "k\($0): 2\n" }.joined())
    #expect(keys.errorStarts.count == 30_000)
  }
}
