import TilawaBase
import TilawaFormat
import TilawaKit

/// Answers to the editor's requests, in the forms of the protocol; nothing here changes anything.
struct Answers {
  let workspace: Workspace
  let client: ClientFeatures

  private var encoding: PositionEncoding { client.encoding }

  /// The open text that a request is about.
  func document(_ content: Parameters) throws(RPCFailure) -> OpenDocument {
    let path = try content.file()
    guard let document = workspace.document(path) else {
      throw RPCFailure(.requestFailed, "\(path) is not open, or is not a Tilawa file")
    }
    return document
  }

  private func place(_ content: Parameters) throws(RPCFailure) -> (document: OpenDocument, offset: Int) {
    let document = try document(content)
    return (document, document.text.offset(of: try content.place(), encoding))
  }

  private func span(_ range: Range<Int>, _ document: OpenDocument) -> JSONValue {
    document.text.span(of: range, encoding).json
  }

  // MARK: Reading

  func hover(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let (document, offset) = try place(content)
    guard let (text, range) = Hover(document, at: offset, in: workspace).content() else { return .null }
    return ["contents": ["kind": "markdown", "value": .string(text)], "range": span(range, document)]
  }

  func completion(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let (document, offset) = try place(content)
    let completion = Completion(document, at: offset, in: workspace, snippets: client.snippets)
    let (items, range) = completion.items()
    let place = span(range, document)
    let written = document.text.text(range)
    let list = JSONValue(items.enumerated()) { index, item in
      var json: JSONValue = [
        "label": .string(item.label), "kind": JSONValue(item.kind.rawValue),
        "sortText": .string(String("0000\(index)".utf8.suffix(4)) ?? ""),
        // What is written is kept or replaced as a whole, quotes included, so that is what is compared.
        "filterText": .string(item.kind == .row ? written + item.label : item.text),
        "textEdit": ["range": place, "newText": .string(item.text)],
      ]
      if !item.detail.isEmpty { json = json.adding("detail", .string(item.detail)) }
      if !item.documentation.isEmpty {
        json = json.adding("documentation", ["kind": "markdown", "value": .string(item.documentation)])
      }
      return json.adding("insertTextFormat", item.isSnippet ? 2 : 1)
    }
    return ["isIncomplete": false, "items": list]
  }

  func inlayHints(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let document = try document(content)
    guard let span = content["range"].span else { throw .missing("range") }
    let range = document.text.range(of: span, encoding)
    return JSONValue(InlayHints(document, in: workspace).hints(in: range)) { hint in
      [
        "position": document.text.position(of: hint.offset, encoding).json, "label": .string(hint.text),
        "paddingLeft": true,
      ]
    }
  }

  func symbols(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let document = try document(content)
    var finder = PositionFinder(document.text, encoding)
    func json(_ symbol: Outline.Symbol) -> JSONValue {
      let name = finder.span(of: symbol.nameRange).json
      let children = JSONValue(symbol.children) { json($0) }
      return [
        "name": .string(symbol.name), "detail": .string(symbol.detail),
        "kind": JSONValue(symbol.kind.rawValue),
        "range": finder.span(of: symbol.range).json, "selectionRange": name, "children": children,
      ]
    }
    func flat(_ symbol: Outline.Symbol, in container: String?) -> [JSONValue] {
      let own: JSONValue = [
        "name": .string(symbol.name), "kind": JSONValue(symbol.kind.rawValue),
        "location": ["uri": .string(document.uri), "range": finder.span(of: symbol.range).json],
        "containerName": JSONValue(container),
      ]
      return [own] + symbol.children.flatMap { flat($0, in: symbol.name) }
    }
    let symbols = Outline(document, in: workspace).symbols()
    return client.nestedSymbols
      ? JSONValue(symbols) { json($0) } : .array(symbols.flatMap { flat($0, in: nil) })
  }

  func folds(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    JSONValue(Outline(try document(content), in: workspace).folds()) { lines in
      ["startLine": JSONValue(lines.lowerBound), "endLine": JSONValue(lines.upperBound), "kind": "region"]
    }
  }

  func selectionRanges(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let document = try document(content)
    guard let places = content["positions"].items else { throw .missing("positions") }
    return JSONValue(places.compactMap(\.position)) { place in
      let offset = document.text.offset(of: place, encoding)
      let ranges = SelectionRanges(document).ranges(around: offset)
      return ranges.reversed().reduce(.null) { parent, range in
        let json: JSONValue = ["range": span(range, document)]
        return parent == .null ? json : json.adding("parent", parent)
      }
    }
  }

  func links(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let document = try document(content)
    return JSONValue(Links(document, in: workspace).links()) { link in
      ["range": span(link.range, document), "target": .string(link.uri)]
    }
  }

  func lenses(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let document = try document(content)
    var finder = PositionFinder(document.text, encoding)
    return .array(
      CodeLenses(document, in: workspace).rows().flatMap { row -> [JSONValue] in
        let place = finder.span(of: row.bytes.range.lowerBound..<row.bytes.range.lowerBound)
        let arguments: JSONValue = [["uri": .string(document.uri), "position": place.start.json]]
        func lens(_ title: String, _ command: String) -> JSONValue {
          [
            "range": place.json,
            "command": ["title": .string(title), "command": .string(command), "arguments": arguments],
          ]
        }
        let confirm =
          row.isConfirmed || !row.isNamed ? [] : [lens("✓ confirm", RowCommands.Command.confirmRow.name)]
        return [lens("▶ play", "tilawa.playRow")] + confirm
      })
  }

  // MARK: Other places

  func definition(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let (document, offset) = try place(content)
    return locations(References(document, at: offset, in: workspace).definitions())
  }

  func references(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let (document, offset) = try place(content)
    return locations(References(document, at: offset, in: workspace).all())
  }

  private func locations(_ targets: [References.Target]) -> JSONValue {
    JSONValue(targets) { target in
      let text = workspace.document(target.path)?.text ?? target.source.map { DocumentText($0.bytes) }
      let start = Position(line: 0, character: 0)
      let span = text?.span(of: target.range, encoding) ?? PositionSpan(start: start, end: start)
      return [
        "uri": .string(workspace.document(target.path)?.uri ?? FileURI.of(target.path)), "range": span.json,
      ]
    }
  }

  func prepareRename(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let (document, offset) = try place(content)
    guard let reciter = References(document, at: offset, in: workspace).reciter() else {
      throw RPCFailure(.requestFailed, "only the id of a reciter can be renamed")
    }
    return ["range": span(reciter.range, document), "placeholder": .string(reciter.id)]
  }

  func rename(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let (document, offset) = try place(content)
    guard let reciter = References(document, at: offset, in: workspace).reciter() else {
      throw RPCFailure(.requestFailed, "only the id of a reciter can be renamed")
    }
    guard let name = content["newName"].text, RecordingDraft.isIdentifier(name) else {
      throw RPCFailure(
        .invalidParams,
        "invalid id (expected letters, digits, \".\", \"_\" and \"-\", starting with a letter or digit)"
      )
    }
    var change = EditorChange()
    let uses = ReciterUses(of: reciter.id, around: document.path, in: workspace).all
    var order: [ExactText] = []
    for use in uses where !order.contains(ExactText(use.path)) { order.append(ExactText(use.path)) }
    for path in order {
      let own = uses.filter { ExactText($0.path) == path }
      change.add(own.map { TextEdit($0.range, name) }, of: own[0].source, at: path.text, in: workspace)
    }
    return change.json(encoding, versioned: client.versionedEdits)
  }

  // MARK: Changes

  func format(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let document = try document(content)
    return edits(try Formatting(document).edits(), document)
  }

  func formatRange(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let document = try document(content)
    guard let span = content["range"].span else { throw .missing("range") }
    return edits(
      try Formatting(document).edits(inLinesOf: document.text.range(of: span, encoding)), document)
  }

  func formatRow(_ content: Parameters) throws(RPCFailure) -> JSONValue {
    let (document, offset) = try place(content)
    return edits(Formatting(document).editsOfRow(endingAt: offset), document)
  }

  private func edits(_ edits: [TextEdit], _ document: OpenDocument) -> JSONValue {
    .array(EditorChange.edits(edits, of: document.source, encoding))
  }

  /// The possible actions, by the findings in the text, the time heard in it, and whether something can be
  /// stopped.
  func actions(
    _ content: Parameters, _ findings: [Diagnostic], heard: Milliseconds?, isBusy: Bool
  ) throws(RPCFailure) -> JSONValue {
    let document = try document(content)
    guard let span = content["range"].span else { throw .missing("range") }
    let range = document.text.range(of: span, encoding)
    let wanted = (content["context"]["only"].items ?? []).compactMap(\.text)
    var telling = Findings(shownFrom: workspace.home(of: document.path), in: workspace)
    let actions = CodeActions(document, in: range, findings, heard: heard, isBusy: isBusy, workspace)
      .actions()
      .filter { action in
        wanted.isEmpty
          || wanted.contains { action.kind.rawValue == $0 || action.kind.rawValue.begins(with: $0 + ".") }
      }
    return .array(actions.compactMap { json($0, document, span.start, &telling) })
  }

  private func json(
    _ action: CodeActions.Action, _ document: OpenDocument, _ place: Position, _ telling: inout Findings
  ) -> JSONValue? {
    var json: JSONValue = ["title": .string(action.title), "kind": .string(action.kind.rawValue)]
    if !action.findings.isEmpty {
      json = json.adding("diagnostics", JSONValue(action.findings) { telling.json($0) })
    }
    if action.isPreferred { json = json.adding("isPreferred", true) }
    switch action.way {
    case .edits(let edits):
      guard client.actionLiterals else { return nil }
      var change = EditorChange()
      change.add(edits, of: document.source, at: document.path, in: workspace)
      return json.adding("edit", change.json(encoding, versioned: client.versionedEdits))
    case .command(let name, let more):
      let command: JSONValue = [
        "title": .string(action.title), "command": .string(name),
        "arguments": [.object([.init("uri", .string(document.uri)), .init("position", place.json)] + more)],
      ]
      return client.actionLiterals ? json.adding("command", command) : command
    }
  }
}
