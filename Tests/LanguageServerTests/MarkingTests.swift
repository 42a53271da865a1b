import Foundation
import Testing
import TilawaBase
import TilawaExchange
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaLanguageServer

/// The rest of a recording is marked anew while the person goes on.
@Suite struct MarkingTests {
  private static let name = "a.tilawa/markers.yaml"

  private func editor(_ markers: String) throws -> Editor {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\npassage: \"112:1-4\"\naudio: { file: a.flac }\n",
      Self.name: "tilawa: 1\nmarkers:\n\(markers)",
    ])
    try SpokenRecitation(AyahRange(Ayah(112, 1), Ayah(112, 4)), seed: 3).write(
      to: folder.path(of: "a.tilawa/a.flac"), encoding: .flac)
    let editor = Editor(in: folder.path)
    editor.keeps = folder
    try editor.begin()
    try editor.open(Self.name)
    try editor.waitForFindings(Self.name)
    return editor
  }

  private func text(_ editor: Editor) -> String { editor.texts[editor.path(Self.name)] ?? "" }

  private func waitForEnd(_ editor: Editor) throws {
    try editor.wait {
      $0["method"]?.string == "$/progress" && $0["params"]?["value"]?["kind"]?.string == "end"
    }
  }

  @Test func markersFromTheCursorOnAreSetAnewAroundWhatIsDecidedMeanwhile() throws {
    let editor = try editor(
      """
        - { at: 0.100, skip: silence, confirmed: true }  # quiet
        - { at: 0.150, note: mine }
        - { at: 0.200 }

      """)
    let answer = try editor.execute("tilawa.markFrom", Self.name, "at: 0.200")
    #expect(answer["error"] == nil, "\(answer["error"]?["message"]?.string ?? "")")
    let second = try editor.execute("tilawa.markFrom", Self.name, "at: 0.200")
    #expect(second["error"]?["message"]?.string?.contains("already being marked") == true)
    // Somebody goes on typing.
    try editor.change(Self.name, to: text(editor).replacing("note: mine", with: "note: \"mine, and more\""))
    try editor.wait { $0["method"]?.string == "window/showMessage" }
    let said = editor.requests.last?["params"]?["message"]?.string ?? ""
    #expect(said.hasPrefix("marked again: ") && said.hasSuffix("found"), "\(said)")
    let lines = text(editor).split(separator: "\n").map(String.init)
    #expect(lines.contains("  - { at: 0.100, skip: silence, confirmed: true }  # quiet"))
    #expect(lines.contains("  - { at: 0.150, note: \"mine, and more\" }"))
    for ayah in 2...4 { #expect(lines.contains { $0.contains("ayah: \"112:\(ayah)\"") }, "\(lines)") }
    let titles = editor.requests.compactMap { $0["params"]?["value"]?["title"]?.string }
    #expect(titles == ["Marking again from 0:00"])
    #expect(try editor.end())
  }

  @Test func listeningIsCalledOff() throws {
    let editor = try editor("  - { at: 0.200 }\n")
    let before = text(editor)
    try editor.execute("tilawa.markFrom", Self.name, "at: 0.200")
    let actions = try editor.ask(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": editor.uri(Self.name)], "context": ["diagnostics": []],
        "range": [
          "start": ["line": 2, "character": 6], "end": ["line": 2, "character": 6],
        ],
      ])
    let titles = (actions["result"]?.items ?? []).compactMap { $0["title"]?.string }
    #expect(titles.contains("■ Stop"))
    #expect(titles.contains("Mark again by listening, from 0:00 to the end"), "\(titles)")
    editor.tell("window/workDoneProgress/cancel", ["token": "tilawa/marking/1"])
    try waitForEnd(editor)
    // It may be asked for again at once, and be ended by the command.
    let again = try editor.execute("tilawa.markFrom", Self.name, "at: 0.200")
    #expect(again["error"] == nil)
    try editor.execute("tilawa.stop", Self.name, "at: 0.200")
    #expect(text(editor) == before)
    #expect(try editor.end())
    #expect(!editor.requests.contains { $0["method"]?.string == "workspace/applyEdit" })
  }

  @Test func whatCannotBeMarkedIsSaid() throws {
    let editor = try editor("  - { at: 0.200 }\n")
    #expect(try editor.execute("tilawa.markFrom", Self.name, "tilawa: 1")["error"] != nil)
    try FileManager.default.removeItem(atPath: editor.path("a.tilawa/a.flac"))
    try editor.execute("tilawa.markFrom", Self.name, "at: 0.200")
    try editor.wait { $0["method"]?.string == "window/showMessage" }
    #expect(editor.requests.last?["params"]?["message"]?.string?.contains("a.flac") == true)
    #expect(try editor.end())
  }
}
