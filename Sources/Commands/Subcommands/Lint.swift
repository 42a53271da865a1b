import ArgumentParser
import Diagnostics
import Files
import Lint
import TilawaFormat

struct LintCommand: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check bundles against the format's rules.",
    discussion: """
      Takes bundles, files inside bundles, and folders that hold bundles; of a library the files in reciters/, \
      playback.yaml and the journal, too. Of several bundles what they have in \
      common is checked too: ids used twice, the same audio.

      A comment "tilawa: ignore[S203]" on a line, or above it, silences that rule there; \
      "tilawa: ignore-file[S203]" above the first row silences it in the whole file. \
      tilawa rules lists the rules, tilawa explain S203 tells about one.

      With --changed only what git says changed is checked: since the last commit, with files that are new, or since REV; \
      REV... is where the branch left REV. Of a bundle these are the files that changed, and all of them when \
      recording.yaml did, or when something was removed.

      Exit status: 0 no errors; 1 errors, or warnings with --strict; 2 something could not be read.
      """)

  @OptionGroup var targets: BundleTargets

  @Option(help: "How findings are written: text, json, jsonl, sarif or github.")
  var format: ReportFormat = .text

  @Option(
    name: [.short, .long], help: "Write the report to this file, and the text to the screen.",
    completion: .file())
  var output: String?

  @Option(
    defaultAsFlag: "HEAD", help: "Only what git says changed since this commit.", completion: .default)
  var changed: String?

  @Flag(help: "Make the changes that can't lose anything, and tell what is left.") var fix = false

  @Flag(help: "Let warnings end in exit status 1, too.") var strict = false

  @Option(parsing: .singleValue, help: "Only these rules: codes, names or families, separated by commas.")
  var select: [String] = []

  @Option(parsing: .singleValue, help: "Not these rules: codes, names or families, separated by commas.")
  var ignore: [String] = []

  @Flag(help: "Report findings, but end in exit status 0.") var exitZero = false

  @Flag(help: "Read the audio through and compare checksums.") var checksums = false

  @Flag(help: "Check what bundles have in common even if only one is given.") var library = false

  @Option(help: "Which file standard input (-) is, such as friday.tilawa/segments.yaml.", completion: .file())
  var stdinFilename: String?

  @OptionGroup(title: "Everywhere") var everywhere: GlobalOptions

  func run(in terminal: Terminal) throws -> Outcome {
    var options = Linter.Options()
    do {
      options.selection = try RuleSelection(selecting: words(of: select), ignoring: words(of: ignore))
    } catch {
      throw CommandFailure(error.description)
    }
    options.comparesChecksums = checksums
    let linter = Linter(options)

    if targets.paths.contains("-") || stdinFilename != nil {
      if changed != nil { throw CommandFailure("--changed asks git, which doesn't know standard input") }
      let findings = try findingsOfInput(linter, terminal)
      return try report(findings, of: [(1, "bundle")], terminal)
    }
    var outcome = Outcome.done
    func fail(_ problem: String) {
      terminal.complain("tilawa: \(problem)")
      outcome = .failed
    }
    let (targets, changes) = try self.changes(in: terminal)
    var files = targets.findLibraryFiles(in: terminal)
    let everything = targets.find(in: terminal, takesReciterFiles: true, besides: files, problem: fail)
    let found = changes.map { everything.compactMap($0.changed) } ?? everything
    if let changes { files.removeAll { !changes.hasChanged($0.path) } }
    let reciterFiles = targets.reciterFiles(in: terminal, problem: fail)
      .filter { changes?.hasChanged($0.path) ?? true }.map { TilawaBundle(of: $0) }
    if fix { outcome = outcome.and(mend(found, linter, terminal)) }
    let results = inParallel(found) { target in
      var bundle = TilawaBundle(readingAt: target.path, shownAs: target.shownPath)
      let findings = linter.lint(bundle).filter { target.asksFor($0.place.path) }
      // What bundles have in common stands in these two files; ten thousand others need not be kept.
      (bundle.segments, bundle.markers, bundle.words) = (nil, nil, nil)
      return (bundle, findings)
    }
    var findings = results.flatMap(\.1) + reciterFiles.flatMap(linter.lint)
    let checked = results.map(\.0) + reciterFiles
    if library || checked.count > 1 || everything.count > found.count {
      // What changed may clash with what didn't.
      let paths = Set(found.map(\.path))
      let others = inParallel(everything.filter { !paths.contains($0.path) }) { target in
        TilawaBundle(readingAt: target.path, shownAs: target.shownPath, only: [.recording, .reciter])
      }
      findings += linter.lint(library: checked + others).filter { finding in
        changes == nil
          || found.contains {
            finding.place.path.hasPrefix($0.shownPath + "/") && $0.asksFor(finding.place.path)
          }
      }
    }
    for target in files {
      var file = LibraryFiles()
      file.read(target.kind, at: target.path, shownAs: target.shownPath)
      findings += linter.lint(file)
    }
    let counts = [(found.count, "bundle"), (reciterFiles.count, "reciter file"), (files.count, "file")]
    if changes != nil, counts.allSatisfy({ $0.0 == 0 }) {
      terminal.say("nothing changed")
    }
    return outcome.and(try report(findings.inOrder(), of: counts, terminal))
  }

  /// What git says, when it is to be asked, and the paths: what stands behind `--changed` may be the first of them.
  private func changes(in terminal: Terminal) throws -> (BundleTargets, ChangedFiles?) {
    guard let changed else { return (targets, nil) }
    var targets = targets
    do {
      return (targets, try ChangedFiles(since: changed, under: targets.paths, in: terminal))
    } catch {
      guard FileStatus.ifAny(terminal.path(changed)) != nil else { throw error }
      targets.paths = (targets.paths == ["."] ? [] : targets.paths) + [changed]
      return (targets, try ChangedFiles(since: "HEAD", under: targets.paths, in: terminal))
    }
  }

  private func words(of options: [String]) -> [String] {
    options.flatMap { $0.split(separator: ",").map { String($0.filter { $0 != " " }) } }
  }
}

// MARK: - Standard input

extension LintCommand {
  private func findingsOfInput(_ linter: Linter, _ terminal: Terminal) throws -> [Diagnostic] {
    guard targets.paths == ["-"], let stdinFilename else {
      throw CommandFailure(
        "standard input is checked alone, and --stdin-filename says which file it is: "
          + "tilawa lint - --stdin-filename friday.tilawa/segments.yaml")
    }
    if fix { throw CommandFailure("--fix changes files, and standard input is none") }
    let path = terminal.path(stdinFilename)
    let folder = PathText.folder(of: path)
    guard let kind = FileKind(fileName: path), PathText.name(of: folder).hasSuffix(".tilawa") else {
      throw CommandFailure(
        "\(stdinFilename) is no file of a bundle; expected one of the five YAML files in a .tilawa folder")
    }
    let source = SourceText(path: terminal.shown(path), bytes: try terminal.readInput())
    var bundle = TilawaBundle(readingAt: folder, shownAs: terminal.shown(folder))
    switch kind {
    case .recording: bundle.recording = BundleFile(recording: source)
    case .reciter: bundle.reciter = BundleFile(reciter: source)
    case .markers: bundle.markers = BundleFile(markers: source)
    case .segments: bundle.segments = BundleFile(segments: source)
    case .words: bundle.words = BundleFile(words: source)
    }
    return linter.lint(bundle).filter { $0.place.path == source.path }
  }
}

// MARK: - Mending

extension LintCommand {
  /// Makes the safe fixes, and tells of each and of what stood in the way.
  private func mend(_ found: [BundleTargets.Target], _ linter: Linter, _ terminal: Terminal) -> Outcome {
    let results = inParallel(found) { target in
      Result { () throws(FileError) in try mend(target, linter) }
    }
    var outcome = Outcome.done
    for result in results {
      switch result {
      case .success(let mended):
        for finding in mended {
          terminal.say(
            "fixed \(finding.place.path): \(finding.fix?.title ?? "") [\(finding.rule.code) \(finding.rule.name)]"
          )
        }
      case .failure(let error):
        terminal.complain("tilawa: \(error.message(showing: terminal.shown(error.path)))")
        outcome = outcome.and(error.outcome)
      }
    }
    return outcome
  }

  private func mend(_ target: BundleTargets.Target, _ linter: Linter) throws(FileError) -> [Diagnostic] {
    func fixes(of bundle: TilawaBundle) -> SafeFixes {
      SafeFixes(of: linter.lint(bundle).filter { target.asksFor($0.place.path) }, in: bundle)
    }
    var mended: [Diagnostic] = []
    // Most bundles need no lock. One fix may make room for another, but never for many.
    for _ in 0..<8 {
      guard !fixes(of: TilawaBundle(readingAt: target.path, shownAs: target.shownPath)).files.isEmpty else {
        break
      }
      var transaction = try BundleTransaction(openingAt: target.path, shownAs: target.shownPath)
      let files = fixes(of: transaction.bundle).files
      for file in files { try transaction.edit(file.source, file.kind, file.edits) }
      if try transaction.commit().isEmpty { break }
      mended += files.flatMap(\.mended)
    }
    return mended
  }
}

// MARK: - Reporting

/// The forms of `--format`.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, jsonl, sarif, github

  var form: DiagnosticFormat { DiagnosticFormat.named(rawValue) ?? .text }
}

extension LintCommand {
  private func report(
    _ findings: [Diagnostic], of checked: [(count: Int, noun: String)], _ terminal: Terminal
  ) throws -> Outcome {
    var context = ReportContext()
    context.toolVersion = tilawaVersion
    if format == .sarif {
      context.rules = RuleID.all.compactMap { rule in
        RuleText.of(rule).map { .init(rule, summary: $0.summary, paragraph: $0.plain) }
      }
    }
    if let output {
      try AtomicFile.write(Array(format.form.report(findings, context).utf8), to: terminal.path(output))
    }
    let screen = output == nil ? format.form : .text
    if screen.name == "text" { context.palette = terminal.palette }
    terminal.write(screen.report(findings, context))
    let count = DiagnosticCount(of: findings)
    let parts = [(count.errors, "error"), (count.warnings, "warning"), (count.notes, "note")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    // That no bundle was found has been said, and "nothing to report" of none would sound like praise.
    let told = checked.filter { $0.count > 0 }.map { "\($0.count) \($0.noun)\($0.count == 1 ? "" : "s")" }
    if told.isEmpty { return .done }
    terminal.say(
      told.joined(separator: ", ") + ": "
        + (parts.isEmpty ? "nothing to report" : parts.joined(separator: ", ")))
    let hasFaults = count.errors > 0 || strict && count.warnings > 0
    return hasFaults && !exitZero ? .findings : .clean
  }
}

extension BundleTargets.Target {
  /// Whether findings in the file are wanted: all, unless files were named one by one.
  fileprivate func asksFor(_ shownFile: String) -> Bool {
    kinds.count == FileKind.allCases.count || FileKind(fileName: shownFile).map(kinds.contains) ?? false
  }
}
