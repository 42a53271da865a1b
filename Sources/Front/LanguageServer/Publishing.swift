import TilawaBase
import TilawaFormat

/// Tells the editor what is wrong with what is open, whenever something of it has changed and nothing newer waits.
final class Publishing {
  private let workspace: Workspace
  private let editor: EditorChannel
  /// Bundles and single files that are to be looked at, the one that changed last first.
  private var waiting: [ExactText] = []
  /// For each of them, the files of which something was told.
  private var told: [ExactText: Set<ExactText>] = [:]
  /// The last findings there, while one of the files is open.
  private var known: [ExactText: [Diagnostic]] = [:]

  init(_ workspace: Workspace, _ editor: EditorChannel) {
    (self.workspace, self.editor) = (workspace, editor)
  }

  /// The unit in which a file is checked: its bundle, or the file itself.
  static func subject(ofFileAt path: String) -> String { OpenDocument.bundle(ofFileAt: path) ?? path }

  /// A file, or what it is judged with, has changed.
  func lookAt(_ path: String) {
    let subject = ExactText(Self.subject(ofFileAt: path))
    waiting.removeAll { $0 == subject }
    waiting.insert(subject, at: 0)
  }

  /// All that is open may have changed.
  func lookAtAll() { for document in workspace.openDocuments.reversed() { lookAt(document.path) } }

  var hasWork: Bool { !waiting.isEmpty || workspace.hasWork }

  /// Judges what changed last, or goes on with comparing bundles.
  func work() {
    guard !waiting.isEmpty else {
      for path in workspace.work() where isOpen(path) { lookAt(path) }
      return
    }
    judge(waiting.removeFirst().text)
  }

  /// Judges at once what somebody asks for before its turn has come.
  private func finish(_ path: String) {
    let subject = ExactText(path)
    guard waiting.contains(subject) else { return }
    waiting.removeAll { $0 == subject }
    judge(subject.text)
  }

  private func isOpen(_ subject: String) -> Bool {
    workspace.document(subject) != nil || !workspace.documents(ofBundle: subject).isEmpty
  }

  /// The findings last published for files that are checked together; none for files that aren't open.
  func latest(of subject: String) -> [Diagnostic] {
    finish(subject)
    return known[ExactText(subject)] ?? []
  }

  private func findings(of subject: String) -> [Diagnostic] {
    if let document = workspace.document(subject) { return workspace.findings(of: document) }
    return isOpen(subject) ? workspace.findings(ofBundle: subject) : []
  }

  private func judge(_ subject: String) {
    var telling = Findings(shownFrom: workspace.home(of: subject), in: workspace)
    let findings = findings(of: subject)
    known[ExactText(subject)] = isOpen(subject) ? findings : nil
    var files: [ExactText: [JSONValue]] = [:]
    for path in openFiles(of: subject) { files[ExactText(path)] = [] }
    let fallback = openFiles(of: subject).first
    for file in telling.byFile(findings) {
      // What belongs to no file that an editor can show is told at the top of one that is open.
      let isFile = workspace.document(file.path) != nil || file.path.ends(with: ".yaml")
      guard let path = isFile ? file.path : fallback else { continue }
      files[ExactText(path), default: []] += file.findings.map { telling.json($0) }
    }
    for path in told[ExactText(subject)] ?? [] where files[path] == nil { files[path] = [] }
    for path in files.keys.sorted(by: { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }) {
      publish(files[path] ?? [], path.text)
    }
    let remembered = Set(files.filter { !$0.value.isEmpty }.keys)
    told[ExactText(subject)] = isOpen(subject) && !remembered.isEmpty ? remembered : nil
  }

  private func openFiles(of subject: String) -> [String] {
    if let document = workspace.document(subject) { return [document.path] }
    return FileKind.allCases.compactMap { workspace.documents(ofBundle: subject)[$0]?.path }
  }

  private func publish(_ findings: [JSONValue], _ path: String) {
    let document = workspace.document(path)
    var params: JSONValue = [
      "uri": .string(document?.uri ?? FileURI.of(path)), "diagnostics": .array(findings),
    ]
    if let version = document?.version { params = params.adding("version", JSONValue(version)) }
    editor.notify("textDocument/publishDiagnostics", params)
  }
}
