import Testing
import TilawaBase
import TilawaYAML

/// The text after the changes that `change` makes to `root`.
func edited(_ text: String, _ change: (inout YAMLEditor, YAMLNode) -> Void) -> String {
  let document = document(text)
  guard let root = document.root else { return "no root" }
  var editor = YAMLEditor(document)
  change(&editor, root)
  guard let bytes = editor.edits.applied(to: document.source.bytes) else {
    return "edits overlap: \(editor.edits)"
  }
  return String(decoding: bytes, as: UTF8.self)
}

private func row(_ name: String) -> YAMLValue { .flow([("x", .text(name))]) }

@Suite struct YAMLEditorTests {
  private let rows =
    "a: 1\nrows:\n  # of r1\n  - { x: r1 }  # at r1\n\n  - { x: r2 }\n  # of r3\n  - { x: r3 }\nz: 2\n"

  @Test func replacesScalars() {
    #expect(
      edited("a: 1 # x\r\nb: 'y'\r\n") { $0.replace($1["a"] ?? $1, with: .plain("3.120")) }
        == "a: 3.120 # x\r\nb: 'y'\r\n")
    #expect(edited("a: 1\nb:\n") { $0.replace($1["b"] ?? $1, with: .text("yes")) } == "a: 1\nb: \"yes\"\n")
    #expect(
      edited("{a, b: , c: 1}\n") {
        $0.replace($1["a"] ?? $1, with: .text("x, y"))
        $0.replace($1["b"] ?? $1, with: .plain("2"))
      } == "{a: \"x, y\", b: 2 , c: 1}\n")
    #expect(
      edited("عنوان: \"يس\" # ملاحظة\n") { $0.replace($1["عنوان"] ?? $1, with: .text("طه")) }
        == "عنوان: طه # ملاحظة\n")
    #expect(
      edited("a: |\n  x\n  y\nb: 1\n") { $0.replace($1["a"] ?? $1, with: .text("x\ny")) }
        == "a: \"x\\ny\"\nb: 1\n")
  }

  @Test func replacesCollections() {
    #expect(edited(rows) { $0.replace($1["rows"] ?? $1, with: .text("none")) } == "a: 1\nrows: none\nz: 2\n")
    #expect(
      edited("a: 1 # c\nb: 2\n") { $0.replace($1["a"] ?? $1, with: .rows([row("p"), row("q")])) }
        == "a: # c\n  - { x: p }\n  - { x: q }\nb: 2\n")
    #expect(
      edited("a:\n- 1\n- 2\n") { $0.replace($1["a"] ?? $1, with: .rows([row("p")])) } == "a:\n- { x: p }\n")
    #expect(
      edited("- a: 1\n  b: 2\n- 3\n") { $0.replace($1.sequence?[0] ?? $1, with: .plain("0")) } == "- 0\n- 3\n"
    )
    #expect(
      edited("- 1 # c\n") {
        $0.replace($1.sequence?[0] ?? $1, with: .block([("a", .plain("1")), ("b", .rows([.plain("2")]))]))
      }
        == "- a: 1\n  b:\n    - 2 # c\n")
  }

  @Test func setsKeys() {
    #expect(edited("a: 1\nb: 2") { $0.set("c", to: .plain("3"), in: $1) } == "a: 1\nb: 2\nc: 3")
    #expect(
      edited("a: 1\r\nb: 2\r\n") { $0.set("c", to: .plain("3"), in: $1, after: ["a", "q"]) }
        == "a: 1\r\nc: 3\r\nb: 2\r\n")
    #expect(edited("a: 1\n") { $0.set("a", to: .plain("3"), in: $1) } == "a: 3\n")
    #expect(
      edited("a:\n  b: 1\nz: 2\n") { $0.set("c", to: .plain("3"), in: $1["a"] ?? $1) }
        == "a:\n  b: 1\n  c: 3\nz: 2\n")
    #expect(
      edited("- { a: 1 } # c\n") { $0.set("b", to: .plain("true"), in: $1.sequence?[0] ?? $1) }
        == "- { a: 1, b: true } # c\n")
    #expect(
      edited("- {}\n") { $0.set("b", to: .plain("true"), in: $1.sequence?[0] ?? $1) } == "- { b: true }\n")
    #expect(edited("a:\n") { $0.set("b", to: .plain("true"), in: $1["a"] ?? $1) } == "a:\n  b: true\n")
    #expect(
      edited("[a: 1]\n") { $0.set("b", to: .plain("2"), in: $1.sequence?[0] ?? $1) } == "[{ a: 1, b: 2 }]\n")
    #expect(edited("a: |\n  x") { $0.set("b", to: .plain("2"), in: $1) } == "a: |-\n  x\nb: 2")
    #expect(
      edited("- a: 1\n  b: 2\n") { $0.set("c", to: .plain("3"), in: $1.sequence?[0] ?? $1, after: ["a"]) }
        == "- a: 1\n  c: 3\n  b: 2\n")
    #expect(
      edited("{\n  a: 1, # x\n  b: 2 # y\n}\n") { $0.set("c", to: .plain("3"), in: $1) }
        == "{\n  a: 1, # x\n  b: 2, # y\n  c: 3\n}\n")
    #expect(
      edited("a: 1\n") {
        $0.set("b", to: .plain("2"), in: $1)
        $0.set("c", to: .block([("yes", .text("no"))]), in: $1)
        $0.set("b", to: .plain("4"), in: $1)
      } == "a: 1\nb: 4\nc:\n  \"yes\": \"no\"\n")
  }

  @Test func removesKeys() {
    #expect(edited("# of a\na: 1 # x\n\n# of b\nb: 2\n") { $0.removeKey("a", in: $1) } == "\n# of b\nb: 2\n")
    #expect(edited("a: 1\nb: 2") { $0.removeKey("b", in: $1) } == "a: 1\n")
    #expect(edited("a: 1\n") { $0.removeKey("a", in: $1) } == "{}\n")
    #expect(edited("{ a: 1, b: 2, c: 3 }\n") { $0.removeKey("b", in: $1) } == "{ a: 1, c: 3 }\n")
    #expect(edited("{ a: 1, b: 2, c: 3 }\n") { $0.removeKey("a", in: $1) } == "{ b: 2, c: 3 }\n")
    #expect(edited("{ a: 1, b: 2, c: 3 }\n") { $0.removeKey("c", in: $1) } == "{ a: 1, b: 2 }\n")
    #expect(edited("{ a: 1 }\n") { $0.removeKey("a", in: $1) } == "{}\n")
    #expect(
      edited("- a: 1\n  # of b\n  b: 2\n") { $0.removeKey("a", in: $1.sequence?[0] ?? $1) }
        == "- # of b\n  b: 2\n")
    #expect(edited("- a: 1\n") { $0.removeKey("a", in: $1.sequence?[0] ?? $1) } == "- {}\n")
    #expect(edited("r:\n  a: 1 # x\nb: 2\n") { $0.removeKey("a", in: $1["r"] ?? $1) } == "r: {}\nb: 2\n")
  }

  /// libyaml takes a colon right before a comma or bracket for a fault.
  @Test func keepsKeysWithoutValuesApart() {
    #expect(
      edited("- {a: 1, x y: }\n") { $0.set("b", to: .plain("2"), in: $1.sequence?[0] ?? $1) }
        == "- {a: 1, x y: , b: 2 }\n")
    #expect(
      edited("- {x y: , b: 1, c: 2}\n") { $0.removeKey("b", in: $1.sequence?[0] ?? $1) }
        == "- {x y: , c: 2}\n")
    #expect(edited("- {x y: , b: 1}\n") { $0.removeKey("b", in: $1.sequence?[0] ?? $1) } == "- {x y: }\n")
    #expect(
      edited("{\n  a: 1,\n  x y:\n}\n") { $0.set("b", to: .plain("2"), in: $1) }
        == "{\n  a: 1,\n  x y: ,\n  b: 2\n}\n")
  }

  @Test func insertsRows() {
    #expect(
      edited(rows) { $0.insertRow(row("new"), at: 0, in: $1["rows"] ?? $1) }
        == "a: 1\nrows:\n  - { x: new }\n  # of r1\n  - { x: r1 }  # at r1\n\n  - { x: r2 }\n  # of r3\n  - { x: r3 }\nz: 2\n"
    )
    #expect(
      edited(rows) { $0.insertRow(row("new"), at: 2, in: $1["rows"] ?? $1) }
        == "a: 1\nrows:\n  # of r1\n  - { x: r1 }  # at r1\n\n  - { x: r2 }\n  - { x: new }\n  # of r3\n  - { x: r3 }\nz: 2\n"
    )
    for empty in ["[]", "", " null", "   [ ] "] {
      #expect(
        edited("a: 1\nrows:\(empty.isEmpty ? "" : " " + empty)\nz: 2\n") {
          $0.insertRow(row("new"), at: 0, in: $1["rows"] ?? $1)
        }
          == "a: 1\nrows:\(empty.hasSuffix(" ") ? " " : "")\n  - { x: new }\nz: 2\n")
    }
    #expect(
      edited("rows: [] # c") { $0.insertRow(row("new"), at: 0, in: $1["rows"] ?? $1) }
        == "rows: # c\n  - { x: new }")
    #expect(edited("j: []\n") { $0.insertRow(.plain("1.5"), at: 0, in: $1["j"] ?? $1) } == "j: [1.5]\n")
    #expect(edited("j: [1,2]\n") { $0.insertRow(.plain("9"), at: 1, in: $1["j"] ?? $1) } == "j: [1, 9,2]\n")
    #expect(edited("j: [1,2]\n") { $0.insertRow(.plain("9"), at: 0, in: $1["j"] ?? $1) } == "j: [9, 1,2]\n")
    #expect(
      edited("- - a\n  - b\n") { $0.insertRow(.plain("9"), at: 0, in: $1.sequence?[0] ?? $1) }
        == "- - 9\n  - a\n  - b\n")
    #expect(
      edited("rows:\n- 1") {
        $0.insertRow(.plain("2"), at: 1, in: $1["rows"] ?? $1)
        $0.insertRow(.block([("a", .plain("3")), ("b", .plain("4"))]), at: 2, in: $1["rows"] ?? $1)
      } == "rows:\n- 1\n- 2\n- a: 3\n  b: 4")
  }

  @Test func removesRows() {
    #expect(
      edited(rows) { $0.removeRow(at: 0, in: $1["rows"] ?? $1) }
        == "a: 1\nrows:\n\n  - { x: r2 }\n  # of r3\n  - { x: r3 }\nz: 2\n")
    #expect(
      edited(rows) { editor, root in
        for _ in 0..<3 { editor.removeRow(at: 0, in: root["rows"] ?? root) }
      } == "a: 1\nrows: []\n\nz: 2\n")
    #expect(edited("- a\n") { $0.removeRow(at: 0, in: $1) } == "[]\n")
    #expect(edited("[a, b] # c\n") { $0.removeRow(at: 1, in: $1) } == "[a] # c\n")
    #expect(
      edited("r: [\n  a, # 1\n  b # 2\n ]\n") { $0.removeRow(at: 1, in: $1["r"] ?? $1) }
        == "r: [\n  a, # 1\n ]\n")
    #expect(edited("- x:\n  - a\n  - b\n- y\n") { $0.removeRow(at: 0, in: $1) } == "- y\n")
  }

  @Test func movesRows() {
    #expect(
      edited(rows) { $0.replaceRows(of: $1["rows"] ?? $1, with: [.kept(2), .kept(0), .kept(1)]) }
        == "a: 1\nrows:\n  # of r3\n  - { x: r3 }\n  # of r1\n  - { x: r1 }  # at r1\n\n  - { x: r2 }\nz: 2\n"
    )
    #expect(
      edited("- a\n- b # last") { $0.replaceRows(of: $1, with: [.kept(1), .kept(0)]) } == "- b # last\n- a\n")
    #expect(
      edited("- a: 1\n  b: 2\n- c") {
        $0.set("q", to: .plain("3"), in: $1.sequence?[0] ?? $1)
        $0.replaceRows(of: $1, with: [.kept(1), .kept(0)])
        $0.replace($1.sequence?[1] ?? $1, with: .text("no"))
      } == "- \"no\"\n- a: 1\n  b: 2\n  q: 3\n")
    #expect(
      edited("[a, b, c]") { $0.replaceRows(of: $1, with: [.kept(2), .kept(0), .kept(1)]) } == "[c, a, b]")
    #expect(
      edited("[\n  a,\n  b # 2\n]") { $0.replaceRows(of: $1, with: [.kept(1), .kept(0)]) }
        == "[\n  b, # 2\n  a,\n]")
    #expect(
      edited("- a\n- b\n- c\n") { $0.replaceRows(of: $1, with: [.kept(2), .new(.plain("x")), .kept(0)]) }
        == "- c\n- x\n- a\n")
  }

  @Test func keepsEverythingElse() {
    #expect(edited(rows) { _, _ in } == rows)
    #expect(
      edited(rows) {
        $0.insertRow(row("new"), at: 1, in: $1["rows"] ?? $1)
        $0.removeRow(at: 1, in: $1["rows"] ?? $1)
      } == rows)
  }

  @Test func printsDocuments() {
    let value = YAMLValue.block([
      ("tilawa", .plain("1")),
      ("title", .text("Friday prayer, 5 January 2024")),
      (
        "segments",
        .rows([
          .flow([("ayah", .quoted("1:1")), ("start", .plain("3.120"))]),
          .flow([("ayah", .text("1:2")), ("joins", .flowList([.plain("17.900"), .plain("24.100")]))]),
        ])
      ),
      ("none", .rows([])),
      ("map", .block([("k", .text("a: b")), ("l", .text("two\nlines"))])),
    ])
    #expect(
      YAMLValue.print(value) == """
        tilawa: 1
        title: Friday prayer, 5 January 2024
        segments:
          - { ayah: "1:1", start: 3.120 }
          - { ayah: "1:2", joins: [17.900, 24.100] }
        none: []
        map:
          k: "a: b"
          l: "two\\nlines"

        """)
  }
}
