import TilawaBase
import TilawaFormat
import TilawaKit

/// One editor's work with the server, from its first message to its last.
///
/// Belongs to one thread.
final class EditorSession {
  /// The stage of the session.
  private enum Stage { case new, running, shutDown }

  private let editor: EditorChannel
  private let workspace: Workspace
  private let publishing: Publishing
  private let listening: Listening
  private let marking: Marking
  private let version: String
  private var stage = Stage.new
  private var client = ClientFeatures()
  /// The text and the place that the editor asked about last, for commands that come without one.
  private var latest: (path: String, position: Position)?
  /// True if nothing more is to be done.
  var isOver = false
  /// True if the editor has said good-bye before it went.
  private(set) var endedWell = false

  /// `later` has something done by the thread that this belongs to.
  init(
    _ editor: EditorChannel, in workplace: Workplace, version: String,
    later: @escaping @Sendable (@escaping @Sendable (EditorSession) -> Void) -> Void
  ) {
    (self.editor, self.version) = (editor, version)
    workspace = Workspace(in: workplace)
    publishing = Publishing(workspace, editor)
    listening = Listening(editor, workspace)
    marking = Marking(editor, workspace) { news in later { news($0.marking) } }
  }

  // MARK: Work that nobody asked for

  /// True if something is to be done when no message waits.
  var hasWork: Bool { stage == .running && publishing.hasWork }
  /// Does a little of it.
  func work() { publishing.work() }
  /// The time to wait for a message before ``goOn()``, in milliseconds; nil for as long as it takes.
  var waitingTime: Int? { listening.waitingTime }
  /// Goes on with what is heard.
  func goOn() { listening.goOn() }
  /// Ends what is still going on.
  func end() {
    listening.stop()
    marking.stop()
  }

  // MARK: Messages

  /// Takes a message that wants no answer.
  func take(_ message: Message) {
    guard case .notification(let method) = message.kind else { return }
    if method == "exit" {
      (isOver, endedWell) = (true, stage == .shutDown)
      return
    }
    guard stage == .running else { return }
    let content = message.content
    switch method {
    case "initialized": begin()
    case "textDocument/didOpen": open(content["textDocument"])
    case "textDocument/didChange": change(content)
    case "textDocument/didSave", "workspace/didChangeWatchedFiles": filesChanged()
    case "textDocument/didClose": close(content)
    case "workspace/didChangeWorkspaceFolders": foldersChanged(content["event"])
    case "window/workDoneProgress/cancel": content["token"].text.map(marking.stop(token:))
    default: break
    }
  }

  /// Answers a request.
  func answer(_ method: String, _ content: Parameters) throws(RPCFailure) -> JSONValue {
    switch (stage, method) {
    case (.new, "initialize"): return initialize(content)
    case (.new, _): throw RPCFailure(.notInitialized, "\(method) was sent before initialize")
    case (.shutDown, _): throw RPCFailure(.invalidRequest, "\(method) was sent after shutdown")
    case (.running, "initialize"): throw RPCFailure(.invalidRequest, "initialize was sent a second time")
    case (.running, "shutdown"):
      stage = .shutDown
      end()
      return .null
    case (.running, "textDocument/codeAction"):
      remember(content)
      return try actions(content)
    case (.running, "workspace/executeCommand"): return try execute(content)
    case (.running, _):
      guard let feature = Self.features[method] else {
        throw RPCFailure(.methodNotFound, "no such method: \(method)")
      }
      remember(content)
      return try feature(Answers(workspace: workspace, client: client), content)
    }
  }

  private typealias Feature = @Sendable (Answers, Parameters) throws(RPCFailure) -> JSONValue

  private static let features: [String: Feature] = [
    "textDocument/hover": { answers, content throws(RPCFailure) in try answers.hover(content) },
    "textDocument/completion": { answers, content throws(RPCFailure) in try answers.completion(content) },
    "textDocument/inlayHint": { answers, content throws(RPCFailure) in try answers.inlayHints(content) },
    "textDocument/documentSymbol": { answers, content throws(RPCFailure) in try answers.symbols(content) },
    "textDocument/foldingRange": { answers, content throws(RPCFailure) in try answers.folds(content) },
    "textDocument/selectionRange": { answers, content throws(RPCFailure) in
      try answers.selectionRanges(content)
    },
    "textDocument/documentLink": { answers, content throws(RPCFailure) in try answers.links(content) },
    "textDocument/codeLens": { answers, content throws(RPCFailure) in try answers.lenses(content) },
    "textDocument/definition": { answers, content throws(RPCFailure) in try answers.definition(content) },
    "textDocument/references": { answers, content throws(RPCFailure) in try answers.references(content) },
    "textDocument/prepareRename": { answers, content throws(RPCFailure) in try answers.prepareRename(content)
    },
    "textDocument/rename": { answers, content throws(RPCFailure) in try answers.rename(content) },
    "textDocument/formatting": { answers, content throws(RPCFailure) in try answers.format(content) },
    "textDocument/rangeFormatting": { answers, content throws(RPCFailure) in try answers.formatRange(content)
    },
    "textDocument/onTypeFormatting": { answers, content throws(RPCFailure) in try answers.formatRow(content)
    },
  ]
}

// MARK: - Beginning

extension EditorSession {
  private func initialize(_ content: Parameters) -> JSONValue {
    client = ClientFeatures(content["capabilities"])
    workspace.encoding = client.encoding
    listening.showsProgress = client.progress
    marking.client = client
    let folders = (content["workspaceFolders"].items ?? []).compactMap { $0["uri"].text }
    let root = content["rootUri"].text ?? content["rootPath"].text.map { FileURI.of($0) }
    for uri in folders.isEmpty ? [root].compactMap(\.self) : folders {
      if let path = FileURI.path(uri) { workspace.open(folder: path) }
    }
    stage = .running
    return [
      "capabilities": ServerFeatures.json(
        client.encoding,
        commands: RowCommands.Command.allCases.map(\.name) + Listening.Command.allCases.map(\.name) + [
          Marking.command, "tilawa.stop",
        ]),
      "serverInfo": ["name": "tilawa", "version": .string(version)],
    ]
  }

  private func begin() {
    guard client.watchesFiles else { return }
    let patterns = ["**/*.tilawa/*", "**/reciters/*.yaml"] + DocumentKind.ofLibraries.flatMap(\.patterns)
    editor.ask(
      "client/registerCapability",
      [
        "registrations": [
          [
            "id": "files", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": ["watchers": JSONValue(patterns) { ["globPattern": .string($0)] }],
          ]
        ]
      ])
  }
}

// MARK: - Texts and files

extension EditorSession {
  private func open(_ item: Parameters) {
    guard let uri = item["uri"].text, let path = FileURI.path(uri), let text = item["text"].text else {
      return
    }
    if workspace.open(uri, path, version: item["version"].number, text) != nil { publishing.lookAt(path) }
  }

  private func change(_ content: Parameters) {
    guard let path = try? content.file(), let changes = content["contentChanges"].items else { return }
    let version = content["textDocument"]["version"].number
    let edits = changes.compactMap { change in
      change["text"].text.map { (span: change["range"].span, text: $0) }
    }
    if workspace.change(path, edits, version: version) != nil { publishing.lookAt(path) }
  }

  private func close(_ content: Parameters) {
    guard let path = try? content.file(), workspace.close(path) != nil else { return }
    publishing.lookAt(path)
  }

  /// Forgets what depends on files: one saved, here or elsewhere, may be compared with others.
  private func filesChanged() {
    workspace.forgetFolders()
    publishing.lookAtAll()
  }

  private func foldersChanged(_ event: Parameters) {
    for folder in event["removed"].items ?? [] {
      if let path = folder["uri"].text.flatMap(FileURI.path) { workspace.close(folder: path) }
    }
    for folder in event["added"].items ?? [] {
      if let path = folder["uri"].text.flatMap(FileURI.path) { workspace.open(folder: path) }
    }
    filesChanged()
  }
}

// MARK: - Doing

extension EditorSession {
  private func actions(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let path = try content.file()
    let subject = Publishing.subject(ofFileAt: path)
    return try Answers(workspace: workspace, client: client).actions(
      content, publishing.latest(of: subject), heard: listening.heard(inBundle: subject),
      isBusy: marking.isBusy || listening.waitingTime != nil)
  }

  /// Does what a command of ours says. Its one argument names the text and the place: `{ uri, position }`; a list of the address,
  /// the line and the character will do as well, for editors in whose configuration that is easier to write.
  private func execute(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    guard let name = content["command"].text else { throw .missing("command") }
    if name == "tilawa.stop" {
      end()
      return .null
    }
    let (document, offset, more) = try target(content["arguments"].items ?? [])
    if name.isExactly(Marking.command) {
      try marking.begin(document, at: offset)
      return .null
    }
    if let sound = Listening.Command(name) {
      try listening.play(sound, document, at: offset)
      return .null
    }
    guard let command = RowCommands.Command.allCases.first(where: { $0.name == name }) else {
      throw RPCFailure(.invalidParams, "no such command: \(name)")
    }
    guard let rows = RowCommands(document, at: offset, in: workspace) else {
      throw RPCFailure(.requestFailed, "no readable row at this position")
    }
    let time =
      more["time"].text.flatMap { Milliseconds($0) } ?? listening.heard(inBundle: document.bundlePath ?? "")
    let change = try rows.change(command, time: time, isEnd: more["edge"].text == "end")
    guard !change.isEmpty else { return .null }
    guard client.appliesEdits else { throw RPCFailure(.requestFailed, "the editor does not accept changes") }
    editor.ask(
      "workspace/applyEdit",
      ["label": .string(name), "edit": change.json(client.encoding, versioned: client.versionedEdits)])
    return .null
  }

  private func remember(_ content: Parameters) {
    guard let path = try? content.file(),
      let position = content["position"].position ?? content["range"].span?.start
    else { return }
    latest = (path, position)
  }

  private func target(
    _ arguments: [Parameters]
  ) throws(RPCFailure) -> (document: OpenDocument, offset: Int, more: Parameters) {
    guard let first = arguments.first else {
      // Some editors can't tell where the cursor is; they have most likely asked for something there a moment ago.
      guard let latest, let document = workspace.document(latest.path) else {
        throw .missing("the text and the position, as an argument,")
      }
      return (document, document.text.offset(of: latest.position, client.encoding), Parameters(nil))
    }
    let isList = first.text != nil
    let position =
      isList
      ? arguments.count > 1
        ? arguments[1].number.map {
          Position(line: max(0, $0), character: max(0, arguments.last?.number ?? 0))
        } : nil
      : first["position"].position
    guard let uri = isList ? first.text : first["uri"].text ?? first["textDocument"]["uri"].text,
      let path = FileURI.path(uri), let document = workspace.document(path)
    else { throw RPCFailure(.requestFailed, "the text is not open, or is not a Tilawa file") }
    guard let position else { throw .missing("the position") }
    return (document, document.text.offset(of: position, client.encoding), first)
  }
}
