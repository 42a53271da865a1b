import Foundation
import Testing
import TilawaBase
import TilawaTestSupport

@testable import TilawaLanguageServer

/// Messages that are nearly right: bytes of real ones are changed, dropped and repeated, in their headers as
/// well.
///
/// `TILAWA_FUZZ_MESSAGES` sets their number; `Tests/Trials/editors/soak` sends many.
@Suite struct ProtocolFuzzTests {
  static var count: Int {
    ProcessInfo.processInfo.environment["TILAWA_FUZZ_MESSAGES"].flatMap { Int($0) } ?? 1500
  }

  @Test func mutatedMessagesNeverEndTheServer() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml": ServerTests.recording, "a.tilawa/segments.yaml": ServerTests.segments,
    ])
    let editor = Editor(in: folder.path)
    try editor.begin()
    try editor.open("a.tilawa/segments.yaml")
    var random = SplitMix64(state: 11)
    func number(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }
    let corpus = self.corpus(editor)
    for index in 0..<Self.count {
      var bytes = MessageFraming.framed(corpus[number(corpus.count)].compactText)
      for _ in 0...number(4) where !bytes.isEmpty {
        let place = number(bytes.count)
        switch number(6) {
        case 0: bytes[place] = UInt8(number(256))
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + number(12)))
        case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 1 + number(30))], at: place)
        case 3:
          bytes.insert(contentsOf: Array("-1e309\"{[\\ud800,:null".utf8).shuffled(using: &random), at: place)
        case 4: bytes[place] ^= 1 << UInt8(number(8))
        default: bytes.removeLast(number(bytes.count / 3 + 1))
        }
      }
      // Whoever announces a long message is waited for.
      let announced = String(decoding: bytes.prefix(60), as: UTF8.self).split { !$0.isNumber }.compactMap {
        Int($0)
      }
      if announced.contains(where: { $0 > 100_000 })
        || String(decoding: bytes, as: UTF8.self).contains("shutdown")
      {
        continue
      }
      editor.send(bytes)
      if index % 50 == 49 {
        // What is still waited for, and no header.
        editor.send(Array(repeating: 32, count: 120_000))
        for _ in 0..<3 { editor.tell("$/nothing", [:]) }
        _ = try editor.ask("textDocument/hover", editor.place("a.tilawa/segments.yaml", "18:1"))
      }
    }
    #expect(try editor.end())
  }

  private func corpus(_ editor: Editor) -> [JSONValue] {
    let name = "a.tilawa/segments.yaml"
    let place = editor.place(name, "18:2")
    func request(_ method: String, _ params: JSONValue) -> JSONValue {
      ["jsonrpc": "2.0", "id": 900_000, "method": .string(method), "params": params]
    }
    let range: JSONValue = ["start": ["line": 2, "character": 3], "end": ["line": 3, "character": 9]]
    let uri: JSONValue = ["uri": editor.uri(name)]
    return [
      [
        "jsonrpc": "2.0", "method": "textDocument/didChange",
        "params": [
          "textDocument": ["uri": editor.uri(name), "version": 7],
          "contentChanges": [["range": range, "text": "{ ayah: \"1:1\" é😀"]],
        ],
      ],
      [
        "jsonrpc": "2.0", "method": "textDocument/didOpen",
        "params": [
          "textDocument": ["uri": editor.uri(name), "version": 1, "text": .string(ServerTests.segments)]
        ],
      ],
      ["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": 900_000]],
      ["jsonrpc": "2.0", "method": "workspace/didChangeWatchedFiles", "params": ["changes": []]],
      request("textDocument/hover", place), request("textDocument/completion", place),
      request("textDocument/definition", place), request("textDocument/references", place),
      request("textDocument/codeLens", ["textDocument": uri]),
      request("textDocument/formatting", ["textDocument": uri, "options": [:]]),
      request("textDocument/inlayHint", ["textDocument": uri, "range": range]),
      request(
        "textDocument/selectionRange", ["textDocument": uri, "positions": [["line": 3, "character": 9]]]),
      request(
        "textDocument/codeAction", ["textDocument": uri, "range": range, "context": ["diagnostics": []]]),
      request(
        "workspace/executeCommand",
        ["command": "tilawa.joinRow", "arguments": [editor.argument(name, "18:2")]]),
      request("textDocument/rename", ["textDocument": uri, "position": range, "newName": "x"]),
    ]
  }
}
