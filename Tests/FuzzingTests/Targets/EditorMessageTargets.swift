import Foundation
import Synchronization
import TilawaBase
import TilawaExchange
import TilawaKit

@testable import TilawaLanguageServer

extension FuzzTarget {
  /// Splits the bytes of an editor into messages. The result must not depend on how the bytes are divided.
  static let messages = FuzzTarget("messages") { input in
    let whole = pieces(of: input, by: max(1, input.count))
    for size in [1, 7] {
      try demand(pieces(of: input, by: size) == whole, "in parts of \(size) bytes it is cut otherwise")
    }
    for case .message(let content) in whole { _ = try? Message(content) }
    _ = try? Message(input)
  }

  private static func pieces(of input: [UInt8], by size: Int) -> [MessageFraming.Piece] {
    var framing = MessageFraming(longest: 1 << 16)
    var pieces: [MessageFraming.Piece] = []
    for start in stride(from: 0, to: input.count, by: size) {
      framing.take(Array(input[start..<min(input.count, start + size)]))
      while let piece = framing.next() { pieces.append(piece) }
    }
    return pieces
  }

  /// An editor's session. `=== FILE` precedes the text of a file of a bundle, which is opened. `=== messages`
  /// precedes messages, one on each line, in which `FILE:` stands for the place of the bundle.
  ///
  /// The last message is followed by the remaining work.
  static let session = FuzzTarget("session") { input in
    let parts = InputParts(input)
    let said = Mutex(0)
    let editor = EditorChannel { bytes in said.withLock { $0 += bytes.count } }
    let workplace = Workplace(
      environment: ["PATH": "/nowhere"], workingDirectory: home, clock: { 1_700_000_000 })
    let session = EditorSession(editor, in: workplace, version: "0", later: { _ in })
    send(
      #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"rootUri":"file://\#(home)","capabilities":{"#
        + #""workspace":{"applyEdit":true,"workspaceEdit":{"documentChanges":true}}}}}"#, session)
    for part in parts.parts where part.name != "messages" {
      let text = JSONValue.string(String(decoding: part.bytes, as: UTF8.self)).compactText
      send(
        #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(bundle)/"#
          + #"\#(part.name.filter { $0 != "\"" && $0 != "\\" })","version":1,"text":\#(text)}}}"#, session)
    }
    let lines = (parts["messages"] ?? []).split(separator: 0x0A).prefix(16)
    for line in lines {
      let text = String(decoding: line, as: UTF8.self).replacing("FILE:", with: bundle)
      send(text, session)
      if session.hasWork { session.work() }
    }
    var rounds = 0
    while session.hasWork, rounds < 100 {
      session.work()
      rounds += 1
    }
    try demand(rounds < 100, "work comes to no end")
    session.end()
  }

  private static let home: String = {
    let shared = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    let home = "\(shared)/tilawa-fuzz-session-\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.createDirectory(atPath: "\(home)/a.tilawa", withIntermediateDirectories: true)
    return home
  }()
  private static let bundle = "file://\(home)/a.tilawa"

  private static func send(_ text: String, _ session: EditorSession) {
    guard let message = try? Message(Array(text.utf8)) else { return }
    guard case .request(_, let method) = message.kind else { return session.take(message) }
    _ = try? session.answer(method, message.content)
  }
}
