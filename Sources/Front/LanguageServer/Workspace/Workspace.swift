import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaLint
import TilawaSound

/// The folders and texts open in the editor, and the bundles and libraries they belong to, as they would be
/// were everything saved.
///
/// Belongs to one thread.
final class Workspace {
  /// In which units the editor counts.
  var encoding = PositionEncoding.utf16
  /// The folders that are open in the editor; absolute, without `..`.
  private(set) var roots: [String] = []
  /// The process's surroundings, for what asks for programs.
  let workplace: Workplace
  private let options: Linter.Options
  private let linter: Linter
  private var documents: [ExactText: OpenDocument] = [:]
  private(set) var unsaved = UnsavedTexts()
  private var revision = 0
  private var bundles: [ExactText: OpenBundle] = [:]
  private var plans: [ExactText: LintPlan] = [:]
  private var compared: [ExactText: ComparedBundles] = [:]
  private var libraries: [ExactText: LibraryFolder?] = [:]
  private var shelves: [ExactText: TextShelf?] = [:]

  init(in workplace: Workplace) {
    self.workplace = workplace
    var options = Linter.Options.hearing
    options.knownAudio = KnownAudio()
    self.options = options
    linter = Linter(options)
  }

  // MARK: Folders

  func open(folder path: String) {
    if !roots.contains(where: { $0.isExactly(path) }) { roots.append(path) }
  }

  func close(folder path: String) {
    roots.removeAll { $0.isExactly(path) }
    plans[ExactText(path)] = nil
    compared[ExactText(path)] = nil
    bundles = [:]
  }

  /// The folder from which paths are shown: the innermost open one around it, else the one that holds the bundle or the file.
  func home(of path: String) -> String {
    let bundle = OpenDocument.bundle(ofFileAt: path) ?? (FileTree.isNamed(path, ".tilawa") ? path : nil)
    // A bundle that is opened by itself is still called by its name.
    if let root = root(of: path), bundle.map({ !$0.isExactly(root) }) ?? true { return root }
    return PathText.folder(of: bundle ?? path)
  }

  /// The innermost open folder around a path.
  func root(of path: String) -> String? {
    roots.filter { PathText.lies(path, in: $0) }.max { $0.utf8.count < $1.utf8.count }
  }

  /// Forgets everything known about folders, because files were saved, or others have changed them.
  func forgetFolders() {
    plans = [:]
    compared = [:]
    libraries = [:]
    shelves = [:]
  }

  // MARK: Texts

  /// Takes a text that was opened; nil when it is no file of the format.
  @discardableResult
  func open(_ uri: String, _ path: String, version: Int?, _ text: String) -> OpenDocument? {
    guard let kind = OpenDocument.kind(ofFileAt: path) else { return nil }
    revision += 1
    let document = OpenDocument(
      uri: uri, path: path, shownAs: PathText.shown(path, from: home(of: path)), kind, version: version,
      revision: revision, text: Array(text.utf8))
    documents[ExactText(path)] = document
    unsaved[path] = document.source
    return document
  }

  /// Takes changes of an open text; nil when it isn't open.
  @discardableResult
  func change(
    _ path: String, _ changes: [(span: PositionSpan?, text: String)], version: Int?
  ) -> OpenDocument? {
    guard var document = documents.removeValue(forKey: ExactText(path)) else { return nil }
    revision += 1
    unsaved[path] = nil
    document.change(changes, version: version, revision: revision, encoding)
    unsaved[path] = document.source
    documents[ExactText(path)] = document
    return document
  }

  /// Forgets a text that was closed; what is saved counts again.
  @discardableResult
  func close(_ path: String) -> OpenDocument? {
    unsaved[path] = nil
    let document = documents.removeValue(forKey: ExactText(path))
    if let bundle = document?.bundlePath, documents(ofBundle: bundle).isEmpty {
      bundles[ExactText(bundle)] = nil
    }
    return document
  }

  func document(_ path: String) -> OpenDocument? { documents[ExactText(path)] }

  /// All open texts, by their paths.
  var openDocuments: [OpenDocument] {
    documents.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Those of one bundle.
  func documents(ofBundle path: String) -> [FileKind: OpenDocument] {
    FileKind.allCases.reduce(into: [:]) { found, kind in
      if let document = documents[ExactText("\(path)/\(kind.fileName)")] { found[kind] = document }
    }
  }

  /// A file as it would be were everything saved: an open text, else what the file holds; nil when it can't be read.
  func text(ofFileAt path: String) -> [UInt8]? {
    if let source = unsaved[path] { return source.bytes }
    return (try? FileContents.readIfAny(path, in: PathText.folder(of: path))) ?? nil
  }

  // MARK: Bundles

  private func withBundle<Result>(_ path: String, _ body: (inout OpenBundle) -> Result) -> Result {
    let documents = documents(ofBundle: path)
    var open =
      bundles.removeValue(forKey: ExactText(path))
      ?? OpenBundle(
        at: path, shownAs: shown(path), unsaved, documents.mapValues(\.revision))
    _ = open.refresh(documents, unsaved)
    defer { bundles[ExactText(path)] = open }
    return body(&open)
  }

  private func shown(_ path: String) -> String { PathText.shown(path, from: home(of: path)) }

  /// The bundle at `path` as it would be were everything saved.
  func bundle(_ path: String) -> TilawaBundle { withBundle(path) { $0.bundle } }

  /// Its readable rows in the order of time; also of a text that can't be relied on, as far as it can be read.
  func rows(ofBundle path: String) -> [AnnotatedRow] { withBundle(path) { $0.rows() } }

  // MARK: Findings

  /// The findings of `tilawa lint` in a bundle were everything saved, with clashes with others as far as that
  /// is known already. In order.
  func findings(ofBundle path: String) -> [Diagnostic] {
    let bundle = bundle(path)
    let own = linter.lint(bundle)
    return (own + common(bundle, path)).inOrder()
  }

  /// The findings in an open text outside of bundles.
  func findings(of document: OpenDocument) -> [Diagnostic] {
    let path = document.path
    if document.kind == .reciter {
      let bundle = TilawaBundle(of: ReciterFile(reading: document.source, at: path))
      return (linter.lint(bundle) + common(bundle, path)).inOrder()
    }
    let home = home(of: path)
    return plan(of: home).findings(ofDocumentAt: path, linter, unsaved)
      ?? linter.lint(document.source, as: document.kind)
  }

  private func common(_ bundle: TilawaBundle, _ path: String) -> [Diagnostic] {
    guard let root = root(of: path).map({ ExactText($0) }) else { return [] }
    if compared[root] == nil { compared[root] = ComparedBundles(plan(of: root.text)) }
    compared[root]?.take(bundle, at: path)
    return compared[root]?.findings[ExactText(path)] ?? []
  }

  private func plan(of folder: String) -> LintPlan {
    if let plan = plans[ExactText(folder)] { return plan }
    let place = Workplace(
      environment: workplace.environment, workingDirectory: folder, clock: { Surroundings.secondsSinceEpoch },
      calendar: workplace.calendar)
    let plan = LintPlan(GivenPaths(["."], in: place), options)
    plans[ExactText(folder)] = plan
    return plan
  }

  /// The bundles of the folder around a path, or of all open ones; absolute.
  func bundles(around path: String) -> [String] {
    plan(of: home(of: path)).compared.filter { !$0.isReciterFile }.map(\.path)
  }

  /// The library around a path as its files are, to ask who else recites an ayah; nil when it can't be read.
  func library(around path: String) -> LibraryFolder? {
    let home = home(of: path)
    if let known = libraries[ExactText(home)] { return known }
    let library = try? LibraryFolder(
      at: home, shownFrom: home, cacheFolder: workplace.cacheFolder, inspecting: SoundInspector())
    libraries[ExactText(home)] = .some(library)
    return library
  }

  /// The texts of the library around a bundle; nil when there are none.
  func texts(around bundle: String) -> TextShelf? {
    if let known = shelves[ExactText(bundle)] { return known }
    let shelf = TextShelf(around: bundle)
    shelves[ExactText(bundle)] = .some(shelf)
    return shelf
  }

  /// True if bundles are still to be compared with each other.
  var hasWork: Bool { compared.values.contains(where: \.hasWork) }

  /// Goes on with comparing; gives the bundles and files of which something else is found than before.
  func work() -> [String] {
    guard let root = compared.first(where: { $0.value.hasWork })?.key,
      var one = compared.removeValue(forKey: root)
    else { return [] }
    defer { compared[root] = one }
    return one.work(options, unsaved)
  }
}
