import Testing
import TilawaBase
import TilawaExchange
import TilawaTestSupport

@testable import TilawaLanguageServer

@Suite struct FormattingTests {
  private static let name = "a.tilawa/segments.yaml"

  private func editor(_ text: String) throws -> (Editor, TemporaryFolder) {
    let folder = try TemporaryFolder(["a.tilawa/recording.yaml": ServerTests.recording, Self.name: text])
    let editor = Editor(in: folder.path)
    try editor.begin()
    try editor.open(Self.name)
    return (editor, folder)
  }

  @Test func theWholeTextIsFormattedAsFmtWritesIt() throws {
    let (editor, folder) = try editor(
      "tilawa: 1\nsegments:\n- {start: 1, end: 2.5, ayah: 1:1}\n- {ayah: \"1:2\", start: 2.5,   end: 4}\n")
    let answer = try editor.ask(
      "textDocument/formatting", ["textDocument": ["uri": editor.uri(Self.name)], "options": [:]])
    let edits = try #require(answer["result"])
    #expect(
      Editor.edited(editor.texts[folder.path(of: Self.name)] ?? "", edits) == """
        tilawa: 1
        segments:
          - { ayah: "1:1", start: 1.000, end: 2.500 }
          - { ayah: "1:2", start: 2.500, end: 4.000 }

        """)
    #expect(try editor.end())
  }

  @Test func aRowIsFormattedWhenItIsClosedWhateverTheRestIsLike() throws {
    let (editor, folder) = try editor(
      "tilawa: 1\nsegments:\n  - {start: 1, end: 2.5, ayah: 1:1}\n  - { ayah: \"1:2\", start:\n")
    let answer = try editor.ask(
      "textDocument/onTypeFormatting",
      [
        "textDocument": ["uri": editor.uri(Self.name)], "position": ["line": 2, "character": 35], "ch": "}",
        "options": [:],
      ])
    let edits = try #require(answer["result"])
    #expect(
      Editor.edited(editor.texts[folder.path(of: Self.name)] ?? "", edits)
        == "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 1.000, end: 2.500 }\n  - { ayah: \"1:2\", start:\n"
    )
    #expect(try editor.end())
  }

  @Test func someLinesAreFormattedWithoutTheOthers() throws {
    let (editor, folder) = try editor(
      "tilawa: 1\nsegments:\n  - {ayah: \"1:1\", start: 1, end: 2.5}\n  - {ayah: \"1:2\", start: 2.5, end: 4}\n"
    )
    let answer = try editor.ask(
      "textDocument/rangeFormatting",
      [
        "textDocument": ["uri": editor.uri(Self.name)], "options": [:],
        "range": ["start": ["line": 3, "character": 0], "end": ["line": 4, "character": 0]],
      ])
    let edits = try #require(answer["result"])
    #expect(
      Editor.edited(editor.texts[folder.path(of: Self.name)] ?? "", edits)
        == "tilawa: 1\nsegments:\n  - {ayah: \"1:1\", start: 1, end: 2.5}\n  - { ayah: \"1:2\", start: 2.500, end: 4.000 }\n"
    )
    #expect(try editor.end())
  }
}
