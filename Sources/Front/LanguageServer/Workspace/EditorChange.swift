import TilawaBase
import TilawaFormat

/// Changes of files that the editor is asked to make; nothing is written behind its back.
struct EditorChange {
  private struct File {
    let uri: String
    let version: Int?
    let source: SourceText
    var edits: [TextEdit]
    var isNew = false
  }

  private var files: [File] = []

  /// Nothing changes.
  init() {}

  /// True if nothing changes.
  var isEmpty: Bool { files.allSatisfy { $0.edits.isEmpty && !$0.isNew } }

  /// Changes a file that `source` is the text of, open or not.
  mutating func add(_ edits: [TextEdit], of source: SourceText, at path: String, in workspace: Workspace) {
    guard !edits.isEmpty else { return }
    let document = workspace.document(path)
    files.append(
      File(
        uri: document?.uri ?? FileURI.of(path), version: document?.version, source: source, edits: edits))
  }

  /// Makes a file that isn't there.
  mutating func create(_ text: String, at path: String) {
    files.append(
      File(
        uri: FileURI.of(path), version: nil, source: SourceText(path: path, bytes: []),
        edits: [TextEdit(0..<0, text)], isNew: true))
  }

  /// Adds changes to files of a bundle. Returns false if a file would have to be removed, which editors
  /// don't do for us.
  mutating func add(
    _ changes: [(kind: FileKind, change: RowList.Change)], of bundle: TilawaBundle, in workspace: Workspace
  ) -> Bool {
    for (kind, change) in changes {
      let path = "\(bundle.path)/\(kind.fileName)"
      switch change {
      case .none: break
      case .create(let text): create(text, at: path)
      case .edit(let edits):
        guard let source = bundle.source(of: kind) else { return false }
        add(edits, of: source, at: path, in: workspace)
      case .remove: return false
      }
    }
    return true
  }

  /// As the protocol has it: with versions where the editor understands them.
  func json(_ encoding: PositionEncoding, versioned: Bool) -> JSONValue {
    guard versioned else {
      return [
        "changes": .object(files.map { .init($0.uri, .array(Self.edits($0.edits, of: $0.source, encoding))) })
      ]
    }
    var steps: [JSONValue] = []
    for file in files {
      if file.isNew { steps.append(["kind": "create", "uri": .string(file.uri)]) }
      steps.append([
        "textDocument": ["uri": .string(file.uri), "version": JSONValue(file.version)],
        "edits": .array(Self.edits(file.edits, of: file.source, encoding)),
      ])
    }
    return ["documentChanges": .array(steps)]
  }

  /// Edits of one text. Those that touch become one, as editors differ in which of two at one place comes first.
  static func edits(_ edits: [TextEdit], of source: SourceText, _ encoding: PositionEncoding) -> [JSONValue] {
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
    var joined: [TextEdit] = []
    for edit in ordered {
      if let last = joined.last, last.range.upperBound == edit.range.lowerBound {
        joined[joined.count - 1] = TextEdit(
          last.range.lowerBound..<edit.range.upperBound, last.replacement + edit.replacement)
      } else {
        joined.append(edit)
      }
    }
    var finder = PositionFinder(DocumentText(source.bytes), encoding)
    return joined.map { ["range": finder.span(of: $0.range).json, "newText": .string($0.replacement)] }
  }
}
