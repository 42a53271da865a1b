public import Diagnostics
public import TilawaFormat

/// Checks bundles against `spec/`.
public struct Linter: Sendable {
  /// What is checked.
  public struct Options: Sendable {
    /// Which rules are told.
    public var selection = RuleSelection()
    /// Whether audio files are read through to compare their checksums.
    public var comparesChecksums = false

    /// Every rule, without reading audio through.
    public init() {}
  }

  private let options: Options

  /// A linter that checks what `options` say.
  public init(_ options: Options = Options()) {
    self.options = options
  }

  /// What is wrong with one bundle, found by reading it and by the rules; in order, without what its
  /// comments silence.
  public func lint(_ bundle: TilawaBundle) -> [Diagnostic] {
    let found = bundle.diagnostics.filter { options.selection.includes($0.rule) }
    let versions = bundle.checkedVersions.map { findings(of: $0) }
    return (found + (versions.count == 1 ? versions[0] : versions.flatMap { $0 }.withoutRepeats())).inOrder()
  }

  private func findings(of bundle: TilawaBundle) -> [Diagnostic] {
    let checked = CheckedBundle(bundle, comparingChecksums: options.comparesChecksums)
    var findings: [Diagnostic] = []
    for rule in Rule.all where options.selection.includes(rule.id) {
      guard case .bundle(let check) = rule.check else { continue }
      let report = RuleReport(rule.id)
      check(checked, report)
      findings += report.findings
    }
    return silenced(findings, by: checked.suppressions)
  }

  /// What is wrong among several bundles: ids that are used twice, and the like. In order.
  public func lint(library bundles: [TilawaBundle]) -> [Diagnostic] {
    let checked = bundles.sorted { $0.shownPath.utf8.lexicographicallyPrecedes($1.shownPath.utf8) }
      .map { CheckedBundle($0.checkedVersions[0]) }
    var findings: [Diagnostic] = []
    for rule in Rule.all where options.selection.includes(rule.id) {
      guard case .library(let check) = rule.check else { continue }
      let report = RuleReport(rule.id)
      check(checked, report)
      findings += report.findings
    }
    if findings.isEmpty { return [] }
    return silenced(findings, by: checked.flatMap(\.suppressions)).inOrder()
  }

  /// What is wrong with the files of a library outside of its bundles. In order.
  public func lint(_ files: LibraryFiles) -> [Diagnostic] {
    let found = files.diagnostics.filter { options.selection.includes($0.rule) }
    let versions = files.checkedVersions.map { findings(of: $0) }
    return (found + (versions.count == 1 ? versions[0] : versions.flatMap { $0 }.withoutRepeats())).inOrder()
  }

  private func findings(of files: LibraryFiles) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for rule in Rule.all where options.selection.includes(rule.id) {
      guard case .libraryFiles(let check) = rule.check else { continue }
      let report = RuleReport(rule.id)
      check(files, report)
      findings += report.findings
    }
    let rows = files.bookmarks?.content?.rows.map(\.bytes.range) ?? []
    let suppressions = files.sources.compactMap { source in
      Suppressions(in: source) { LibraryFileKind(fileName: source.path) == .bookmarks ? rows : [] }
    }
    if options.selection.includes(Rule.unknownSuppression.id) {
      findings += suppressions.flatMap { suppressions in
        suppressions.faults.map {
          Diagnostic(Rule.unknownSuppression.id, $0.message, at: Place(suppressions.source, $0.range))
        }
      }
    }
    return silenced(findings, by: suppressions)
  }

  private func silenced(_ findings: [Diagnostic], by suppressions: [Suppressions]) -> [Diagnostic] {
    if suppressions.isEmpty { return findings }
    let byPath = Dictionary(suppressions.map { ($0.source.path, $0) }) { first, _ in first }
    return findings.filter { !(byPath[$0.place.path]?.silence($0) ?? false) }
  }
}
