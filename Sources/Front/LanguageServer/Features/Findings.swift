import TilawaBase
import TilawaFormat

/// The linter's findings, file by file, as editors show them.
struct Findings {
  /// A file, and what is wrong with it.
  struct File {
    /// Absolute; of the bundle's folder for what belongs to no file.
    let path: String
    let findings: [Diagnostic]
  }

  private let home: String
  private let encoding: PositionEncoding
  private var finders: [ObjectIdentifier: PositionFinder] = [:]
  private let workspace: Workspace

  /// For findings whose paths are shown from `home`.
  init(shownFrom home: String, in workspace: Workspace) {
    self.home = home
    self.workspace = workspace
    encoding = workspace.encoding
  }

  /// Where a shown path leads.
  func path(of shown: String) -> String { PathText.joined(home, shown) }

  /// The findings of each file, in the order in which they come.
  func byFile(_ findings: [Diagnostic]) -> [File] {
    var order: [ExactText] = []
    var found: [ExactText: [Diagnostic]] = [:]
    for finding in findings {
      let path = ExactText(path(of: finding.place.path))
      if found[path] == nil { order.append(path) }
      found[path, default: []].append(finding)
    }
    return order.map { File(path: $0.text, findings: found[$0] ?? []) }
  }

  /// One finding.
  mutating func json(_ finding: Diagnostic) -> JSONValue {
    var message = finding.message
    var related: [JSONValue] = []
    for note in finding.notes {
      guard let place = note.place else {
        message += "\n" + note.message
        continue
      }
      related.append([
        "location": ["uri": .string(uri(of: place)), "range": span(of: place).json],
        "message": .string(note.message),
      ])
    }
    let json: JSONValue = [
      "range": span(of: finding.place).json, "severity": JSONValue(finding.severity.number),
      "code": .string(finding.rule.code), "source": "tilawa", "message": .string(message),
    ]
    return related.isEmpty ? json : json.adding("relatedInformation", .array(related))
  }

  private func uri(of place: Place) -> String {
    let path = path(of: place.path)
    return workspace.document(path)?.uri ?? FileURI.of(path)
  }

  /// Where it is; a file as a whole is its beginning.
  mutating func span(of place: Place) -> PositionSpan {
    guard let source = place.source, let range = place.range else {
      let start = Position(line: 0, character: 0)
      return PositionSpan(start: start, end: start)
    }
    let id = ObjectIdentifier(source)
    let open = workspace.document(path(of: place.path)).flatMap { $0.source === source ? $0.text : nil }
    var finder = finders[id] ?? PositionFinder(open ?? DocumentText(source.bytes), encoding)
    defer { finders[id] = finder }
    return finder.span(of: range)
  }
}

extension Severity {
  /// As the protocol numbers them.
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
