import TilawaBase

/// The features of the server, as announced when an editor begins.
enum ServerFeatures {
  /// Everything, in the units that were agreed on; `commands` are what it can be asked to do.
  static func json(_ encoding: PositionEncoding, commands: [String]) -> JSONValue {
    [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "hoverProvider": true,
      "completionProvider": ["triggerCharacters": [" ", "\"", ":", "{", ","]],
      "inlayHintProvider": true,
      "documentSymbolProvider": true,
      "foldingRangeProvider": true,
      "selectionRangeProvider": true,
      "documentLinkProvider": ["resolveProvider": false],
      "definitionProvider": true,
      "referencesProvider": true,
      "renameProvider": ["prepareProvider": true],
      "documentFormattingProvider": true,
      "documentRangeFormattingProvider": true,
      "documentOnTypeFormattingProvider": ["firstTriggerCharacter": "}"],
      "codeActionProvider": ["codeActionKinds": ["quickfix", "refactor", "source.fixAll"]],
      "codeLensProvider": ["resolveProvider": false],
      "executeCommandProvider": ["commands": JSONValue(commands, JSONValue.string)],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
  }
}
