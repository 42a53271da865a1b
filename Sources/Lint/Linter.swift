package import TilawaBase
package import TilawaFormat

/// Checks bundles against `spec/`.
package struct Linter: Sendable {
  /// What is checked.
  package struct Options: Sendable {
    /// Which rules are told.
    package var selection = RuleSelection()
    /// Whether audio files are read through to compare their checksums.
    package var comparesChecksums = false
    /// Told of audio that would have been read through, but can't be without another program.
    package var unheard: UnheardAudio?
    /// What headers of audio files were found to say, for whoever checks the same bundles again and again.
    package var knownAudio: KnownAudio?
    /// How many findings of one rule in one bundle are told; the others are only counted.
    package var mostOfARule = 1000
    /// Who looks into audio; nil where nobody can, and then rules that need it are silent.
    let inspector: (any AudioInspector)?

    /// Every rule, without reading audio through.
    package init(inspecting inspector: (any AudioInspector)?) { self.inspector = inspector }
  }

  private let options: Options
  /// The selected rules on one bundle, looked up once for all of them.
  private let bundleChecks: [(rule: RuleID, check: @Sendable (CheckedBundle, RuleReport) -> Void)]

  /// A linter that checks what `options` say.
  package init(_ options: Options) {
    self.options = options
    bundleChecks = Rule.all.compactMap { rule in
      guard case .bundle(let check) = rule.check, options.selection.includes(rule.id) else { return nil }
      return (rule.id, check)
    }
  }

  /// What is wrong with one bundle, found by reading it and by the rules; in order, without what its
  /// comments silence.
  package func lint(_ bundle: TilawaBundle) -> [Diagnostic] {
    let found = bundle.diagnostics.filter { options.selection.includes($0.rule) }
    let versions = bundle.checkedVersions.map { findings(of: $0) }
    return (found + (versions.count == 1 ? versions[0] : versions.flatMap { $0 }.withoutRepeats())).inOrder()
  }

  private func findings(of bundle: TilawaBundle) -> [Diagnostic] {
    let checked = CheckedBundle(
      bundle, options)
    var findings: [Diagnostic] = []
    let suppressions = checked.suppressions
    for (rule, check) in bundleChecks {
      let found = told(of: rule, in: suppressions) { check(checked, $0) }
      if !found.isEmpty { findings += found }
    }
    return findings
  }

  /// What is wrong among several bundles: ids that are used twice, and the like. In order.
  package func lint(library bundles: [TilawaBundle]) -> [Diagnostic] {
    let library = LibraryLinter(options)
    return bundles.sorted { $0.shownPath.utf8.lexicographicallyPrecedes($1.shownPath.utf8) }
      .flatMap(library.lint).inOrder()
  }

  /// What is wrong with the documents of a library outside of its bundles. In order.
  package func lint(_ files: LibraryFiles) -> [Diagnostic] {
    (files.unreadable.filter { options.selection.includes($0.rule) }
      + files.documents.flatMap { findings(of: $0, in: files) })
      .inOrder()
  }

  /// What is wrong with one document by itself, of whatever kind, with what is told of its library. In order.
  package func lint(
    _ source: SourceText, as kind: DocumentKind, in library: LibraryFiles = LibraryFiles()
  ) -> [Diagnostic] {
    guard let file = kind.ofBundle else {
      return findings(of: kind.read(source), in: library).inOrder()
    }
    var bundle = TilawaBundle()
    bundle.replace(file, by: source)
    return lint(bundle)
  }

  private func findings(of document: ReadDocument, in library: LibraryFiles) -> [Diagnostic] {
    let suppressions = [Suppressions(in: document.source) { document.rowRanges }].compactMap { $0 }
    var findings = document.diagnostics.filter { options.selection.includes($0.rule) }
    for rule in document.kind.rules where options.selection.includes(rule.id) {
      findings += told(of: rule.id, in: suppressions) { rule.check(document, in: library, $0) }
        .withoutRepeats()
    }
    if options.selection.includes(Rule.unknownSuppression.id) {
      findings += told(of: Rule.unknownSuppression.id, in: suppressions) { report in
        for suppressions in suppressions { suppressions.tellFaults(report) }
      }
    }
    return findings
  }

  /// What one rule finds that no comment silences; the last says how many more there are.
  private func told(
    of rule: RuleID, in suppressions: [Suppressions], _ check: (RuleReport) -> Void
  ) -> [Diagnostic] {
    let report = RuleReport(rule, atMost: options.mostOfARule) { finding in
      suppressions.contains { $0.source.path.isExactly(finding.place.path) && $0.silence(finding) }
    }
    check(report)
    guard report.omitted > 0, let last = report.findings.inOrder().last else { return report.findings }
    return report.findings.inOrder().dropLast() + [last.followed(by: report.omitted, of: rule)]
  }
}

/// Checks what bundles have in common, one after the other, and keeps of each only what that needs.
///
/// Belongs to one thread.
package final class LibraryLinter {
  private let options: Linter.Options
  private let checks: [(rule: Rule, check: Rule.LibraryCheck)]

  /// A linter of one library.
  package init(_ options: Linter.Options) {
    self.options = options
    checks = Rule.all.filter { options.selection.includes($0.id) }.compactMap { rule in
      guard case .library(let make) = rule.check else { return nil }
      return (rule, make())
    }
  }

  /// What is wrong between `bundle`, or a file in `reciters/`, and those before it, which come in the order of the
  /// bytes of their paths.
  package func lint(_ bundle: TilawaBundle) -> [Diagnostic] {
    let checked = CheckedBundle(bundle.checkedVersions[0], options)
    return checks.flatMap { rule, check in
      // Comments are only looked for where there is something to silence.
      let report = RuleReport(rule.id) { finding in
        checked.suppressions.contains { $0.source.path.isExactly(finding.place.path) && $0.silence(finding) }
      }
      check(checked, report)
      return report.findings
    }
  }
}
