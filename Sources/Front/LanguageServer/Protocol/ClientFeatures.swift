import TilawaBase

/// The features of the editor, as announced when it begins.
struct ClientFeatures: Sendable {
  /// In which units places are counted.
  private(set) var encoding = PositionEncoding.utf16
  /// Changes of several files with versions.
  private(set) var versionedEdits = false
  /// New files among changes.
  private(set) var createsFiles = false
  /// Completions with places to go on at.
  private(set) var snippets = false
  /// Symbols within symbols.
  private(set) var nestedSymbols = false
  /// Code actions as values, not only as commands.
  private(set) var actionLiterals = false
  /// Progress that the server begins.
  private(set) var progress = false
  /// Files that are watched when the server asks for it.
  private(set) var watchesFiles = false
  /// Changes that the server asks for.
  private(set) var appliesEdits = false
  /// Hints that are asked for anew.
  private(set) var refreshesHints = false

  /// Nothing but what everybody understands.
  init() {}

  /// Reads `capabilities`.
  init(_ capabilities: Parameters) {
    let wanted = (capabilities["general"]["positionEncodings"].items ?? []).compactMap(\.text)
    encoding = wanted.lazy.compactMap { PositionEncoding(rawValue: $0) }.first ?? .utf16
    // Our texts are bytes: where the editor takes that too, nobody counts.
    if wanted.contains(PositionEncoding.utf8.rawValue) { encoding = .utf8 }
    let (workspace, text) = (capabilities["workspace"], capabilities["textDocument"])
    versionedEdits = workspace["workspaceEdit"]["documentChanges"].flag ?? false
    createsFiles = (workspace["workspaceEdit"]["resourceOperations"].items ?? []).contains {
      $0.text == "create"
    }
    appliesEdits = workspace["applyEdit"].flag ?? false
    snippets = text["completion"]["completionItem"]["snippetSupport"].flag ?? false
    nestedSymbols = text["documentSymbol"]["hierarchicalDocumentSymbolSupport"].flag ?? false
    actionLiterals = text["codeAction"]["codeActionLiteralSupport"].isThere
    progress = capabilities["window"]["workDoneProgress"].flag ?? false
    watchesFiles = workspace["didChangeWatchedFiles"]["dynamicRegistration"].flag ?? false
    refreshesHints = workspace["inlayHint"]["refreshSupport"].flag ?? false
  }
}
