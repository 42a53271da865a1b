package import TilawaBase
package import TilawaFormat

/// Checks bundles against `spec/`.
package struct Linter: Sendable {
  /// The options of a check.
  package struct Options: Sendable {
    /// The rules whose findings are reported.
    package var selection = RuleSelection()
    /// True if audio files are read through to compare their checksums.
    package var comparesChecksums = false
    /// A counter of audio that would have been read through, but can't be without another program.
    package var unheard: UnheardAudio?
    /// A cache of properties of audio files, for callers that check the same bundles repeatedly.
    package var knownAudio: KnownAudio?
    /// The maximum number of findings reported per rule and bundle. Further ones are only counted.
    package var mostOfARule = 1000
    /// The inspector of audio; nil if there is none, and then rules that need it are silent.
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

  /// Returns the findings of one bundle, in order: those of reading it and those of the rules. Findings that
  /// its comments silence are left out.
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

  /// Returns the findings that concern several bundles, such as ids that are used twice, in order.
  package func lint(library bundles: [TilawaBundle]) -> [Diagnostic] {
    let library = LibraryLinter(options)
    return bundles.sorted { $0.shownPath.utf8.lexicographicallyPrecedes($1.shownPath.utf8) }
      .flatMap(library.lint).inOrder()
  }

  /// Returns the findings of the documents of a library outside of its bundles, in order.
  package func lint(_ files: LibraryFiles) -> [Diagnostic] {
    (files.unreadable.filter { options.selection.includes($0.rule) }
      + files.documents.flatMap { findings(of: $0, in: files) })
      .inOrder()
  }

  /// Returns the findings of one document of any kind by itself, given what is known of its library, in
  /// order.
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

  /// Returns the findings of one rule that no comment silences. The last one reports how many more there are.
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

  /// Returns the findings between `bundle`, or a file in `reciters/`, and those before it. Bundles come in
  /// the order of the bytes of their paths.
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
