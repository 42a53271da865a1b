import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct Compare: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Measure how well annotators of a recording agree.",
    discussion: """
      Takes two or more versions: bundles, single files of them, or versions in git as REV:PATH.

        tilawa compare mine.tilawa yours.tilawa his.tilawa
        tilawa compare HEAD~3:friday.tilawa friday.tilawa

      For every pair, and for all versions together, the report shows how far starts and ends lie apart (an end that is \
      also the start of the next row counts once under "all"), the share of them within 20 to 500 ms, the F1 of the \
      boundaries as `score` computes it, and how well names agree over time (Cohen's kappa; Fleiss's for more than two). \
      Then come the rows that some versions lack, the names that differ, and the boundaries that lie furthest apart. Bias \
      is how much later the second version is.

      Segments are compared, or markers if there are no segments, or words with --words.

      --consensus writes a bundle of what the versions agree on: the median of the times that more than half of them give \
      within the tolerance, and the name that most of them give. Where any version has verified a row, only versions that \
      verified it count, and the row is verified if they agree. What is disputed is listed, and gets a note and a low \
      confidence.

        tilawa compare mine.tilawa yours.tilawa his.tilawa --consensus ours.tilawa

      Exit status: 0 all agree within the tolerance; 1 they don't; 2 they can't be compared.
      """)

  @Argument(help: "The versions.", completion: .directory) var versions: [String]

  @Option(help: "Boundaries no further apart than this agree: 100ms, 0.1.")
  var tolerance = TimeTolerance(argument: "100ms") ?? .zero

  @Option(help: "How many disputed boundaries to list, the worst first.") var worst =
    10

  @OptionGroup(title: "Different audio") var alignment: AlignmentOptions

  @Flag(help: "Compare words instead.") var words = false

  @Option(
    help: .init("Write a bundle of what the versions agree on.", valueName: "bundle"), completion: .directory)
  var consensus: String?

  @Flag(help: "Replace the annotation of an existing consensus.") var force = false

  @Flag(name: [.customShort("n"), .long], help: "Write nothing; show what the consensus would be.")
  var dryRun = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    guard worst >= 0 else { throw ValidationError("--worst is a number from 0, not \(worst)") }
    guard versions.count > 1 else {
      throw ValidationError("compare takes two versions or more, found \(versions.count)")
    }
    guard consensus != nil || !dryRun && !force else {
      throw ValidationError("--dry-run and --force are for --consensus, which is not given")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    let compared = try loaded(terminal)
    if !alignment.alignAudio { tellOfDifferentAudio(compared, terminal) }
    let report = AgreementReport(compared, tolerance: tolerance.time, worst: worst, words: words)
    let plan = try consensus.map { output in
      try ConsensusPlan(
        of: compared.map { NamedVersion($0.name, $0.version) }, tolerance: tolerance.time, at: output,
        replaces: force, in: terminal.workplace)
    }
    let output = plan.map { ConsensusReport(consensus: $0.consensus, output: consensus ?? "") }
    if json {
      terminal.write(AgreementReport.shape.document(of: (report, output)))
    } else {
      let lines =
        report.lines(terminal.palette, width: terminal.tableWidth) + (output?.lines(terminal.palette) ?? [])
      lines.forEach(terminal.print)
    }
    if !dryRun, let plan, let consensus, try plan.apply() {
      terminal.say("\(terminal.shown(terminal.path(consensus))): written")
    }
    let isAgreed = report.isAgreed && output?.consensus.disputes.isEmpty ?? true
    return isAgreed ? .done : .findings
  }

  /// The versions in their order, all on the timeline of the first.
  private func loaded(_ terminal: Terminal) throws -> [ComparedVersion] {
    var loaded = try versions.map { NamedVersion($0, try terminal.version($0)) }
    if alignment.alignAudio {
      let aligned = try terminal.workplace.aligned(loaded, terminal.monitor)
      aligned.remarks.forEach(terminal.say)
      loaded = aligned.versions
    }
    return try loaded.map { try ComparedVersion($0.name, $0.version, words: words) }
  }

  private func tellOfDifferentAudio(_ compared: [ComparedVersion], _ terminal: Terminal) {
    let known = compared.compactMap { version in
      version.version.audioChecksum.map { (version.name, $0.lowercased()) }
    }
    guard let first = known.first, let other = known.first(where: { $0.1 != first.1 }) else { return }
    terminal.say(
      "\(first.0) and \(other.0) are of different audio: sha256 \(first.1.prefix(12))… and \(other.1.prefix(12))…; "
        + "times are compared as they are")
  }
}
