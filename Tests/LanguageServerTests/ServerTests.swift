import Foundation
import Testing
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaTestSupport

@testable import TilawaLanguageServer

/// The behaviour of the server for any input.
@Suite struct ServerTests {
  static let recording = """
    tilawa: 1
    id: a
    audio:
      file: audio.wav
      duration: 60.000
    reciter: someone
    riwayah: hafs

    """
  static let segments = """
    tilawa: 1
    segments:
      - { ayah: "18:1", start: 1.000, end: 8.900 }
      - { ayah: 18:2, start: 8.440, end: 14.010, confidence: 0.93 }
      - { ayah: "18:3", start: 14.010, end: 22.300 }

    """

  private func bundle() throws -> TemporaryFolder {
    try TemporaryFolder([
      "friday.tilawa/recording.yaml": Self.recording, "friday.tilawa/segments.yaml": Self.segments,
    ])
  }

  @Test func whatIsTypedIsJudgedThroughTheOtherFilesOfTheBundle() throws {
    let folder = try bundle()
    let editor = Editor(in: folder.path)
    try editor.begin()
    let segments = "friday.tilawa/segments.yaml"
    try editor.open(segments)
    try editor.waitForFindings(segments)
    #expect(
      editor.codes(segments) == ["F120:4", "S203:4"].sorted() || editor.codes(segments).contains("S203:4"))
    try editor.open("friday.tilawa/recording.yaml")
    try editor.waitForFindings("friday.tilawa/recording.yaml")
    #expect(!editor.codes(segments).contains { $0.hasPrefix("S205") || $0.hasPrefix("S204") })
    // The recording gets shorter, and rows of the other file lie behind its end.
    let before = editor.codes(segments)
    try editor.change(
      "friday.tilawa/recording.yaml", to: Self.recording.replacingOccurrences(of: "60.000", with: "10.000"))
    try editor.wait { $0["params"]?["uri"]?.string == FileURI.of(folder.path(of: segments)) }
    #expect(editor.codes(segments) != before)
    try editor.change("friday.tilawa/recording.yaml", to: Self.recording)
    try editor.wait { $0["params"]?["uri"]?.string == FileURI.of(folder.path(of: segments)) }
    #expect(editor.codes(segments) == before)
    #expect(try editor.end())
  }

  @Test func requestsOutOfTurnAreAnswered() throws {
    let folder = try bundle()
    let editor = Editor(in: folder.path)
    func code(_ method: String) throws -> Int? { try editor.ask(method, [:])["error"]?["code"]?.integer }
    #expect(try code("textDocument/hover") == -32002)
    #expect(try code("shutdown") == -32002)
    try editor.begin()
    #expect(try code("initialize") == -32600)
    #expect(try code("textDocument/imagine") == -32601)
    #expect(try code("textDocument/hover") == -32602)
    #expect(try code("workspace/executeCommand") == -32602)
    _ = try editor.ask("shutdown", .null)
    #expect(try code("textDocument/hover") == -32600)
    #expect(!(try Editor(in: folder.path).vanish()))
  }

  @Test func hostileMessagesAreAnsweredAndTheServerLives() throws {
    let folder = try bundle()
    let editor = Editor(in: folder.path)
    try editor.begin()
    func failure(_ text: String) throws -> Int? {
      editor.send(Array(text.utf8))
      return try editor.wait { $0["error"] != nil }["error"]?["code"]?.integer
    }
    func framed(_ text: String) -> String { String(decoding: MessageFraming.framed(text), as: UTF8.self) }
    let deep = String(repeating: "[", count: 100_000)
    for text in [
      "Content-Length: many\r\n\r\n", "Content-Length: 99999999999999999999\r\n\r\n{}", framed("{"),
      framed(""),
      framed(deep), framed("{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"id\":1,\"params\":\(deep)"),
      framed("\u{0}"),
      framed("nonsense"),
    ] {
      #expect(try failure(text) == -32700, "\(text.prefix(60))")
    }
    for text in [
      "[]", "17", "{}", "{\"jsonrpc\":\"2.0\"}", "{\"jsonrpc\":\"1.0\",\"id\":4,\"method\":\"x\"}",
      "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":7}", "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"x\"}",
    ] {
      #expect(try failure(framed(text)) == -32600, "\(text)")
    }
    // What wants no answer gets none, however odd it is.
    for params: JSONValue in [
      .null, 5, [], ["textDocument": 3], ["textDocument": ["uri": "http://x/y"]],
      ["textDocument": ["uri": "file:///a%zz"], "contentChanges": [["range": ["start": ["line": -1]]]]],
    ] {
      for method in ["didOpen", "didChange", "didClose", "didSave", "didNothing"] {
        editor.tell("textDocument/\(method)", params)
      }
    }
    // The reader may have lost its way behind a header that was none; it finds the next.
    let answer = try editor.ask("textDocument/hover", ["textDocument": ["uri": "file:///tmp/x"]])
    #expect(answer["error"]?["code"]?.integer == -32803)
    #expect(try editor.end())
  }

  @Test func whatWasCancelledIsAnsweredAsCancelled() throws {
    let folder = try bundle()
    let editor = Editor(in: folder.path)
    try editor.begin()
    // Both are there before the first is looked at.
    let request: JSONValue = ["jsonrpc": "2.0", "id": "x", "method": "textDocument/hover", "params": [:]]
    let cancel: JSONValue = ["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": "x"]]
    var many: [UInt8] = []
    for number in 0..<200 {
      many += MessageFraming.framed(
        (["jsonrpc": "2.0", "id": .int(Int64(1000 + number)), "method": "textDocument/hover"] as JSONValue)
          .compactText)
    }
    editor.send(
      many + MessageFraming.framed(request.compactText) + MessageFraming.framed(cancel.compactText))
    let answer = try editor.wait { $0["id"]?.string == "x" }
    let code = answer["error"]?["code"]?.integer
    #expect(code == -32800 || code == -32602)
    #expect(try editor.end())
  }

  @Test func filesOfOtherProjectsAreLeftAlone() throws {
    let folder = try TemporaryFolder(["notes.yaml": "a: 1\n", "journal/notes.yaml": "a: 1\n"])
    let editor = Editor(in: folder.path)
    try editor.begin()
    try editor.open("notes.yaml")
    try editor.open("journal/notes.yaml")
    try editor.waitForFindings("journal/notes.yaml")
    #expect(editor.findings[folder.path(of: "notes.yaml")] == nil)
    #expect(!editor.codes("journal/notes.yaml").isEmpty)
    #expect(try editor.end())
  }
}
