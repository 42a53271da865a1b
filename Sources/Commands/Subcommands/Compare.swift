import ArgumentParser
import Diagnostics
import Merging
import TilawaFormat
import TilawaKit
import Timing

struct Compare: TilawaCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Measure how well annotators of a recording agree.",
    discussion: """
      Takes two or more versions: bundles, files of them, or versions in git as REV:PATH.

        tilawa compare mine.tilawa yours.tilawa his.tilawa
        tilawa compare HEAD~3:friday.tilawa friday.tilawa

      Told are, for every two and for all: how far starts and ends lie apart (an end at which both begin the next row counts \
      once among all), which part of them lies within 20 to 500 ms, the F1 of the boundaries as `score` counts them, how well \
      names agree over time (Cohen's kappa, for all of several Fleiss's), then the rows that not all have, names that differ, \
      and the places that lie furthest apart. Bias is by how much the second is later.

      Compared are segments, or markers where there are no segments; words with --words.

      --consensus writes a bundle of what they agree on: the middle of the times of more than half, where these lie within the \
      tolerance of each other, and the name that most give. Where anybody has verified a row, only those who have are asked; it \
      is verified when they agree. What isn't agreed is listed, and has a note and a low confidence.

        tilawa compare mine.tilawa yours.tilawa his.tilawa --consensus ours.tilawa

      Exits with 0 when all agree within the tolerance, 1 when they don't, 2 when they can't be compared.
      """)

  @Argument(help: "The versions.", completion: .directory) var versions: [String]

  @Option(help: "Places that lie no further apart agree, such as 100ms or 0.1.")
  var tolerance = TimeTolerance(argument: "100ms") ?? .zero

  @Option(help: "How many of the places that don't agree are listed, the furthest apart first.") var worst =
    10

  @OptionGroup(title: "Different audio") var alignment: AlignmentOptions

  @Flag(help: "Compare the times of words.") var words = false

  @Option(help: .init("Write a bundle of what they agree on.", valueName: "bundle"), completion: .directory)
  var consensus: String?

  @Flag(help: "Replace the annotation of a consensus that is there already.") var force = false

  @Flag(name: [.customShort("n"), .long], help: "Write nothing; tell what the consensus would be.")
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
    do {
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
        let document = output.map { report.json.adding("consensus", $0.json) } ?? report.json
        terminal.write(document.documentText)
      } else {
        let lines = report.lines(terminal.palette, width: nil) + (output?.lines(terminal.palette) ?? [])
        lines.forEach(terminal.print)
      }
      if !dryRun, let plan, let consensus, try plan.carryOut() {
        terminal.say("\(terminal.shown(terminal.path(consensus))): written")
      }
      let isAgreed = report.isAgreed && output?.consensus.disputes.isEmpty ?? true
      return isAgreed ? .done : .findings
    } catch let error as FileMerge.Unmergeable {
      return error.tell(in: terminal)
    }
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
