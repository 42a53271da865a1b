import Foundation
import Testing
import TilawaBase
import TilawaExchange
import TilawaTestSupport

@testable import TilawaLanguageServer

/// Each feature as an editor meets it.
@Suite struct FeatureTests {
  private static let segments = "a.tilawa/segments.yaml"
  private static let recording = "a.tilawa/recording.yaml"

  private func editor(_ text: String, _ more: [String: String] = [:]) throws -> (Editor, TemporaryFolder) {
    var files = ["a.tilawa/recording.yaml": ServerTests.recording, Self.segments: text]
    files.merge(more) { $1 }
    let folder = try TemporaryFolder(files)
    let editor = Editor(in: folder.path, environment: ["PATH": folder.path + ":/usr/bin:/bin"])
    editor.keeps = folder
    try editor.begin()
    try editor.open(Self.segments)
    try editor.waitForFindings(Self.segments)
    return (editor, folder)
  }

  private func rows(_ rows: String...) -> String {
    "tilawa: 1\nsegments:\n" + rows.map { "  - \($0)\n" }.joined()
  }

  private func text(_ editor: Editor, _ name: String = segments) -> String {
    editor.texts[editor.path(name)] ?? ""
  }

  // MARK: Reading

  @Test func hoverTellsOfAyahKeyValueAndRule() throws {
    let (editor, _) = try editor(
      rows(
        "{ ayah: \"18:1\", start: 1.000, end: 8.900 }",
        "{ ayah: \"18:2\", start: 9.000, end: 20.000, note: x",
        "{ ayah: \"18:3\", start: 21.000, end: 22.000 }  # tilawa: ignore[S213]"))
    func hover(_ name: String, _ mark: String, _ more: Int = 0) throws -> String {
      try editor.ask("textDocument/hover", editor.place(name, mark, more))["result"]?["contents"]?["value"]?
        .string ?? ""
    }
    #expect(
      try hover(Self.segments, "18:1").hasPrefix(
        "**Al-Kahf الكهف 18:1** · ayah 1 of 110 · page 293 · juz 15\n\n0:01 to 0:09, 7.9 s"))
    // A row that isn't closed hides neither itself nor others.
    #expect(try hover(Self.segments, "18:3").contains("ayah 3 of 110"))
    #expect(try hover(Self.segments, "start", 1).hasPrefix("**start**: a time"))
    #expect(try hover(Self.segments, "S213", 1).hasPrefix("**S213 implausible-length** (warning)"))
    try editor.open(Self.recording)
    #expect(try hover(Self.recording, "hafs", 1).hasPrefix("**Hafs an Asim** حفص عن عاصم"))
    #expect(try hover(Self.recording, "duration", 1).contains("Duration of the audio."))
    #expect(try editor.end())
  }

  private func labels(_ editor: Editor, _ name: String, _ mark: String, _ more: Int) throws -> [String] {
    let answer = try editor.ask("textDocument/completion", editor.place(name, mark, more))
    return (answer["result"]?["items"]?.items ?? []).compactMap { $0["label"]?.string }
  }

  @Test func completionKnowsKeysWordsTheNextAyahAndWholeRows() throws {
    let (editor, folder) = try editor(
      rows(
        "{ ayah: \"18:109\", start: 1.000, end: 8.900 }", "{ ayah: \"18:110\", start: 9.000, end: 20.000 }",
        "{ ayah: , start: 21.000, ", "{ skip: , start: 30.000, end: 31.000 }", ""),
      ["reciters/husary.yaml": "tilawa: 1\nid: husary\nname: Mahmoud Khalil al-Husary\n"])
    #expect(try labels(editor, Self.segments, "ayah: ,", 6) == ["19:0", "19:1", "18:110"])
    #expect(try labels(editor, Self.segments, "skip: ,", 6).contains("takbir"))
    let keys = try labels(editor, Self.segments, "21.000, ", 8)
    #expect(keys.contains("end") && keys.contains("verified") && !keys.contains("start"))
    // The whole row behind the dash at the end.
    let lines = text(editor).components(separatedBy: "\n").count
    let row = try editor.ask(
      "textDocument/completion",
      [
        "textDocument": ["uri": editor.uri(Self.segments)],
        "position": ["line": JSONValue(lines - 2), "character": 4],
      ])
    let first = try #require(row["result"]?["items"]?.items?.first)
    let edited = Editor.edited(
      text(editor),
      try JSONText.parse(
        SourceText(
          path: "", bytes: Array(JSONValue.array([first["textEdit"]?.value ?? .null]).compactText.utf8))))
    #expect(edited.hasSuffix("\n  - \(first["label"]?.string ?? "")\n"), "\(edited)")
    #expect(first["label"]?.string?.hasPrefix("{ ayah: \"19:0\", start: 31.000, end: ") == true)
    try editor.open(Self.recording)
    #expect(try labels(editor, Self.recording, "someone", 0) == ["husary", "someone"])
    #expect(try labels(editor, Self.recording, "hafs", 0).count == 20)
    try editor.change(Self.recording, to: ServerTests.recording + "numbering: \n")
    #expect(try labels(editor, Self.recording, "numbering: ", 11).contains("madani_last"))
    #expect(try labels(editor, Self.recording, "file:", 2).contains("sha256"))
    _ = folder
    #expect(try editor.end())
  }

  @Test func hintsSymbolsFoldsAndSelectionsFollowTheRows() throws {
    let (editor, _) = try editor(
      rows(
        "{ ayah: \"18:110\", start: 1.000, end: 8.900 }", "{ ayah: \"19:1\", start: 61.000, end: 63.500 }",
        "{ ayah: \"19:2\", start: 64.000, end: 65.000 }  # so"))
    let document: JSONValue = ["uri": editor.uri(Self.segments)]
    let all: JSONValue = ["start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0]]
    let hints = try editor.ask("textDocument/inlayHint", ["textDocument": document, "range": all])
    #expect(
      (hints["result"]?.items ?? []).compactMap { $0["label"]?.string } == [
        "0:01 · 7.9 s · Al-Kahf الكهف", "1:01 · 2.5 s · Maryam مريم", "1:04 · 1.0 s",
      ])
    let symbols = try editor.ask("textDocument/documentSymbol", ["textDocument": document])
    #expect(
      (symbols["result"]?.items ?? []).map {
        "\($0["name"]?.string ?? "") \($0["children"]?.items?.count ?? 0)"
      } == ["Al-Kahf الكهف 1", "Maryam مريم 2"])
    let folds = try editor.ask("textDocument/foldingRange", ["textDocument": document])
    #expect((folds["result"]?.items ?? []).compactMap { $0["startLine"]?.integer } == [3])
    let ranges = try editor.ask(
      "textDocument/selectionRange", ["textDocument": document, "positions": [["line": 3, "character": 30]]])
    var texts: [String] = []
    var range = ranges["result"]?.items?.first
    let read = DocumentText(Array(text(editor).utf8))
    while let one = range, let span = Parameters(one["range"]).span {
      texts.append(read.text(read.range(of: span, .utf16)))
      range = one["parent"]
    }
    #expect(texts.prefix(2) == ["61.000", "start: 61.000"])
    #expect(texts.last == text(editor))
    let lenses = try editor.ask("textDocument/codeLens", ["textDocument": document])
    #expect(lenses["result"]?.items?.count == 6)
    #expect(try editor.end())
  }

  // MARK: Other places

  @Test func recitersAreFoundAndRenamedThroughoutTheLibraryUnsavedTextsIncluded() throws {
    let (editor, folder) = try editor(
      rows("{ ayah: \"18:1\", start: 1.000, end: 8.900, reciter: \"someone\" }"),
      [
        "reciters/someone.yaml": "tilawa: 1\nid: someone\nname: Some One\n",
        "b.tilawa/recording.yaml": "tilawa: 1\nid: b\nreciter: other\nriwayah: hafs\n",
        "playback.yaml": "tilawa: 1\nreciters: [{ id: someone }, { id: other }]\n",
      ])
    try editor.open("b.tilawa/recording.yaml", "tilawa: 1\nid: b\nreciter: someone\nriwayah: hafs\n")
    let definition = try editor.ask("textDocument/definition", editor.place(Self.segments, "someone", 2))
    #expect(
      definition["result"]?.items?.compactMap { $0["uri"]?.string } == [
        FileURI.of(folder.path(of: "reciters/someone.yaml"))
      ])
    let references = try editor.ask("textDocument/references", editor.place(Self.segments, "someone", 2))
    #expect(references["result"]?.items?.count == 5)
    guard case .object(let place) = editor.place(Self.segments, "someone", 2) else { return }
    let rename = try editor.ask("textDocument/rename", .object(place + [.init("newName", "anyone")]))
    editor.apply(try #require(rename["result"]))
    for name in [
      Self.segments, Self.recording, "reciters/someone.yaml", "b.tilawa/recording.yaml", "playback.yaml",
    ] {
      #expect(!text(editor, name).contains("someone"), "\(name)")
      #expect(text(editor, name).contains("anyone"), "\(name)")
    }
    let refused = try editor.ask("textDocument/rename", .object(place + [.init("newName", "no one")]))
    #expect(refused["error"] != nil)
    #expect(try editor.end())
  }

  @Test func markersLeadToSegmentsAndAudioToItsFile() throws {
    let (editor, folder) = try editor(
      rows("{ ayah: \"18:1\", start: 1.000, end: 8.900 }"),
      [
        "a.tilawa/markers.yaml": "tilawa: 1\nmarkers:\n  - { at: 1.000, ayah: \"18:1\" }\n",
        "a.tilawa/audio.wav": "x",
      ])
    try editor.open("a.tilawa/markers.yaml")
    let segment = try editor.ask("textDocument/definition", editor.place("a.tilawa/markers.yaml", "18:1", 1))
    #expect(segment["result"]?.items?.first?["uri"]?.string == FileURI.of(folder.path(of: Self.segments)))
    try editor.open(Self.recording)
    let audio = try editor.ask("textDocument/definition", editor.place(Self.recording, "audio.wav", 1))
    #expect(
      audio["result"]?.items?.first?["uri"]?.string == FileURI.of(folder.path(of: "a.tilawa/audio.wav")))
    let links = try editor.ask(
      "textDocument/documentLink", ["textDocument": ["uri": editor.uri(Self.recording)]])
    #expect(links["result"]?.items?.count == 1)
    #expect(try editor.end())
  }

  // MARK: Changing

  private func actions(_ editor: Editor, _ name: String, _ mark: String, _ more: Int = 0) throws -> [JSONNode]
  {
    guard case .object(let place) = editor.place(name, mark, more) else { return [] }
    let position = place.first { $0.key == "position" }?.value ?? .null
    let answer = try editor.ask(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": editor.uri(name)], "range": ["start": position, "end": position],
        "context": ["diagnostics": []],
      ])
    return answer["result"]?.items ?? []
  }

  private func take(_ title: String, _ editor: Editor, _ name: String, _ mark: String, _ more: Int = 0) throws
  {
    let actions = try actions(editor, name, mark, more)
    let action = try #require(
      actions.first { $0["title"]?.string == title }, "\(actions.compactMap { $0["title"]?.string })")
    if let edit = action["edit"] {
      editor.apply(edit)
    } else if let command = action["command"] {
      let answer = try editor.ask(
        "workspace/executeCommand",
        ["command": command["command"]?.value ?? .null, "arguments": command["arguments"]?.value ?? .null])
      #expect(answer["error"] == nil, "\(answer["error"]?["message"]?.string ?? "")")
    }
  }

  @Test func fixesAreOfferedOneByOneAllOfAKindAndAll() throws {
    let text = rows(
      "{ ayah: \"18.1\", start: 1.000, end: 8.900 }", "{ ayah: \"18.2\", start: 9.000, end: 12.000 }",
      "{ ayah: \"18:3\", start: 13.000, end: 15.000 }")
    let (editor, _) = try editor(text)
    let titles = try actions(editor, Self.segments, "18.1", 1).compactMap { $0["title"]?.string }
    let one = try #require(titles.first)
    try take(one, editor, Self.segments, "18.1", 1)
    #expect(self.text(editor).contains("\"18:1\"") && self.text(editor).contains("\"18.2\""))
    try editor.change(Self.segments, to: text)
    try take(try #require(titles.first { $0.hasPrefix("Fix all 2 of") }), editor, Self.segments, "18.1", 1)
    #expect(self.text(editor).contains("\"18:1\"") && self.text(editor).contains("\"18:2\""))
    #expect(try editor.end())
  }

  @Test func aRowIsConfirmedSplitAndJoinedWhateverStandsBesideIt() throws {
    let (editor, _) = try editor(
      rows(
        "{ ayah: \"18:1\", start: 1.000, end: 8.900 }  # one",
        "{ ayah: \"18:2-3\", start: 9.000, end: 20.000, joins: [14.000] }",
        "{ ayah: \"18:4\", start: 21.000, end", "{ ayah: \"18:5\", start: 30.000, end: 33.000 }"))
    try editor.execute("tilawa.confirmRow", Self.segments, "18:1")
    try editor.waitForFindings(Self.segments)
    try editor.execute("tilawa.splitRow", Self.segments, "18:2-3", [.init("time", "14.000")])
    try editor.waitForFindings(Self.segments)
    #expect(
      text(editor)
        == rows(
          "{ ayah: \"18:1\", start: 1.000, end: 8.900, verified: true }  # one",
          "{ ayah: \"18:2\", start: 9.000, end: 14.000 }", "{ ayah: \"18:3\", start: 14.000, end: 20.000 }",
          "{ ayah: \"18:4\", start: 21.000, end", "{ ayah: \"18:5\", start: 30.000, end: 33.000 }"))
    try editor.execute("tilawa.joinRow", Self.segments, "18:2")
    try editor.waitForFindings(Self.segments)
    try editor.execute("tilawa.unconfirmRow", Self.segments, "18:1")
    try editor.waitForFindings(Self.segments)
    #expect(
      text(editor)
        == rows(
          "{ ayah: \"18:1\", start: 1.000, end: 8.900 }  # one",
          "{ ayah: \"18:2-3\", start: 9.000, end: 20.000, joins: [14.000] }",
          "{ ayah: \"18:4\", start: 21.000, end", "{ ayah: \"18:5\", start: 30.000, end: 33.000 }"))
    // What needs the whole text says why it can't be.
    let refused = try editor.execute("tilawa.confirmUpTo", Self.segments, "18:5")
    #expect(refused["error"]?["message"]?.string?.contains("has faults; fix them first") == true)
    #expect(try editor.end())
  }

  @Test func boundariesMoveOnBothSidesWithTheirWords() throws {
    let words = "tilawa: 1\nwords:\n  - { ayah: \"18:1\", word: 1, start: 1.000, end: 9.000 }\n"
    let (editor, _) = try editor(
      rows("{ ayah: \"18:1\", start: 1.000, end: 9.000 }", "{ ayah: \"18:2\", start: 9.000, end: 20.000 }"),
      ["a.tilawa/words.yaml": words])
    try take("Move the end of 18:1 by 0.1 s, to 9.100", editor, Self.segments, "end: 9.000", 6)
    try editor.waitForFindings(Self.segments)
    #expect(
      text(editor)
        == rows(
          "{ ayah: \"18:1\", start: 1.000, end: 9.100 }", "{ ayah: \"18:2\", start: 9.100, end: 20.000 }"))
    #expect(
      text(editor, "a.tilawa/words.yaml") == words.replacingOccurrences(of: "end: 9.000", with: "end: 9.100"))
    try editor.change(
      Self.segments,
      to: rows(
        "{ ayah: \"18:1\", start: 1.000, end: 8.000 }", "{ ayah: \"18:2\", start: 9.000, end: 20.000 }"))
    try take("End the row before 18:2 at 9.000, too", editor, Self.segments, "start: 9.000", 8)
    #expect(
      text(editor)
        == rows(
          "{ ayah: \"18:1\", start: 1.000, end: 9.000 }", "{ ayah: \"18:2\", start: 9.000, end: 20.000 }"))
    #expect(try editor.end())
  }

  @Test func markersGetTheirAyatInOrder() throws {
    let (editor, _) = try editor(
      rows("{ ayah: \"18:1\", start: 1.000, end: 9.000 }"),
      [
        "a.tilawa/markers.yaml":
          "tilawa: 1\nmarkers:\n  - { at: 10.000, ayah: \"18:109\" }\n  - { at: 20.000 }\n  - { at: 30.000, skip: takbir }\n  - { at: 40.000 }\n"
      ])
    try editor.open("a.tilawa/markers.yaml")
    try take("Name the markers from here with consecutive ayat", editor, "a.tilawa/markers.yaml", "20.000")
    #expect(
      text(editor, "a.tilawa/markers.yaml")
        == "tilawa: 1\nmarkers:\n  - { at: 10.000, ayah: \"18:109\" }\n  - { at: 20.000, ayah: \"18:110\" }\n  - { at: 30.000, skip: takbir }\n  - { at: 40.000, ayah: \"19:1\" }\n"
    )
    #expect(try editor.end())
  }

  @Test func conflictsAreSettledAndRulesSilenced() throws {
    let ours = "  - { ayah: \"18:1\", start: 1.000, end: 9.000 }\n"
    let theirs = "  - { ayah: \"18:1\", start: 1.500, end: 9.000 }\n"
    let text = "tilawa: 1\nsegments:\n<<<<<<< ours\n\(ours)=======\n\(theirs)>>>>>>> theirs\n"
    let (editor, _) = try editor(text)
    try take("Take theirs", editor, Self.segments, "1.500")
    #expect(self.text(editor) == "tilawa: 1\nsegments:\n" + theirs)
    try editor.change(Self.segments, to: text)
    try take("Take both, ours first", editor, Self.segments, "=======")
    #expect(self.text(editor) == "tilawa: 1\nsegments:\n" + ours + theirs)
    try editor.waitForFindings(Self.segments)
    let before = editor.codes(Self.segments)
    #expect(before.contains("S203:4"))
    try take("Ignore S203 segments-overlap here", editor, Self.segments, "1.500")
    try editor.waitForFindings(Self.segments)
    #expect(editor.codes(Self.segments) == before.filter { $0 != "S203:4" })
    #expect(try editor.end())
  }

  // MARK: Sound

  @Test func theRowAtTheCursorIsHeard() throws {
    let (editor, folder) = try editor(rows("{ ayah: \"18:1\", start: 1.000, end: 1.500 }"))
    // A player that keeps what it is given.
    try folder.write("#!/bin/sh\ncat > \"\(folder.path)/heard\"\n", to: "aplay")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(of: "aplay"))
    try AtomicFile.write(silentWAV(frames: 16_000), to: folder.path(of: "a.tilawa/audio.wav"))
    let answer = try editor.execute("tilawa.playRow", Self.segments, "18:1")
    #expect(answer["error"] == nil, "\(answer["error"]?["message"]?.string ?? "")")
    try editor.wait {
      $0["method"]?.string == "$/progress" && $0["params"]?["value"]?["kind"]?.string == "end"
    }
    #expect((try? FileStatus.ifAny(folder.path(of: "heard"))).map { (7000...9000).contains($0.size) } == true)
    #expect(
      editor.requests.contains { $0["params"]?["value"]?["title"]?.string == "▶ 18:1" })
    let missing = try editor.execute("tilawa.playRow", Self.segments, "tilawa: 1")
    #expect(missing["error"] != nil)
    #expect(try editor.end())
  }
}
