import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct Merge: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge two people's versions of a bundle by rows.",
    discussion: """
      Takes BASE OURS THEIRS, or OURS THEIRS with a base from git; each is a bundle, a file of one, or \
      REV:PATH. Merges into OURS unless -o is given; tilawa git resolve-conflicts settles the conflicts.

        tilawa merge base.tilawa mine.tilawa yours.tilawa
        tilawa merge mine.tilawa yours.tilawa -o ours.tilawa
        tilawa merge --conflict-copies friday.tilawa

      Exit status: 0 everything was merged; 1 conflicts remain; 2 wrong usage or failure, and nothing was \
      written.
      """)

  @Argument(help: "[BASE] OURS THEIRS; with --conflict-copies, bundles.") var versions: [String]

  @Option(name: [.short, .long], help: "Write the result here.") var output: String?

  @OptionGroup var writing: OutputArguments

  @OptionGroup(title: "Policy") var options: MergeOptions

  @Flag(help: "Merge recordings of different audio.") var audioChanged = false

  @Flag(help: "Merge copies such as \"segments (1).yaml\".") var conflictCopies = false

  @OptionGroup(title: "Different audio") var alignment: AlignmentOptions

  @Flag(help: "Don't look for a base in git.") var noBase = false

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @Flag(help: "Print the decisions as JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if conflictCopies, output != nil || audioChanged || alignment.alignAudio || json {
      throw ValidationError(
        "--conflict-copies cannot be used with --output, --json, --audio-changed or --align-audio"
      )
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if conflictCopies {
      return try versions.reduce(.done) { try $0.and(mergeCopies(in: $1, terminal)) }
    }
    guard versions.count == 2 || versions.count == 3 else {
      throw CommandFailure("expected BASE OURS THEIRS or OURS THEIRS, found \(versions.count) versions")
    }
    let named = versions.suffix(2) + versions.dropLast(2)
    let loaded = try named.map { NamedVersion($0, try terminal.version($0)) }
    var request = MergeRequest(ours: loaded[0], theirs: loaded[1])
    request.base = loaded.count == 3 ? loaded[2] : nil
    request.policy = options.policy
    request.takesOtherAudio = audioChanged
    if alignment.alignAudio { try request.align(in: terminal.workplace, terminal.monitor) }
    if !noBase { try request.findBase(in: terminal.workplace) }
    let plan = try MergePlan(request, in: terminal.workplace)
    plan.remarks.forEach(terminal.say)
    let merge: BundleMerge
    switch plan.merge {
    case .success(let made): merge = made
    case .failure(let refusal): return try tell(refusal, terminal)
    }
    let report = MergeReport(merge: merge)
    let outcome =
      dryRun
      ? nil
      : try plan.apply(to: output, isReplacing: writing.force)
    if json {
      if case .stream? = outcome {
        throw CommandFailure(
          "--json and the merged file cannot both go to standard output; name a file with -o, or use --dry-run"
        )
      }
      terminal.write(MergeReport.shape.document(of: report))
    }
    if let outcome {
      tell(outcome, terminal)
    } else if !json {
      report.lines(terminal.palette).forEach(terminal.print)
    }
    for file in merge.files {
      for decision in file.decisions where decision.outcome == .conflict && !(dryRun && !json) {
        terminal.complain(MergeReport.conflictLine(decision, in: file.kind.fileName))
      }
    }
    return merge.conflicts.isEmpty ? .done : .findings
  }

  private func mergeCopies(in bundle: String, _ terminal: Terminal) throws -> Outcome {
    let copies = try ConflictCopyMerge.copies(in: bundle, terminal.workplace)
    if copies.isEmpty { terminal.say("\(bundle): no conflict copies") }
    var outcome = Outcome.done
    for copy in copies {
      let merge = try ConflictCopyMerge(
        copy, in: bundle, options.policy, looksForBase: !noBase, terminal.workplace)
      outcome = outcome.and(try settle(merge, in: bundle, terminal))
    }
    return outcome
  }

  private func settle(_ merge: ConflictCopyMerge, in bundle: String, _ terminal: Terminal) throws -> Outcome {
    merge.remarks.forEach(terminal.say)
    let decided: BundleMerge
    switch merge.merge {
    case .success(let made): decided = made
    case .failure(let refusal): return try tell(refusal, terminal)
    }
    let copy = merge.copy
    if dryRun { MergeReport(merge: decided).lines(terminal.palette).forEach(terminal.print) }
    guard merge.result != nil else {
      for decision in decided.conflicts where !dryRun {
        terminal.complain(MergeReport.conflictLine(decision, in: copy.kind.fileName))
      }
      let name = PathText.joined(bundle, copy.name)
      terminal.complain(
        "tilawa: \(counted(decided.conflicts.count, "conflict")) with \(terminal.shown(name)), which was not merged; "
          + "settle them with --prefer ours or --prefer theirs")
      return .findings
    }
    if dryRun { return .done }
    try merge.apply()
    terminal.say(
      "\(terminal.shown(PathText.joined(bundle, copy.kind.fileName))): merged and removed \(copy.name)")
    return .done
  }

  private func tell(_ refusal: MergeRefusal, _ terminal: Terminal) throws -> Outcome {
    switch refusal {
    case .unmergeable(let fault): return fault.tell(in: terminal)
    case .differentAudio(let ours, let theirs):
      throw CommandFailure(
        "the two versions have different audio: sha256 \(ours.prefix(12))… and \(theirs.prefix(12))…; "
          + "use --align-audio to move theirs to match ours, or --audio-changed to merge them as they are"
      )
    }
  }

  private func tell(_ outcome: MergePlan.Written, _ terminal: Terminal) {
    switch outcome {
    case .stream(let bytes): terminal.write(bytes)
    case .file: break
    case .bundle(let files):
      for file in files {
        terminal.say("\(terminal.shown(file.path)): \(file.isRemoved ? "removed" : "merged")")
      }
    }
  }
}
