import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct Compare: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Measure how well annotators or tools agree.",
    discussion: """
      Takes two or more versions: bundles, single files of them, or versions in git as REV:PATH.

        tilawa compare mine.tilawa yours.tilawa his.tilawa
        tilawa compare HEAD~3:friday.tilawa friday.tilawa

      For every pair, and for all versions together, the report shows how far starts and ends lie apart (an end that is \
      also the start of the next row counts once under "all"), the share of them within 20 to 500 ms, the F1 of the \
      boundaries as --reference computes it, and how well names agree over time (Cohen's kappa; Fleiss's for more than two). \
      Then come the rows that some versions lack, the names that differ, and the boundaries that lie furthest apart. Bias \
      is how much later the second version is.

      Segments are compared, or markers if there are no segments, or words with --words.

      --consensus writes a bundle of what the versions agree on: the median of the times that more than half of them give \
      within the tolerance, and the name that most of them give. Where any version has verified a row, only versions that \
      verified it count, and the row is verified if they agree. What is disputed is listed, and gets a note and a low \
      confidence.

        tilawa compare mine.tilawa yours.tilawa his.tilawa --consensus ours.tilawa

      --reference names the truth, and one version is scored against it: precision, recall, F1, errors and wrong names of its \
      boundaries. Each is a bundle, a segments.yaml or markers.yaml, or a table with a line for each ayah: surah, ayah, start \
      and end in seconds, separated by tabs. The version may also be bare times, one per line. Boundaries are where ayat \
      begin, except at the start of the recording, and where one ends with nothing following at once; skips are ignored. \
      They are matched one to one, the closest first. The errors are those of matched boundaries: the median, and the value \
      that nine in ten don't exceed. --gaps names a table of the pauses around the reference boundaries (boundary, ayah, pause start, pause end, distance, \
      dip, kind): a boundary anywhere in the pause then counts as right, and the strict figures are shown, too.

        tilawa compare --reference truth.tsv friday.tilawa --gaps friday.gaps.tsv

      Exit status: 0 all agree within the tolerance; 1 they don't; 2 they can't be compared.
      """)

  @Argument(help: "The versions.", completion: .directory) var versions: [String]

  @Option(
    help: .init("Score one version against this: a bundle, a file of it, or a table.", valueName: "truth"),
    completion: .file())
  var reference: String?

  @Option(
    help: .init(
      "Boundaries no further apart than this agree. (default: 100ms; with --reference 250ms and 500ms, and it may be repeated)",
      valueName: "time"))
  var tolerance: [TimeTolerance] = []

  @Option(
    help: .init("With --reference: the pauses around its boundaries.", valueName: "file"), completion: .file()
  )
  var gaps: String?

  @Option(
    help: .init("How many disputed boundaries to list, the worst first. (default: 10)", valueName: "worst"))
  var worst: Int?

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
    if let reference { return try validate(against: reference) }
    guard gaps == nil else { throw ValidationError("--gaps needs --reference") }
    guard tolerance.count < 2 else {
      throw ValidationError("--tolerance can be given several times only with --reference")
    }
    if let worst, worst < 0 { throw ValidationError("--worst is a number from 0, not \(worst)") }
    guard versions.count > 1 else {
      throw ValidationError("compare takes two versions or more, found \(versions.count)")
    }
    guard consensus != nil || !dryRun && !force else {
      throw ValidationError("--dry-run and --force are for --consensus, which is not given")
    }
  }

  private func validate(against reference: String) throws {
    guard versions.count == 1 else {
      throw ValidationError("--reference takes one version to score, found \(versions.count)")
    }
    guard worst == nil, !words, consensus == nil, !force, !dryRun, !alignment.alignAudio else {
      throw ValidationError(
        "--worst, --words, --align-audio and --consensus compare versions; they can't be used with --reference"
      )
    }
    for value in tolerance where value.time > Milliseconds(60_000) {
      throw ValidationError("--tolerance is a time from 0 to 60 s, not \(value.time)")
    }
    guard [reference, versions[0], gaps].count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("only one of the files can be standard input")
    }
  }

  func run(in terminal: Terminal) throws -> Outcome {
    if let reference {
      let tolerances = tolerance.map { Double($0.time.count) / 1000 }
      return try ReferenceScore(
        reference: reference, hypothesis: versions[0],
        tolerances: tolerances.isEmpty ? [0.25, 0.5] : tolerances,
        gaps: gaps, json: json
      ).run(in: terminal)
    }
    let tolerance = tolerance.first?.time ?? Milliseconds(100)
    let compared = try loaded(terminal)
    if !alignment.alignAudio { tellOfDifferentAudio(compared, terminal) }
    let report = AgreementReport(compared, tolerance: tolerance, worst: worst ?? 10, words: words)
    let plan = try consensus.map { output in
      try ConsensusPlan(
        of: compared.map { NamedVersion($0.name, $0.version) }, tolerance: tolerance, at: output,
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
