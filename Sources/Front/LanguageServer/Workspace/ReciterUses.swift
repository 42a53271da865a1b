import TilawaBase
import TilawaFormat
import TilawaYAML

/// Wherever the files of a library name reciters, the texts that aren't saved included.
struct ReciterUses {
  /// One place.
  struct Use {
    /// Absolute.
    let path: String
    let source: SourceText
    /// The id itself, without quotes.
    let range: Range<Int>
    /// True if it is the file that describes the reciter.
    let isDefinition: Bool
  }

  /// By file.
  private(set) var all: [Use] = []

  /// The places that name one reciter in the library around a path.
  init(of id: String, around path: String, in workspace: Workspace) {
    let home = workspace.home(of: path)
    var files: [String] = []
    for bundle in workspace.bundles(around: path) + (OpenDocument.bundle(ofFileAt: path).map { [$0] } ?? []) {
      for kind in [FileKind.recording, .reciter, .segments, .markers] {
        let file = "\(bundle)/\(kind.fileName)"
        if !files.contains(file) { files.append(file) }
      }
    }
    for kind in [DocumentKind.reciter, .playback, .listening] {
      files += kind.paths(inLibrary: home, unreadable: { _ in }).map { PathText.joined(home, $0) }
    }
    let bytes = Array(id.utf8)
    for file in files {
      guard let text = workspace.text(ofFileAt: file), let kind = OpenDocument.kind(ofFileAt: file),
        text.holds(bytes)
      else { continue }
      let source =
        workspace.document(file)?.source ?? SourceText(path: PathText.shown(file, from: home), bytes: text)
      add(id, in: source, at: file, kind)
    }
  }

  private mutating func add(_ id: String, in source: SourceText, at path: String, _ kind: DocumentKind) {
    let read = YAMLDocument(parsing: source)
    var found: [Use] = []
    func take(_ node: YAMLNode, isDefinition: Bool) {
      guard let scalar = node.scalar, scalar.value == id else { return }
      let isQuoted = scalar.style == .doubleQuoted || scalar.style == .singleQuoted
      let range =
        isQuoted && node.range.count > 1 ? node.range.lowerBound + 1..<node.range.upperBound - 1 : node.range
      found.append(Use(path: path, source: source, range: range, isDefinition: isDefinition))
    }
    func look(_ node: YAMLNode, _ keys: [String]) {
      for pair in node.mapping ?? [] { look(pair.value, keys + [pair.key.scalar?.value ?? ""]) }
      for item in node.sequence ?? [] { look(item, keys) }
      switch keys.last {
      case RowKey.reciter, "reciters": take(node, isDefinition: false)
      case FileKey.id where kind == .reciter && keys.count == 1: take(node, isDefinition: true)
      case FileKey.id where keys.dropLast().last == "reciters": take(node, isDefinition: false)
      default: break
      }
    }
    if let root = read.root ?? read.salvaged.first { look(root, []) }
    all += found
  }
}

extension Workspace {
  /// The reciters whom recordings of the library around a path name.
  func reciterIDs(around path: String) -> Set<String> {
    var ids: Set<String> = []
    for bundle in bundles(around: path).prefix(2000) {
      guard let text = text(ofFileAt: "\(bundle)/\(FileKind.recording.fileName)") else { continue }
      let recording = BundleFile(recording: SourceText(path: "", bytes: text))
      if let id = recording.content?.reciter?.value { ids.insert(id) }
    }
    return ids
  }
}

extension [UInt8] {
  /// True if other bytes stand anywhere in them.
  fileprivate func holds(_ other: [UInt8]) -> Bool {
    guard let first = other.first else { return true }
    var rest = self[...]
    while let found = rest.firstIndex(of: first) {
      rest = rest[found...]
      if rest.starts(with: other) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
