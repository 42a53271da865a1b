import ArgumentParser
import Diagnostics
import Files
import Lint
import ScalarText
import TilawaFormat
import TilawaKit

struct LintCommand: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check bundles against the rules of the format.",
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

      Findings are told as bundles are done, in the order of paths. All are counted; --max-findings says how many errors, \
      and how many warnings and notes, are told, so that a file of nothing but faults doesn't bury the rest.

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

  @Option(
    help: .init(
      "At most so many errors, warnings and notes each; 0 for all. (default: 1000, in json, jsonl and sarif 25000)",
      valueName: "count"))
  var maxFindings: Int?

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

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if let maxFindings, maxFindings < 0 {
      throw ValidationError("--max-findings takes a number from 0 on, not \(maxFindings)")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    var options = Linter.Options()
    do {
      options.selection = try RuleSelection(selecting: words(of: select), ignoring: words(of: ignore))
    } catch {
      throw CommandFailure(error.description)
    }
    options.comparesChecksums = checksums
    options.mostOfARule = mostFindings
    let unheard = UnheardAudio()
    options.unheard = unheard
    let linter = Linter(options)

    if targets.paths.contains("-") || stdinFilename != nil {
      if changed != nil { throw CommandFailure("--changed asks git, which doesn't know standard input") }
      let report = report(in: terminal)
      report.add(try findingsOfInput(linter, terminal))
      return try end(report, of: [(1, "bundle")], terminal)
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
      .filter { changes?.hasChanged($0.path) ?? true }
    if fix { outcome = outcome.and(mend(found, linter, terminal)) }

    var items = found.map(LintItem.bundle) + reciterFiles.map(LintItem.reciter) + files.map(LintItem.file)
    if everything.count > found.count {
      // What changed may clash with what didn't.
      let paths = Set(found.map(\.path))
      items += everything.filter { !paths.contains($0.path) }.map(LintItem.neighbour)
    }
    let checksLibrary = library || found.count + reciterFiles.count > 1 || everything.count > found.count
    let report = report(in: terminal)
    LintItem.check(items, linter, in: checksLibrary ? LibraryLinter(options) : nil) { findings, item in
      // What bundles have in common is only told where something changed.
      report.add(changes == nil ? findings : findings.filter { item.asksFor($0.place.path) })
      return !terminal.output.hasFailed
    }
    if unheard.count > 0 {
      terminal.say(
        "tilawa: the length of \(counted(unheard.count, "recording")) was not compared: ffmpeg decodes such audio, and is not installed"
      )
    }
    let counts = [(found.count, "bundle"), (reciterFiles.count, "reciter file"), (files.count, "file")]
    if changes != nil, counts.allSatisfy({ $0.0 == 0 }) {
      terminal.say("nothing changed")
    }
    return outcome.and(try end(report, of: counts, terminal))
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
    options.flatMap { $0.words(by: ",").map { $0.replaced(" ", with: "") } }
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
    guard let kind = FileKind(fileName: path), PathText.name(of: folder).ends(with: ".tilawa") else {
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
    return linter.lint(bundle).filter { $0.place.path.isExactly(source.path) }
  }
}

// MARK: - Mending

extension LintCommand {
  /// Makes the safe fixes, and tells of each and of what stood in the way.
  private func mend(_ found: [BundleTargets.Target], _ linter: Linter, _ terminal: Terminal) -> Outcome {
    var outcome = Outcome.done
    inParallel(found, of: LintItem.batch) { target in
      Result { () throws(FileError) in try mend(target, linter) }
    } then: { _, result in
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
      return true
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
  private func report(in terminal: Terminal) -> LintReport {
    var context = ReportContext()
    context.toolVersion = tilawaVersion
    if format == .sarif {
      context.rules = RuleID.all.compactMap { rule in
        RuleText.of(rule).map { .init(rule, summary: $0.summary, paragraph: $0.plain) }
      }
    }
    return LintReport(format.form, context, atMost: mostFindings, isForFile: output != nil, in: terminal)
  }

  /// How many of a severity are told.
  private var mostFindings: Int {
    if let maxFindings { return maxFindings == 0 ? .max : maxFindings }
    return format == .text || format == .github ? 1000 : 25_000
  }

  /// Writes what is left of the report, and tells how many findings there are.
  private func end(
    _ report: LintReport, of checked: [(count: Int, noun: String)], _ terminal: Terminal
  ) throws -> Outcome {
    let bytes = report.finish()
    if let output { try AtomicFile.write(bytes, to: terminal.path(output)) }
    let count = report.count
    let parts = [(count.errors, "error"), (count.warnings, "warning"), (count.notes, "note")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    // That no bundle was found has been said, and "nothing to report" of none would sound like praise.
    let told = checked.filter { $0.count > 0 }.map { "\($0.count) \($0.noun)\($0.count == 1 ? "" : "s")" }
    if told.isEmpty { return .done }
    terminal.say(
      told.joined(separator: ", ") + ": "
        + (parts.isEmpty ? "nothing to report" : parts.joined(separator: ", "))
        + (report.withheld > 0 ? "; \(report.withheld) not shown, --max-findings 0 shows all" : ""))
    let hasFaults = count.errors > 0 || strict && count.warnings > 0
    return hasFaults && !exitZero ? .findings : .clean
  }
}
