import Diagnostics
import Testing
import YAMLDocuments

/// What is read on after faults that make a text doubtful.
@Suite struct SalvageTests {
  /// What a node says, an exclamation mark for what can't be read.
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
  ]

  @Test func readsWhatItCan() {
    for (text, salvaged) in Self.table {
      let document = document(text)
      #expect(document.root == nil, "\(text.debugDescription)")
      #expect(document.salvaged.map(told) == salvaged, "\(text.debugDescription)")
    }
  }

  /// A row where keys stand, and a key where rows do, is one fault.
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

  /// Of each rule the first twenty are kept, and the last of them tells of the rest.
  @Test func findingsAreCountedAndNotStored() {
    let nul = YAMLDocument(parsing: SourceText(path: "", bytes: Array(repeating: 0, count: 300_000)))
    #expect(nul.diagnostics.map(\.rule.code) == Array(repeating: "Y002", count: 20))
    #expect(nul.diagnostics.map(\.omitted).reduce(0, +) == 299_980)
    #expect(nul.diagnostics.last?.notes.last?.message == "and 299980 more of Y002 in this file")

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
