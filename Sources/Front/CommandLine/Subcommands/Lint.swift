import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLint

struct LintCommand: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check bundles against the rules of the format.",
    discussion: """
      Checks bundles, files inside them, or folders of them. A comment "tilawa: ignore[S203]" on or above a \
      line suppresses that rule there; tilawa explain S203 explains it.

        tilawa lint friday.tilawa
        tilawa lint . --strict --format concise
        tilawa lint --changed=HEAD~3

      Exit status: 0 no errors; 1 errors, or warnings with --strict; 2 unreadable.
      """)

  @OptionGroup var targets: BundleTargets

  @Option(help: "Print findings in this format. (default: text)")
  var format: ReportFormat?

  @OptionGroup var json: JSONArguments

  @Option(
    name: [.short, .long], help: "Write the report to this file.",
    completion: .file())
  var output: String?

  @OptionGroup var writing: OutputArguments

  @Option(
    defaultAsFlag: "HEAD", help: "Check changes since a commit.", completion: .default)
  var changed: String?

  @Option(
    help: .init("Print at most N of each severity; 0 for all.", valueName: "n"))
  var maxFindings: Int?

  @Flag(help: "Make safe repairs, and report the rest.") var fix = false

  @Flag(help: "Exit with 1 on warnings as well.") var strict = false

  @Option(
    parsing: .singleValue, help: "Check only these rules: codes, names, families.")
  var select: [String] = []

  @Option(parsing: .singleValue, help: "Skip these rules: codes, names, families.")
  var ignore: [String] = []

  @Flag(help: "Exit with 0 despite findings.") var exitZero = false

  @Flag(help: "Also read the audio and compare checksums.") var checksums = false

  @Flag(help: "Check bundles against each other, even only one.") var library = false

  @Option(
    help: .init("Check standard input (-) as this file.", valueName: "path"), completion: .file())
  var stdinFilename: String?

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if let maxFindings, maxFindings < 0 {
      throw ValidationError("invalid --max-findings \(maxFindings) (expected 0 or more)")
    }
    if let format, json.isAny, format != form {
      throw ValidationError("--\(form.rawValue) and --format \(format.rawValue) cannot be used together")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    try writing.require([output].compactMap(\.self), in: terminal)
    var options = Linter.Options.hearing
    do {
      options.selection = try RuleSelection(selecting: words(of: select), ignoring: words(of: ignore))
    } catch {
      throw CommandFailure(error.description)
    }
    options.comparesChecksums = checksums
    options.mostOfARule = mostFindings
    let unheard = UnheardAudio()
    options.unheard = unheard
    if targets.paths.contains("-") || stdinFilename != nil {
      if changed != nil { throw CommandFailure("--changed cannot be used with standard input") }
      let report = report(in: terminal)
      report.add(try findingsOfInput(Linter(options), terminal))
      return try end(report, of: [(1, "bundle")], terminal)
    }
    let (targets, changes) = try self.changes(in: terminal)
    let plan = LintPlan(targets.given(in: terminal), options, changes: changes, comparesBundles: library)
    for problem in plan.problems { terminal.complain("tilawa: \(problem.text)") }
    var outcome = plan.problems.isEmpty ? Outcome.done : .failed
    if fix { outcome = outcome.and(mend(plan, terminal)) }
    let report = report(in: terminal)
    plan.findings { findings in
      report.add(findings)
      return !terminal.output.hasFailed
    }
    if unheard.count > 0 {
      terminal.say(
        "tilawa: the length of \(counted(unheard.count, "recording")) was not checked: install ffmpeg to decode such audio"
      )
    }
    if changes != nil, plan.isEmpty { terminal.say("nothing changed") }
    MergeDriverHint.say(around: [targets.paths.first ?? "."], terminal)
    let counts = [
      (plan.bundles.count, "bundle"), (plan.reciterFileCount, "reciter file"),
      (plan.libraryFileCount, "file"),
    ]
    return outcome.and(try end(report, of: counts, terminal))
  }

  /// The paths, and the changes that git reports if it is asked. The word after `--changed` may be the
  /// first of the paths.
  private func changes(in terminal: Terminal) throws -> (BundleTargets, ChangedFiles?) {
    guard let changed else { return (targets, nil) }
    func changes(_ targets: BundleTargets, since revision: String) throws -> ChangedFiles {
      do {
        return try ChangedFiles(since: revision, under: targets.paths, in: terminal.workplace)
      } catch let unasked as ChangedFiles.Unasked {
        switch unasked {
        case .noGit: throw CommandFailure("--changed needs git, which is not installed")
        case .noRepository(let path):
          throw CommandFailure(
            "--changed needs a git repository, and \(path) is not in one")
        }
      }
    }
    do {
      return (targets, try changes(targets, since: changed))
    } catch {
      guard !FileStatus.isAbsent(terminal.path(changed)) else { throw error }
      var targets = targets
      targets.paths = (targets.paths == ["."] ? [] : targets.paths) + [changed]
      return (targets, try changes(targets, since: "HEAD"))
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
        "standard input must be checked alone and needs --stdin-filename: "
          + "tilawa lint - --stdin-filename friday.tilawa/segments.yaml")
    }
    if fix { throw CommandFailure("--fix cannot be used with standard input") }
    return try terminal.workplace.lint(try terminal.readInput(), as: stdinFilename, linter)
  }
}

// MARK: - Mending

extension LintCommand {
  /// Makes the safe fixes, and tells of each and of what stood in the way.
  private func mend(_ plan: LintPlan, _ terminal: Terminal) -> Outcome {
    var outcome = Outcome.done
    plan.mend { result in
      switch result {
      case .success(let (mended, inVouchedRows)):
        func text(_ finding: Diagnostic, _ place: String) -> String {
          "\(place): \(finding.fix?.title ?? "") [\(finding.rule.code) \(finding.rule.name)]"
        }
        for finding in mended { terminal.say("fixed \(text(finding, finding.place.path))") }
        for finding in inVouchedRows {
          let kind = FileKind(fileName: finding.place.path)
          let line = finding.place.source.flatMap { source in
            finding.place.range.map { LineTable(of: source).line(at: $0.lowerBound) }
          }
          let place = finding.place.path + (line.map { ":\($0)" } ?? "")
          terminal.say(
            "not fixed \(text(finding, place)): the row is \(kind?.confirmationKey ?? RowKey.verified)")
        }
      case .failure(let error):
        outcome = outcome.and((try? terminal.tell(error)) ?? .failed)
      }
    }
    return outcome
  }
}

// MARK: - Reporting

/// The forms of `--format`.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, concise, json, jsonl, sarif, github

  var form: DiagnosticFormat { DiagnosticFormat.named(rawValue) ?? .text }
}

extension LintCommand {
  private func report(in terminal: Terminal) -> LintReport {
    var context = ReportContext()
    context.toolVersion = tilawaVersion
    if form == .sarif {
      context.rules = RuleID.all.compactMap { rule in
        RuleText.of(rule).map { .init(rule, summary: $0.summary, paragraph: $0.plain) }
      }
    }
    return LintReport(form.form, context, atMost: mostFindings, isForFile: output != nil, in: terminal)
  }

  /// By `--json` and `--jsonl`, or by `--format`.
  private var form: ReportFormat { json.json ? .json : json.jsonl ? .jsonl : format ?? .text }

  /// The number of findings of a severity that are printed at most.
  private var mostFindings: Int {
    if let maxFindings { return maxFindings == 0 ? .max : maxFindings }
    return [.text, .concise, .github].contains(form) ? 1000 : 25_000
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
        + (report.withheld > 0 ? "; \(report.withheld) not shown (use --max-findings 0 to show all)" : ""))
    let hasFaults = count.errors > 0 || strict && count.warnings > 0
    return hasFaults && !exitZero ? .findings : .clean
  }
}
