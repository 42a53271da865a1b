import Dispatch
import Foundation
import Synchronization
import TilawaBase
import TilawaExchange
import TilawaKit
import TilawaTestSupport

@testable import TilawaLanguageServer

/// An editor for tests. It exchanges messages with a server in this process, and keeps texts as the server
/// requires.
final class Editor {
  /// The bytes that go to the server.
  private final class Wire: Sendable {
    private let waiting = Mutex<[[UInt8]]>([])
    private let signal = DispatchSemaphore(value: 0)

    func put(_ bytes: [UInt8]) {
      waiting.withLock { $0.append(bytes) }
      signal.signal()
    }

    func take() -> [UInt8] {
      signal.wait()
      return waiting.withLock { $0.isEmpty ? [] : $0.removeFirst() }
    }
  }

  /// The messages that come from the server.
  private final class Answers: Sendable {
    let framing = Mutex(MessageFraming())
    let messages = Mutex<[JSONNode]>([])
    let signal = DispatchSemaphore(value: 0)

    func put(_ bytes: [UInt8]) {
      framing.withLock { framing in
        framing.take(bytes)
        while case .message(let content)? = framing.next() {
          guard let node = try? JSONText.parse(SourceText(path: "", bytes: content)) else { continue }
          messages.withLock { $0.append(node) }
          signal.signal()
        }
      }
    }
  }

  private struct Late: Error {}

  private let wire = Wire()
  private let answers = Answers()
  private let ended = DispatchSemaphore(value: 0)
  private var number = 0
  private(set) var texts: [String: String] = [:]
  private(set) var versions: [String: Int] = [:]
  /// The latest findings of each file, by path.
  private(set) var findings: [String: [JSONNode]] = [:]
  /// Requests and notifications of the server, findings apart.
  private(set) var requests: [JSONNode] = []
  let root: String
  /// Kept as long as the editor is, such as the folder.
  var keeps: AnyObject?

  init(in root: String, environment: [String: String] = [:]) {
    self.root = root
    let workplace = Workplace(
      environment: environment.merging(["PATH": environment["PATH"] ?? "/usr/bin:/bin"]) { $1 },
      workingDirectory: root, clock: { 0 })
    let (wire, answers, ended) = (wire, answers, ended)
    let isWell = SendableFlag()
    flag = isWell
    Thread {
      let server = Server(in: workplace, version: "0") { answers.put($0) }
      isWell.set(server.run { _ in wire.take() } ?? false)
      ended.signal()
    }.start()
  }

  private let flag: SendableFlag

  private final class SendableFlag: Sendable {
    private let value = Mutex(false)
    func set(_ new: Bool) { value.withLock { $0 = new } }
    var isSet: Bool { value.withLock { $0 } }
  }

  // MARK: Messages

  func send(_ bytes: [UInt8]) { wire.put(bytes) }

  func send(_ message: JSONValue) { send(MessageFraming.framed(message.compactText)) }

  func tell(_ method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// The answer to a request: the whole message.
  func ask(_ method: String, _ params: JSONValue) throws -> JSONNode {
    number += 1
    let id = number
    send(["jsonrpc": "2.0", "id": .int(Int64(id)), "method": .string(method), "params": params])
    return try wait { $0["id"]?.integer == id && $0["method"] == nil }
  }

  /// Returns the first of the messages from now on for which a condition is true.
  @discardableResult
  func wait(_ isWanted: (JSONNode) -> Bool) throws -> JSONNode {
    while true {
      guard answers.signal.wait(timeout: .now() + 60) == .success else { throw Late() }
      let message = answers.messages.withLock { $0.removeFirst() }
      try note(message)
      if isWanted(message) { return message }
    }
  }

  /// The next message; nil when none comes.
  fileprivate func next(waitingMilliseconds: Int) -> JSONNode? {
    guard answers.signal.wait(timeout: .now() + .milliseconds(waitingMilliseconds)) == .success else {
      return nil
    }
    return answers.messages.withLock { $0.removeFirst() }
  }

  fileprivate func take(_ message: JSONNode) throws { try note(message) }

  private func note(_ message: JSONNode) throws {
    guard let method = message["method"]?.string, let params = message["params"] else { return }
    if method == "textDocument/publishDiagnostics" {
      if let path = params["uri"]?.string.flatMap(FileURI.path) {
        findings[path] = params["diagnostics"]?.items ?? []
      }
      return
    }
    requests.append(message)
    if method == "workspace/applyEdit", let edit = params["edit"] { apply(edit) }
    if let id = message["id"]?.integer {
      send(["jsonrpc": "2.0", "id": .int(Int64(id)), "result": ["applied": true]])
    }
  }

  // MARK: Its work

  static let capabilities: JSONValue = [
    "general": ["positionEncodings": ["utf-16"]],
    "workspace": [
      "applyEdit": true, "workspaceEdit": ["documentChanges": true, "resourceOperations": ["create"]],
    ],
    "textDocument": [
      "codeAction": ["codeActionLiteralSupport": [:]],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
      "completion": ["completionItem": ["snippetSupport": false]],
    ],
    "window": ["workDoneProgress": true],
  ]

  @discardableResult
  func begin(_ capabilities: JSONValue = Editor.capabilities) throws -> JSONNode {
    let answer = try ask(
      "initialize", ["processId": .null, "rootUri": .string(FileURI.of(root)), "capabilities": capabilities])
    tell("initialized", [:])
    return answer
  }

  func path(_ name: String) -> String { PathText.joined(root, name) }

  func uri(_ name: String) -> JSONValue { .string(FileURI.of(path(name))) }

  /// Opens a file of the folder, with `text` as its unsaved contents if it is given.
  func open(_ name: String, _ text: String? = nil) throws {
    let text = try text ?? String(decoding: FileContents.read(path(name)), as: UTF8.self)
    texts[path(name)] = text
    versions[path(name)] = 1
    tell(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri(name), "languageId": "yaml", "version": 1, "text": .string(text)]])
  }

  /// Changes a text as a whole, and waits for its findings.
  func change(_ name: String, to text: String) throws {
    texts[path(name)] = text
    tellChange(name, [["text": .string(text)]])
    try waitForFindings(name)
  }

  func tellChange(_ name: String, _ changes: JSONValue) {
    let version = (versions[path(name)] ?? 0) + 1
    versions[path(name)] = version
    tell(
      "textDocument/didChange",
      ["textDocument": ["uri": uri(name), "version": JSONValue(version)], "contentChanges": changes])
  }

  /// Waits until the server has reported the findings of the current text.
  func waitForFindings(_ name: String) throws {
    let version = versions[path(name)]
    try wait {
      $0["method"]?.string == "textDocument/publishDiagnostics"
        && $0["params"]?["uri"]?.string == FileURI.of(path(name))
        && $0["params"]?["version"]?.integer == version
    }
  }

  func close(_ name: String) {
    texts[path(name)] = nil
    tell("textDocument/didClose", ["textDocument": ["uri": uri(name)]])
  }

  /// The codes of the findings of a file, with their first lines from 1: `S203:4`.
  func codes(_ name: String) -> [String] {
    (findings[path(name)] ?? []).map { finding in
      "\(finding["code"]?.string ?? ""):\((finding["range"]?["start"]?["line"]?.integer ?? -1) + 1)"
    }
  }

  /// Returns a text document and the place of the first `mark` in its text, plus `more` characters.
  func place(_ name: String, _ mark: String, _ more: Int = 0) -> JSONValue {
    let text = texts[path(name)] ?? ""
    let before = text.range(of: mark).map { text[..<$0.lowerBound] } ?? text[...]
    let lines = before.components(separatedBy: "\n")
    return [
      "textDocument": ["uri": uri(name)],
      "position": [
        "line": JSONValue(lines.count - 1), "character": JSONValue((lines.last ?? "").utf16.count + more),
      ],
    ]
  }

  /// Returns the place of the first `mark` in a file, as the argument of a command.
  func argument(_ name: String, _ mark: String, _ more: [JSONValue.Member] = []) -> JSONValue {
    guard case .object(let place) = place(name, mark) else { return .null }
    return .object([.init("uri", uri(name))] + place.filter { $0.key == "position" } + more)
  }

  /// Has the server do something with the row at `mark`; its changes are made.
  @discardableResult
  func execute(_ command: String, _ name: String, _ mark: String, _ more: [JSONValue.Member] = []) throws
    -> JSONNode
  {
    try ask(
      "workspace/executeCommand", ["command": .string(command), "arguments": [argument(name, mark, more)]])
  }

  /// Makes the changes of a workspace edit.
  func apply(_ edit: JSONNode) {
    for file in edit["documentChanges"]?.items ?? [] {
      guard let path = file["textDocument"]?["uri"]?.string.flatMap(FileURI.path), let edits = file["edits"]
      else {
        continue
      }
      let old = texts[path] ?? (try? String(decoding: FileContents.read(path), as: UTF8.self)) ?? ""
      texts[path] = Self.edited(old, edits)
      tellChange(PathText.shown(path, from: root), [["text": .string(texts[path] ?? "")]])
    }
  }

  /// A text after edits in the protocol's form.
  static func edited(_ text: String, _ edits: JSONNode) -> String {
    let document = DocumentText(Array(text.utf8))
    let made = (edits.items ?? []).compactMap { edit -> TextEdit? in
      guard let span = Parameters(edit["range"]).span, let new = edit["newText"]?.string else { return nil }
      return TextEdit(document.range(of: span, .utf16), new)
    }
    return String(decoding: made.applied(to: document.bytes) ?? [], as: UTF8.self)
  }

  /// Shuts the server down. Returns true if it ended as it should.
  func end() throws -> Bool {
    _ = try ask("shutdown", .null)
    tell("exit", .null)
    wire.put([])
    guard ended.wait(timeout: .now() + 30) == .success else { throw Late() }
    return flag.isSet
  }

  /// Goes without a word.
  func vanish() throws -> Bool {
    wire.put([])
    guard ended.wait(timeout: .now() + 30) == .success else { throw Late() }
    return flag.isSet
  }
}

extension Editor {
  /// Takes what has come since, or comes in the next moment.
  func nudge() throws {
    if let message = next(waitingMilliseconds: 200) { try take(message) }
  }
}
