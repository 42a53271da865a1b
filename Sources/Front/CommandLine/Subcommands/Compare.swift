import ArgumentParser
import TilawaBase
import TilawaFormat
import TilawaKit

struct Compare: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Measure how well annotators or tools agree.",
    discussion: """
      Takes two or more versions (bundles, files of them, or REV:PATH in git), and shows how far boundaries \
      and names differ. --consensus writes what most versions agree on; --reference scores one version.

        tilawa compare mine.tilawa yours.tilawa his.tilawa
        tilawa compare HEAD~3:friday.tilawa friday.tilawa
        tilawa compare mine.tilawa yours.tilawa his.tilawa --consensus ours.tilawa
        tilawa compare --reference truth.tsv friday.tilawa --gaps friday.gaps.tsv

      Exit status: 0 all agree within the tolerance; 1 they do not; 2 they cannot be compared.
      """)

  @Argument(help: "The versions to compare.", completion: .directory) var versions: [String]

  @Option(
    help: .init("Score against this bundle, file or table.", valueName: "truth"),
    completion: .file())
  var reference: String?

  @Option(
    help: .init("Allow this difference of times. (default: 100ms)", valueName: "time"))
  var tolerance: [TimeTolerance] = []

  @Option(
    help: .init("Read a table of pauses around the reference.", valueName: "file"), completion: .file()
  )
  var gaps: String?

  @Option(
    help: .init("List the N worst boundaries. (default: 10)", valueName: "n"))
  var worst: Int?

  @OptionGroup(title: "Different audio") var alignment: AlignmentOptions

  @Flag(help: "Compare words instead.") var words = false

  @Option(
    help: .init("Write a bundle of what most versions agree on.", valueName: "bundle"),
    completion: .directory)
  var consensus: String?

  @Flag(help: "Replace an existing consensus.") var force = false

  @Flag(name: [.customShort("n"), .long], help: "Show what would change without writing anything.")
  var dryRun = false

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup(title: "Global options") var everywhere: GlobalOptions

  func validate() throws {
    if let reference { return try validate(against: reference) }
    guard gaps == nil else { throw ValidationError("--gaps needs --reference") }
    guard tolerance.count < 2 else {
      throw ValidationError("repeated --tolerance needs --reference")
    }
    if let worst, worst < 0 { throw ValidationError("invalid --worst \(worst) (expected 0 or more)") }
    guard versions.count > 1 else {
      throw ValidationError("compare takes two versions or more, found \(versions.count)")
    }
    guard consensus != nil || !dryRun && !force else {
      throw ValidationError("--dry-run and --force need --consensus")
    }
  }

  private func validate(against reference: String) throws {
    guard versions.count == 1 else {
      throw ValidationError("--reference takes one version to score, found \(versions.count)")
    }
    guard worst == nil, !words, consensus == nil, !force, !dryRun, !alignment.alignAudio else {
      throw ValidationError(
        "--worst, --words, --align-audio and --consensus cannot be used with --reference"
      )
    }
    for value in tolerance where value.time > Milliseconds(60_000) {
      throw ValidationError("invalid --tolerance \(value.time) (expected 0 to 60 s)")
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
      "\(first.0) and \(other.0) have different audio: sha256 \(first.1.prefix(12))… and \(other.1.prefix(12))…; "
        + "times are compared unchanged")
  }
}
